// MeshBVH with the calls of three-mesh-bvh, answered by graze. The index of a geometry is left as it is: triangles have
// the numbers that they have in the geometry. docs/web.md has the differences.
import { BackSide, Box3, DoubleSide, Matrix4, Ray, Vector2, Vector3 } from 'three';
import { Bounds } from './bounds.js';
import { callable, finite, flag, limit, object, settings, whole, wrongRange, wrongType } from './check.js';
import { Drawn } from './geometry.js';
import { Graze } from './graze.js';
import { KeptTrees } from './kept.js';
import { statuses } from './names.js';

let graze = null;
const keptTrees = new WeakMap(); // instance of graze -> KeptTrees

/** Which instance of graze (of init()) the adapter asks; call it once before anything else. */
export function useGraze(instance) {
  if (!(instance instanceof Graze)) wrongType('useGraze', 'instance', 'what init() returns', instance);
  graze = instance;
  if (!keptTrees.has(instance)) keptTrees.set(instance, new KeptTrees());
}

const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
const inverse = new Matrix4(), ofInstance = new Matrix4(), world = new Matrix4();
const localRay = new Ray();
const worldScale = new Vector3();
const a = new Vector3(), b = new Vector3(), c = new Vector3(), toOther = new Vector3();

// --- arguments ---

// Options of three-mesh-bvh that shape its tree, and no answer, are taken and do nothing.
const ignored = [
  'strategy', 'maxDepth', 'maxLeafSize', 'maxLeafTris', 'targetLeafSize', 'indirect', 'verbose', 'setBoundingBox',
  'useSharedArrayBuffer',
];
function checkRange(call, name, range) {
  if (range === null) return;
  object(call, name, range);
  whole(call, `${name}.start`, range.start);
  if (range.count !== Infinity) whole(call, `${name}.count`, range.count);
}
const treeFields = new Map([['lazy', flag], ['range', checkRange], ...ignored.map((name) => [name, () => {}])]);
const castFields = new Map(['intersectsBounds', 'intersectsTriangle', 'intersectsRange', 'boundsTraverseOrder'].map(
  (name) => [name, callable]));

function sideOf(call, material) {
  const side = material?.isMaterial === true ? material.side : material;
  if (side !== 0 && side !== 1 && side !== 2) wrongType(call, 'material', 'a Material, FrontSide, BackSide or DoubleSide', material);
  return side;
}
function isVector(v) {
  return typeof v === 'object' && v !== null && Number.isFinite(v.x) && Number.isFinite(v.y) && Number.isFinite(v.z);
}
function checkPoint(call, name, point) {
  if (!isVector(point)) wrongType(call, name, 'a Vector3 of finite numbers', point);
}
function checkRay(call, ray, near, far) {
  if (typeof ray !== 'object' || ray === null || !isVector(ray.origin) || !isVector(ray.direction))
    wrongType(call, 'ray', 'a Ray of finite numbers', ray);
  const { x, y, z } = ray.direction;
  if (x === 0 && y === 0 && z === 0) wrongRange(call, 'ray.direction', 'a vector that is not zero', ray.direction);
  if (typeof near !== 'number' || Number.isNaN(near)) finite(call, 'near', near);
  if (typeof far !== 'number' || Number.isNaN(far)) finite(call, 'far', far);
}
function checkMatrix(call, matrix) {
  if (matrix === undefined) return;
  if (matrix?.isMatrix4 !== true) wrongType(call, 'matrix', 'a Matrix4', matrix);
  const e = matrix.elements;
  for (let i = 0; i < 16; ++i) if (!Number.isFinite(e[i])) finite(call, `matrix.elements[${i}]`, e[i]);
  if (e[3] !== 0 || e[7] !== 0 || e[11] !== 0 || e[15] !== 1)
    throw new RangeError(`${call}: matrix must have the last row 0 0 0 1`);
}
function checkGeometry(call, name, geometry) {
  if (geometry?.isBufferGeometry !== true) wrongType(call, name, 'a BufferGeometry', geometry);
}

