// graze-wasm/three: the calls of three-mesh-bvh that people use, answered by graze.
import type {
  BatchedMesh, Box3, BufferGeometry, Intersection, Material, Matrix4, Object3D, Ray, Raycaster, Side, Sphere, Triangle,
  Vector3,
} from 'three';
import type { Graze } from './index.js';

export function useGraze(instance: Graze): void;

export interface HitPoint { point: Vector3; distance: number; faceIndex: number }
export interface Shapecast {
  intersectsBounds(box: Box3, isLeaf: boolean, score: number | undefined, depth: number, node: number): boolean | number;
  intersectsTriangle?(triangle: Triangle, index: number, contained: boolean, depth: number): boolean | void;
  intersectsRange?(
    offset: number, count: number, contained: boolean, depth: number, node: number, box: Box3): boolean;
  boundsTraverseOrder?(box: Box3): number;
}
export interface MeshBVHOptions {
  /** Builds the tree by the first query. */
  lazy?: boolean;
  /** In place of the draw range of the geometry; in vertices, or indices where there are some. */
  range?: { start: number; count: number } | null;
  /** Options of three-mesh-bvh that change no answer: they are taken, and do nothing. */
  strategy?: number; maxDepth?: number; maxLeafSize?: number; maxLeafTris?: number; targetLeafSize?: number;
  indirect?: boolean; verbose?: boolean; setBoundingBox?: boolean; useSharedArrayBuffer?: boolean;
}
/** What the geometry draws: its draw range, and of groups what is in one. Queries see changes as three.js does, by versions. */
export class MeshBVH {
  constructor(geometry: BufferGeometry, options?: MeshBVHOptions);
  readonly geometry: BufferGeometry;
  readonly disposed: boolean;
  dispose(): void;
  /** Needed only where positions were changed in place without `needsUpdate`. */
  refit(): void;
  getBoundingBox(target?: Box3): Box3;
  raycast(ray: Ray, material?: Material | Side, near?: number, far?: number): Intersection[];
  raycastFirst(ray: Ray, material?: Material | Side, near?: number, far?: number): Intersection | null;
  raycastObject3D(object: Object3D, raycaster: Raycaster, intersects: Intersection[]): void;
  intersectsGeometry(geometry: BufferGeometry, matrix?: Matrix4): boolean;
  intersectsBox(box: Box3, matrix?: Matrix4): boolean;
  intersectsSphere(sphere: Sphere): boolean;
  closestPointToPoint(
    point: Vector3, target?: Partial<HitPoint>, minThreshold?: number, maxThreshold?: number): HitPoint | null;
  closestPointToGeometry(
    geometry: BufferGeometry, matrix: Matrix4 | undefined, target1?: Partial<HitPoint>, target2?: Partial<HitPoint>,
    minThreshold?: number, maxThreshold?: number): HitPoint | null;
  shapecast(callbacks: Shapecast): boolean;
}
export const NOT_INTERSECTED: 0;
export const INTERSECTED: 1;
export const CONTAINED: 2;
export function acceleratedRaycast(this: Object3D, raycaster: Raycaster, intersects: Intersection[]): void;
export function computeBoundsTree(this: BufferGeometry, options?: MeshBVHOptions): MeshBVH;
export function disposeBoundsTree(this: BufferGeometry): void;
/** The tree of one geometry of a batch; without an index, or with -1, those of all. */
export function computeBatchedBoundsTree(
  this: BatchedMesh, index?: number, options?: MeshBVHOptions): MeshBVH | (MeshBVH | null)[];
export function disposeBatchedBoundsTree(this: BatchedMesh, index?: number): void;
