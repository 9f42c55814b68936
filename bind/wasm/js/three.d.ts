// graze-wasm/three: the calls of three-mesh-bvh that people use, answered by graze.
import type {
  Box3, BufferGeometry, Intersection, Material, Matrix4, Object3D, Ray, Raycaster, Side, Sphere, Triangle, Vector3,
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
export class MeshBVH {
  constructor(geometry: BufferGeometry, options?: { lazy?: boolean });
  readonly geometry: BufferGeometry;
  dispose(): void;
  refit(): void;
  getBoundingBox(target?: Box3): Box3;
  raycast(ray: Ray, material?: Material | Side, near?: number, far?: number): Intersection[];
  raycastFirst(ray: Ray, material?: Material | Side, near?: number, far?: number): Intersection | null;
  raycastObject3D(object: Object3D, raycaster: Raycaster, intersects: Intersection[]): void;
  intersectsGeometry(geometry: BufferGeometry, matrix: Matrix4): boolean;
  intersectsBox(box: Box3, matrix: Matrix4): boolean;
  intersectsSphere(sphere: Sphere): boolean;
  closestPointToPoint(
    point: Vector3, target?: Partial<HitPoint>, minThreshold?: number, maxThreshold?: number): HitPoint | null;
  closestPointToGeometry(
    geometry: BufferGeometry, matrix: Matrix4, target1?: Partial<HitPoint>, target2?: Partial<HitPoint>,
    minThreshold?: number, maxThreshold?: number): HitPoint | null;
  shapecast(callbacks: Shapecast): boolean;
}
export const NOT_INTERSECTED: 0;
export const INTERSECTED: 1;
export const CONTAINED: 2;
export function acceleratedRaycast(this: Object3D, raycaster: Raycaster, intersects: Intersection[]): void;
export function computeBoundsTree(this: BufferGeometry, options?: { lazy?: boolean }): MeshBVH;
export function disposeBoundsTree(this: BufferGeometry): void;