export class MeshBVH {
  // `instance`: of the tree that asks for one of another geometry.
  constructor(geometry, options = undefined, instance = graze) {
    if (instance === null) throw new Error('graze-wasm/three: call useGraze(await init()) first');
    checkGeometry('MeshBVH', 'geometry', geometry);
    const { lazy = false, range: part = null } = settings('MeshBVH', options, treeFields, 'options');
    this.graze = instance;
    this.geometry = geometry;
    this.shape = null;
    this.body = { shape: null, pose: identity };
    this.point = null;
    this.bounds = null;
    this.disposed = false;
    this.build(part);
    if (!lazy) this.grow(false);
  }

  // Takes the triangles of the geometry as they are now; where there are none there is no shape.
  build(part) {
    const drawn = new Drawn(this.geometry, part === null ? null : { start: part.start, count: part.count });
    this.take(drawn.count === 0 ? null : this.graze.mesh(drawn.vertices(), drawn.triangles()), drawn);
  }
  take(shape, drawn) {
    this.shape?.dispose();
    this.shape = shape;
    this.body.shape = shape;
    this.bounds = null;
    this.drawn = drawn;
  }

  // Builds the tree of rays, or that of pairs, which the first query of two geometries builds otherwise.
  grow(pairs) {
    if (this.shape === null) return;
    const { module } = this.graze;
    module.must(module.exports.grow(this.shape.need('grow'), pairs ? 1 : 0, pairs ? 0 : 1));
  }

  /** Gives the memory in the module back. */
  dispose() {
    this.shape?.dispose();
    this.point?.dispose();
    this.point = null;
    this.disposed = true;
  }

  /** After the positions were changed in place without `needsUpdate`; queries see all other changes by themselves. */
  refit() {
    if (this.disposed) throw new Error('MeshBVH: the tree has been disposed of');
    const { drawn, shape } = this;
    const canRefit = this.graze.use().exports.refitted !== undefined; // the small module cannot
    if (shape === null || !canRefit || !drawn.sameTriangles(this.geometry)) {
      this.build(drawn.range);
      return;
    }
    const next = shape.refitted(drawn.vertices()); // throws: the positions stay unread
    drawn.seen();
    this.take(next, drawn);
  }
  // What every query does first: the tree is that of the geometry as it is now.
  update() {
    const { drawn, geometry } = this;
    if (this.disposed) throw new Error('MeshBVH: the tree has been disposed of');
    if (this.shape !== null && this.shape.disposed) this.build(drawn.range);
    else if (!drawn.sameTriangles(geometry)) this.build(drawn.range);
    else if (!drawn.samePositions()) this.refit();
  }

  getBoundingBox(target = new Box3()) {
    if (target?.isBox3 !== true) wrongType('MeshBVH.getBoundingBox', 'target', 'a Box3', target);
    this.update();
    if (this.shape === null) return target.makeEmpty();
    const { min, max } = this.shape.bounds;
    target.min.fromArray(min);
    target.max.fromArray(max);
    return target;
  }

  // --- rays, in the frame of the geometry ---

  // What three.js says of a hit.
  intersection(ray, t, triangle, barycoord, normal) {
    const { drawn, geometry } = this;
    const i = drawn.corner(triangle, 0), j = drawn.corner(triangle, 1), k = drawn.corner(triangle, 2);
    const { uv, uv1 } = geometry.attributes;
    const { origin, direction } = ray;
    const point = new Vector3(origin.x + t * direction.x, origin.y + t * direction.y, origin.z + t * direction.z);
    const result = {
      distance: origin.distanceTo(point), point,
      face: { a: i, b: j, c: k, normal, materialIndex: geometry.groups.length === 0 ? 0 : this.materialOf(triangle) },
      faceIndex: triangle, barycoord,
    };
    if (uv) result.uv = this.interpolated(uv, i, j, k, barycoord);
    if (uv1) result.uv1 = this.interpolated(uv1, i, j, k, barycoord);
    return result;
  }
  materialOf(triangle) {
    for (const group of this.geometry.groups)
      if (3 * triangle >= group.start && 3 * triangle < group.start + group.count) return group.materialIndex;
    return 0;
  }
  interpolated(attribute, i, j, k, weights) {
    const at = (get) => get(i) * weights.x + get(j) * weights.y + get(k) * weights.z;
    return new Vector2(at((n) => attribute.getX(n)), at((n) => attribute.getY(n)));
  }
  // Is the side that the ray comes from one that counts? A triangle without area has no sides.
  seen(ray, triangle, side) {
    if (side === DoubleSide) return true;
    this.drawn.read(triangle, a, b, c);
    const toward = b.sub(a).cross(c.sub(a)).dot(ray.direction);
    return side === BackSide ? toward >= 0 : toward <= 0;
  }

