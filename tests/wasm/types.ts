// Every call of graze-wasm as a program in TypeScript: types_test.mjs compiles it with the declarations of the package,
// and runs it, so that what is declared is also what comes.
import {
  BatchedMesh, BoxGeometry, BufferGeometry, DoubleSide, Matrix4, Mesh, MeshBasicMaterial, Ray, Raycaster, Sphere, Vector3, Box3,
} from 'three';
import { Graze, hasSimd, init, Probe, Shape, World } from 'graze-wasm';
import type {
  Answer, Assembly, Body, CheckResult, ClassifyResult, CollideResult, ContactResult, DistanceResult, Motion,
  MoveResult, PenetrationResult, Pose, ProbeResult, RayResult, Status,
} from 'graze-wasm';
import { init as initSmall } from 'graze-wasm/small';
import {
  acceleratedRaycast, computeBatchedBoundsTree, computeBoundsTree, CONTAINED, disposeBatchedBoundsTree, disposeBoundsTree,
  INTERSECTED, MeshBVH, NOT_INTERSECTED, useGraze,
} from 'graze-wasm/three';

function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(`types: ${what}`);
}
const numbers = (list: ArrayLike<number>, count: number) =>
  must(list.length === count && Array.from(list).every((n) => typeof n === 'number'), `${count} numbers`);

const simd: boolean = hasSimd();
const graze: Graze = await init({ simd });
must(typeof graze.version === 'string' && (graze.instructionSet === 'simd128') === simd, 'version');

// --- shapes ---
const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
const faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
const tetrahedron: Shape = graze.mesh(corners, faces, { solid: true });
const shapes: Shape[] = [
  tetrahedron, graze.mesh(new Float32Array(corners.flat()), new Uint32Array(faces.flat()), { margin: 0.1 }),
  graze.mesh(new Float64Array(9)), graze.polyhedron(corners, faces, { margin: 0 }),
  graze.strip(corners, [0, 1, 2, 3], { solid: false }), graze.fan(corners, new Int32Array([0, 1, 2, 3])),
  graze.terrain(2, 2, [1, 1], [0, 0, 0, 1]), graze.convex(corners), graze.sphere(1), graze.capsule(1, 1),
  graze.cylinder(1, 1), graze.cone(1, 1), graze.ellipsoid([1, 2, 3]), graze.halfspace([0, 0, 1], -5),
  graze.segment([0, 0, 0], [1, 0, 0]), graze.point(),
];
const box = graze.box([1, 1, 1]);
const forms: string[] = shapes.map((shape) => shape.form);
must(new Set(forms).size === forms.length - 1, 'forms');
must(tetrahedron.solid && tetrahedron.triangleCount === 4 && tetrahedron.margin === 0 && tetrahedron.memory > 0, 'shape');
numbers(tetrahedron.bounds.min, 3);
numbers(tetrahedron.bounds.max, 3);
numbers(tetrahedron.prepare({ pairs: true, rays: false }).triangles(), 36);
const padded = tetrahedron.withMargin(0.5);
must(!padded.disposed, 'disposed');
padded.dispose();
must(padded.disposed, 'disposed');
graze.mesh(corners, faces).asSolid().dispose();
tetrahedron.refitted(corners.flat()).dispose();

