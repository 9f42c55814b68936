// A tool that a hand moves: its shadow never enters a body, and the spring between both is the force (docs/probe.md).
import { finite, object, settings, whole, wrongType } from './check.js';
import { answers, feature, statuses, three } from './names.js';
import { writePose } from './pose.js';
import { releaseWith } from './release.js';

// In the order of the module's settings.
const fields = new Map([
  ['stiffness', finite], ['largestForce', finite], ['largestChange', finite], ['gap', finite],
  ['budget', (call, name, value) => whole(call, name, value, 1, 2 ** 62)],
]);

// Writes a pose that must be given where the module finds it.
function place(graze, call, name, pose) {
  const module = graze.use();
  if (pose === undefined || pose === null) wrongType(call, name, 'a pose', pose);
  module.look();
  writePose(pose, module.f64, module.arguments >>> 3, call, name);
  return module;
}

export class Probe {
  #release;

  // What is undefined in the settings is as the library has it.
  constructor(graze, tool, options = undefined) {
    this.graze = graze;
    const module = graze.use('probe');
    const given = settings('probe', options, fields);
    const values = new Float64Array(fields.size);
    let bits = 0;
    [...fields.keys()].forEach((field, i) => {
      if (given[field] === undefined) return;
      values[i] = given[field];
      bits |= 1 << i;
    });
    const handle = graze.body('probe', 'tool', 'tool.pose', object('probe', 'tool', tool));
    const number = module.withCopies(
      [values], (s) => module.must(module.exports.probe(handle, module.arguments, s, bits)));
    this.number = number;
    this.#release = releaseWith(this, () => graze.module?.exports.probe_forget(number));
    this.measured(module.numbers());
  }
  measured(n) {
    /** How far the shadow keeps from what holds it. */
    this.gap = n[0];
    /** No point of the tool is farther from its middle. */
    this.radius = n[1];
  }
  dispose() {
    this.#release();
    this.number = 0;
  }

  /** Puts the shadow somewhere else, with the scale and shear of that pose; the force begins at 0 again. */
  place(shadow) {
    const module = place(this.graze, 'Probe.place', 'shadow', shadow);
    module.must(module.exports.probe_place(this.number, module.arguments));
    this.measured(module.numbers());
  }

  /** The hand is there now, and the bodies stand. */
  tick(hand, bodies) {
    const { handles, poses } = this.graze.bodies('Probe.tick', 'bodies', bodies);
    const module = place(this.graze, 'Probe.tick', 'hand', hand);
    return module.withCopies([handles, poses], (h, ps) => {
      module.must(module.exports.probe_tick(this.number, module.arguments, h, ps, handles.length));
      const n = module.numbers();
      const result = {
        status: statuses[n[0]], touching: answers[n[1]], snapped: n[2] === 1, steps: n[3],
        shadow: Array.from(n.subarray(4, 16)), force: three(n, 16), torque: three(n, 19), contacts: [],
      };
      for (let i = 22; i < n.length; i += 11) {
        result.contacts.push({
          point: three(n, i), normal: three(n, i + 3), body: n[i + 6], feature: feature(n, i + 7),
        });
      }
      return result;
    });
  }
}