  raycast(ray, material = 0, near = 0, far = Infinity) {
    const side = sideOf('MeshBVH.raycast', material);
    checkRay('MeshBVH.raycast', ray, near, far);
    this.update();
    return this.allHits(ray, side, near, far);
  }
  allHits(ray, side, near, far) {
    if (this.shape === null || far < 0) return [];
    const length = ray.direction.length();
    const { status, hits } = this.graze.ray(
      this.body, ray.origin.toArray(), ray.direction.toArray(), { want: 'all', max: far / length });
    if (status !== 'ok') throw new Error(`MeshBVH.raycast: ${status}`);
    const found = [];
    for (const { t, triangle, barycentric, normal } of hits) {
      const number = this.drawn.number(triangle);
      if (t * length >= near && this.seen(ray, number, side))
        found.push(this.intersection(ray, t, number, new Vector3(...barycentric), new Vector3(...normal)));
    }
    return found;
  }

  raycastFirst(ray, material = 0, near = 0, far = Infinity) {
    const side = sideOf('MeshBVH.raycastFirst', material);
    checkRay('MeshBVH.raycastFirst', ray, near, far);
    this.update();
    return this.firstHit(ray, side, near, far);
  }
  firstHit(ray, side, near, far) {
    if (this.shape === null || far < 0) return null;
    const module = this.graze.use();
    module.look();
    const at = (module.arguments >>> 3) + 12;
    const { origin, direction } = ray;
    let { f64 } = module;
    f64[at] = origin.x;
    f64[at + 1] = origin.y;
    f64[at + 2] = origin.z;
    f64[at + 3] = direction.x;
    f64[at + 4] = direction.y;
    f64[at + 5] = direction.z;
    f64[at + 6] = far === Infinity ? Number.MAX_VALUE : far / direction.length();
    const triangle = module.exports.ray_first(this.shape.need('raycastFirst'), 8 * at);
    if (triangle === -1) return null;
    if (triangle < 0) throw new Error(`MeshBVH.raycastFirst: ${statuses[-1 - triangle]}`);
    module.look();
    ({ f64 } = module);
    const t = f64[at];
    const number = this.drawn.number(triangle);
    if ((near > 0 && t * direction.length() < near) || (side !== DoubleSide && !this.seen(ray, number, side)))
      return this.allHits(ray, side, near, far)[0] ?? null;
    return this.intersection(ray, t, number,
      new Vector3(f64[at + 1], f64[at + 2], f64[at + 3]), new Vector3(f64[at + 4], f64[at + 5], f64[at + 6]));
  }

