// The library: shapes from typed arrays, and the verbs. One object is one instance of the module, with a memory of its
// own; docs/web.md has the tour.
import { Module, hasSimd } from './module.js';
import { Shape } from './shape.js';
import { Probe } from './probe.js';
import { World } from './world.js';
import { writePose } from './pose.js';
import {
  answers, clashes, classes, feature, forms, motions, places, rayWants, starts, statuses, three, upAxes,
} from './names.js';

export { Probe, Shape, World, hasSimd };

// A flat list of coordinates: typed arrays as they are, lists of points made flat.
function flat(list, Kind) {
  if (list instanceof Kind) return list;
  if (ArrayBuffer.isView(list)) return Kind.from(list);
  return Kind.from(list.length > 0 && typeof list[0] !== 'number' ? [].concat(...list.map((p) => [...p])) : list);
}

function multipleOfThree(list, what) {
  if (list.length % 3 !== 0) throw new Error(`${what}: ${list.length} numbers, which is not a multiple of three`);
  return list.length / 3;
}

// `name` is how verbs are told in messages.
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
  mesh(vertices, triangles = null, { solid = false, margin = 0 } = {}) {
    const module = this.use();
    const floats = vertices instanceof Float32Array;
    const places = floats ? vertices : flat(vertices, Float64Array);
    const count = multipleOfThree(places, 'vertices');
    const make = floats ? module.exports.mesh_of_floats : module.exports.mesh;
    if (triangles === null)
      return module.withCopies([places], (v) => this.own(make(v, count, 0, 0, solid ? 1 : 0, margin)));
    const corners = flat(triangles, Uint32Array);
    const faces = multipleOfThree(corners, 'triangles');
    return module.withCopies([places, corners], (v, t) => this.own(make(v, count, t, faces, solid ? 1 : 0, margin)));
  }
  /** The hull of points. */
  convex(vertices) {
    const module = this.use();
    const places = flat(vertices, Float64Array);
    return module.withCopies([places], (v) =>
      this.own(module.exports.convex(v, multipleOfThree(places, 'vertices'))));
  }
  /** Faces of three or more corners, convex, counter-clockwise from outside. */
  polyhedron(vertices, faces, { margin = 0 } = {}) {
    const module = this.use('polyhedron');
    const places = flat(vertices, Float64Array);
    const corners = Uint32Array.from(faces.flatMap((face) => [...face]));
    const sizes = Uint32Array.from(faces, (face) => face.length);
    return module.withCopies([places, corners, sizes], (v, c, s) =>
      this.own(module.exports.polyhedron(v, multipleOfThree(places, 'vertices'), c, s, sizes.length, margin)));
  }
  /** A strip of triangles; -1 restarts it. */
  strip(vertices, indices, options = {}) { return this.run(vertices, indices, 0, options); }
  /** Fans of triangles; -1 restarts. */
  fan(vertices, indices, options = {}) { return this.run(vertices, indices, 1, options); }
  run(vertices, indices, fan, { solid = false, margin = 0 }) {
    const module = this.use('strip');
    const places = flat(vertices, Float64Array);
    const list = flat(indices, Int32Array);
    return module.withCopies([places, list], (v, i) =>
      this.own(module.exports.strip(v, multipleOfThree(places, 'vertices'), i, list.length, fan, solid ? 1 : 0, margin)));
  }
  /** Heights over a grid of rows and columns, z up. */
  terrain(rows, columns, spacing, heights) {
    const module = this.use('terrain');
    const list = flat(heights, Float64Array);
    return module.withCopies([list], (h) =>
      this.own(module.exports.terrain(rows, columns, spacing[0], spacing[1], h, list.length)));
  }
  sized(form, ...sizes) {
    const module = this.use();
    module.look();
    module.f64.set(sizes, module.arguments >>> 3);
    return this.own(module.exports.sized(forms.indexOf(form), module.arguments));
  }
  box(half) { return this.sized('box', ...half); }
  sphere(radius) { return this.sized('sphere', radius); }
  capsule(radius, half) { return this.sized('capsule', radius, half); }
  cylinder(radius, half) { return this.sized('cylinder', radius, half); }
  cone(radius, half) { return this.sized('cone', radius, half); }
  ellipsoid(radii) { return this.sized('ellipsoid', ...radii); }
  halfspace(normal, offset) { return this.sized('halfspace', ...normal, offset); }
  segment(p, q) { return this.sized('segment', ...p, ...q); }
  point() { return this.sized('point'); }
  /** The union of parts: a list of { shape, pose }. */
  compound(parts) {
    const module = this.use();
    const handles = Uint32Array.from(parts, (part) => part.shape.need());
    const poses = new Float64Array(12 * parts.length);
    parts.forEach((part, i) => writePose(part.pose, poses, 12 * i));
    return module.withCopies([handles, poses], (h, p) => this.own(module.exports.compound(h, p, parts.length)));
  }

  // --- verbs ---

  // Writes the poses of two bodies where the module finds them.
  place(a, b) {
    const module = this.use();
    module.look();
    const at = module.arguments >>> 3;
    writePose(a.pose, module.f64, at);
    if (b !== undefined) writePose(b.pose, module.f64, at + 12);
    return module.arguments;
  }

  /** Do two bodies have a common point? `answer` is 'yes', 'no' or 'unknown'. */
  collide(a, b, { all = false, maxResults = 0 } = {}) {
    const at = this.place(a, b);
    const { module } = this;
    module.must(module.exports.collide(a.shape.need(), at, b.shape.need(), at + 96, all ? 1 : 0, maxResults));
    const n = module.numbers();
    const result = { status: statuses[n[0]], answer: answers[n[1]], complete: n[2] === 1, lower: n[3], upper: n[4] };
    if (all) result.pairs = module.words().slice();
    return result;
  }
  /** The same as true or false, without an object; throws where the answer is not known. */
  meets(a, b) {
    const at = this.place(a, b);
    const found = this.module.exports.meets(a.shape.need(), at, b.shape.need(), at + 96);
    if (found > 1) throw new Error(`collide: ${found === 2 ? 'unknown' : statuses[found - 2]}`);
    return found === 1;
  }
  /** One body against a shape in many poses, twelve numbers each: 0 no, 1 yes, else 2 + the number of the status. */
  collidePoses(a, shape, poses) {
    const at = this.place(a);
    const { module } = this;
    const list = flat(poses, Float64Array);
    const count = list.length / 12;
    return module.withCopies([list, new Uint8Array(count)], (p, r) => {
      module.exports.collide_poses(a.shape.need(), at, shape.need(), p, count, r);
      module.look();
      return module.u8.slice(r, r + count);
    });
  }

  /** How far apart two bodies are, with a bound, and where. */
  distance(a, b, { max = Infinity } = {}) {
    const at = this.place(a, b);
    const { module } = this;
    module.must(module.exports.distance(a.shape.need(), at, b.shape.need(), at + 96, max));
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
    const at = this.place(a);
    const { module } = this;
    const list = flat(poses, Float64Array);
    const count = list.length / 12;
    return module.withCopies([list, new Float64Array(2 * count)], (p, r) => {
      module.exports.distance_poses(a.shape.need(), at, shape.need(), p, count, r);
      module.look();
      return module.f64.slice(r >>> 3, (r >>> 3) + 2 * count);
    });
  }

  /** Where origin + t * direction, 0 <= t <= max, meets a body. `want`: 'closest', 'any' or 'all'. */
  ray(body, origin, direction, { max = Number.MAX_VALUE, want = 'closest' } = {}) {
    const at = this.place(body);
    const { module } = this;
    const line = (at >>> 3) + 12;
    for (let i = 0; i < 3; ++i) {
      module.f64[line + i] = origin[i];
      module.f64[line + 3 + i] = direction[i];
    }
    module.f64[line + 6] = max;
    module.must(module.exports.ray(body.shape.need(), at, at + 96, rayWants.indexOf(want)));
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
  /** Many rays, seven numbers each: origin, direction, max. The first hits: `t` (NaN: none) and `triangle` (-1: none). */
  rays(body, lines) {
    const at = this.place(body);
    const { module } = this;
    const list = flat(lines, Float64Array);
    const count = list.length / 7;
    return module.withCopies([list, new Float64Array(count), new Int32Array(count)], (l, t, i) => {
      module.must(module.exports.rays(body.shape.need(), at, l, count, t, i));
      module.look();
      return {
        t: module.f64.slice(t >>> 3, (t >>> 3) + count),
        triangle: module.i32.slice(i >>> 2, (i >>> 2) + count),
      };
    });
  }

  /** How two solids lie to each other: 'clear', 'touching', 'overlapping', 'enclosed', 'encloses', 'equal'. */
  classify(a, b, { tolerance = 0 } = {}) {
    if (tolerance !== 0 && this.use().exports.penetration === undefined)
      throw new Error("the small module's classify takes no tolerance: import graze-wasm instead of graze-wasm/small");
    const at = this.place(a, b);
    const found = this.module.exports.classify(a.shape.need(), at, b.shape.need(), at + 96, tolerance);
    return found > 6 ? { status: statuses[found - 6], class: 'unknown' } : { status: 'ok', class: classes[found] };
  }

  /** Are two bodies no farther apart than a tolerance? */
  within(a, b, tolerance) {
    const at = this.place(a, b);
    const module = this.use('within');
    module.must(module.exports.within(a.shape.need(), at, b.shape.need(), at + 96, tolerance));
    const n = module.numbers();
    return { status: statuses[n[0]], answer: answers[n[1]] };
  }
  /** Is a point 'inside', 'outside' or 'on' the boundary of a body? */
  inside(body, point) {
    const at = this.place(body);
    const module = this.use('inside');
    module.must(module.exports.inside(body.shape.need(), at, point[0], point[1], point[2]));
    const n = module.numbers();
    return { status: statuses[n[0]], where: places[n[1]] };
  }
  /** How deep two solids are in each other, and the vector that parts them when added to the translation of a. */
  penetration(a, b, { effort = 1, budget = 0 } = {}) {
    const at = this.place(a, b);
    const module = this.use('penetration');
    module.must(module.exports.penetration(a.shape.need(), at, b.shape.need(), at + 96, effort, budget));
    const n = module.numbers();
    return { status: statuses[n[0]], vector: three(n, 1), depth: n[4], lower: n[5], inside: three(n, 6) };
  }
  /** Where two bodies touch or overlap. */
  contacts(a, b, { tolerance = 0, reduce = false, budget = 0 } = {}) {
    const at = this.place(a, b);
    const module = this.use('contacts');
    module.must(module.exports.contacts(a.shape.need(), at, b.shape.need(), at + 96, tolerance, reduce ? 1 : 0, budget));
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
  move(body, motion, others, { tolerance = -1, expel = 0, budget = 0 } = {}) {
    const module = this.use('move');
    const handles = Uint32Array.from(others, (other) => other.shape.need());
    const pose = new Float64Array(12), way = new Float64Array(12);
    const poses = new Float64Array(12 * others.length), ways = new Float64Array(12 * others.length);
    writePose(body.pose, pose, 0);
    writeMotion(motion, way, 0);
    others.forEach((other, i) => {
      writePose(other.pose, poses, 12 * i);
      writeMotion(other.motion, ways, 12 * i);
    });
    return module.withCopies([pose, way, handles, poses, ways], (p, w, h, ps, ws) => {
      module.must(module.exports.move(body.shape.need(), p, w, h, ps, ws, others.length, tolerance, expel, budget));
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
    const at = this.place({ pose: from }, { pose: to });
    const module = this.use('way_between');
    module.must(module.exports.way_between(at, at + 96));
    const n = module.numbers();
    return {
      kind: motions[n[0]], translation: three(n, 1), origin: three(n, 4), axis: three(n, 7), angle: n[10], advance: n[11],
    };
  }
  /** Where a body is at a time of a motion, as twelve numbers. */
  poseAt(pose, motion, time, phase = 0) {
    const module = this.use('pose_on_way');
    const from = new Float64Array(12), way = new Float64Array(12);
    writePose(pose, from, 0);
    writeMotion(motion, way, 0);
    return module.withCopies([from, way], (f, w) => {
      module.must(module.exports.pose_on_way(f, w, phase, time));
      return Array.from(module.numbers());
    });
  }

  /** A tool { shape, pose } that a hand moves, where the hand has it. */
  probe(tool, settings = {}) {
    return new Probe(this, tool, settings);
  }

  // --- assemblies ---

  /**
   * The parts of a model: bytes of a .glb, .gltf, .obj, .stl or .ply file, told by its name. Lost geometry is an error,
   * unless allowIncomplete is set: then `skipped` names it.
   */
  read(bytes, name, { allowIncomplete = false } = {}) {
    const module = this.use('read_parts');
    const path = '/' + name.replace(/^.*[\\/]/, '');
    module.files.contents.set(path, bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
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
  check(parts, { tolerance = 0, clearance = 0, contact = 0, progress = null, most = 64 } = {}) {
    const module = this.use('check');
    const handles = Uint32Array.from(parts, (part) => part.shape.need());
    const poses = new Float64Array(12 * parts.length);
    parts.forEach((part, i) => writePose(part.pose, poses, 12 * i));
    const names = module.bytesOf(parts.map((part, i) => part.path ?? `part ${i}`).join('\0'));
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
    return new World(this);
  }
}

// Kind, translation, origin, axis, angle, advance.
function writeMotion(motion, to, at) {
  to.fill(0, at, at + 12);
  if (motion == null) return;
  const both = motion.translation !== undefined && motion.rotation !== undefined;
  const turn = motion.screw ?? motion.rotation ?? (motion.kind ? motion : null);
  const kind = motion.kind ?? (motion.screw ? 'screw'
    : both ? (motion.together ? 'translation_with_rotation' : 'translation_then_rotation')
    : motion.rotation ? 'rotation' : motion.translation ? 'translation' : null);
  if (kind === null || !motions.includes(kind))
    throw new Error('a motion is { translation }, { rotation }, both, or { screw }');
  to[at] = motions.indexOf(kind);
  if (motion.translation) for (let i = 0; i < 3; ++i) to[at + 1 + i] = motion.translation[i];
  if (turn?.axis) {
    for (let i = 0; i < 3; ++i) {
      to[at + 4 + i] = turn.origin?.[i] ?? 0;
      to[at + 7 + i] = turn.axis[i];
    }
    to[at + 10] = turn.angle ?? 0;
    to[at + 11] = turn.advance ?? 0;
  }
}

/** Loads a module: `wasm` is where it is, its bytes, or a WebAssembly.Module; `simd` says which of the two to take. */
export async function load(name, { wasm, simd = hasSimd() } = {}) {
  return new Graze(await Module.load(wasm ?? new URL(`./${name}${simd ? '' : '-scalar'}.wasm`, import.meta.url)));
}