// --- bodies and verbs ---
const poses: Pose[] = [
  null, undefined, { translation: [1.5, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }, new Matrix4(),
  [1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0], new Float64Array(new Matrix4().elements),
];
const a: Body = { shape: box }, b: Body = { shape: box, pose: poses[2] };
for (const pose of poses) graze.meets(a, { shape: box, pose });
const both: Shape = graze.compound([a, { shape: box, pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 0, 0] }]);
const status: Status = 'ok', yes: Answer = 'yes';
const collided: CollideResult = graze.collide(a, b, { all: true, maxResults: 10 });
must(collided.status === status && collided.answer === yes, 'collide');
must(collided.pairs instanceof Uint32Array && typeof collided.complete === 'boolean', 'pairs');
must(graze.meets(a, b), 'meets');
numbers(graze.collidePoses(a, box, new Float64Array(24).fill(1)), 2);
numbers(graze.collidePoses(a, box, [new Matrix4(), { translation: [1, 0, 0] }, null]), 3);
const distance: DistanceResult = graze.distance(a, { shape: box, pose: { translation: [5, 0, 0] } }, { max: 10 });
must(distance.distance === 3 && distance.lower <= 3 && distance.upper >= 3 && distance.bound >= 0, 'distance');
numbers([...distance.pointA, ...distance.pointB, ...distance.normal, distance.pointBound], 10);
must(!distance.beyond && distance.featureA.kind === 'face' && distance.featureB.triangle >= 0, 'features');
numbers(graze.distancePoses(a, box, [1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0]), 2);
const ray: RayResult = graze.ray(a, [-5, 0, 0], [1, 0, 0], { max: 100, want: 'all' });
must(ray.hit !== null && ray.hits !== undefined && ray.hits.length === 2 && ray.answer === 'yes', 'ray');
if (ray.hit) numbers([ray.hit.t, ray.hit.triangle, ray.hit.tag, ...ray.hit.barycentric, ...ray.hit.normal, ...ray.hit.point], 12);
const rays: { t: Float64Array; triangle: Int32Array } = graze.rays(a, [-5, 0, 0, 1, 0, 0, 100]);
must(rays.t[0] === 4 && rays.triangle.length === 1, 'rays');
const classified: ClassifyResult = graze.classify(a, b, { tolerance: 0 });
must(classified.status === 'ok' && classified.class === 'overlapping', 'classify');
must(graze.within(a, b, 1).answer === 'yes', 'within');
must(graze.inside(a, [0, 0, 0]).where === 'inside', 'inside');
const depth: PenetrationResult = graze.penetration(a, b, { effort: 1, budget: 100000 });
numbers([...depth.vector, depth.depth, depth.lower, ...depth.inside], 8);
const touch: ContactResult = graze.contacts(a, b, { tolerance: 0, reduce: true, budget: 100000 });
must(touch.answer === 'yes' && touch.contacts.length > 0 && touch.pointBound >= 0, 'contacts');
for (const { point, normal, depth: deep, bound, crossing, patch, featureA, featureB } of touch.contacts) {
  numbers([...point, ...normal, deep, bound, patch, featureA.index, featureB.index], 11);
  must(typeof crossing === 'boolean', 'crossing');
}
const ways: Motion[] = [
  { translation: [-10, 0, 0] }, { rotation: { axis: [0, 0, 1], angle: 1 } },
  { translation: [0, 0, 1], rotation: { origin: [0, 0, 0], axis: [0, 0, 1], angle: 1 }, together: true },
  { screw: { axis: [0, 0, 1], angle: 1, advance: 1 } }, graze.motionBetween(null, { translation: [1, 2, 3] }),
];
for (const way of ways) numbers(graze.poseAt(null, way, 0.5, 0), 12);
const moved: MoveResult = graze.move(a, ways[0], [{ shape: box, pose: { translation: [-5, 0, 0] }, motion: ways[4] }],
  { tolerance: 1e-6, expel: 0, budget: 1e6 });
must(moved.answer === 'yes' && moved.contact !== null && moved.lower <= moved.upper && moved.start === 'clear', 'move');
numbers([...moved.pose, moved.phase, moved.gap, moved.stopPhase, moved.fraction, moved.expel], 17);
must(typeof moved.proven === 'boolean' && typeof moved.stopped === 'boolean', 'flags of move');
if (moved.contact) numbers([...moved.contact.point, ...moved.contact.normal, moved.contact.moving.triangle, moved.contact.other.triangle, moved.contact.body], 9);

const probe: Probe = graze.probe({ shape: graze.sphere(0.1), pose: { translation: [9, 9, 9] } }, { stiffness: 100 });
const felt: ProbeResult = probe.tick({ translation: [9, 9, 8.9] }, [a, b]);
must(felt.status === 'ok' && felt.force.length === 3 && probe.gap < probe.radius, 'probe');
probe.dispose();

// --- assemblies and worlds ---
const text = 'o part\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const assembly: Assembly = graze.read(new TextEncoder().encode(text), 'part.obj');
must(assembly.parts.length === 1 && assembly.skipped.length === 0 && assembly.up === 'unknown', 'read');
numbers([...assembly.parts[0].pose, assembly.metresPerUnit, assembly.resolution], 14);
must(typeof assembly.parts[0].path === 'string' && typeof assembly.parts[0].remark === 'string', 'names of parts');
let calls = 0;
const checked: CheckResult = graze.check(
  [{ path: 'one', ...a }, { path: 'two', ...b }, { ...assembly.parts[0] }],
  { tolerance: 0, clearance: 0.5, contact: 0, most: 1, progress: (done, candidates) => { ++calls; return done <= candidates; } });