  /** For a mesh in the world, as Mesh.raycast() is asked; for all instances of an InstancedMesh. */
  raycastObject3D(object, raycaster, intersects) {
    const call = 'MeshBVH.raycastObject3D';
    if (object?.isMesh !== true) wrongType(call, 'object', 'a Mesh', object);
    if (object.isSkinnedMesh || object.isBatchedMesh)
      wrongType(call, 'object', 'a mesh whose geometry is what is drawn (for others use acceleratedRaycast)', object);
    if (raycaster?.ray === undefined) wrongType(call, 'raycaster', 'a Raycaster', raycaster);
    if (!Array.isArray(intersects)) wrongType(call, 'intersects', 'an array', intersects);
    if (object.material === undefined) return;
    this.update();
    if (object.isInstancedMesh !== true) {
      this.castAt(object, object.matrixWorld, raycaster, intersects);
      return;
    }
    for (let instanceId = 0; instanceId < object.count; ++instanceId) {
      object.getMatrixAt(instanceId, ofInstance);
      const before = intersects.length;
      this.castAt(object, world.multiplyMatrices(object.matrixWorld, ofInstance), raycaster, intersects);
      for (let i = before; i < intersects.length; ++i) intersects[i].instanceId = instanceId;
    }
  }
  // The geometry where the matrix puts it, with the material of an object.
  castAt(object, matrix, raycaster, intersects) {
    const { material } = object;
    inverse.copy(matrix).invert();
    localRay.copy(raycaster.ray).applyMatrix4(inverse);
    // A matrix without an inverse, as three.js inverts it: nothing is seen of what is flat.
    if (inverse.elements[15] === 0 || localRay.direction.lengthSq() === 0) return;
    checkRay('MeshBVH.raycastObject3D', localRay, raycaster.near, raycaster.far);
    worldScale.setFromMatrixScale(matrix);
    const scale = localRay.direction.clone().multiply(worldScale).length();
    const many = Array.isArray(material);
    const side = many ? DoubleSide : sideOf('MeshBVH.raycastObject3D', material);
    const near = raycaster.near / scale, far = raycaster.far / scale;
    const first = raycaster.firstHitOnly === true && !many;
    const hits = first ? [this.firstHit(localRay, side, near, far)] : this.allHits(localRay, side, near, far);
    const found = [];
    for (const hit of hits) {
      if (hit === null) continue;
      if (many && !this.seen(localRay, hit.faceIndex, material[hit.face.materialIndex]?.side ?? 0)) continue;
      hit.point.applyMatrix4(matrix);
      hit.distance = hit.point.distanceTo(raycaster.ray.origin);
      hit.object = object;
      if (hit.distance >= raycaster.near && hit.distance <= raycaster.far) found.push(hit);
    }
    if (raycaster.firstHitOnly === true) found.length = Math.min(found.length, 1);
    intersects.push(...found);
  }

  // --- two geometries; the matrix takes the other one into the frame of this ---

  // The tree of another geometry: its boundsTree, or one that is kept for the next query.
  treeOf(call, other) {
    checkGeometry(call, 'other', other);
    const { boundsTree } = other;
    if (boundsTree instanceof MeshBVH && boundsTree.geometry === other && boundsTree.drawn.range === null) {
      boundsTree.update();
      return boundsTree;
    }
    return keptTrees.get(this.graze).get(other, (geometry) => new MeshBVH(geometry, { lazy: true }, this.graze));
  }

  /** Do the surfaces of two geometries meet? Exactly. */
  intersectsGeometry(other, matrix = undefined) {
    checkMatrix('MeshBVH.intersectsGeometry', matrix);
    const { shape } = this.treeOf('MeshBVH.intersectsGeometry', other);
    this.update();
    if (this.shape === null || shape === null) return false;
    return this.graze.meets(this.body, { shape, pose: matrix });
  }
  intersectsBox(box, matrix = undefined) {
    if (box?.isBox3 !== true || !isVector(box.min) || !isVector(box.max)) {
      if (box?.isBox3 === true && box.isEmpty()) return false;
      wrongType('MeshBVH.intersectsBox', 'box', 'a Box3 of finite numbers', box);
    }
    checkMatrix('MeshBVH.intersectsBox', matrix);
    this.update();
    if (this.shape === null || box.isEmpty()) return false;
    const { shape, pose } = this.bodyOfBox(box, matrix);
    try {
      return this.graze.meets(this.body, { shape, pose });
    } finally {
      shape.dispose();
    }
  }
  // A box about its centre, which is quick; where that is flat or would be rounded, the hull of its vertices.
  bodyOfBox(box, matrix) {
    const { min, max } = box;
    const centre = box.getCenter(new Vector3()), half = box.getSize(new Vector3()).multiplyScalar(0.5);
    const exact = (k) => half[k] > 0 && centre[k] - half[k] === min[k] && centre[k] + half[k] === max[k];
    if (exact('x') && exact('y') && exact('z')) {
      const pose = new Matrix4().makeTranslation(centre);
      return { shape: this.graze.box(half.toArray()), pose: matrix === undefined ? pose : pose.premultiply(matrix) };
    }
    const corners = new Float64Array(24);
    for (let i = 0; i < 8; ++i)
      corners.set([i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z], 3 * i);
    return { shape: this.graze.convex(corners), pose: matrix };
  }
  intersectsSphere(sphere) {
    if (sphere?.isSphere !== true || !isVector(sphere.center))
      wrongType('MeshBVH.intersectsSphere', 'sphere', 'a Sphere of finite numbers', sphere);
    finite('MeshBVH.intersectsSphere', 'sphere.radius', sphere.radius);
    this.update();
    if (this.shape === null || sphere.radius < 0) return false;
    const shape = sphere.radius === 0 ? this.graze.point() : this.graze.sphere(sphere.radius);
    try {
      return this.graze.meets(this.body, { shape, pose: { translation: sphere.center.toArray() } });
    } finally {
      shape.dispose();
    }
  }

