// graze-wasm/three: the calls of three-mesh-bvh that people use, answered by graze. The index of a geometry is left as
// it is: triangles have the numbers that they have in the geometry. docs/web.md has the differences.
import { BackSide, Box3, DoubleSide, Matrix4, Mesh, Ray, Vector2, Vector3 } from 'three';
import { Bounds } from './bounds.js';

let graze = null;

/** Which instance of graze (of init()) the adapter asks; call it once before anything else. */
export function useGraze(instance) {
  graze = instance;
}

const plainRaycast = Mesh.prototype.raycast;
const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
const inverse = new Matrix4();
const localRay = new Ray();
const worldScale = new Vector3();
const a = new Vector3(), b = new Vector3(), c = new Vector3(), toOther = new Vector3();

function sidesOf(material) {
  return material?.isMaterial ? material.side : material ?? 0;
}

export class MeshBVH {
  constructor(geometry, { lazy = false } = {}) {
    if (graze === null) throw new Error('graze-wasm/three: call useGraze(await init()) first');
    if (!geometry.isBufferGeometry) throw new Error('MeshBVH: a BufferGeometry is needed');
    this.graze = graze;
    this.geometry = geometry;
    this.shape = graze.mesh(this.positions(), this.corners());
    this.body = { shape: this.shape, pose: identity };
    this.point = null;
    this.bounds = null;
    const { index } = geometry;
    this.indices = index && !index.isInterleavedBufferAttribute ? index.array : null;
    if (!lazy) this.grow(false);
  }

  // Builds the tree of rays, or that of pairs, which the first query of two geometries builds otherwise.
  grow(pairs) {
    const { module } = this.graze;
    module.must(module.exports.grow(this.shape.need(), pairs ? 1 : 0, pairs ? 0 : 1));
  }

  /** Gives the memory in the module back. */
  dispose() {
    this.shape.dispose();
    this.point?.dispose();
    this.point = null;
  }

  // Three numbers a vertex: the very array where it is plain, as most are.
  positions() {
    const attribute = this.geometry.attributes.position;
    const { array } = attribute;
    if (!attribute.isInterleavedBufferAttribute && !attribute.normalized && attribute.itemSize === 3 &&
        (array instanceof Float32Array || array instanceof Float64Array))
      return array.length === 3 * attribute.count ? array : array.subarray(0, 3 * attribute.count);
    const list = new Float64Array(3 * attribute.count);
    for (let i = 0; i < attribute.count; ++i)
      list.set([attribute.getX(i), attribute.getY(i), attribute.getZ(i)], 3 * i);
    return list;
  }
  corners() {
    const { index } = this.geometry;
    if (!index) return null;
    return index.array instanceof Uint32Array ? index.array : Uint32Array.from(index.array);
  }
  corner(triangle, k) {
    if (this.indices !== null) return this.indices[3 * triangle + k];
    const { index } = this.geometry;
    return index ? index.getX(3 * triangle + k) : 3 * triangle + k;
  }
  readTriangle(triangle) {
    const { position } = this.geometry.attributes;
    a.fromBufferAttribute(position, this.corner(triangle, 0));
    b.fromBufferAttribute(position, this.corner(triangle, 1));
    c.fromBufferAttribute(position, this.corner(triangle, 2));
  }

  /** After the positions were changed in place. */
  refit() {
    const old = this.shape;
    this.shape = old.refitted(this.positions());
    this.body.shape = this.shape;
    this.bounds = null;
    old.dispose();
  }

  getBoundingBox(target = new Box3()) {
    const { min, max } = this.shape.bounds;
    target.min.fromArray(min);
    target.max.fromArray(max);
    return target;
  }

  // --- rays, in the frame of the geometry ---

  // What three.js says of a hit.
  intersection(ray, t, triangle, barycoord, normal) {
    const { indices, geometry } = this;
    const first = 3 * triangle;
    const i = indices !== null ? indices[first] : this.corner(triangle, 0);
    const j = indices !== null ? indices[first + 1] : this.corner(triangle, 1);
    const k = indices !== null ? indices[first + 2] : this.corner(triangle, 2);
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
    this.readTriangle(triangle);
    const toward = b.sub(a).cross(c.sub(a)).dot(ray.direction);
    return side === BackSide ? toward >= 0 : toward <= 0;
  }

  raycast(ray, material = 0, near = 0, far = Infinity) {
    const side = sidesOf(material);
    const length = ray.direction.length();
    const { hits } = this.graze.ray(this.body, ray.origin.toArray(), ray.direction.toArray(), {
      want: 'all', max: Number.isFinite(far) ? far / length : Number.MAX_VALUE,
    });
    const found = [];
    for (const { t, triangle, barycentric, normal } of hits)
      if (t * length >= near && this.seen(ray, triangle, side))
        found.push(this.intersection(ray, t, triangle, new Vector3(...barycentric), new Vector3(...normal)));
    return found;
  }

  raycastFirst(ray, material = 0, near = 0, far = Infinity) {
    const { module } = this.graze;
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
    const triangle = module.exports.ray_first(this.shape.need(), 8 * at);
    if (triangle < 0) return null;
    module.look();
    ({ f64 } = module);
    const t = f64[at];
    const side = sidesOf(material);
    if ((near > 0 && t * direction.length() < near) || (side !== DoubleSide && !this.seen(ray, triangle, side)))
      return this.raycast(ray, material, near, far)[0] ?? null;
    return this.intersection(ray, t, triangle,
      new Vector3(f64[at + 1], f64[at + 2], f64[at + 3]), new Vector3(f64[at + 4], f64[at + 5], f64[at + 6]));
  }

