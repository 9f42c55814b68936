// graze-wasm/three after edits: trees answer for the geometry as it is, and the memory of those that nobody holds is given
// back: node --test. GRAZE_SEED changes the edits.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  BatchedMesh, BoxGeometry, BufferAttribute, BufferGeometry, DoubleSide, IcosahedronGeometry, InstancedMesh,
  InterleavedBuffer, InterleavedBufferAttribute, Matrix4, Mesh, MeshBasicMaterial, Quaternion, Ray, Raycaster, SphereGeometry,
  TorusGeometry, TorusKnotGeometry, Vector3,
} from 'three';
import { random } from './models.js';

const load = (name) => import(pathToFileURL(path.join(process.env.GRAZE_PACKAGE, name)).href);
const { init } = await load('index.js');
const {
  MeshBVH, acceleratedRaycast, computeBatchedBoundsTree, computeBoundsTree, disposeBatchedBoundsTree, useGraze,
} = await load('three.js');
const graze = await init();
useGraze(graze);

const seed = Number(process.env.GRAZE_SEED ?? Date.now() % 1e9);
const dice = random(seed);
const below = (count) => Math.floor(dice() * count);
const vector = (size) => new Vector3(dice() - 0.5, dice() - 0.5, dice() - 0.5).multiplyScalar(2 * size);
const turn = () => new Quaternion(dice() - 0.5, dice() - 0.5, dice() - 0.5, dice() - 0.5).normalize();

// --- a geometry without trees: the triangles that are drawn, read one by one ---

function drawnTriangles(geometry) {
  const { index, drawRange, groups } = geometry;
  const total = index ? index.count : geometry.attributes.position.count;
  const list = [];
  for (let i = 0; 3 * i + 2 < total; ++i) {
    const inRange = 3 * i >= drawRange.start && 3 * i + 3 <= drawRange.start + drawRange.count;
    const inGroup = groups.length === 0 || groups.some((g) => 3 * i >= g.start && 3 * i + 3 <= g.start + g.count);
    if (inRange && inGroup) list.push(i);
  }
  return list;
}
function baked(geometry) {
  const { index } = geometry, point = new Vector3(), numbers = drawnTriangles(geometry), list = [];
  for (const i of numbers)
    for (let k = 0; k < 3; ++k)
      list.push(...point.fromBufferAttribute(geometry.attributes.position, index ? index.getX(3 * i + k) : 3 * i + k).toArray());
  const result = new BufferGeometry();
  result.setAttribute('position', new BufferAttribute(Float64Array.from(list), 3));
  return { geometry: result, numbers };
}

// --- edits as programs make them ---

const third = (count) => 3 * below(count / 3);
const total = (g) => (g.index ? g.index.count : g.attributes.position.count);
const edits = {
  translate: (g) => g.translate(...vector(0.7).toArray()),
  scale: (g) => g.scale(0.7 + 0.6 * dice(), 0.7 + 0.6 * dice(), 0.7 + 0.6 * dice()),
  rotate: (g) => g.rotateX(dice()).rotateZ(dice()),
  matrix: (g) => g.applyMatrix4(new Matrix4().makeTranslation(...vector(0.4).toArray())),
  drawRange: (g) => g.setDrawRange(third(total(g)), dice() < 0.3 ? Infinity : below(total(g))),
  wholeRange: (g) => g.setDrawRange(0, Infinity),
  group: (g) => g.addGroup(third(total(g)), third(total(g)), 0),
  clearGroups: (g) => g.clearGroups(),
  writePositions(g) {
    const { position } = g.attributes, by = vector(0.5);
    for (let i = 0; i < position.count; ++i) position.setX(i, position.getX(i) + by.x);
    if (position.isInterleavedBufferAttribute) position.data.needsUpdate = true;
    else position.needsUpdate = true;
  },
  setAttribute(g) {
    const { position } = g.attributes, list = new Float32Array(3 * position.count), by = vector(0.5);
    for (let i = 0; i < position.count; ++i)
      list.set([position.getX(i) + by.x, position.getY(i) + by.y, position.getZ(i)], 3 * i);
    g.setAttribute('position', new BufferAttribute(list, 3));
  },
  interleave(g) {
    const { position } = g.attributes, data = new InterleavedBuffer(new Float32Array(5 * position.count), 5);
    const next = new InterleavedBufferAttribute(data, 3, 1);
    for (let i = 0; i < position.count; ++i) next.setXYZ(i, position.getX(i), position.getY(i), position.getZ(i) + 0.3);
    g.setAttribute('position', next);
  },
  setIndex(g) {
    const count = g.attributes.position.count;
    g.setIndex(Array.from({ length: 3 * (20 + below(60)) }, () => below(count)));
  },
  writeIndex(g) {
    if (!g.index) return;
    for (let i = 0; i < 30; ++i) g.index.setX(below(g.index.count), below(g.attributes.position.count));
    g.index.needsUpdate = true;
  },
  // A strict program sets the array of the attribute anew.
  newArray(g) {
    const { position } = g.attributes;
    if (position.isInterleavedBufferAttribute) return;
    position.array = position.array.map((x) => 0.9 * x);
    position.needsUpdate = true;
  },
};

