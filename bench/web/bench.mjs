// ./dev bench web: graze-wasm beside three-mesh-bvh in one process of Node, on the same inputs, by turns, answers
// compared: node bench.mjs PACKAGE [--json FILE]. GRAZE_DATA=DIR takes DIR/bunny.obj, else a body of 69,000 triangles
// made by numbers; GRAZE_SEED changes the poses. Exit code 1 where a figure is below its bar.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Quaternion, Ray, Vector3 } from 'three';
import { CENTER, MeshBVH as Peer, SAH } from 'three-mesh-bvh';
import { gzipSync } from 'node:zlib';
import { bumpyBody, random, readObj } from './models.js';

const [folder, ...more] = process.argv.slice(2);
const json = more[0] === '--json' ? more[1] : null;
const at = (name) => pathToFileURL(path.join(folder, name)).href;
const { init } = await import(at('index.js'));
const { MeshBVH, useGraze } = await import(at('three.js'));
const graze = await init();
useGraze(graze);

const seed = Number(process.env.GRAZE_SEED ?? 1);
const dice = random(seed);
const file = process.env.GRAZE_DATA ? path.join(process.env.GRAZE_DATA, 'bunny.obj') : null;
const model = file && existsSync(file) ? readObj(readFileSync(file, 'utf8')) : bumpyBody(69000);
const name = file && existsSync(file) ? 'bunny' : 'bumpy';

const geometry = () => {
  const result = new BufferGeometry();
  result.setAttribute('position', new BufferAttribute(model.vertices.slice(), 3));
  result.setIndex(new BufferAttribute(model.triangles.slice(), 1));
  return result;
};
const triangles = model.triangles.length / 3;
const rows = [];
let failed = false;

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e3; // ns
};
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

// Both ways over all inputs, by turns, `rounds` times: the median of each, ns a query.
function compare(title, inputs, ours, theirs, { rounds = 5, bar, same, theirInputs = inputs }) {
  let disagreements = 0;
  theirInputs.forEach((input) => { if (!same(ours(input), theirs(input))) ++disagreements; });
  inputs.forEach(ours);
  const a = [], b = [];
  for (let round = 0; round < rounds; ++round) {
    let begun = cpu();
    for (const input of inputs) ours(input);
    a.push((cpu() - begun) / inputs.length);
    begun = cpu();
    for (const input of theirInputs) theirs(input);
    b.push((cpu() - begun) / theirInputs.length);
  }
  report(title, median(a), median(b), disagreements, theirInputs.length, bar);
}
function report(title, ours, theirs, disagreements, count, bar) {
  const ratio = theirs / ours;
  rows.push({
    workload: `web-${title}`, case: `${name} ${triangles}`, peer: 'three-mesh-bvh', ours_ns: ours, peer_ns: theirs, ratio,
    disagreements,
  });
  const ok = ratio >= bar;
  failed ||= !ok;
  console.log(
    `${title.padEnd(24)} ${(ours / 1e3).toFixed(2).padStart(12)} µs ${(theirs / 1e3).toFixed(2).padStart(14)} µs ` +
    `${ratio.toFixed(1).padStart(9)} times  ${bar > 0 ? `(bar ${bar}${ok ? '' : ': BELOW'})` : ''}  ${disagreements} of ${count} differ`);
}

console.log(`${name}, ${triangles} triangles, ${graze.instructionSet}, seed ${seed}, Node ${process.version}`);
console.log(`${''.padEnd(24)} ${'graze'.padStart(15)} ${'three-mesh-bvh'.padStart(17)}`);

// --- build: of a geometry that was never seen. The constructor makes the tree of rays; the tree of pairs, with its turned
// boxes, is made by the first question about two geometries: both together are the row without a bar. graze's trees are
// made by the surface area heuristic, as those of the peer with SAH; its default, CENTER, halves boxes, which is quicker
// to do. ---
for (const [title, strategy, pairs, bar] of [
  ['build (SAH)', SAH, false, 2], ['build of both (SAH)', SAH, true, 0], ['build (CENTER)', CENTER, false, 0],
]) {
  const a = [], b = [];
  for (let round = 0; round < 5; ++round) {
    const one = geometry(), other = geometry();
    let begun = cpu();
    const tree = new MeshBVH(one);
    if (pairs) tree.grow(true);
    a.push(cpu() - begun);
    tree.dispose();
    begun = cpu();
    new Peer(other, { strategy });
    b.push(cpu() - begun);
  }
  report(title, median(a), median(b), 0, 0, bar);
}

