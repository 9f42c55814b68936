// The library: shapes from typed arrays, and the verbs. One object is one instance of the module, with a memory of its
// own; docs/web.md has the tour. Every argument is checked (check.js) before the module sees it.
import {
  bytes, callable, count, finite, flag, indices, limit, list, notNegative, numbers, object, settings, signedIndices, text,
  vector, whole, words, wrongRange,
} from './check.js';
import { Module, hasSimd } from './module.js';
import { Shape, shapeOfBody } from './shape.js';
import { Probe } from './probe.js';
import { World } from './world.js';
import { posesOf, writeMotion, writePose } from './pose.js';
import {
  answers, clashes, classes, feature, forms, motions, places, rayWants, starts, statuses, three, upAxes,
} from './names.js';

export { Probe, Shape, World, hasSimd };

// The settings of each call, with their checks.
const uint32 = (call, name, value) => whole(call, name, value, 0, 0xffffffff);
const positive = (call, name, value) => whole(call, name, value, 1);
const fields = (known) => new Map(Object.entries(known));
const shapeFields = fields({ solid: flag, margin: notNegative });
const marginFields = fields({ margin: notNegative });
const collideFields = fields({ all: flag, maxResults: uint32 });
const distanceFields = fields({ max: limit });
const rayFields = fields({ max: limit, want: words(rayWants) });
const classifyFields = fields({ tolerance: notNegative });
const penetrationFields = fields({ effort: (call, name, value) => whole(call, name, value, 0, 0x7fffffff), budget: whole });
const contactFields = fields({ tolerance: notNegative, reduce: flag, budget: whole });
const moveFields = fields({ tolerance: notNegative, expel: notNegative, budget: whole });
const readFields = fields({ allowIncomplete: flag });
const checkFields = fields({
  tolerance: notNegative, clearance: notNegative, contact: notNegative, progress: callable, most: positive,
});
const initFields = fields({
  wasm: (call, name, value) => typeof value === 'string' || object(call, name, value),
  simd: flag,
});

const bodyA = (graze, call, a) => graze.body(call, 'a', 'a.pose', a);
const bodyB = (graze, call, b) => graze.body(call, 'b', 'b.pose', b, 1);
const oneBody = (graze, call, body) => graze.body(call, 'body', 'body.pose', body);

export class Graze {
  constructor(module) {
    this.module = module;
    module.must(module.exports.about());
    const [version, instructionSet] = module.text().split(' ');
    /** Of the library, such as "0.1.0". */
    this.version = version;
    /** "simd128" or "scalar". */
    this.instructionSet = instructionSet;
  }

  /** Gives all memory back, with every shape and world. */
  dispose() {
    this.module = null;
  }

  use(verb) {
    if (this.module === null) throw new Error('this instance of graze has been disposed of');
    if (verb !== undefined && this.module.exports[verb] === undefined)
      throw new Error(`the small module has no '${verb}': import graze-wasm instead of graze-wasm/small`);
    return this.module;
  }
  own(handle) {
    return new Shape(this, this.module.must(handle));
  }

  // --- shapes ---

