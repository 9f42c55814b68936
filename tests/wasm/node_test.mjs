// graze-wasm in Node: node --test. GRAZE_PACKAGE is the folder of the package; GRAZE_MIXED the number of mixed queries.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = process.env.GRAZE_PACKAGE;
const load = (name) => import(pathToFileURL(path.join(folder, name)).href);
const { init } = await load('index.js');
const small = await load('small.js');
const { hashOf } = await import('./mixed_queries.js');

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const at = (x, y, z) => ({ translation: [x, y, z] });

// Lines of the file are "COUNT HASH".
const hashes = new Map(readFileSync(process.env.GRAZE_HASHES, 'utf8').trim().split('\n').map((line) => line.split(' ')));
const mixed = Number(process.env.GRAZE_MIXED ?? 10000);
for (const simd of [true, false]) {
  test(`mixed queries have the hash of C++, ${simd ? 'SIMD 128' : 'scalar'}`, async () => {
    const graze = await init({ simd });
    assert.equal(graze.instructionSet, simd ? 'simd128' : 'scalar');
    const { hash, answered } = hashOf(graze, mixed);
    assert.equal(hash, hashes.get(String(mixed)));
    assert.ok(answered > 0.9 * mixed);
    graze.dispose();
  });
}

test('the small module says the same', async () => {
  const [one, all] = [await small.init(), await init()];
  for (const graze of [one, all]) {
    const box = graze.box([0.5, 0.5, 0.5]), ball = graze.sphere(0.5);
    const a = { shape: box }, b = { shape: ball, pose: at(1.25, 0.25, 0) };
    graze.said = [
      graze.collide(a, b), graze.distance(a, b), graze.classify(a, b), graze.ray(a, [-2, 0.1, 0.1], [1, 0, 0]),
      graze.classify(a, { shape: box, pose: at(1, 0, 0) }),
    ];
  }
  assert.deepEqual(one.said, all.said);
  assert.equal(one.said[4].class, 'touching');
  assert.throws(() => one.contacts({ shape: one.box([1, 1, 1]) }, { shape: one.box([1, 1, 1]) }), /small module has no 'contacts'/);
  const touching = [{ shape: one.box([1, 1, 1]) }, { shape: one.box([1, 1, 1]), pose: at(1.9, 0, 0) }];
  assert.equal(one.classify(...touching).class, 'overlapping');
  assert.throws(() => one.classify(...touching, { tolerance: 0.2 }), /classify takes no tolerance: import graze-wasm/);
  const deeper = [{ shape: all.box([1, 1, 1]) }, { shape: all.box([1, 1, 1]), pose: at(1.9, 0, 0) }];
  assert.equal(all.classify(...deeper, { tolerance: 0.2 }).class, 'touching');
});

