// Wrong arguments: every function of the package, every argument, every kind of wrong value. Each call throws an error
// that names the function, and the instance answers correctly after it: node --test.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import * as THREE from 'three';
import { internalNames } from './internal_names.js';

const load = (name) => import(pathToFileURL(path.join(process.env.GRAZE_PACKAGE, name)).href);
const full = await load('index.js'), small = await load('small.js'), three = await load('three.js');

// --- kinds of arguments, each with what is wrong for it ---

const strange = () => [5n, Symbol('s'), () => 1, 'word', true];
const absent = [undefined, null];
const wrongNumbers = () => [NaN, Infinity, -Infinity, '1', true, [1], {}, 1n];
const number = () => [...absent, ...wrongNumbers()];
const notNegative = () => [...number(), -1];
const whole = () => [...absent, ...wrongNumbers(), -1, 1.5, 2 ** 53];
const flagged = () => [null, 0, 1, 'true', {}];
const flatList = (row, bad) => [
  ...absent, ...strange(), 5, {}, { length: row }, new ArrayBuffer(8 * row), new DataView(new ArrayBuffer(8 * row)),
  new BigInt64Array(row), '1'.repeat(row), new Set([1, 2, 3]), Array(row), Array(row).fill('1'), Array(row).fill(null),
  ...bad.map((value) => [...Array(row - 1).fill(0), value]),
];
const vector = (length = 3) => () => [
  ...flatList(length, [NaN, Infinity, '1', undefined]), Array(length - 1).fill(0), Array(length + 1).fill(0),
  new Float32Array(length + 1), new THREE.Vector3(), [Array(length).fill(0)],
];
const rows = (row) => () => [
  ...flatList(row, [NaN, Infinity, '1', undefined, 1n]), Array(row + 1).fill(0), Array(2 * row - 1).fill(0),
  new Float64Array(row).fill(NaN), new Float32Array(row).fill(Infinity), [Array(row - 1).fill(0)], [Array(row).fill(0), null],
  [Array(row).fill(0), Array(row + 1).fill(0)], [Array(row).fill(NaN)],
].filter((value) => row > 1 || !(Array.isArray(value) && value.every((x) => x === 0)));
const triangles = () => [
  ...strange(), 5, {}, [0, 1], [0, 1, -1], [0, 1, 1.5], [0, 1, NaN], [0, 1, 4], [0, 1, '2'], [0, 1, 2n], [[0, 1]],
  [[0, 1, -2]], new Int32Array([0, 1, -1]), new Float32Array([0, 1, 0.5]), new Uint32Array(4), new BigInt64Array(3),
];
const strip = () => [...absent, ...strange(), 5, {}, [0, 1, -2], [0, 1, 1.5], [0, 1, 9], [0, 1, NaN], new Uint32Array([0, 1, 2 ** 32 - 1])];
const faces = () => [...absent, ...strange(), 5, {}, [[0, 1, -1]], [[0, 1, 9]], [[0, 1]], [5], [null], [[0, 1, 1.5]], [[0, 1, '2']]];
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], matrix = new THREE.Matrix4();
const matrices = (count) => Array.from({ length: count }, () => matrix.elements).flat();
const pose = () => [
  ...strange(), 5, [], Array(11).fill(0), Array(13).fill(0), Array(15).fill(0), Array(17).fill(0), new Float32Array(15),
  [...matrix.elements.slice(0, 15), 2], [...identity.slice(0, 11), NaN], [...identity.slice(0, 11), Infinity],
  [...identity.slice(0, 11), '0'], [...matrix.elements.slice(0, 14), NaN, 1], new BigInt64Array(12), { position: [1, 2, 3] },
  { translate: [1, 2, 3] }, { translation: [1, 2] }, { translation: [1, 2, NaN] }, { translation: '123' },
  { translation: null }, { rotation: [0, 0, 0, 2] }, { rotation: [0, 0, 1] }, { rotation: 'xyzw' }, { rotation: null },
  { scale: 2 }, { scale: [1, 1] }, { scale: [1, 1, Infinity] }, { elements: [1, 2, 3] }, { elements: 5 },
  new THREE.Matrix3(), new THREE.Vector3(), new THREE.Matrix4().set(...Array(16).fill(NaN)),
];
const neededPose = () => [...absent, ...pose()];
const poses = () => [
  ...flatList(12, [NaN, Infinity, '1']), Array(11).fill(0), Array(13).fill(0), matrices(1), matrices(3),
  Float64Array.from(matrices(3)), ...pose().filter((p) => typeof p === 'object').map((p) => [identity, p]),
];
const lines = () => [
  ...flatList(7, [NaN, Infinity, '1']), Array(6).fill(1), Array(8).fill(1), [0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 0, 0, -1],
  [[0, 0, 0, 1, 0, 0]],
];
const shape = (e) => [
  ...absent, ...strange(), 5, {}, { graze: e.graze, handle: 1 }, { ...e.box }, e.disposed, e.foreign, e.graze, e.body,
];
const body = (e) => [
  ...absent, ...strange(), 5, {}, [], e.box, [e.box], { Shape: e.box }, { shape: e.box, position: [1, 2, 3] },
  { shape: e.box, matrix: new THREE.Matrix4() }, { shape: e.box, poses: null },
  ...shape(e).map((one) => ({ shape: one })), ...pose().map((one) => ({ shape: e.box, pose: one })),
];
const bodies = (e) => [...absent, ...strange(), 5, {}, e.body, new Set([e.body]), ...body(e).map((one) => [e.body, one])];
const settings = (fields) => (e) => [
  null, 5, 'word', true, [], [1], () => 1, { nonsense: 1 }, { constructor: 1 },
  ...Object.keys(fields).flatMap((name) => [{ [`${name}s`]: 1 }, { [name.toUpperCase()]: 1 }]),
  ...Object.entries(fields).flatMap(([name, wrong]) =>
    wrong(e).filter((value) => value !== undefined).map((value) => ({ [name]: value }))),
];
const words = () => [null, 5, '', 'first', 'Closest', ['any'], {}];
const turn = (extra) => [
  ...[null, 5, 'word', [], {}], { axis: [0, 0, 1] }, { angle: 1, ...extra }, { axis: [0, 0], angle: 1, ...extra },
  { axis: [0, 0, 1], angle: '1', ...extra }, { axis: [0, 0, 1], angle: NaN, ...extra },
  { axis: [0, 0, 1], angle: 1, center: [0, 0, 0], ...extra }, { axis: [0, 0, 1], angle: 1, origin: [1], ...extra },
];
const motion = () => [
  ...strange(), 5, [], {}, { together: true }, { translate: [1, 0, 0] }, { translation: [1, 0] },
  { translation: [1, 0, NaN] }, { translation: [1, 0, 0], together: true }, { translation: [1, 0, 0], together: 1 },
  { axis: [0, 0, 1], angle: 1 }, { kind: 'screws' }, { kind: 'rotation' }, { kind: 'translation' }, { kind: 5 },
  { kind: 'rotation', axis: [0, 0, 1], angle: NaN }, { kind: 'screw', screw: {} },
  { translation: [1, 0, 0], screw: { axis: [0, 0, 1], angle: 1, advance: 1 } },
  ...turn({}).map((rotation) => ({ rotation })), ...turn({ advance: 1 }).map((screw) => ({ screw })),
  { screw: { axis: [0, 0, 1], angle: 1 } },
];
const neededMotion = () => [...absent, ...motion()];
const bytes = () => [...absent, ...strange(), 5, {}, [1, 2], new Float32Array(4), new DataView(new ArrayBuffer(4)), new Uint16Array(4)];
const string = () => [...absent, 5, true, {}, ['a'], '', 'a\0b.obj', 'model.xyz'];
const key = () => [...absent, ...wrongNumbers(), -1, 1.5, 2 ** 53];
const geometry = () => [...absent, ...strange(), 5, {}, new THREE.Mesh(), new THREE.BufferGeometry()];
const matrix4 = () => [null, ...strange(), 5, {}, identity, new THREE.Matrix3(), new THREE.Matrix4().set(...Array(16).fill(NaN)), new THREE.Matrix4().set(...Array(16).fill(1))];
const ray = () => {
  const { Ray, Vector3 } = THREE;
  return [
    ...absent, ...strange(), 5, {}, { origin: [0, 0, 0], direction: [1, 0, 0] }, new Ray(new Vector3(), new Vector3(0, 0, 0)),
    new Ray(new Vector3(NaN, 0, 0), new Vector3(1, 0, 0)), new Ray(new Vector3(), new Vector3(Infinity, 0, 0)),
  ];
};
const side = () => [null, 3, -1, 'front', {}, [new THREE.MeshBasicMaterial()], NaN];
const limits = () => [null, NaN, '1', {}];
const target = () => [null, 5, 'word', []];
const point = () => [...absent, ...strange(), 5, {}, [0, 0, 0], new THREE.Vector3(NaN, 0, 0), new THREE.Vector2()];