  /** Triangles: three numbers a vertex, three indices a triangle; without indices three vertices are a triangle. */
  mesh(vertices, triangles = null, options = undefined) {
    const module = this.use();
    const { solid = false, margin = 0 } = settings('mesh', options, shapeFields);
    const points = numbers('mesh', 'vertices', vertices, 3, true);
    const make = points instanceof Float64Array ? module.exports.mesh : module.exports.mesh_of_floats;
    const length = points.length / 3;
    if (triangles === null)
      return module.withCopies([points], (v) => this.own(make(v, length, 0, 0, solid ? 1 : 0, margin)));
    const corners = indices('mesh', 'triangles', triangles, 3);
    return module.withCopies(
      [points, corners], (v, t) => this.own(make(v, length, t, corners.length / 3, solid ? 1 : 0, margin)));
  }
  /** The hull of points. */
  convex(vertices) {
    const module = this.use();
    count('convex', arguments.length, 1);
    const points = numbers('convex', 'vertices', vertices, 3);
    return module.withCopies([points], (v) => this.own(module.exports.convex(v, points.length / 3)));
  }
  /** Faces of three or more vertices, convex, counter-clockwise from outside. */
  polyhedron(vertices, faces, options = undefined) {
    const module = this.use('polyhedron');
    const { margin = 0 } = settings('polyhedron', options, marginFields);
    const points = numbers('polyhedron', 'vertices', vertices, 3);
    const loops = Array.from(list('polyhedron', 'faces', faces, 'a list of lists of indices'), (face, i) =>
      indices('polyhedron', `faces[${i}]`, face, 1));
    const sizes = Uint32Array.from(loops, (face) => face.length);
    const corners = new Uint32Array(sizes.reduce((sum, size) => sum + size, 0));
    loops.reduce((at, face) => (corners.set(face, at), at + face.length), 0);
    return module.withCopies([points, corners, sizes], (v, c, s) =>
      this.own(module.exports.polyhedron(v, points.length / 3, c, s, sizes.length, margin)));
  }
  /** A strip of triangles; -1 restarts it. */
  strip(vertices, indices, options = undefined) { return this.run('strip', vertices, indices, options); }
  /** Fans of triangles; -1 restarts. */
  fan(vertices, indices, options = undefined) { return this.run('fan', vertices, indices, options); }
  run(call, vertices, indices, options) {
    const module = this.use('strip');
    const { solid = false, margin = 0 } = settings(call, options, shapeFields);
    const points = numbers(call, 'vertices', vertices, 3);
    const run = signedIndices(call, 'indices', indices);
    return module.withCopies([points, run], (v, i) => this.own(module.exports.strip(
      v, points.length / 3, i, run.length, call === 'fan' ? 1 : 0, solid ? 1 : 0, margin)));
  }
  /** Heights over a grid of rows and columns, z up. */
  terrain(rows, columns, spacing, heights) {
    const module = this.use('terrain');
    count('terrain', arguments.length, 4);
    uint32('terrain', 'rows', rows);
    uint32('terrain', 'columns', columns);
    vector('terrain', 'spacing', spacing, 2);
    const grid = numbers('terrain', 'heights', heights, 1);
    return module.withCopies([grid], (h) =>
      this.own(module.exports.terrain(rows, columns, spacing[0], spacing[1], h, grid.length)));
  }
  // The numbers are those of the form, all checked.
  sized(form, ...sizes) {
    const module = this.use();
    module.look();
    module.f64.set(sizes, module.arguments >>> 3);
    return this.own(module.exports.sized(forms.indexOf(form), module.arguments));
  }
  box(half) {
    count('box', arguments.length, 1);
    return this.sized('box', ...vector('box', 'half', half));
  }
  sphere(radius) {
    count('sphere', arguments.length, 1);
    return this.sized('sphere', finite('sphere', 'radius', radius));
  }
  capsule(radius, half) { return this.round('capsule', radius, half, arguments.length); }
  cylinder(radius, half) { return this.round('cylinder', radius, half, arguments.length); }
  cone(radius, half) { return this.round('cone', radius, half, arguments.length); }
  round(form, radius, half, given) {
    count(form, given, 2);
    return this.sized(form, finite(form, 'radius', radius), finite(form, 'half', half));
  }
  ellipsoid(radii) {
    count('ellipsoid', arguments.length, 1);
    return this.sized('ellipsoid', ...vector('ellipsoid', 'radii', radii));
  }
  halfspace(normal, offset) {
    count('halfspace', arguments.length, 2);
    return this.sized('halfspace', ...vector('halfspace', 'normal', normal), finite('halfspace', 'offset', offset));
  }
  segment(p, q) {
    count('segment', arguments.length, 2);
    return this.sized('segment', ...vector('segment', 'p', p), ...vector('segment', 'q', q));
  }
  point() {
    count('point', arguments.length, 0);
    return this.sized('point');
  }
  /** The union of parts: a list of { shape, pose }. */
  compound(parts) {
    const module = this.use();
    count('compound', arguments.length, 1);
    const { handles, poses } = this.bodies('compound', 'parts', parts);
    return module.withCopies([handles, poses], (h, p) => this.own(module.exports.compound(h, p, handles.length)));
  }

  // --- bodies ---