test('verbs', async () => {
  const graze = await init();
  const box = graze.box([1, 1, 1]), a = { shape: box };
  const near = { shape: box, pose: at(1.5, 0, 0) };
  assert.equal(graze.collide(a, near).answer, 'yes');
  assert.equal(graze.meets(a, { shape: box, pose: at(2.5, 0, 0) }), false);
  assert.equal(graze.within(a, { shape: box, pose: at(2.5, 0, 0) }, 0.5).answer, 'yes');
  assert.equal(graze.inside(a, [0, 0, 0]).where, 'inside');
  assert.equal(graze.inside(a, [1, 0, 0]).where, 'on');
  const depth = graze.penetration(a, near);
  assert.ok(depth.lower <= 0.5 && depth.depth >= 0.5 && depth.depth < 0.51);
  assert.equal(graze.contacts(a, { shape: box, pose: at(2, 0, 0) }).contacts.length, 4);
  const way = graze.move(a, { translation: [-10, 0, 0] }, [{ shape: box, pose: at(-5, 0, 0) }]);
  assert.ok(way.answer === 'yes' && way.lower <= 0.3 && way.upper >= 0.3 && way.upper - way.lower < 1e-9);
  const motion = graze.motionBetween(null, { translation: [1, 2, 3], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
  const end = graze.poseAt(null, motion, 1);
  [0, 1, 0, -1, 0, 0, 0, 0, 1, 1, 2, 3].forEach((x, i) => assert.ok(Math.abs(x - end[i]) < 1e-9));
  const all = graze.ray(a, [-3, 0.25, 0.5], [1, 0, 0], { want: 'all' });
  assert.deepEqual(all.hits.map((hit) => hit.t), [2, 4]);
  const lines = [-3, 0.25, 0.5, 1, 0, 0, 100, -3, 5, 5, 1, 0, 0, 100];
  assert.deepEqual([...graze.rays(a, lines).triangle], [all.hits[0].triangle, -1]);
  const poses = [1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0];
  assert.deepEqual([...graze.collidePoses(a, box, poses)], [1, 0]);
  assert.equal(graze.distancePoses(a, box, poses)[2], 1);
  // Every way to give a pose.
  for (const pose of [null, identity, { elements: identity }, {}, [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]])
    assert.equal(graze.classify(a, { shape: box, pose }).class, 'equal');
});

test('a probe is held by a table', async () => {
  const graze = await init();
  const tool = graze.sphere(0.01), table = { shape: graze.box([1, 1, 0.5]), pose: at(0, 0, -0.5) };
  const probe = graze.probe({ shape: tool, pose: at(0, 0, 0.02) }, { stiffness: 1000 });
  assert.equal(probe.gap, probe.radius / 128);
  let felt;
  for (let k = 1; k <= 100; ++k) {
    felt = probe.tick(at(0, 0, 0.02 - 0.00015 * k), [table]);
    assert.equal(felt.status, 'ok');
    assert.ok(!graze.meets({ shape: tool, pose: felt.shadow }, table));
  }
  assert.equal(felt.touching, 'yes');
  assert.ok(Math.abs(felt.force[2] - 1000 * (0.005 + probe.gap)) < 100 * probe.gap);
  assert.deepEqual(felt.contacts.map((c) => [c.body, Math.round(c.normal[2])]), [[0, 1]]);
  probe.place(at(0, 0, -0.5));
  assert.equal(probe.tick(at(0, 0, 0), [table]).status, 'invalid');
  const radius = probe.radius;
  probe.place({ translation: [0, 0, 9], scale: [8, 8, 8] });
  assert.ok(probe.radius === 8 * radius && probe.gap === probe.radius / 128);
  for (const none of [null, undefined]) {
    assert.throws(() => probe.tick(none, [table]), /hand must be a pose/);
    assert.throws(() => probe.place(none), /shadow must be a pose/);
  }
  const made = (settings) => graze.probe({ shape: tool, pose: at(0, 0, 0.02) }, settings);
  for (const budget of [0, -1, 1.5, NaN, Infinity, 2 ** 63])
    assert.throws(() => made({ budget }), /budget must be a whole number/);
  for (const budget of [1, 32768, 2 ** 62, undefined]) made({ budget, gap: undefined }).dispose();
  assert.throws(() => made({ budget: '7' }), /budget must be a whole number/);
  assert.throws(() => made({ stiffness: NaN }), /stiffness/);
  assert.throws(() => made({ largest_force: 1 }), /no field 'largest_force' \(did you mean 'largestForce'\?\)/);
  assert.throws(() => graze.probe({ shape: graze.halfspace([0, 0, 1], 0) }), /half-space/);
  probe.dispose();
  assert.throws(() => probe.tick(at(0, 0, 0), [table]), /disposed/);
});

test('worlds and assemblies', async () => {
  const graze = await init();
  const box = graze.box([1, 1, 1]);
  const world = graze.world();
  world.add(1, { shape: box });
  world.add(2, { shape: box, pose: at(1, 0, 0) });
  world.add(7, { shape: box, pose: at(9, 0, 0) });
  assert.deepEqual(world.step().pairs.map(({ a, b, touching }) => [a, b, touching]), [[1, 2, 'yes']]);
  world.move(2, at(4, 0, 0));
  assert.deepEqual(world.step().events, [{ kind: 'end', a: 1, b: 2 }]);
  assert.equal(world.ray([20, 0, 0], [-1, 0, 0]).hit.key, 7);
  assert.deepEqual(world.nearest({ shape: box, pose: at(20, 0, 0) }, 2).objects.map((o) => o.key), [7, 2]);
  assert.deepEqual(world.overlaps({ shape: box, pose: at(4, 1, 0) }).keys, [2]);
  world.remove(7);
  assert.equal(world.ray([20, 0, 0], [-1, 0, 0]).hit.key, 2);
  assert.throws(() => world.move(7, null), /no object with the key 7/);
  world.dispose();

  const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
  const { parts } = graze.read(new TextEncoder().encode(obj), 'tetrahedron.obj');
  assert.equal(parts.length, 1);
  assert.equal(parts[0].shape.triangleCount, 4);
  assert.equal(parts[0].shape.solid, true);
  const stl = new Uint8Array(84 + 50);
  new DataView(stl.buffer).setUint32(80, 1, true);
  [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0].forEach((x, i) => new DataView(stl.buffer).setFloat32(84 + 4 * i, x, true));
  assert.equal(graze.read(stl, 'one.stl').parts[0].shape.triangleCount, 1);
  const ply = 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n';
  assert.equal(graze.read(new TextEncoder().encode(ply), 'one.ply').parts[0].shape.triangleCount, 1);
  assert.throws(() => graze.read(new TextEncoder().encode('v 1 2\n'), 'bad.obj'), /^Error: bad\.obj:1: /);
  assert.throws(() => graze.read(new Uint8Array(4), 'part.xyz'), /ending/);

  let told = 0;
  const list = [0, 1.5, 3.5, 10].map((x, i) => ({ path: `part ${i}`, shape: box, pose: at(x, 0, 0) }));
  const found = graze.check(list, { clearance: 5, most: 1, progress: () => { ++told; } });
  assert.deepEqual(found.clashes.map((c) => [c.a, c.b, c.class]), [
    [0, 1, 'overlapping'], [0, 2, 'clearance'], [1, 2, 'touching'], [2, 3, 'clearance'],
  ]);
  assert.ok(found.complete && told > 0);
});

test('nothing that is wrong is taken', async () => {
  const graze = await init();
  const box = graze.box([1, 1, 1]);
  assert.throws(() => graze.box([1, -1, 1]), /half y is -1/);
  assert.throws(() => graze.mesh(new Float32Array(4)), /not a multiple of 3/);
  assert.throws(() => graze.mesh([0, 0, NaN, 1, 0, 0, 0, 1, 0]), /finite/);
  assert.throws(() => graze.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3]), Error);
  assert.throws(() => graze.collide({ shape: box, pose: new Float32Array(15) }, { shape: box }), /16 numbers/);
  assert.throws(() => graze.collide({ shape: box, pose: { rotation: [0, 0, 0, 2] } }, { shape: box }), /length 1/);
  assert.throws(() => graze.collide({ shape: box, pose: at(NaN, 0, 0) }, { shape: box }), /a\.pose\.translation\[0\] must be a finite number/);
  assert.equal(graze.ray({ shape: box }, [0, 0, 0], [0, 0, 0]).status, 'invalid');
  assert.throws(() => graze.move({ shape: box }, {}, []), /a motion is/);
  box.dispose();
  assert.throws(() => graze.collide({ shape: box }, { shape: box }), /disposed/);
  graze.dispose();
  assert.throws(() => graze.box([1, 1, 1]), /disposed/);
});

test('memory is given back', async () => {
  const graze = await init();
  const soup = Float32Array.from({ length: 9 * 2000 }, (_, i) => Math.sin(i * 12.9898) * 43758.5453 % 1);
  let size = 0;
  for (let round = 0; round < 200; ++round) {
    graze.mesh(soup).prepare().dispose();
    if (round === 20) size = graze.module.memory.buffer.byteLength;
  }
  assert.equal(graze.module.memory.buffer.byteLength, size);
});
