// The mixed queries of tests/bindings/mixed_queries.h, asked from JavaScript: that file has the recipe. Answers have the
// same hash in every language. Runs in Node and in browsers.
import { answers, classes, statuses } from './graze-wasm/names.js';

class Dice {
  constructor(state) { this.state = state >>> 0; }
  next() {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  }
  below(count) { return this.next() % count; }
  number() { return (this.next() >>> 11) * 2 ** -20 - 1; }
  vector() { return [this.number(), this.number(), this.number()]; }
  pose(reach) {
    let a = 0, b = 0, c = 0, d = 0;
    while (a === 0 && b === 0 && c === 0 && d === 0) {
      a = this.below(9) - 4;
      b = this.below(9) - 4;
      c = this.below(9) - 4;
      d = this.below(9) - 4;
    }
    const s = a * a + b * b + c * c + d * d;
    // Whole numbers have no -0.
    const part = (numerator) => (numerator + 0) / s;
    const pose = [
      part(a * a + b * b - c * c - d * d), part(2 * (b * c + a * d)), part(2 * (b * d - a * c)),
      part(2 * (b * c - a * d)), part(a * a - b * b + c * c - d * d), part(2 * (c * d + a * b)),
      part(2 * (b * d + a * c)), part(2 * (c * d - a * b)), part(a * a - b * b - c * c + d * d),
    ];
    if (this.below(8) === 0) for (let i = 3; i < 6; ++i) pose[i] *= 0.75;
    return [...pose, ...this.vector().map((x) => x * reach)];
  }
}

class Hash {
  constructor() {
    this.u = 0x811c9dc5;
    this.v = 0xcbf29ce4;
    this.double = new Float64Array(1);
    this.word = new Uint32Array(this.double.buffer);
  }
  add(word) {
    const rotate = (x, by) => (x << by) | (x >>> (32 - by));
    this.u = rotate(Math.imul(this.u ^ word, 0x85ebca6b), 13);
    this.v = rotate(Math.imul((this.v + word) | 0, 0xc2b2ae35), 17) ^ this.u;
  }
  addDouble(number) {
    this.double[0] = number;
    this.add(this.word[0]);
    this.add(this.word[1]);
  }
  addPoint(p) { for (const x of p) this.addDouble(x); }
  text() { return [this.u, this.v].map((w) => (w >>> 0).toString(16).padStart(8, '0')).join(''); }
}

function star(graze, n) {
  const vertices = [], triangles = [], numbers = new Map();
  for (let octant = 0; octant < 8; ++octant) {
    const sx = octant & 1 ? -1 : 1, sy = octant & 2 ? -1 : 1, sz = octant & 4 ? -1 : 1;
    const vertex = (i, j) => {
      const k = n - i - j;
      const name = [sx * i + 0, sy * j + 0, sz * k + 0].join(' ');
      if (!numbers.has(name)) {
        numbers.set(name, vertices.length / 3);
        const r = 0.5 + 0.125 * ((i * i + 2 * j * j + 3 * k * k) % 5);
        // Whole numbers have no -0: 0 has no sign.
        vertices.push((sx * i + 0) * r / n, (sy * j + 0) * r / n, (sz * k + 0) * r / n);
      }
      return numbers.get(name);
    };
    for (let i = 0; i <= n; ++i) for (let j = 0; j <= n - i; ++j) vertex(i, j);
    const triangle = (a, b, c) => triangles.push(...(sx * sy * sz > 0 ? [a, b, c] : [a, c, b]));
    for (let i = 0; i <= n; ++i)
      for (let j = 0; j <= n - i; ++j) {
        if (i + j < n) triangle(vertex(i, j), vertex(i + 1, j), vertex(i, j + 1));
        if (i + j < n - 1) triangle(vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1));
      }
  }
  return graze.mesh(Float64Array.from(vertices), Uint32Array.from(triangles), { solid: true });
}