  // For a mesh in the world, as Mesh.raycast() is asked.
  raycastObject3D(object, raycaster, intersects) {
    const { material } = object;
    if (material === undefined) return;
    inverse.copy(object.matrixWorld).invert();
    localRay.copy(raycaster.ray).applyMatrix4(inverse);
    worldScale.setFromMatrixScale(object.matrixWorld);
    const scale = localRay.direction.clone().multiply(worldScale).length();
    const sides = Array.isArray(material) ? DoubleSide : material;
    const near = raycaster.near / scale, far = raycaster.far / scale;
    const first = raycaster.firstHitOnly === true && !Array.isArray(material);
    const hits = first ? [this.raycastFirst(localRay, sides, near, far)] : this.raycast(localRay, sides, near, far);
    const found = [];
    for (const hit of hits) {
      if (hit === null) continue;
      if (Array.isArray(material) && !this.seen(localRay, hit.faceIndex, material[hit.face.materialIndex]?.side ?? 0))
        continue;
      hit.point.applyMatrix4(object.matrixWorld);
      hit.distance = hit.point.distanceTo(raycaster.ray.origin);
      hit.object = object;
      if (hit.distance >= raycaster.near && hit.distance <= raycaster.far) found.push(hit);
    }
    if (raycaster.firstHitOnly === true) found.length = Math.min(found.length, 1);
    intersects.push(...found);
  }

  // --- two geometries; the matrix takes the other one into the frame of this ---

  /** Do the surfaces of two geometries meet? Exactly. */
  intersectsGeometry(other, matrix) {
    return this.graze.meets(this.body, { shape: treeOf(other).shape, pose: matrix });
  }
  intersectsBox(box, matrix) {
    const centre = box.getCenter(new Vector3());
    const half = box.getSize(new Vector3()).multiplyScalar(0.5);
    const shape = this.graze.box(half.toArray());
    try {
      const pose = new Matrix4().copy(matrix).multiply(new Matrix4().makeTranslation(centre));
      return this.graze.meets(this.body, { shape, pose });
    } finally {
      shape.dispose();
    }
  }
  intersectsSphere(sphere) {
    const shape = this.graze.sphere(sphere.radius);
    try {
      return this.graze.meets(this.body, { shape, pose: { translation: sphere.center.toArray() } });
    } finally {
      shape.dispose();
    }
  }

  closestPointToPoint(point, target = {}, _minThreshold = 0, maxThreshold = Infinity) {
    this.point ??= this.graze.point();
    const result = this.graze.distance(
      this.body, { shape: this.point, pose: { translation: point.toArray() } }, { max: maxThreshold });
    if (result.status !== 'ok' || result.beyond) return null;
    target.point = (target.point ?? new Vector3()).fromArray(result.pointA);
    target.distance = result.distance;
    target.faceIndex = result.featureA.triangle;
    return target;
  }

  closestPointToGeometry(other, matrix, target1 = {}, target2 = {}, _minThreshold = 0, maxThreshold = Infinity) {
    const result = this.graze.distance(
      this.body, { shape: treeOf(other).shape, pose: matrix }, { max: maxThreshold });
    if (result.status !== 'ok' || result.beyond) return null;
    target1.point = (target1.point ?? new Vector3()).fromArray(result.pointA);
    target1.distance = result.distance;
    target1.faceIndex = result.featureA.triangle;
    if (target2) {
      inverse.copy(matrix).invert();
      target2.point = (target2.point ?? new Vector3()).fromArray(result.pointB).applyMatrix4(inverse);
      target2.distance = toOther.fromArray(result.pointA).applyMatrix4(inverse).distanceTo(target2.point);
      target2.faceIndex = result.featureB.triangle;
    }
    return target1;
  }

  // --- what users ask by functions of their own ---

  /** Walks a plain tree of boxes, which is built by the first call (and the first after refit()). */
  shapecast(callbacks) {
    this.bounds ??= new Bounds(this.geometry);
    return this.bounds.shapecast(callbacks);
  }
}

// The tree of a geometry: its boundsTree, or one that is kept as long as the geometry lives.
const kept = new WeakMap();
function treeOf(geometry) {
  if (geometry.boundsTree instanceof MeshBVH) return geometry.boundsTree;
  let tree = kept.get(geometry);
  if (tree === undefined) {
    tree = new MeshBVH(geometry);
    kept.set(geometry, tree);
  }
  return tree;
}

/** For Mesh.prototype.raycast. */
export function acceleratedRaycast(raycaster, intersects) {
  const tree = this.geometry.boundsTree;
  if (tree) tree.raycastObject3D(this, raycaster, intersects);
  else plainRaycast.call(this, raycaster, intersects);
}
/** For BufferGeometry.prototype. */
export function computeBoundsTree(options = {}) {
  this.boundsTree = new MeshBVH(this, options);
  return this.boundsTree;
}
export function disposeBoundsTree() {
  this.boundsTree?.dispose();
  this.boundsTree = null;
}
export { CONTAINED, INTERSECTED, NOT_INTERSECTED } from './bounds.js';
