// Shapes: what a body is. Immutable; each holds memory of its module until dispose(), or until it is collected.
import { flag, notNegative, numbers, settings, unknownField, wrongType } from './check.js';
import { forms } from './names.js';
import { releaseWith } from './release.js';

const prepareFields = new Map([['pairs', flag], ['rays', flag]]);

export class Shape {
  #handle;
  #release;

  /** Not for users: shapes are made by the functions of Graze. */
  constructor(graze, handle) {
    this.graze = graze;
    this.#handle = handle;
    this.#release = releaseWith(this, () => graze.module?.exports.forget(handle));
  }

  /** Gives the memory back. Queries with the shape are errors after it. */
  dispose() {
    this.#release();
    this.#handle = 0;
  }

  get disposed() { return this.#handle === 0; }

  /** The number of a shape that an instance has made; anything else throws. */
  static handleOf(graze, call, name, shape, field = '') {
    if (typeof shape !== 'object' || shape === null || !(#handle in shape)) wrongType(call, name + field, 'a Shape', shape);
    if (shape.graze !== graze) {
      throw new RangeError(
        `${call}: ${name}${field} belongs to another instance of graze: each call of init() has shapes of its own`);
    }
    if (shape.#handle === 0) throw new Error(`${call}: ${name}${field} has been disposed of`);
    return shape.#handle;
  }
  need(call) {
    return Shape.handleOf(this.graze, `Shape.${call}`, 'the shape', this);
  }

  /** Builds what queries would build on first need. */
  prepare(options) {
    const { pairs = true, rays = true } = settings('Shape.prepare', options, prepareFields);
    const module = this.graze.use();
    module.must(module.exports.prepare(this.need('prepare'), pairs ? 1 : 0, rays ? 1 : 0));
    return this;
  }

  describe() {
    const module = this.graze.use();
    module.must(module.exports.describe(this.need('describe')));
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

  /** The vertices of all triangles, nine numbers each, in the shape's own frame. */
  triangles() {
    const module = this.graze.use();
    module.must(module.exports.triangles(this.need('triangles')));
    return module.numbers().slice();
  }

  /** The points within `margin` of the shape, as another shape. */
  withMargin(margin) {
    const module = this.graze.use();
    notNegative('Shape.withMargin', 'margin', margin);
    return this.graze.own(module.exports.padded(this.need('withMargin'), margin));
  }
  /** The same surface as a solid; an error where it is not closed. */
  asSolid() {
    const module = this.graze.use();
    return this.graze.own(module.exports.solid(this.need('asSolid')));
  }
  /** The same triangles with other vertices: the tree is refitted, not built. Of meshes. */
  refitted(vertices) {
    const module = this.graze.use('refitted');
    const handle = this.need('refitted');
    const copy = numbers('Shape.refitted', 'vertices', vertices, 3);
    return module.withCopies([copy], (at) => this.graze.own(module.exports.refitted(handle, at, copy.length / 3)));
  }
}

const bodyFields = ['shape', 'pose'];

/**
 * The number of a body's shape. A body is { shape, pose }, and may have the labels of a part that read() gave, `path` and
 * `remark`; `extra` is one more field that the call knows.
 */
export function shapeOfBody(graze, call, name, body, extra) {
  if (typeof body !== 'object' || body === null) wrongType(call, name, 'a body { shape, pose }', body);
  for (const field in body) {
    if (field !== 'shape' && field !== 'pose' && field !== 'path' && field !== 'remark' && field !== extra &&
        Object.hasOwn(body, field))
      unknownField(call, name, field, extra === undefined ? bodyFields : [...bodyFields, extra]);
  }
  return Shape.handleOf(graze, call, name, body.shape, '.shape');
}
