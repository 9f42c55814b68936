// A tool that a hand moves: its shadow never enters a body, and the spring between both is the force (docs/probe.md).
import { writePose } from './pose.js';
import { answers, features, statuses } from './names.js';

const three = (n, at) => [n[at], n[at + 1], n[at + 2]];

export class Probe {
  constructor(graze, tool, { stiffness = 500, largestForce = 10, largestChange = 0.05, gap = 0, budget = 32768 } = {}) {
    this.graze = graze;
    const module = graze.use('probe');
    const pose = new Float64Array(12);
    writePose(tool.pose, pose, 0);
    const settings = Float64Array.from([stiffness, largestForce, largestChange, gap, budget]);
    this.number = module.withCopies([pose, settings],
      (p, s) => module.must(module.exports.probe(tool.shape.need(), p, s)));
    const n = module.numbers();
    /** How far the shadow keeps from what holds it. */
    this.gap = n[0];
    /** No point of the tool is farther from its middle. */
    this.radius = n[1];
  }
  dispose() {
    this.graze.module?.exports.probe_forget(this.number);
    this.number = 0;
  }

  /** Puts the shadow somewhere else; the force begins at 0 again. */
  place(shadow) {
    const at = this.graze.place({ pose: shadow });
    const { module } = this.graze;
    module.must(module.exports.probe_place(this.number, at));
  }

  /** The hand is there now, and the bodies stand. */
  tick(hand, bodies) {
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
          point: three(n, i), normal: three(n, i + 3), body: n[i + 6],
          feature: { kind: features[n[i + 7]], index: n[i + 8], triangle: n[i + 9], tag: n[i + 10] },
        });
      }
      return result;
    });
  }
}
