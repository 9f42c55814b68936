// graze-wasm/three: the calls of three-mesh-bvh that people use, answered by graze. docs/web.md has the differences.
export { MeshBVH, useGraze } from './mesh_bvh.js';
export {
  acceleratedRaycast, computeBatchedBoundsTree, computeBoundsTree, disposeBatchedBoundsTree, disposeBoundsTree,
} from './raycast.js';
export { CONTAINED, INTERSECTED, NOT_INTERSECTED } from './bounds.js';