// --- every function: right arguments, and the kinds of each; `full`: not in the small module ---

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const shapeOptions = settings({ solid: flagged, margin: notNegative });
const prepareOptions = settings({ pairs: flagged, rays: flagged });
const grazeCalls = {
  mesh: [[corners, [0, 1, 2]], [rows(3), triangles, shapeOptions]],
  convex: [[corners], [rows(3)]],
  polyhedron: [[corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]], [rows(3), faces, settings({ margin: notNegative })], 'full'],
  strip: [[corners, [0, 1, 2, 3]], [rows(3), strip, shapeOptions], 'full'],
  fan: [[corners, [0, 1, 2, 3]], [rows(3), strip, shapeOptions], 'full'],
  terrain: [[2, 2, [1, 1], [0, 0, 0, 1]], [whole, whole, vector(2), () => [...rows(1)(), [0, 0, 0]]], 'full'],
  box: [[[1, 1, 1]], [vector()]], sphere: [[1], [notNegative]], capsule: [[1, 1], [notNegative, notNegative]],
  cylinder: [[1, 1], [notNegative, notNegative]], cone: [[1, 1], [notNegative, notNegative]],
  ellipsoid: [[[1, 2, 3]], [vector()]], halfspace: [[[0, 0, 1], 1], [vector(), number]],
  segment: [[[0, 0, 0], [1, 0, 0]], [vector(), vector()]], point: [[], []],
  compound: [(e) => [[e.body]], [bodies]],
  collide: [(e) => [e.body, e.body], [body, body, settings({ all: flagged, maxResults: whole })]],
  meets: [(e) => [e.body, e.body], [body, body]],
  collidePoses: [(e) => [e.body, e.box, identity], [body, shape, poses]],
  distance: [(e) => [e.body, e.body], [body, body, settings({ max: () => [NaN, -Infinity, -1, '1', {}, null] })]],
  distancePoses: [(e) => [e.body, e.box, identity], [body, shape, poses]],
  ray: [(e) => [e.body, [-3, 0, 0], [1, 0, 0]], [body, vector(), vector(), settings({ max: () => [NaN, -Infinity, -1, '1', null], want: words })]],
  rays: [(e) => [e.body, [-3, 0, 0, 1, 0, 0, 9]], [body, lines]],
  classify: [(e) => [e.body, e.body], [body, body, settings({ tolerance: notNegative })]],
  within: [(e) => [e.body, e.body, 1], [body, body, notNegative], 'full'],
  inside: [(e) => [e.body, [0, 0, 0]], [body, vector()], 'full'],
  penetration: [(e) => [e.body, e.body], [body, body, settings({ effort: whole, budget: whole })], 'full'],
  contacts: [(e) => [e.body, e.body], [body, body, settings({ tolerance: notNegative, reduce: flagged, budget: whole })], 'full'],
  move: [(e) => [e.body, { translation: [1, 0, 0] }, [e.body]], [
    body, neededMotion, (e) => [...bodies(e), ...motion().map((one) => [{ ...e.body, motion: one }])],
    settings({ tolerance: notNegative, expel: notNegative, budget: whole })], 'full'],
  motionBetween: [[null, { translation: [1, 0, 0] }], [pose, pose], 'full'],
  poseAt: [[null, { translation: [1, 0, 0] }, 0.5, 0], [
    pose, neededMotion, number, () => whole().filter((value) => value !== undefined)], 'full'],
  probe: [(e) => [{ shape: e.box }], [body, settings({
    stiffness: number, largestForce: number, largestChange: number, gap: number, budget: () => [null, NaN, Infinity, '1', {}, 0, -1, 1.5, 2 ** 63] })], 'full'],
  read: [[new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'a.obj'], [bytes, string], 'full'],
  check: [(e) => [[e.body, { path: 'b', ...e.body }]], [
    (e) => [...bodies(e), [{ ...e.body, path: 5 }], [{ ...e.body, path: 'a\0b' }]],
    settings({ tolerance: notNegative, clearance: notNegative, contact: notNegative, progress: () => [5, 'f', {}], most: () => [...whole(), 0] })], 'full'],
  world: [[], [], 'full'],
};
const objectCalls = {
  Shape: [(e) => e.tetrahedron, {
    prepare: [[], [prepareOptions]], triangles: [[], []], withMargin: [[0.5], [notNegative]], asSolid: [[], []],
    refitted: [[corners], [rows(3)], 'full'], dispose: [[], []],
  }],
  World: [(e) => e.world, {
    add: [(e) => [++e.key, e.body], [key, body, settings({ fixed: flagged })]], move: [[1, null], [key, pose]],
    remove: [(e) => (e.world.add(++e.key, e.body), [e.key]), [key]], step: [[], [settings({ range: notNegative })]],
    ray: [[[-3, 0, 0], [1, 0, 0]], [vector(), vector(), settings({ max: () => [NaN, -1, '1', null] })]],
    overlaps: [(e) => [e.body], [body]], nearest: [(e) => [e.body, 1], [body, () => [null, 0, -1, 1.5, NaN, '1', {}]]],
    dispose: [[], []],
  }],
  Probe: [(e) => e.probe, {
    tick: [(e) => [{ translation: [9, 9, 9] }, [e.body]], [neededPose, bodies]],
    place: [[{ translation: [9, 9, 9] }], [neededPose]], dispose: [[], []],
  }],
  MeshBVH: [(e) => e.tree, {
    raycast: [(e) => [e.line], [ray, side, limits, limits]], raycastFirst: [(e) => [e.line], [ray, side, limits, limits]],
    raycastObject3D: [(e) => [e.mesh, new THREE.Raycaster(e.line.origin, e.line.direction), []], [
      () => [...absent, {}, new THREE.Object3D(), new THREE.SkinnedMesh(), new THREE.BatchedMesh(1, 3)], () => [...absent, {}, 5],
      () => [...absent, {}, 5]]],
    intersectsGeometry: [(e) => [e.geometry, matrix], [geometry, matrix4]],
    intersectsBox: [() => [new THREE.Box3(new THREE.Vector3(), new THREE.Vector3(1, 1, 1)), matrix], [
      () => [...absent, {}, 5, new THREE.Sphere(), new THREE.Box3(new THREE.Vector3(NaN, 0, 0), new THREE.Vector3(1, 1, 1))], matrix4]],
    intersectsSphere: [() => [new THREE.Sphere(new THREE.Vector3(), 1)], [
      () => [...absent, {}, 5, new THREE.Box3(), new THREE.Sphere(new THREE.Vector3(), NaN), new THREE.Sphere(new THREE.Vector3(NaN, 0, 0), 1)]]],
    closestPointToPoint: [() => [new THREE.Vector3(3, 0, 0), {}, 0, 9], [point, target, () => [], () => [...limits(), -1]]],
    closestPointToGeometry: [(e) => [e.geometry, matrix, {}, {}, 0, 9], [
      geometry, matrix4, target, () => [5, 'word', []], () => [], () => [...limits(), -1]]],
    shapecast: [() => [{ intersectsBounds: () => false }], [() => [
      ...absent, 5, {}, { intersectsBounds: 5 }, { intersectsBounds: () => true, intersectTriangle: () => true }]]],
    getBoundingBox: [[], [() => [null, 5, {}, new THREE.Sphere()]]], dispose: [[], []], refit: [[], []],
  }],
};

