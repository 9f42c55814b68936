// graze-wasm/three beside three-mesh-bvh and three itself, on the same geometries: node --test.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  BackSide, Box3, BoxGeometry, BufferGeometry, DoubleSide, FrontSide, Matrix4, Mesh, MeshBasicMaterial, Quaternion, Ray,
  Raycaster, Sphere, TorusKnotGeometry, Vector3,
} from 'three';
import { MeshBVH as Peer } from 'three-mesh-bvh';
import { random } from './models.js';

const load = (name) => import(pathToFileURL(path.join(process.env.GRAZE_PACKAGE, name)).href);
const { init } = await load('index.js');
const { MeshBVH, CONTAINED, acceleratedRaycast, computeBoundsTree, disposeBoundsTree, useGraze } = await load('three.js');
useGraze(await init());

const seed = 20261117;
const dice = random(seed);
const vector = (size = 1) => new Vector3(dice() - 0.5, dice() - 0.5, dice() - 0.5).multiplyScalar(2 * size);
const knot = () => new TorusKnotGeometry(1, 0.35, 120, 24);
// The peer turns the index around: it gets a copy of its own.
const geometry = knot(), other = knot();
const ours = new MeshBVH(geometry), theirs = new Peer(other.clone(), { indirect: true });
const peerOther = other.clone();
peerOther.boundsTree = new Peer(peerOther, { indirect: true });

test('the index is left as it is', () => {
  assert.deepEqual(geometry.index.array, other.index.array);
});

test(`rays agree, seed ${seed}`, () => {
  let hits = 0;
  for (let i = 0; i < 2000; ++i) {
    const direction = vector().normalize();
    const ray = new Ray(vector(1.5).addScaledVector(direction, -2), direction);
    for (const side of [FrontSide, BackSide, DoubleSide]) {
      const [a, b] = [ours.raycastFirst(ray, side), theirs.raycastFirst(ray, side)];
      assert.equal(a === null, b === null);
      if (a === null) continue;
      ++hits;
      assert.ok(Math.abs(a.distance - b.distance) < 1e-5);
      assert.ok(a.point.distanceTo(b.point) < 1e-5);
      if (a.faceIndex === b.faceIndex) {
        assert.ok(a.face.normal.distanceTo(b.face.normal) < 1e-6);
        assert.deepEqual([a.face.a, a.face.b, a.face.c], [b.face.a, b.face.b, b.face.c]);
        assert.ok(a.uv.distanceTo(b.uv) < 1e-4);
      }
      assert.equal(ours.raycast(ray, side).length, theirs.raycast(ray, side).length);
      const half = a.distance + 1e-3;
      assert.equal(ours.raycastFirst(ray, side, half)?.faceIndex ?? -1, ours.raycast(ray, side, half)[0]?.faceIndex ?? -1);
      assert.equal(ours.raycastFirst(ray, side, 0, a.distance - 1e-3), null);
    }
  }
  assert.ok(hits > 1000, `${hits} hits`);
});

test(`pairs agree, seed ${seed}`, () => {
  let met = 0, apart = 0;
  for (let i = 0; i < 40; ++i) {
    const turn = new Quaternion(dice() - 0.5, dice() - 0.5, dice() - 0.5, dice() - 0.5).normalize();
    const matrix = new Matrix4().compose(vector(2.5), turn, new Vector3(1, 1, 1));
    const meets = ours.intersectsGeometry(other, matrix);
    assert.equal(meets, theirs.intersectsGeometry(peerOther, matrix));
    if (meets) {
      ++met;
      continue;
    }
    ++apart;
    const [a1, a2, b1, b2] = [{}, {}, {}, {}];
    ours.closestPointToGeometry(other, matrix, a1, a2);
    theirs.closestPointToGeometry(peerOther, matrix, b1, b2);
    assert.ok(Math.abs(a1.distance - b1.distance) < 1e-5);
    assert.ok(Math.abs(a2.point.clone().applyMatrix4(matrix).distanceTo(a1.point) - a1.distance) < 1e-6);
    assert.ok(Math.abs(a2.distance - b2.distance) < 1e-5);
  }
  assert.ok(met > 5 && apart > 5, `${met} met, ${apart} apart`);
});

test('points, boxes, spheres', () => {
  for (let i = 0; i < 200; ++i) {
    const point = vector(2);
    const [a, b] = [ours.closestPointToPoint(point), theirs.closestPointToPoint(point)];
    assert.ok(Math.abs(a.distance - b.distance) < 1e-6);
    const sphere = new Sphere(point, 0.3);
    assert.equal(ours.intersectsSphere(sphere), theirs.intersectsSphere(sphere));
    const box = new Box3(point.clone().addScalar(-0.2), point.clone().addScalar(0.2));
    const matrix = new Matrix4().makeRotationZ(dice());
    assert.equal(ours.intersectsBox(box, matrix), theirs.intersectsBox(box, matrix));
  }
  assert.equal(ours.closestPointToPoint(new Vector3(9, 0, 0), {}, 0, 1), null);
  assert.ok(ours.getBoundingBox().min.distanceTo(theirs.getBoundingBox(new Box3()).min) < 1e-6);
});