  closestPointToPoint(point, target = {}, _minThreshold = 0, maxThreshold = Infinity) {
    const call = 'MeshBVH.closestPointToPoint';
    checkPoint(call, 'point', point);
    object(call, 'target', target);
    limit(call, 'maxThreshold', maxThreshold);
    this.update();
    if (this.shape === null) return null;
    this.point ??= this.graze.point();
    const result = this.graze.distance(
      this.body, { shape: this.point, pose: { translation: point.toArray() } }, { max: maxThreshold });
    if (result.status !== 'ok') throw new Error(`${call}: ${result.status}`);
    if (result.beyond) return null;
    target.point = (target.point ?? new Vector3()).fromArray(result.pointA);
    target.distance = result.distance;
    target.faceIndex = this.drawn.number(result.featureA.triangle);
    return target;
  }

  closestPointToGeometry(other, matrix, target1 = {}, target2 = {}, _minThreshold = 0, maxThreshold = Infinity) {
    const call = 'MeshBVH.closestPointToGeometry';
    checkMatrix(call, matrix);
    object(call, 'target1', target1);
    if (target2 !== null) object(call, 'target2', target2);
    limit(call, 'maxThreshold', maxThreshold);
    const tree = this.treeOf(call, other);
    this.update();
    if (this.shape === null || tree.shape === null) return null;
    const result = this.graze.distance(this.body, { shape: tree.shape, pose: matrix }, { max: maxThreshold });
    if (result.status !== 'ok') throw new Error(`${call}: ${result.status}`);
    if (result.beyond) return null;
    target1.point = (target1.point ?? new Vector3()).fromArray(result.pointA);
    target1.distance = result.distance;
    target1.faceIndex = this.drawn.number(result.featureA.triangle);
    if (target2) {
      if (matrix === undefined) inverse.identity();
      else inverse.copy(matrix).invert();
      target2.point = (target2.point ?? new Vector3()).fromArray(result.pointB).applyMatrix4(inverse);
      target2.distance = toOther.fromArray(result.pointA).applyMatrix4(inverse).distanceTo(target2.point);
      target2.faceIndex = tree.drawn.number(result.featureB.triangle);
    }
    return target1;
  }

  // --- what users ask by functions of their own ---

  /** Walks a plain tree of boxes, which is built by the first call (and the first after a change). */
  shapecast(callbacks) {
    const call = 'MeshBVH.shapecast';
    settings(call, object(call, 'callbacks', callbacks), castFields, 'callbacks');
    if (typeof callbacks.intersectsBounds !== 'function')
      wrongType(call, 'callbacks.intersectsBounds', 'a function', callbacks.intersectsBounds);
    this.update();
    this.bounds ??= new Bounds(this.drawn);
    return this.bounds.shapecast(callbacks);
  }
}