must(checked.complete && checked.clashes.length === 3 && checked.undecided.length === 0 && calls > 0, 'check');
must(checked.checked === checked.candidates, 'candidates');
const [{ a: first, b: second, id, class: kind, aIsInside, distance: gap, bound, point, normal }] = checked.clashes;
numbers([first, second, gap, bound, ...point, ...normal], 10);
must(typeof id === 'string' && typeof kind === 'string' && typeof aIsInside === 'boolean', 'clash');
must(checked.clashes.some((clash) => clash.class === 'overlapping'), 'class of a clash');
const world: World = graze.world();
world.add(1, a, { fixed: true });
world.add(2, b);
const step = world.step({ range: 1 });
must(step.status === 'ok' && step.pairs[0].touching === 'yes' && step.events[0].kind === 'begin', 'step');
must(world.ray([-5, 0, 0], [1, 0, 0], { max: 10 }).hit?.key === 1, 'ray in a world');
must(world.overlaps({ shape: box }).keys.length === 2, 'overlaps');
must(world.nearest({ shape: box, pose: { translation: [9, 0, 0] } }, 1).objects[0].key === 2, 'nearest');
world.move(2, { translation: [9, 0, 0] });
world.remove(1);
world.dispose();

// --- three.js ---
useGraze(graze);
const geometry: BufferGeometry = new BoxGeometry(2, 2, 2);
const tree = new MeshBVH(geometry, { lazy: true, range: null, maxDepth: 40 });
const line = new Ray(new Vector3(-5, 0.1, 0.2), new Vector3(1, 0, 0));
must(tree.raycastFirst(line, DoubleSide, 0, 100)?.distance === 4, 'raycastFirst');
must(tree.raycast(line, new MeshBasicMaterial(), 0, 100).length === 1, 'raycast');
must(tree.intersectsGeometry(geometry, new Matrix4()) && tree.intersectsGeometry(geometry), 'intersectsGeometry');
must(tree.intersectsBox(new Box3(new Vector3(0, 0, 0), new Vector3(3, 3, 3)), new Matrix4()), 'intersectsBox');
must(tree.intersectsSphere(new Sphere(new Vector3(2, 0, 0), 1.5)), 'intersectsSphere');
const nearest = tree.closestPointToPoint(new Vector3(3, 0, 0), {}, 0, 10);
must(nearest !== null && nearest.distance === 2 && nearest.point.x === 1 && nearest.faceIndex >= 0, 'closestPointToPoint');
must(tree.closestPointToGeometry(geometry, new Matrix4().makeTranslation(5, 0, 0), {}, {}, 0, 10)?.distance === 3, 'closestPointToGeometry');
let seen = 0;
tree.shapecast({
  intersectsBounds: (bounds, leaf) => (bounds.isEmpty() ? NOT_INTERSECTED : leaf ? CONTAINED : INTERSECTED),
  intersectsTriangle: () => { ++seen; return false; },
});
must(seen === 12 && tree.getBoundingBox(new Box3()).max.x === 1 && tree.geometry === geometry, 'shapecast');
tree.refit();
computeBoundsTree.call(geometry, { lazy: false });
const mesh = new Mesh(geometry, new MeshBasicMaterial());
const found: ReturnType<Raycaster['intersectObject']> = [];
acceleratedRaycast.call(mesh, new Raycaster(line.origin, line.direction), found);
tree.raycastObject3D(mesh, new Raycaster(line.origin, line.direction), found);
must(found.length === 2, 'acceleratedRaycast');
disposeBoundsTree.call(geometry);
tree.dispose();
must(tree.disposed, 'disposed');
const batch = new BatchedMesh(1, 100, 100, new MeshBasicMaterial());
const part = batch.addGeometry(geometry);
batch.addInstance(part);
must(computeBatchedBoundsTree.call(batch, part, { lazy: true }) instanceof MeshBVH, 'tree of a batch');
must(Array.isArray(computeBatchedBoundsTree.call(batch)), 'trees of a batch');
disposeBatchedBoundsTree.call(batch);

for (const shape of [...shapes, both, box]) shape.dispose();
graze.dispose();
const small: Graze = await initSmall();
must(small.collide({ shape: small.sphere(1) }, { shape: small.point() }).answer === 'yes', 'small');
small.dispose();
console.log('every call of the declarations answers as declared');