function askAll(tree, other, matrix, rays, points) {
  const pair = tree.closestPointToGeometry(other, matrix, {}, {});
  return {
    meets: tree.intersectsGeometry(other, matrix), far: pair?.distance ?? null,
    first: rays.map((ray) => tree.raycastFirst(ray, DoubleSide)), all: rays.map((ray) => tree.raycast(ray, DoubleSide).length),
    near: points.map((point) => tree.closestPointToPoint(point)),
  };
}
const close = (x, y) => x === y || Math.abs(x - y) <= 1e-9 * (1 + Math.abs(x));

test(`answers follow the edits of geometries, seed ${seed}`, () => {
  const kinds = [
    () => new BoxGeometry(1, 1.2, 1.4, 3, 3, 3), () => new SphereGeometry(0.8, 12, 8), () => new TorusGeometry(0.8, 0.3, 8, 16),
    () => new IcosahedronGeometry(0.9, 2), () => new TorusKnotGeometry(0.6, 0.2, 40, 8),
  ];
  const used = new Map();
  let asked = 0, changed = 0, met = 0, hits = 0, empty = 0;
  for (let round = 0; round < 60; ++round) {
    const a = kinds[below(kinds.length)](), b = kinds[below(kinds.length)]();
    const tree = new MeshBVH(a, { lazy: round % 2 === 0 });
    if (round % 3 === 0) computeBoundsTree.call(b);
    const matrix = new Matrix4().compose(vector(1.2), turn(), new Vector3(1, 1, 1));
    const rays = Array.from({ length: 6 }, () => {
      const direction = vector(1).normalize();
      return new Ray(vector(0.6).addScaledVector(direction, -3), direction);
    });
    const points = [vector(2), vector(0.5)];
    let before = null;
    for (let step = 0; step < 8; ++step) {
      if (step > 0) {
        const names = Object.keys(edits), name = names[below(names.length)];
        edits[name](dice() < 0.5 ? a : b);
        used.set(name, (used.get(name) ?? 0) + 1);
      }
      const found = askAll(tree, b, matrix, rays, points);
      const one = baked(a), two = baked(b);
      const what = `seed ${seed}, round ${round}, step ${step}`;
      const fresh = new MeshBVH(one.geometry), expected = askAll(fresh, two.geometry, matrix, rays, points);
      assert.equal(found.meets, expected.meets, what);
      assert.ok(close(found.far, expected.far), `${what}: ${found.far} and ${expected.far}`);
      assert.deepEqual(found.all, expected.all, what);
      found.first.forEach((hit, i) => {
        const same = expected.first[i];
        assert.equal(hit === null, same === null, what);
        if (hit === null) return;
        ++hits;
        assert.ok(close(hit.distance, same.distance), what);
        assert.equal(hit.faceIndex, one.numbers[same.faceIndex], what);
      });
      found.near.forEach((near, i) => {
        assert.equal(near === null, expected.near[i] === null, what);
        if (near) assert.ok(close(near.distance, expected.near[i].distance) && one.numbers.includes(near.faceIndex), what);
      });
      const box = tree.getBoundingBox();
      assert.ok(box.equals(fresh.getBoundingBox()), what);
      const numbers = [];
      tree.shapecast({ intersectsBounds: () => true, intersectsTriangle: (_, number) => void numbers.push(number) });
      assert.deepEqual(numbers.sort((x, y) => x - y), one.numbers, what);
      fresh.dispose();
      ++asked;
      if (found.meets) ++met;
      if (one.numbers.length === 0 || two.numbers.length === 0) ++empty;
      const answer = JSON.stringify([found.meets, found.far, found.all]);
      if (before !== null && answer !== before) ++changed;
      before = answer;
    }
    tree.dispose();
    b.boundsTree?.dispose();
  }
  console.log(`    seed ${seed}: ${asked} states, ${changed} changed an answer, ${met} met, ${hits} hits, ${empty} empty`);
  assert.ok(changed > 0.25 * asked && met > 0.2 * asked && met < 0.95 * asked && hits > 2 * asked, 'hit rate');
  for (const name of Object.keys(edits)) assert.ok(used.get(name) > 5, `${name} was not tried`);
});