  // Writes the pose of a body where the module finds that of argument `slot`, and returns the number of its shape.
  body(call, name, poseName, body, slot = 0) {
    const module = this.use();
    module.look();
    const handle = shapeOfBody(this, call, name, body);
    writePose(body.pose, module.f64, (module.arguments >>> 3) + 12 * slot, call, poseName);
    return handle;
  }
  // The numbers of the shapes, and the poses, of a list of bodies.
  bodies(call, name, bodies, extra = undefined) {
    list(call, name, bodies, 'a list of bodies');
    const handles = new Uint32Array(bodies.length), poses = new Float64Array(12 * bodies.length);
    for (let i = 0; i < bodies.length; ++i) {
      handles[i] = shapeOfBody(this, call, `${name}[${i}]`, bodies[i], extra);
      writePose(bodies[i].pose, poses, 12 * i, call, `${name}[${i}].pose`);
    }
    return { handles, poses };
  }

  // --- verbs ---

  /** Do two bodies have a common point? `answer` is 'yes', 'no' or 'unknown'. */
  collide(a, b, options = undefined) {
    const { all = false, maxResults = 0 } = settings('collide', options, collideFields);
    const first = bodyA(this, 'collide', a), second = bodyB(this, 'collide', b);
    const { module } = this;
    const at = module.arguments;
    module.must(module.exports.collide(first, at, second, at + 96, all ? 1 : 0, maxResults));
    const n = module.numbers();
    const result = { status: statuses[n[0]], answer: answers[n[1]], complete: n[2] === 1, lower: n[3], upper: n[4] };
    if (all) result.pairs = module.words().slice();
    return result;
  }
  /** The same as true or false, without an object; throws where the answer is not known. */
  meets(a, b) {
    count('meets', arguments.length, 2);
    const first = bodyA(this, 'meets', a), second = bodyB(this, 'meets', b);
    const at = this.module.arguments;
    const found = this.module.exports.meets(first, at, second, at + 96);
    if (found > 1) throw new Error(`meets: ${found === 2 ? 'unknown' : statuses[found - 2]}`);
    return found === 1;
  }
  /** One body against a shape in many poses, twelve numbers each: 0 no, 1 yes, else 2 + the number of the status. */
  collidePoses(a, shape, poses) {
    count('collidePoses', arguments.length, 3);
    const first = bodyA(this, 'collidePoses', a);
    const second = Shape.handleOf(this, 'collidePoses', 'shape', shape);
    const many = posesOf('collidePoses', 'poses', poses);
    const length = many.length / 12;
    const { module } = this;
    return module.withCopies([many, new Uint8Array(length)], (p, r) => {
      module.exports.collide_poses(first, module.arguments, second, p, length, r);
      module.look();
      return module.u8.slice(r, r + length);
    });
  }

  /** How far apart two bodies are, with a bound, and where. */
  distance(a, b, options = undefined) {
    const { max = Infinity } = settings('distance', options, distanceFields);
    const first = bodyA(this, 'distance', a), second = bodyB(this, 'distance', b);
    const { module } = this;
    const at = module.arguments;
    module.must(module.exports.distance(first, at, second, at + 96, max));
    const n = module.numbers();
    return {
      status: statuses[n[0]],
      distance: n[1],
      bound: n[2],
      lower: n[3],
      upper: n[4],
      pointA: three(n, 5),
      pointB: three(n, 8),
      pointBound: n[11],
      normal: three(n, 12),
      featureA: feature(n, 15),
      featureB: feature(n, 19),
      beyond: n[23] === 1,
    };
  }
  /** Distance and bound of a body and a shape in many poses, two numbers each. */
  distancePoses(a, shape, poses) {
    count('distancePoses', arguments.length, 3);
    const first = bodyA(this, 'distancePoses', a);
    const second = Shape.handleOf(this, 'distancePoses', 'shape', shape);
    const many = posesOf('distancePoses', 'poses', poses);
    const length = many.length / 12;
    const { module } = this;
    return module.withCopies([many, new Float64Array(2 * length)], (p, r) => {
      module.exports.distance_poses(first, module.arguments, second, p, length, r);
      module.look();
      return module.f64.slice(r >>> 3, (r >>> 3) + 2 * length);
    });
  }