/** The fourteen shapes; those that the small module cannot make are null. */
export function makeShapes(graze) {
  const dice = new Dice(7);
  const corners = [], soup = [], heights = [];
  for (let i = 0; i < 24; ++i) corners.push(...dice.vector().map((x) => x * 0.75));
  for (let i = 0; i < 40; ++i) {
    const middle = dice.vector();
    for (let k = 0; k < 3; ++k) {
      const off = dice.vector();
      for (let c = 0; c < 3; ++c) soup.push(middle[c] + off[c] * 0.25);
    }
  }
  for (let i = 0; i < 81; ++i) heights.push(0.25 * dice.number());
  const box = graze.box([0.5, 0.25, 0.75]), capsule = graze.capsule(0.25, 0.5);
  const full = graze.module.exports.terrain !== undefined;
  return [
    box, graze.sphere(0.5), capsule, graze.cylinder(0.375, 0.5), graze.cone(0.5, 0.5),
    graze.ellipsoid([0.5, 0.25, 0.75]), graze.convex(corners), star(graze, 12), graze.mesh(Float64Array.from(soup)),
    full ? graze.terrain(9, 9, [0.25, 0.25], heights) : null, graze.halfspace([0.36, 0.48, 0.8], -0.25),
    graze.segment([-0.5, 0, 0.25], [0.5, 0.25, 0]),
    graze.compound([
      { shape: box, pose: { translation: [0.5, 0, 0] } }, { shape: capsule, pose: { translation: [-0.5, 0.25, 0] } },
    ]),
    star(graze, 6),
  ];
}

/** Asks query number `query`; returns whether it was answered. */
export function ask(graze, shapes, query, seed, hash) {
  const dice = new Dice((Math.imul(query, 0x9e3779b1) + seed) >>> 0);
  let a = dice.below(14), b = dice.below(14);
  const poseA = dice.pose(1), poseB = dice.pose(1);
  if (query % 5 === 4) {
    const simple = (shape) => ((shape >= 3 && shape <= 10) || shape === 12 ? 0 : shape);
    a = simple(a);
    b = simple(b);
  }
  const bodyA = { shape: shapes[a], pose: poseA }, bodyB = { shape: shapes[b], pose: poseB };
  const began = (result) => {
    hash.add(statuses.indexOf(result.status));
    return result.status === 'ok';
  };
  switch (query % 5) {
    case 0: {
      const met = graze.collide(bodyA, bodyB, { all: true });
      if (!began(met)) return false;
      hash.add(answers.indexOf(met.answer));
      hash.add(met.pairs.length / 2);
      if (met.pairs.length === 0) return true;
      hash.add(met.pairs[0]);
      hash.add(met.pairs[1]);
      hash.add(met.pairs[met.pairs.length - 2]);
      hash.add(met.pairs[met.pairs.length - 1]);
      return true;
    }
    case 1: {
      const far = graze.distance(bodyA, bodyB);
      if (!began(far)) return false;
      hash.addDouble(far.distance);
      hash.addDouble(far.lower);
      hash.addDouble(far.upper);
      hash.addPoint(far.pointA);
      hash.addPoint(far.pointB);
      hash.addPoint(far.normal);
      return true;
    }
    case 2: {
      const origin = dice.vector().map((x) => x * 2);
      const off = dice.vector();
      let direction = origin.map((x, i) => (poseA[9 + i] - x) + off[i] * 0.5);
      if (direction.every((x) => x === 0)) direction = [0, 0, 1];
      const found = graze.ray(bodyA, origin, direction);
      if (!began(found)) return false;
      hash.add(answers.indexOf(found.answer));
      if (found.answer !== 'yes') return true;
      hash.addDouble(found.hit.t);
      hash.add(found.hit.triangle);
      hash.addPoint(found.hit.point);
      hash.addPoint(found.hit.normal);
      return true;
    }
    case 3: {
      const lie = graze.classify(bodyA, bodyB);
      if (!began(lie)) return false;
      hash.add(classes.indexOf(lie.class));
      return true;
    }
    default: {
      const by = dice.vector().map((x) => x * 2);
      const motion = dice.below(2) === 1
        ? { translation: by, rotation: { origin: poseA.slice(9), axis: [0, 0, 1], angle: 0.5 }, together: true }
        : { translation: by };
      const way = graze.move(bodyA, motion, [bodyB]);
      if (!began(way)) return false;
      hash.add(answers.indexOf(way.answer));
      hash.addDouble(way.lower);
      hash.addDouble(way.upper);
      hash.addDouble(way.fraction);
      return true;
    }
  }
}

/** The hash of the first `count` queries, and how many were answered. */
export function hashOf(graze, count, seed = 22) {
  const shapes = makeShapes(graze);
  const hash = new Hash();
  let answered = 0;
  for (let query = 0; query < count; ++query) answered += ask(graze, shapes, query, seed, hash) ? 1 : 0;
  for (const shape of shapes) shape?.dispose();
  return { hash: hash.text(), answered };
}
