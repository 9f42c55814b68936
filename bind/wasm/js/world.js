// A world: objects with keys, which steps and queries are asked about together.
import { writePose } from './pose.js';
import { answers, events, statuses } from './names.js';

export class World {
  constructor(graze) {
    this.graze = graze;
    const module = graze.use('world');
    this.number = module.must(module.exports.world());
  }
  dispose() {
    this.graze.module?.exports.world_forget(this.number);
    this.number = 0;
  }

  /** Adds a body { shape, pose } under a key of the caller's, a whole number. Two fixed objects are not asked about. */
  add(key, body, { fixed = false } = {}) {
    const at = this.graze.place(body);
    const { module } = this.graze;
    module.must(module.exports.world_add(this.number, key, body.shape.need(), at, fixed ? 1 : 0));
  }
  move(key, pose) {
    const at = this.graze.place({ pose });
    const { module } = this.graze;
    module.must(module.exports.world_move(this.number, key, at));
  }
  remove(key) {
    const module = this.graze.use();
    module.must(module.exports.world_remove(this.number, key));
  }

  /** Which pairs touch, or with a range are no farther apart; and what began or ended since the last step. */
  step({ range = 0 } = {}) {
    const module = this.graze.use();
    module.must(module.exports.world_step(this.number, range));
    const n = module.numbers();
    const result = { status: statuses[n[0]], pairs: [], events: [] };
    let i = 2;
    for (let k = 0; k < n[1]; ++k, i += 5) {
      result.pairs.push({
        a: n[i], b: n[i + 1], status: statuses[n[i + 2]], touching: answers[n[i + 3]], distance: n[i + 4],
      });
    }
    for (; i < n.length; i += 3) result.events.push({ kind: events[n[i]], a: n[i + 1], b: n[i + 2] });
    return result;
  }

  /** The first object that a ray meets. */
  ray(origin, direction, { max = Number.MAX_VALUE } = {}) {
    const module = this.graze.use();
    const line = Float64Array.from([...origin, ...direction, max]);
    return module.withCopies([line], (at) => {
      module.must(module.exports.world_ray(this.number, at));
      const n = module.numbers();
      const result = { status: statuses[n[0]], answer: answers[n[1]], hit: null };
      if (n.length > 2) {
        result.hit = {
          key: n[2], t: n[3], triangle: n[4], normal: [n[5], n[6], n[7]], point: [n[8], n[9], n[10]],
        };
      }
      return result;
    });
  }
  /** The keys of the objects that have a common point with a body. */
  overlaps(body) {
    const at = this.graze.place(body);
    const { module } = this.graze;
    module.must(module.exports.world_overlaps(this.number, body.shape.need(), at));
    const n = module.numbers();
    return { status: statuses[n[0]], answer: answers[n[1]], keys: Array.from(n.subarray(2)) };
  }
  /** Up to k objects, the nearest first. */
  nearest(body, k = 1) {
    const at = this.graze.place(body);
    const { module } = this.graze;
    module.must(module.exports.world_nearest(this.number, body.shape.need(), at, k));
    const n = module.numbers();
    const objects = [];
    for (let i = 1; i < n.length; i += 3) objects.push({ key: n[i], distance: n[i + 1], bound: n[i + 2] });
    return { status: statuses[n[0]], objects };
  }
}