  /** Where origin + t * direction, 0 <= t <= max, meets a body. `want`: 'closest', 'any' or 'all'. */
  ray(body, origin, direction, options = undefined) {
    const { max = Infinity, want = 'closest' } = settings('ray', options, rayFields);
    vector('ray', 'origin', origin);
    vector('ray', 'direction', direction);
    const handle = oneBody(this, 'ray', body);
    const { module } = this;
    const at = module.arguments;
    const line = (at >>> 3) + 12;
    for (let i = 0; i < 3; ++i) {
      module.f64[line + i] = origin[i];
      module.f64[line + 3 + i] = direction[i];
    }
    module.f64[line + 6] = Math.min(max, Number.MAX_VALUE);
    module.must(module.exports.ray(handle, at, at + 96, rayWants.indexOf(want)));
    const n = module.numbers();
    const hits = [];
    for (let i = 2; i < n.length; i += 12) {
      hits.push({
        t: n[i], triangle: n[i + 1], tag: n[i + 2],
        barycentric: three(n, i + 3), normal: three(n, i + 6), point: three(n, i + 9),
      });
    }
    const result = { status: statuses[n[0]], answer: answers[n[1]], hit: hits[0] ?? null };
    if (want === 'all') result.hits = hits;
    return result;
  }
  /**
   * Many rays, seven numbers each: origin, direction, max. The first hits: `t` (NaN: none) and `triangle` (-1: none).
   * Throws where a ray has no answer.
   */
  rays(body, lines) {
    count('rays', arguments.length, 2);
    const handle = oneBody(this, 'rays', body);
    const many = numbers('rays', 'lines', lines, 7);
    const length = many.length / 7;
    for (let i = 6; i < many.length; i += 7)
      if (many[i] < 0) wrongRange('rays', `lines: the max of ray ${(i - 6) / 7}`, 'a number that is not negative (a ray is seven numbers)', many[i]);
    const { module } = this;
    return module.withCopies([many, new Float64Array(length), new Int32Array(length)], (l, t, i) => {
      module.must(module.exports.rays(handle, module.arguments, l, length, t, i));
      module.look();
      const triangle = module.i32.slice(i >>> 2, (i >>> 2) + length);
      const failed = triangle.findIndex((number) => number < -1);
      if (failed >= 0) {
        throw new Error(`rays: ray ${failed} has the status ${statuses[-1 - triangle[failed]]}: ` +
          'a ray is seven numbers, origin, direction (not zero), and max (not negative)');
      }
      return { t: module.f64.slice(t >>> 3, (t >>> 3) + length), triangle };
    });
  }

  /** How two solids lie to each other: 'clear', 'touching', 'overlapping', 'enclosed', 'encloses', 'equal'. */
  classify(a, b, options = undefined) {
    const { tolerance = 0 } = settings('classify', options, classifyFields);
    if (tolerance !== 0 && this.use().exports.penetration === undefined)
      throw new Error("the small module's classify takes no tolerance: import graze-wasm instead of graze-wasm/small");
    const first = bodyA(this, 'classify', a), second = bodyB(this, 'classify', b);
    const at = this.module.arguments;
    const found = this.module.exports.classify(first, at, second, at + 96, tolerance);
    return found > 6 ? { status: statuses[found - 6], class: 'unknown' } : { status: 'ok', class: classes[found] };
  }

