// graze-wasm: see docs/web.md for the tour, and README.md for the first steps.

/** Three numbers. */
export type Vector = readonly [number, number, number] | ArrayLike<number>;
/** Nothing is the identity; 16 numbers are a matrix column by column; 12 its first three rows. */
export type Pose =
  | null
  | undefined
  | ArrayLike<number>
  | { readonly elements: ArrayLike<number> }
  | { translation?: Vector; rotation?: ArrayLike<number>; scale?: Vector };
/** A shape, and where it is; `path` and `remark` are the labels of a Part. Another field is an error. */
export interface Body { shape: Shape; pose?: Pose; path?: string; remark?: string }
/** Twelve numbers a pose, or a list of poses. */
export type Poses = ArrayLike<number> | readonly Pose[];

export type Status =
  | 'ok' | 'invalid' | 'out_of_range' | 'unsupported' | 'undecided' | 'out_of_memory' | 'budget' | 'internal';
export type Answer = 'no' | 'yes' | 'unknown';
export type PairClass = 'clear' | 'touching' | 'overlapping' | 'enclosed' | 'encloses' | 'equal' | 'unknown';
export type Where = 'outside' | 'on' | 'inside' | 'unknown';
export type ClashClass = 'overlapping' | 'enclosed' | 'duplicate' | 'touching' | 'clearance';

/** The part of a triangle that a point is on. */
export interface Feature { kind: 'vertex' | 'edge' | 'face' | 'solid'; index: number; triangle: number; tag: number }
export interface CollideResult {
  status: Status; answer: Answer; complete: boolean; lower: number; upper: number;
  /** With `all`: two numbers a pair, the triangle of a and that of b. */
  pairs?: Uint32Array;
}
export interface DistanceResult {
  status: Status;
  /** |distance - true| <= bound. */
  distance: number; bound: number; lower: number; upper: number;
  pointA: number[]; pointB: number[]; pointBound: number; normal: number[];
  featureA: Feature; featureB: Feature;
  /** Farther apart than `max`: only `lower` is known. */
  beyond: boolean;
}
export interface RayHit {
  t: number; triangle: number; tag: number; barycentric: number[]; normal: number[]; point: number[];
}
export interface RayResult { status: Status; answer: Answer; hit: RayHit | null; hits?: RayHit[] }
export interface ClassifyResult { status: Status; class: PairClass }
export interface PenetrationResult { status: Status; vector: number[]; depth: number; lower: number; inside: number[] }
export interface Contact {
  point: number[]; normal: number[]; depth: number; bound: number; crossing: boolean; patch: number;
  featureA: Feature; featureB: Feature;
}
export interface ContactResult { status: Status; answer: Answer; pointBound: number; contacts: Contact[] }
export interface Turn { origin?: Vector; axis: Vector; angle: number }
/** Both a translation and a rotation: one after the other, or with `together` at once. */
export interface Motion {
  kind?: string;
  translation?: Vector;
  rotation?: Turn;
  together?: boolean;
  screw?: Turn & { advance: number };
  origin?: Vector; axis?: Vector; angle?: number; advance?: number;
}
export interface MoveResult {
  status: Status; answer: Answer; start: 'clear' | 'in_zone' | 'touching' | 'overlapping' | 'unknown';
  /** No contact before `lower`, contact by `upper`: parts of the phase, from 0 to 1. */
  phase: number; lower: number; upper: number; proven: boolean; gap: number;
  stopped: boolean; stopPhase: number; fraction: number; expel: number; pose: number[];
  contact: { point: number[]; normal: number[]; moving: Feature; other: Feature; body: number } | null;
}
export interface Part { path: string; remark: string; shape: Shape; pose: number[] }
export interface Assembly {
  parts: Part[]; skipped: { path: string; reason: string }[]; metresPerUnit: number; up: 'unknown' | 'y' | 'z';
  resolution: number;
}
export interface Clash {
  a: number; b: number; id: string; class: ClashClass; aIsInside: boolean; distance: number; bound: number;
  point: number[]; normal: number[];
}
export interface CheckResult {
  complete: boolean; candidates: number; checked: number; clashes: Clash[];
  undecided: { a: number; b: number; reason: string }[];
}
export interface ShapeOptions { solid?: boolean; margin?: number }

export class Shape {
  readonly form: string;
  readonly triangleCount: number;
  readonly solid: boolean;
  readonly margin: number;
  readonly memory: number;
  readonly bounds: { min: number[]; max: number[] };
  readonly disposed: boolean;
  prepare(settings?: { pairs?: boolean; rays?: boolean }): this;
  triangles(): Float64Array;
  withMargin(margin: number): Shape;
  asSolid(): Shape;
  refitted(vertices: Numbers): Shape;
  dispose(): void;
}