function everything(graze, foreign, isFull) {
  const e = { graze, box: graze.box([1, 1, 1]), foreign: foreign.box([1, 1, 1]), disposed: graze.box([1, 1, 1]), key: 1 };
  e.disposed.dispose();
  e.tetrahedron = graze.mesh(corners, [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  e.body = { shape: e.box };
  e.line = new THREE.Ray(new THREE.Vector3(-5, 0.1, 0.2), new THREE.Vector3(1, 0, 0));
  e.geometry = new THREE.BoxGeometry(2, 2, 2);
  e.mesh = new THREE.Mesh(e.geometry, new THREE.MeshBasicMaterial());
  three.useGraze(graze);
  e.tree = new three.MeshBVH(e.geometry);
  if (isFull) {
    e.world = graze.world();
    e.world.add(1, e.body);
    e.probe = graze.probe({ shape: e.box, pose: { translation: [9, 9, 9] } });
  }
  return e;
}

// An error that says what is wrong: it names the function where JavaScript finds it.
function refuses(work, what, name, found) {
  let error = null;
  try {
    work();
  } catch (caught) {
    error = caught;
  }
  assert.ok(error instanceof Error, `${what} was taken`);
  assert.ok(!/is not a function|undefined \(reading|not iterable|Cannot |of undefined|of null/.test(error.message), `${what}: ${error.message}`);
  if (error instanceof TypeError || error instanceof RangeError) {
    ++found.typed;
    assert.ok(error.message.includes(name) || error.message.startsWith('MeshBVH: '), `${what} is refused without its name: ${error.message}`);
  }
  ++found.calls;
}
const told = (value) => inspect(value, { depth: 2, breakLength: Infinity, maxArrayLength: 20 }).slice(0, 80);

for (const [title, module, least] of [['full', full, 4000], ['small', small, 1800]]) {
  test(`wrong arguments of the ${title} module`, async () => {
    const isFull = title === 'full';
    const graze = await module.init(), e = everything(graze, await module.init(), isFull);
    const found = { calls: 0, typed: 0 };
    const answersStill = () => assert.equal(graze.distance(e.body, { shape: e.box, pose: { translation: [5, 0, 0] } }).distance, 3);
    const tryCall = (owner, name, ask, [right, kinds, only]) => {
      if (only === 'full' && !isFull) {
        refuses(() => ask(typeof right === 'function' ? right(e) : right), `${name}()`, name, found);
        return;
      }
      const args = () => (typeof right === 'function' ? right(e) : right);
      if (name !== 'dispose') ask(args());
      kinds.forEach((kind, i) => {
        for (const value of kind(e)) {
          const list = args().slice();
          while (list.length < i) list.push(undefined);
          list[i] = value;
          refuses(() => ask(list), `${owner}${name}(argument ${i} = ${told(value)})`, name, found);
        }
        answersStill();
      });
    };
    for (const [name, row] of Object.entries(grazeCalls)) tryCall('', name, (args) => graze[name](...args), row);
    for (const [owner, [object, calls]] of Object.entries(objectCalls)) {
      if (object(e) === undefined) continue;
      for (const [name, row] of Object.entries(calls)) tryCall(`${owner}.`, name, (args) => object(e)[name](...args), row);
    }
    // One argument too many is a setting that nothing reads.
    for (const name of ['box', 'sphere', 'capsule', 'segment', 'point', 'convex', 'compound', 'meets', 'rays', 'collidePoses']) {
      const [right] = grazeCalls[name];
      refuses(() => graze[name](...(typeof right === 'function' ? right(e) : right), { margin: 1 }), `${name}(..., settings)`, name, found);
    }
    for (const options of settings({ lazy: flagged, range: () => [5, {}, { start: -1, count: 3 }, { start: 0.5, count: 3 }, { start: 0 }] })(e))
      refuses(() => new three.MeshBVH(e.geometry, options), `MeshBVH(${told(options)})`, 'MeshBVH', found);
    for (const wrong of [...absent, 5, {}, module]) refuses(() => three.useGraze(wrong), 'useGraze', 'useGraze', found);
    for (const options of settings({ simd: flagged, wasm: () => [5, null, true] })(e)) {
      await assert.rejects(module.init(options), /init/, `init(${told(options)})`);
      ++found.calls;
    }
    // Whatever is disposed of answers no more.
    for (const [owner, [object, calls]] of Object.entries(objectCalls)) {
      if (object(e) === undefined || owner === 'Shape') continue;
      object(e).dispose();
      for (const [name, [right]] of Object.entries(calls)) {
        if (name === 'dispose') continue;
        refuses(() => object(e)[name](...(typeof right === 'function' ? right(e) : right)), `${owner}.${name}() after dispose()`, 'disposed', found);
      }
    }
    answersStill();
    graze.dispose();
    for (const [name, [right]] of Object.entries(grazeCalls))
      refuses(() => graze[name](...(typeof right === 'function' ? right(e) : right)), `${name}() after dispose()`, name, found);
    console.log(`    ${found.calls} wrong calls, ${found.typed} by a TypeError or RangeError`);
    assert.ok(found.calls >= least && found.typed > 0.8 * found.calls, JSON.stringify(found));
  });
}

test('the table has every public function', () => {
  const functionsOf = ({ prototype }) => Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => typeof value === 'function' && !internalNames.has(name)).map(([name]) => name);
  for (const name of functionsOf(full.Graze)) assert.ok(name === 'dispose' || grazeCalls[name] !== undefined, name);
  for (const [owner, [, calls]] of Object.entries(objectCalls))
    for (const name of functionsOf(full[owner] ?? three[owner])) assert.ok(calls[name] !== undefined, `${owner}.${name}`);
});