test('shapecast finds the same triangles', () => {
  const sphere = new Sphere(new Vector3(1, 0, 0), 0.6), found = new Set(), boxes = { met: 0, contained: 0 };
  const cast = {
    intersectsBounds(box) {
      if (!sphere.intersectsBox(box)) return false;
      ++boxes.met;
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new Vector3(
        k & 1 ? box.min.x : box.max.x, k & 2 ? box.min.y : box.max.y, k & 4 ? box.min.z : box.max.z));
      if (!corners.every((p) => sphere.containsPoint(p))) return true;
      ++boxes.contained;
      return CONTAINED;
    },
    intersectsTriangle(triangle, index, contained) {
      if (contained || triangle.closestPointToPoint(sphere.center, new Vector3()).distanceTo(sphere.center) <= 0.6)
        found.add(index);
    },
  };
  ours.shapecast(cast);
  const one = [...found].sort((a, b) => a - b);
  found.clear();
  theirs.shapecast(cast);
  const two = [...found].sort((a, b) => a - b);
  assert.ok(one.length > 50 && boxes.contained > 0);
  assert.deepEqual(one, two);
  let first = 0;
  assert.equal(ours.shapecast({ intersectsBounds: () => true, intersectsTriangle: () => ++first === 3 }), true);
  assert.equal(first, 3);
});

test('refit', () => {
  const moving = knot(), tree = new MeshBVH(moving);
  const far = new Vector3(5, 0, 0), before = tree.closestPointToPoint(far).distance;
  const { position } = moving.attributes;
  for (let i = 0; i < position.count; ++i) position.setX(i, position.getX(i) + 2);
  tree.refit();
  const fresh = new MeshBVH(moving);
  const after = tree.closestPointToPoint(far).distance;
  assert.ok(Math.abs(before - after - 2) < 1e-5);
  assert.equal(after, fresh.closestPointToPoint(far).distance);
  for (let i = 0; i < 100; ++i) {
    const ray = new Ray(vector(2).add(new Vector3(2, 0, 5)), new Vector3(0, 0, -1));
    assert.equal(tree.raycastFirst(ray, DoubleSide)?.distance, fresh.raycastFirst(ray, DoubleSide)?.distance);
  }
});

test('acceleratedRaycast says what three says', () => {
  const plain = Mesh.prototype.raycast;
  const { prototype } = BufferGeometry;
  Object.assign(prototype, { computeBoundsTree, disposeBoundsTree });
  const mesh = new Mesh(knot(), new MeshBasicMaterial({ side: DoubleSide }));
  mesh.position.set(0.3, -0.2, 0.1);
  mesh.rotation.set(0.4, 0.5, 0.6);
  mesh.scale.set(1, 2, 0.5);
  mesh.updateMatrixWorld();
  const raycaster = new Raycaster();
  let hits = 0;
  const cases = Array.from({ length: 300 }, () => {
    const direction = vector().normalize();
    return [vector(1).addScaledVector(direction, -4), direction];
  });
  const expected = cases.map(([origin, direction]) => {
    raycaster.set(origin, direction);
    return raycaster.intersectObject(mesh);
  });
  mesh.geometry.computeBoundsTree();
  Mesh.prototype.raycast = acceleratedRaycast;
  cases.forEach(([origin, direction], i) => {
    raycaster.set(origin, direction);
    raycaster.firstHitOnly = false;
    const found = raycaster.intersectObject(mesh);
    assert.equal(found.length, expected[i].length);
    hits += found.length;
    found.forEach((hit, k) => assert.ok(Math.abs(hit.distance - expected[i][k].distance) < 1e-5 && hit.object === mesh));
    raycaster.firstHitOnly = true;
    const first = raycaster.intersectObject(mesh);
    assert.equal(first.length, Math.min(1, found.length));
    if (first.length > 0) assert.ok(Math.abs(first[0].distance - expected[i][0].distance) < 1e-5);
  });
  assert.ok(hits > 200);
  mesh.geometry.disposeBoundsTree();
  Mesh.prototype.raycast = plain;
});

// What the playground's examples say of three-mesh-bvh.
test('what others answer', () => {
  const wall = new BoxGeometry(0.25, 2, 1.5, 4, 4, 4), beam = new BoxGeometry(1, 0.25, 1.5, 4, 4, 4);
  const tree = new Peer(wall);
  const beside = (x) => new Matrix4().makeTranslation(x, 0, 0);
  // Flush and overlapping walls are told alike.
  assert.equal(tree.intersectsGeometry(beam, beside(0.5)), true);
  assert.equal(tree.intersectsGeometry(beam, beside(0.625)), tree.intersectsGeometry(beam, beside(0.5)));
  // A part inside a part does not touch it.
  const block = new Peer(new BoxGeometry(2, 2, 2, 6, 6, 6));
  assert.equal(block.intersectsGeometry(new BoxGeometry(0.4, 0.4, 0.8), new Matrix4()), false);
});