export class World {
  add(key: number, body: Body, settings?: { fixed?: boolean }): void;
  move(key: number, pose: Pose): void;
  remove(key: number): void;
  step(settings?: { range?: number }): {
    status: Status;
    pairs: { a: number; b: number; status: Status; touching: Answer; distance: number }[];
    events: { kind: 'begin' | 'persist' | 'end'; a: number; b: number }[];
  };
  ray(origin: Vector, direction: Vector, settings?: { max?: number }): {
    status: Status; answer: Answer;
    hit: { key: number; t: number; triangle: number; normal: number[]; point: number[] } | null;
  };
  overlaps(body: Body): { status: Status; answer: Answer; keys: number[] };
  nearest(body: Body, k?: number): { status: Status; objects: { key: number; distance: number; bound: number }[] };
  dispose(): void;
}

export interface ProbeResult {
  /** 'budget': the shadow went as far as the work allowed; any other but 'ok': it stays, and the forces are 0. */
  status: Status; touching: Answer; snapped: boolean; steps: number;
  /** Twelve numbers: clear of all bodies. */
  shadow: number[]; force: number[]; torque: number[];
  contacts: { point: number[]; normal: number[]; body: number; feature: Feature }[];
}
export class Probe {
  readonly gap: number;
  readonly radius: number;
  tick(hand: NonNullable<Pose>, bodies: Body[]): ProbeResult;
  place(shadow: NonNullable<Pose>): void;
  dispose(): void;
}

type Numbers = ArrayLike<number> | ArrayLike<Vector>;

/**
 * Wrong arguments throw a TypeError or RangeError that names the call, the argument and what is expected: missing, not
 * finite, of another length or type, a shape of another instance, a field that there is not.
 */
export class Graze {
  readonly version: string;
  readonly instructionSet: 'simd128' | 'scalar';
  dispose(): void;

  mesh(vertices: Numbers, triangles?: Numbers | null, options?: ShapeOptions): Shape;
  polyhedron(vertices: Numbers, faces: ArrayLike<ArrayLike<number>>, options?: { margin?: number }): Shape;
  strip(vertices: Numbers, indices: ArrayLike<number>, options?: ShapeOptions): Shape;
  fan(vertices: Numbers, indices: ArrayLike<number>, options?: ShapeOptions): Shape;
  terrain(rows: number, columns: number, spacing: ArrayLike<number>, heights: ArrayLike<number>): Shape;
  convex(vertices: Numbers): Shape;
  box(half: Vector): Shape;
  sphere(radius: number): Shape;
  capsule(radius: number, half: number): Shape;
  cylinder(radius: number, half: number): Shape;
  cone(radius: number, half: number): Shape;
  ellipsoid(radii: Vector): Shape;
  halfspace(normal: Vector, offset: number): Shape;
  segment(p: Vector, q: Vector): Shape;
  point(): Shape;
  compound(parts: Body[]): Shape;

  collide(a: Body, b: Body, settings?: { all?: boolean; maxResults?: number }): CollideResult;
  meets(a: Body, b: Body): boolean;
  collidePoses(a: Body, shape: Shape, poses: Poses): Uint8Array;
  distance(a: Body, b: Body, settings?: { max?: number }): DistanceResult;
  distancePoses(a: Body, shape: Shape, poses: Poses): Float64Array;
  ray(body: Body, origin: Vector, direction: Vector,
    settings?: { max?: number; want?: 'closest' | 'any' | 'all' }): RayResult;
  /** Seven numbers a ray: origin, direction and max. */
  rays(body: Body, lines: Numbers): { t: Float64Array; triangle: Int32Array };
  classify(a: Body, b: Body, settings?: { tolerance?: number }): ClassifyResult;
  within(a: Body, b: Body, tolerance: number): { status: Status; answer: Answer };
  inside(body: Body, point: Vector): { status: Status; where: Where };
  penetration(a: Body, b: Body, settings?: { effort?: number; budget?: number }): PenetrationResult;
  contacts(a: Body, b: Body,
    settings?: { tolerance?: number; reduce?: boolean; budget?: number }): ContactResult;
  move(body: Body, motion: Motion, others: (Body & { motion?: Motion })[],
    settings?: { tolerance?: number; expel?: number; budget?: number }): MoveResult;
  motionBetween(from: Pose, to: Pose): Motion;
  poseAt(pose: Pose, motion: Motion, time: number, phase?: number): number[];

  probe(tool: Body, settings?: {
    stiffness?: number; largestForce?: number; largestChange?: number; gap?: number; budget?: number;
  }): Probe;

  read(bytes: ArrayBuffer | Uint8Array, name: string, settings?: { allowIncomplete?: boolean }): Assembly;
  check(parts: { path?: string; shape: Shape; pose?: Pose }[], settings?: {
    tolerance?: number; clearance?: number; contact?: number; most?: number;
    progress?: ((done: number, candidates: number) => boolean | void) | null;
  }): CheckResult;
  world(): World;
}

export interface InitOptions {
  /** Where the module is, its bytes, or the compiled module. */
  wasm?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
  /** Whether to take the module with SIMD; the default is what the engine has. */
  simd?: boolean;
}
/** Loads the library. The result is an instance with a memory of its own. */
export function init(options?: InitOptions): Promise<Graze>;
/** Does this engine have WebAssembly with SIMD of 128 bits? */
export function hasSimd(): boolean;
