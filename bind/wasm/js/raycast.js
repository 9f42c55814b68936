// What users assign to prototypes of three.js: raycasts of meshes by their trees, and trees of geometries and batches.
import { BatchedMesh, InstancedMesh, Matrix4, Mesh, SkinnedMesh } from 'three';
import { whole, wrongType } from './check.js';
import { MeshBVH } from './mesh_bvh.js';

const plain = {
  mesh: Mesh.prototype.raycast, instanced: InstancedMesh.prototype.raycast, skinned: SkinnedMesh.prototype.raycast,
  batched: BatchedMesh.prototype.raycast,
};
const matrix = new Matrix4();

function plainRaycast(mesh) {
  return mesh.isBatchedMesh ? plain.batched : mesh.isInstancedMesh ? plain.instanced
    : mesh.isSkinnedMesh ? plain.skinned : plain.mesh;
}
// Vertices of skins and of morph targets are not those of the geometry.
function deformed(mesh) {
  return mesh.isSkinnedMesh === true ||
    (mesh.geometry.morphAttributes.position !== undefined && mesh.morphTargetInfluences?.some((weight) => weight !== 0) === true);
}

/** For Mesh.prototype.raycast, and BatchedMesh.prototype.raycast. */
export function acceleratedRaycast(raycaster, intersects) {
  if (this?.isMesh !== true) wrongType('acceleratedRaycast', 'this', 'a Mesh', this);
  if (this.isBatchedMesh === true && this.boundsTrees) raycastBatch(this, raycaster, intersects);
  else if (this.isBatchedMesh !== true && this.geometry.boundsTree && !deformed(this))
    this.geometry.boundsTree.raycastObject3D(this, raycaster, intersects);
  else plainRaycast(this).call(this, raycaster, intersects);
}

// The instances of a batch that are visible, each by the tree of its geometry.
function raycastBatch(batch, raycaster, intersects) {
  if (batch.material === undefined) return;
  batch._instanceInfo.forEach(({ active, visible, geometryIndex }, batchId) => {
    if (!active || !visible) return;
    const tree = treeOfBatch(batch, geometryIndex);
    const before = intersects.length;
    tree.castAt(batch, batch.getMatrixAt(batchId, matrix).premultiply(batch.matrixWorld), raycaster, intersects);
    for (let i = before; i < intersects.length; ++i) intersects[i].batchId = batchId;
  });
}
// A geometry of a batch may be replaced, and moved in the buffers that all of them share.
function treeOfBatch(batch, id, options = {}) {
  const { start, count } = batch._geometryInfo[id];
  const tree = batch.boundsTrees[id];
  if (tree && !tree.disposed && tree.geometry === batch.geometry && tree.drawn.range.start === start && tree.drawn.range.count === count) {
    tree.update();
    return tree;
  }
  tree?.dispose();
  batch.boundsTrees[id] = new MeshBVH(batch.geometry, { ...options, range: { start, count } });
  return batch.boundsTrees[id];
}

/** For BufferGeometry.prototype.computeBoundsTree. */
export function computeBoundsTree(options = undefined) {
  this.boundsTree?.dispose?.();
  this.boundsTree = new MeshBVH(this, options);
  return this.boundsTree;
}
/** For BufferGeometry.prototype.disposeBoundsTree. */
export function disposeBoundsTree() {
  this.boundsTree?.dispose();
  this.boundsTree = null;
}

/** For BatchedMesh.prototype.computeBoundsTree: the tree of one geometry, or of all of them with -1. */
export function computeBatchedBoundsTree(id = -1, options = {}) {
  if (this?.isBatchedMesh !== true) wrongType('computeBatchedBoundsTree', 'this', 'a BatchedMesh', this);
  whole('computeBatchedBoundsTree', 'index', id, -1, this._geometryInfo.length - 1);
  this.boundsTrees ??= [];
  const build = (one) => {
    this.boundsTrees[one]?.dispose();
    return treeOfBatch(this, one, options);
  };
  if (id >= 0) return build(id);
  this._geometryInfo.forEach(({ active }, one) => active && build(one));
  return this.boundsTrees;
}
/** For BatchedMesh.prototype.disposeBoundsTree. */
export function disposeBatchedBoundsTree(id = -1) {
  const drop = (one) => {
    this.boundsTrees[one]?.dispose();
    this.boundsTrees[one] = null;
  };
  if (id >= 0) drop(id);
  else this.boundsTrees?.forEach((_, one) => drop(one));
}
