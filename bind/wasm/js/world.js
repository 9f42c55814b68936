// A world: objects with keys, which steps and queries are asked about together.
import { count, flag, limit, settings, vector, whole } from './check.js';
import { answers, events, statuses } from './names.js';
import { writePose } from './pose.js';
import { releaseWith } from './release.js';

const addFields = new Map([['fixed', flag]]);
const stepFields = new Map([['range', limit]]);
const rayFields = new Map([['max', limit]]);

export class World {
  #release;

  constructor(graze) {
    this.graze = graze;
    const module = graze.use('world');
    const number = module.must(module.exports.world());
    this.number = number;
    this.#release = releaseWith(this, () => graze.module?.exports.world_forget(number));
  }
  dispose() {
    this.#release();
    this.number = 0;
  }

  /** Adds a body { shape, pose } under a key of the caller's, a whole number. Two fixed objects are not asked about. */
  add(key, body, options = undefined) {
    const { fixed = false } = settings('World.add', options, addFields);
    whole('World.add', 'key', key);
    const handle = this.graze.body('World.add', 'body', 'body.pose', body);
    const { module } = this.graze;
    module.must(module.exports.world_add(this.number, key, handle, module.arguments, fixed ? 1 : 0));
  }
  move(key, pose) {
    const module = this.graze.use();
    count('World.move', arguments.length, 2);
    whole('World.move', 'key', key);
    module.look();
    writePose(pose, module.f64, module.arguments >>> 3, 'World.move', 'pose');
    module.must(module.exports.world_move(this.number, key, module.arguments));
  }
  remove(key) {
    const module = this.graze.use();
    count('World.remove', arguments.length, 1);
    whole('World.remove', 'key', key);
    module.must(module.exports.world_remove(this.number, key));
  }

  /** Which pairs touch, or with a range are no farther apart; and what began or ended since the last step. */
  step(options = undefined) {
    const module = this.graze.use();
    const { range = 0 } = settings('World.step', options, stepFields);
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
  ray(origin, direction, options = undefined) {
    const module = this.graze.use();
    const { max = Infinity } = settings('World.ray', options, rayFields);
    vector('World.ray', 'origin', origin);
    vector('World.ray', 'direction', direction);
    const line = Float64Array.from([...origin, ...direction, Math.min(max, Number.MAX_VALUE)]);
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
    count('World.overlaps', arguments.length, 1);
    const handle = this.graze.body('World.overlaps', 'body', 'body.pose', body);
    const { module } = this.graze;
    module.must(module.exports.world_overlaps(this.number, handle, module.arguments));
    const n = module.numbers();
    return { status: statuses[n[0]], answer: answers[n[1]], keys: Array.from(n.subarray(2)) };
  }
  /** Up to k objects, the nearest first. */
  nearest(body, k = 1) {
    count('World.nearest', arguments.length, 2);
    whole('World.nearest', 'k', k, 1, 0xffffffff);
    const handle = this.graze.body('World.nearest', 'body', 'body.pose', body);
    const { module } = this.graze;
    module.must(module.exports.world_nearest(this.number, handle, module.arguments, k));
    const n = module.numbers();
    const objects = [];
    for (let i = 1; i < n.length; i += 3) objects.push({ key: n[i], distance: n[i + 1], bound: n[i + 2] });
    return { status: statuses[n[0]], objects };
  }
}