test(`instances and batches answer as three.js does, seed ${seed}`, () => {
  const plain = Mesh.prototype.raycast, plainBatch = BatchedMesh.prototype.raycast;
  const material = new MeshBasicMaterial({ side: DoubleSide });
  const pose = () => new Matrix4().compose(vector(2), turn(), new Vector3(0.5 + dice(), 0.5 + dice(), 0.5 + dice()));
  const instanced = new InstancedMesh(new TorusGeometry(0.5, 0.2, 8, 12), material, 12);
  const batch = new BatchedMesh(30, 4000, 8000, material);
  const shapes = [new BoxGeometry(), new IcosahedronGeometry(0.6, 1), new TorusGeometry(0.5, 0.2, 8, 12)]
    .map((g) => (g.index ? g : g.setIndex(Array.from({ length: g.attributes.position.count }, (_, i) => i))));
  const ids = shapes.map((g) => batch.addGeometry(g, 1000, 2000));
  const instances = Array.from({ length: 20 }, () => batch.addInstance(ids[below(3)]));
  for (const id of instances) batch.setMatrixAt(id, pose());
  for (let i = 0; i < instanced.count; ++i) instanced.setMatrixAt(i, pose());
  computeBoundsTree.call(instanced.geometry);
  computeBatchedBoundsTree.call(batch);
  let hits = 0, others = 0;
  const raycaster = new Raycaster();
  for (let round = 0; round < 40; ++round) {
    instanced.setMatrixAt(below(instanced.count), pose());
    instanced.boundingSphere = null;
    batch.setMatrixAt(instances[below(instances.length)], pose());
    batch.setVisibleAt(instances[below(instances.length)], dice() < 0.7);
    if (round % 10 === 5) batch.setGeometryAt(ids[below(3)], shapes[below(3)].clone().scale(0.8, 1.1, 1));
    if (round % 10 === 7) {
      batch.deleteInstance(instances.pop());
      instances.unshift(batch.addInstance(ids[below(3)]));
      batch.setMatrixAt(instances[0], pose());
    }
    if (round === 20) disposeBatchedBoundsTree.call(batch, ids[0]);
    for (const object of [instanced, batch]) {
      object.position.copy(vector(0.3));
      object.updateMatrixWorld();
      for (let k = 0; k < 10; ++k) {
        const direction = vector(1).normalize();
        raycaster.set(vector(1.5).addScaledVector(direction, -6), direction);
        const expected = raycaster.intersectObject(object);
        Mesh.prototype.raycast = BatchedMesh.prototype.raycast = acceleratedRaycast;
        const found = raycaster.intersectObject(object);
        Mesh.prototype.raycast = plain;
        BatchedMesh.prototype.raycast = plainBatch;
        assert.equal(found.length, expected.length, `seed ${seed}, round ${round}`);
        found.forEach((hit, i) => {
          assert.ok(Math.abs(hit.distance - expected[i].distance) < 1e-4 && hit.object === object);
          if (hit.instanceId !== expected[i].instanceId || hit.batchId !== expected[i].batchId || hit.faceIndex !== expected[i].faceIndex) ++others;
        });
        hits += found.length;
      }
    }
  }
  console.log(`    ${hits} hits of instances, ${others} at the same distance with another number`);
  assert.ok(hits > 300 && others < 0.02 * hits, `${hits} hits, ${others} others`);
});