  /** Are two bodies no farther apart than a tolerance? */
  within(a, b, tolerance) {
    const module = this.use('within');
    count('within', arguments.length, 3);
    notNegative('within', 'tolerance', tolerance);
    const first = bodyA(this, 'within', a), second = bodyB(this, 'within', b);
    const at = module.arguments;
    module.must(module.exports.within(first, at, second, at + 96, tolerance));
    const n = module.numbers();
    return { status: statuses[n[0]], answer: answers[n[1]] };
  }
  /** Is a point 'inside', 'outside' or 'on' the boundary of a body? */
  inside(body, point) {
    const module = this.use('inside');
    count('inside', arguments.length, 2);
    vector('inside', 'point', point);
    const handle = oneBody(this, 'inside', body);
    module.must(module.exports.inside(handle, module.arguments, point[0], point[1], point[2]));
    const n = module.numbers();
    return { status: statuses[n[0]], where: places[n[1]] };
  }
  /** How deep two solids are in each other, and the vector that parts them when added to the translation of a. */
  penetration(a, b, options = undefined) {
    const module = this.use('penetration');
    const { effort = 1, budget = 0 } = settings('penetration', options, penetrationFields);
    const first = bodyA(this, 'penetration', a), second = bodyB(this, 'penetration', b);
    const at = module.arguments;
    module.must(module.exports.penetration(first, at, second, at + 96, effort, budget));
    const n = module.numbers();
    return { status: statuses[n[0]], vector: three(n, 1), depth: n[4], lower: n[5], inside: three(n, 6) };
  }
  /** Where two bodies touch or overlap. */
  contacts(a, b, options = undefined) {
    const module = this.use('contacts');
    const { tolerance = 0, reduce = false, budget = 0 } = settings('contacts', options, contactFields);
    const first = bodyA(this, 'contacts', a), second = bodyB(this, 'contacts', b);
    const at = module.arguments;
    module.must(module.exports.contacts(first, at, second, at + 96, tolerance, reduce ? 1 : 0, budget));
    const n = module.numbers();
    const contacts = [];
    for (let i = 3; i < n.length; i += 18) {
      contacts.push({
        point: three(n, i), normal: three(n, i + 3), depth: n[i + 6], bound: n[i + 7], crossing: n[i + 8] === 1,
        patch: n[i + 9], featureA: feature(n, i + 10), featureB: feature(n, i + 14),
      });
    }
    return { status: statuses[n[0]], answer: answers[n[1]], pointBound: n[2], contacts };
  }

  /**
   * When a moving body first touches others. A motion is { translation }, { rotation: { origin, axis, angle } }, both
   * (one after the other, or with `together: true` at once) or { screw: { origin, axis, angle, advance } }.
   */
  move(body, motion, others, options = undefined) {
    const module = this.use('move');
    const { tolerance = -1, expel = 0, budget = 0 } = settings('move', options, moveFields);
    const handle = oneBody(this, 'move', body);
    const { handles, poses } = this.bodies('move', 'others', others, 'motion');
    const motion0 = new Float64Array(12), motions = new Float64Array(12 * handles.length);
    writeMotion(object('move', 'motion', motion), motion0, 0, 'move', 'motion');
    for (let i = 0; i < handles.length; ++i)
      writeMotion(others[i].motion, motions, 12 * i, 'move', `others[${i}].motion`);
    return module.withCopies([motion0, handles, poses, motions], (m, h, ps, ms) => {
      module.must(module.exports.move(
        handle, module.arguments, m, h, ps, ms, handles.length, tolerance, expel, budget));
      const n = module.numbers();
      const result = {
        status: statuses[n[0]], answer: answers[n[1]], start: starts[n[2]], phase: n[3], lower: n[4], upper: n[5],
        proven: n[6] === 1, gap: n[7], stopped: n[8] === 1, stopPhase: n[9], fraction: n[10], expel: n[11],
        pose: Array.from(n.subarray(12, 24)), contact: null,
      };
      if (n.length > 24) {
        result.contact = {
          point: three(n, 24), normal: three(n, 27), moving: feature(n, 30), other: feature(n, 34), body: n[38],
        };
      }
      return result;
    });
  }
  /** The motion from one pose to another: straight, and turned by the least angle. */
  motionBetween(from, to) {
    const module = this.use('way_between');
    count('motionBetween', arguments.length, 2);
    module.look();
    const at = module.arguments;
    writePose(from, module.f64, at >>> 3, 'motionBetween', 'from');
    writePose(to, module.f64, (at >>> 3) + 12, 'motionBetween', 'to');
    module.must(module.exports.way_between(at, at + 96));
    const n = module.numbers();
    return {
      kind: motions[n[0]], translation: three(n, 1), origin: three(n, 4), axis: three(n, 7), angle: n[10], advance: n[11],
    };
  }
  /** Where a body is at a time of a motion, as twelve numbers. */
  poseAt(pose, motion, time, phase = 0) {
    const module = this.use('pose_on_way');
    count('poseAt', arguments.length, 4);
    module.look();
    const at = module.arguments;
    writePose(pose, module.f64, at >>> 3, 'poseAt', 'pose');
    writeMotion(object('poseAt', 'motion', motion), module.f64, (at >>> 3) + 12, 'poseAt', 'motion');
    finite('poseAt', 'time', time);
    whole('poseAt', 'phase', phase, 0, 1);
    module.must(module.exports.pose_on_way(at, at + 96, phase, time));
    return Array.from(module.numbers());
  }

