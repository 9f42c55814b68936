// A tool that a hand moves: its shadow never enters a body, and the spring between both is the force (docs/probe.md).
import { writePose } from './pose.js';
import { answers, feature, statuses, three } from './names.js';

// In the order of the module's settings.
const names = ['stiffness', 'largestForce', 'largestChange', 'gap', 'budget'];

function needPose(pose, what) {
  if (pose == null) throw new Error(`probe: ${what} is no pose`);
}

export class Probe {
  // What is undefined in the settings is as the library has it.
  constructor(graze, tool, settings = {}) {
    this.graze = graze;
    const module = graze.use('probe');
    const pose = new Float64Array(12);
    writePose(tool.pose, pose, 0);
    const values = new Float64Array(names.length);
    let given = 0;
    for (const [name, value] of Object.entries(settings)) {
      const i = names.indexOf(name);
      if (i < 0) throw new Error(`probe: there is no setting '${name}'`);
      if (value === undefined) continue;
      if (typeof value !== 'number') throw new Error(`probe: ${name} is no number`);
      values[i] = value;
      given |= 1 << i;
    }
    this.number = module.withCopies([pose, values],
      (p, s) => module.must(module.exports.probe(tool.shape.need(), p, s, given)));
    this.measured(module.numbers());
  }
  measured(n) {
    /** How far the shadow keeps from what holds it. */
    this.gap = n[0];
    /** No point of the tool is farther from its middle. */
    this.radius = n[1];
  }
  dispose() {
    this.graze.module?.exports.probe_forget(this.number);
    this.number = 0;
  }

  /** Puts the shadow somewhere else, with the scale and shear of that pose; the force begins at 0 again. */
  place(shadow) {
    needPose(shadow, 'the shadow');
    const at = this.graze.place({ pose: shadow });
    const { module } = this.graze;
    module.must(module.exports.probe_place(this.number, at));
    this.measured(module.numbers());
  }

  /** The hand is there now, and the bodies stand. */
  tick(hand, bodies) {
    needPose(hand, 'the hand');
    const module = this.graze.use();
    const pose = new Float64Array(12), poses = new Float64Array(12 * bodies.length);
    writePose(hand, pose, 0);
    bodies.forEach((body, i) => writePose(body.pose, poses, 12 * i));
    const handles = Uint32Array.from(bodies, (body) => body.shape.need());
    return module.withCopies([pose, handles, poses], (p, h, ps) => {
      module.must(module.exports.probe_tick(this.number, p, h, ps, bodies.length));
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
