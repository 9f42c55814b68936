// Shapes: what a body is. Immutable; each holds memory of its module until dispose().
import { forms } from './names.js';

export class Shape {
  /** Not for users: shapes are made by the functions of Graze. */
  constructor(graze, handle) {
    this.graze = graze;
    this.handle = handle;
  }

  /** Gives the memory back. Queries with the shape are errors after it. */
  dispose() {
    if (this.handle !== 0) this.graze.module?.exports.forget(this.handle);
    this.handle = 0;
  }

  /** Builds what queries would build on first need. */
  prepare({ pairs = true, rays = true } = {}) {
    const module = this.graze.use();
    module.must(module.exports.prepare(this.need(), pairs ? 1 : 0, rays ? 1 : 0));
    return this;
  }

  need() {
    if (this.handle === 0) throw new Error('the shape has been disposed of');
    return this.handle;
  }

  describe() {
    const module = this.graze.use();
    module.must(module.exports.describe(this.need()));
    const n = module.numbers();
    return {
      form: forms[n[0]],
      triangleCount: n[1],
      solid: n[2] === 1,
      margin: n[3],
      memory: n[4],
      bounds: { min: [n[5], n[6], n[7]], max: [n[8], n[9], n[10]] },
    };
  }
  get form() { return this.describe().form; }
  get triangleCount() { return this.describe().triangleCount; }
  get solid() { return this.describe().solid; }
  get margin() { return this.describe().margin; }
  get memory() { return this.describe().memory; }
  get bounds() { return this.describe().bounds; }

  /** The corners of all triangles, nine numbers each, in the shape's own frame. */
  triangles() {
    const module = this.graze.use();
    module.must(module.exports.triangles(this.need()));
    return module.numbers().slice();
  }

  /** The points within `margin` of the shape, as another shape. */
  withMargin(margin) {
    const module = this.graze.use();
    return this.graze.own(module.exports.padded(this.need(), margin));
  }
  /** The same surface as a solid; an error where it is not closed. */
  asSolid() {
    const module = this.graze.use();
    return this.graze.own(module.exports.solid(this.need()));
  }
  /** The same triangles with other vertices: the tree is refitted, not built. Of meshes. */
  refitted(vertices) {
    const module = this.graze.use('refitted');
    const copy = Float64Array.from(vertices);
    return module.withCopies([copy], (at) =>
      this.graze.own(module.exports.refitted(this.need(), at, copy.length / 3)));
  }
}