const shape = geometry(), peerShape = geometry();
const ours = new MeshBVH(shape), theirs = new Peer(peerShape, { strategy: SAH });
shape.boundsTree = ours;
peerShape.boundsTree = theirs;
shape.computeBoundingSphere();
const { center, radius } = shape.boundingSphere;

// The other body turned, and moved along a direction until it is a little apart or a little in contact: half of each.
const near = [];
for (let i = 0; i < 24; ++i) {
  const turn = new Quaternion(dice() - 0.5, dice() - 0.5, dice() - 0.5, dice() - 0.5).normalize();
  const way = new Vector3(dice() - 0.5, dice() - 0.5, dice() - 0.5).normalize();
  const pose = (s) => new Matrix4().makeTranslation(center.clone().addScaledVector(way, s))
    .multiply(new Matrix4().makeRotationFromQuaternion(turn))
    .multiply(new Matrix4().makeTranslation(center.clone().negate()));
  let lo = 0, hi = 3 * radius;
  for (let k = 0; k < 40; ++k) {
    const middle = (lo + hi) / 2;
    if (ours.intersectsGeometry(shape, pose(middle))) lo = middle;
    else hi = middle;
  }
  near.push(pose(i % 2 === 0 ? hi + 1e-3 * radius : Math.max(0, lo - 1e-3 * radius)));
}
compare('intersectsGeometry', near, (m) => ours.intersectsGeometry(shape, m),
  (m) => theirs.intersectsGeometry(peerShape, m), { bar: 200, same: (x, y) => x === y });

const apart = near.filter((_, i) => i % 2 === 0);
// The peer takes long: few of its own, and many of graze's, so that its code is compiled by the time it is measured.
compare('closestPointToGeometry', [...apart, ...apart, ...apart, ...apart], (m) => ours.closestPointToGeometry(shape, m, {}, {}),
  (m) => theirs.closestPointToGeometry(peerShape, m, {}, {}),
  { rounds: 1, bar: 1000, theirInputs: apart.slice(0, 4), same: (x, y) => Math.abs(x.distance - y.distance) < 1e-4 * radius });

const rays = [];
for (let i = 0; i < 20000; ++i) {
  const direction = new Vector3(dice() - 0.5, dice() - 0.5, dice() - 0.5).normalize();
  const to = center.clone().add(new Vector3(dice() - 0.5, dice() - 0.5, dice() - 0.5).multiplyScalar(radius));
  rays.push(new Ray(to.clone().addScaledVector(direction, -3 * radius), direction));
}
compare('raycastFirst', rays, (r) => ours.raycastFirst(r, DoubleSide), (r) => theirs.raycastFirst(r, DoubleSide), {
  bar: 3,
  same: (x, y) => (x === null) === (y === null) && (x === null || Math.abs(x.distance - y.distance) < 1e-5 * radius),
});
const points = rays.map((r) => r.at(2.5 * radius, new Vector3())).slice(0, 4000);
compare('closestPointToPoint', points, (p) => ours.closestPointToPoint(p, {}), (p) => theirs.closestPointToPoint(p, {}),
  { bar: 0, same: (x, y) => Math.abs(x.distance - y.distance) < 1e-5 * radius });

// --- size of the modules ---
for (const [module, most] of [['graze-small', 400e3], ['graze-full', 1.2e6], ['graze-small-scalar', 400e3], ['graze-full-scalar', 1.2e6]]) {
  const size = gzipSync(readFileSync(path.join(folder, `${module}.wasm`)), { level: 9 }).length;
  const ok = size <= most;
  failed ||= !ok;
  rows.push({ workload: 'web-size', case: module, peer: 'none', bytes_gzipped: size, ratio: null });
  console.log(`${module.padEnd(24)} ${(size / 1e3).toFixed(1).padStart(12)} kB gzipped (at most ${most / 1e3}${ok ? '' : ': ABOVE'})`);
}
if (json) writeFileSync(json, JSON.stringify(rows, null, 1) + '\n');
process.exit(failed ? 1 : 0);