test('a mesh with morph targets is seen where it is drawn', () => {
  const geometry = new BoxGeometry(1, 1, 1);
  const moved = geometry.attributes.position.clone();
  for (let i = 0; i < moved.count; ++i) moved.setX(i, moved.getX(i) + 5);
  geometry.morphAttributes.position = [moved];
  const mesh = new Mesh(geometry, new MeshBasicMaterial());
  computeBoundsTree.call(geometry);
  const found = (x) => {
    const hits = [];
    acceleratedRaycast.call(mesh, new Raycaster(new Vector3(x, 0.1, 5), new Vector3(0, 0, -1)), hits);
    return hits.length;
  };
  assert.deepEqual([found(0.2), found(5.2)], [1, 0]);
  mesh.morphTargetInfluences[0] = 1;
  assert.deepEqual([found(0.2), found(5.2)], [0, 1]);
});

test('positions that cannot be read fail at every query until they are mended', () => {
  const geometry = new BoxGeometry(2, 2, 2), tree = new MeshBVH(geometry);
  const ray = new Ray(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
  const { position } = geometry.attributes, was = position.getX(0);
  for (const wrong of [NaN, Infinity]) {
    position.setX(0, wrong);
    position.needsUpdate = true;
    for (let i = 0; i < 3; ++i) assert.throws(() => tree.raycastFirst(ray, DoubleSide));
    position.setX(0, was);
    position.needsUpdate = true;
    assert.equal(tree.raycastFirst(ray, DoubleSide).distance, 4);
  }
});

test('one instance does not answer with the trees of another', async () => {
  const other = await init(), a = new BoxGeometry(2, 2, 2), b = new BoxGeometry(1, 1, 1);
  const tree = new MeshBVH(a);
  assert.equal(tree.intersectsGeometry(b), false);
  useGraze(other);
  assert.equal(new MeshBVH(a).intersectsGeometry(b), false);
  // A geometry that the first instance sees while the other is in use.
  const late = new BoxGeometry(0.5, 0.5, 0.5).translate(1, 0, 0);
  assert.equal(tree.intersectsGeometry(late), true);
  assert.equal(new MeshBVH(a).intersectsGeometry(late), true);
  b.translate(1, 0, 0);
  assert.equal(tree.intersectsGeometry(b), true);
  computeBoundsTree.call(b);
  assert.throws(() => tree.intersectsGeometry(b), /another instance/);
  useGraze(graze);
});

test('the memory of 2,000 temporary geometries is bounded', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const mebibytes = async (work) => {
    const one = await init();
    useGraze(one);
    for (let i = 0; i < 2000; ++i) {
      work(i);
      if (i % 100 === 99) {
        collect();
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    useGraze(graze);
    return one.module.memory.buffer.byteLength / 2 ** 20;
  };
  const temporary = (i) => new TorusKnotGeometry(1, 0.35 + 1e-4 * i, 64, 16);
  let tree = null;
  const kept = await mebibytes((i) => {
    if (i === 0) tree = new MeshBVH(temporary(0));
    assert.equal(tree.intersectsGeometry(temporary(i), new Matrix4().makeTranslation(0.2, 0, 0)), true);
  });
  const dropped = await mebibytes((i) => new MeshBVH(temporary(i)));
  const perGeometry = tree.shape.memory / 2 ** 20;
  console.log(`    ${kept.toFixed(0)} MiB with kept trees, ${dropped.toFixed(0)} MiB with trees that nobody disposed of; all: ${(2000 * perGeometry).toFixed(0)} MiB`);
  assert.ok(kept <= 112 && dropped <= 112 && 2000 * perGeometry > 300);
});