  /** A tool { shape, pose } that a hand moves, where the hand has it. */
  probe(tool, options = undefined) {
    return new Probe(this, tool, options);
  }

  // --- assemblies ---

  /**
   * The parts of a model: bytes of a .glb, .gltf, .obj, .stl or .ply file, whose format its name says. Lost geometry is
   * an error, unless allowIncomplete is set: then `skipped` names it.
   */
  read(file, name, options = undefined) {
    const module = this.use('read_parts');
    count('read', arguments.length, 3);
    const { allowIncomplete = false } = settings('read', options, readFields);
    const content = bytes('read', 'bytes', file);
    const path = '/' + text('read', 'name', name).replace(/^.*[\\/]/, '');
    module.files.contents.set(path, content);
    try {
      module.withCopies([module.bytesOf(path)], (p) => module.must(module.exports.read_parts(p, allowIncomplete ? 1 : 0)));
      const n = module.numbers();
      const handles = module.words();
      const lines = module.text().split('\0').slice(0, -1);
      const parts = Array.from(handles, (handle, i) => ({
        path: lines[2 * i],
        remark: lines[2 * i + 1],
        shape: new Shape(this, handle),
        pose: Array.from(n.subarray(3 + 12 * i, 15 + 12 * i)),
      }));
      const skipped = [];
      for (let i = 2 * parts.length; i < lines.length; i += 2) skipped.push({ path: lines[i], reason: lines[i + 1] });
      return { parts, skipped, metresPerUnit: n[0], up: upAxes[n[1]], resolution: n[2] };
    } catch (error) {
      throw new Error(error.message.replace(path, name));
    } finally {
      module.files.contents.delete(path);
    }
  }

  /**
   * Which parts (a list of { path, shape, pose }) overlap, touch, or come closer than `clearance`. `progress(done,
   * candidates)` is called every `most` candidates; when it returns false the work stops.
   */
  check(parts, options = undefined) {
    const module = this.use('check');
    const { tolerance = 0, clearance = 0, contact = 0, progress = null, most = 64 } =
      settings('check', options, checkFields);
    const { handles, poses } = this.bodies('check', 'parts', parts);
    const names = module.bytesOf(Array.from(parts, ({ path }, i) =>
      path === undefined ? `part ${i}` : text('check', `parts[${i}].path`, path)).join('\0'));
    const result = { complete: true, candidates: 0, checked: 0, clashes: [], undecided: [] };
    const step = progress === null ? Infinity : most;
    module.withCopies([handles, poses, names], (h, p, s) => {
      for (;;) {
        const first = result.checked;
        const size = step === Infinity ? 2 ** 52 : step;
        module.must(module.exports.check(h, p, s, parts.length, tolerance, clearance, contact, first, size));
        const n = module.numbers();
        const lines = module.text().split('\0').slice(0, -1);
        const count = n[3];
        for (let k = 0, i = 4; k < count; ++k, i += 12) {
          result.clashes.push({
            a: n[i], b: n[i + 1], class: clashes[n[i + 2]], aIsInside: n[i + 3] === 1, distance: n[i + 4],
            bound: n[i + 5], point: three(n, i + 6), normal: three(n, i + 9), id: lines[k],
          });
        }
        for (const line of lines.slice(count)) {
          const [, a, b, reason] = /^(\d+) (\d+) (.*)$/s.exec(line);
          result.undecided.push({ a: Number(a), b: Number(b), reason });
        }
        result.candidates = n[0];
        result.checked = n[1];
        result.complete = n[2] === 1;
        const goOn = progress === null || progress(result.checked, result.candidates) !== false;
        if (result.complete || result.checked <= first || !goOn) break;
      }
    });
    return result;
  }

  /** A world: objects with keys that are added, moved, removed, stepped and asked. */
  world() {
    count('world', arguments.length, 0);
    return new World(this);
  }
}

/** Loads a module: `wasm` is where it is, its bytes, or a WebAssembly.Module; `simd` says which of the two to take. */
export async function load(name, options) {
  const { wasm, simd = hasSimd() } = settings('init', options, initFields);
  return new Graze(await Module.load(wasm ?? new URL(`./${name}${simd ? '' : '-scalar'}.wasm`, import.meta.url)));
}
