// The help texts of the functions, with an example each, which the tests run. The first lines are signatures in the
// form in which Python's own built-in functions have theirs, so that inspect.signature() knows them.
#pragma once

namespace graze::python::docs {

// --- shapes ---

inline constexpr char mesh[] = R"(mesh(vertices, faces, *, solid=None, margin=0.0, tags=None)
--

A mesh of triangles: vertices (n, 3), faces (m, 3). By itself it is a solid where it is closed and turned outward;
solid=False keeps the surface alone, solid=True raises Error for what is none.

>>> import pygraze
>>> pygraze.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
<pygraze.Shape mesh, 1 triangle, surface, bounds (0.0, 0.0, 0.0) to (1.0, 1.0, 0.0)>
)";

inline constexpr char soup[] = R"(soup(triangles, *, solid=False, margin=0.0, tags=None)
--

Triangles by their corners: (m, 3, 3).

>>> import pygraze
>>> pygraze.soup([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]).triangle_count
1
)";

inline constexpr char strip[] = R"(strip(vertices, indices, *, solid=False, margin=0.0, tags=None)
--

A strip of triangles; the index -1 restarts it.

>>> import pygraze
>>> pygraze.strip([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], [0, 1, 2, 3]).triangle_count
2
)";

inline constexpr char fan[] = R"(fan(vertices, indices, *, solid=False, margin=0.0, tags=None)
--

A fan of triangles around its first vertex; the index -1 restarts it.

>>> import pygraze
>>> pygraze.fan([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [0, 1, 2, 3]).triangle_count
2
)";

inline constexpr char terrain[] = R"(terrain(heights, dx=1.0, dy=1.0)
--

Heights (rows, columns) over a grid, z up: the height of row i and column j is at (j dx, i dy).

>>> import pygraze
>>> pygraze.terrain([[0, 0], [0, 1]]).triangle_count
2
)";

inline constexpr char polyhedron[] = R"(polyhedron(vertices, faces)
--

Convex faces of three or more corners, counter-clockwise from outside. A solid if it is closed.

>>> import pygraze
>>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
>>> pygraze.polyhedron(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]).solid
True
)";

inline constexpr char box[] = R"(box(half)
--

The box |x| <= half[0], |y| <= half[1], |z| <= half[2].

>>> import pygraze
>>> pygraze.box((1, 2, 3)).bounds
array([[-1., -2., -3.],
       [ 1.,  2.,  3.]])
)";

inline constexpr char sphere[] = R"(sphere(radius)
--

A ball around the origin.

>>> import pygraze
>>> pygraze.sphere(2).radius
2.0
)";

inline constexpr char capsule[] = R"(capsule(radius, half)
--

All points within `radius` of the segment from (0, 0, -half) to (0, 0, half).

>>> import pygraze
>>> pygraze.capsule(0.5, 1).radius
0.5
)";

inline constexpr char cylinder[] = R"(cylinder(radius, half)
--

The cylinder of that radius along z, from -half to half.

>>> import pygraze
>>> pygraze.cylinder(0.5, 1)
<pygraze.Shape cylinder, bounds (-0.5, -0.5, -1.0) to (0.5, 0.5, 1.0)>
)";

inline constexpr char cone[] = R"(cone(radius, half)
--

The cone from the disc at z = -half to the apex at z = half.

>>> import pygraze
>>> pygraze.cone(0.5, 1).form
'cone'
)";

inline constexpr char ellipsoid[] = R"(ellipsoid(radii)
--

The ellipsoid with these three radii along x, y and z.

>>> import pygraze
>>> pygraze.ellipsoid((1, 2, 3)).form
'ellipsoid'
)";

inline constexpr char segment[] = R"(segment(p, q)
--

The straight line from p to q, ends included.

>>> import pygraze
>>> pygraze.segment((0, 0, 0), (1, 0, 0)).solid
False
)";

inline constexpr char points[] = R"(points(points, radius=0.0, *, tags=None)
--

A cloud of points (n, 3): all of the world within `radius` of one of them, whatever the pose. Results number the points
as triangles.

>>> import pygraze
>>> cloud = pygraze.points([[0, 0, 0], [4, 0, 0]], 0.5)
>>> result = pygraze.distance(cloud, pygraze.sphere(1), pose_b=pygraze.make_pose((4, 3, 0)))
>>> result.distance, result.triangles[0]
(1.5, 1)
)";

inline constexpr char point[] = R"(point()
--

The origin, as a body: its pose says where it is.

>>> import pygraze
>>> float(pygraze.distance(pygraze.point(), pygraze.sphere(1), [[1, 0, 0, 3], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]))
2.0
)";

inline constexpr char halfspace[] = R"(halfspace(normal, offset=0.0)
--

All points x with normal . x <= offset: with the normal (0, 0, 1) the ground.

>>> import pygraze
>>> bool(pygraze.collide(pygraze.halfspace((0, 0, 1)), pygraze.sphere(1)))
True
)";

inline constexpr char convex[] = R"(convex(vertices)
--

The convex hull of points (n, 3), found exactly.

>>> import pygraze
>>> pygraze.convex([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]).form
'convex'
)";

inline constexpr char compound[] = R"(compound(parts)
--

The union of parts: Body, Shape, or (shape, pose).

>>> import pygraze
>>> pygraze.compound([pygraze.sphere(1), (pygraze.box((1, 1, 1)), pygraze.make_pose((2, 0, 0)))]).form
'compound'
)";

inline constexpr char as_shape[] = R"(as_shape(mesh)
--

A Shape of anything that has `vertices` and `faces` (or `triangles`), such as a trimesh.Trimesh. All functions take such
objects, too; with this one the shape and its trees are built once, and not in every call.

>>> import pygraze
>>> from types import SimpleNamespace
>>> mesh = SimpleNamespace(vertices=[[0, 0, 0], [1, 0, 0], [0, 1, 0]], faces=[[0, 1, 2]])
>>> pygraze.as_shape(mesh).triangle_count
1
)";

inline constexpr char shrunk[] = R"(shrunk(solid, by)
--

A solid with its faces moved inward by a distance.

>>> import pygraze
>>> pygraze.shrunk(pygraze.box((1, 1, 1)), 0.25).bounds[1]
array([0.75, 0.75, 0.75])
)";

inline constexpr char load[] = R"(load(path)
--

The shape that Shape.save() wrote, with its trees: the file is mapped, and not read.

>>> import pygraze, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     pygraze.sphere(2).save(folder + "/ball.graze")
...     print(pygraze.load(folder + "/ball.graze").radius)
2.0
)";

inline constexpr char read_mesh[] = R"(read_mesh(path, *, solid=None)
--

Every triangle of an OBJ or STL file, as one shape. As of mesh(): a solid where it is closed and turned outward, unless
solid=False asks for the surface alone; solid=True raises Error for what cannot be one.

>>> import pygraze, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with open(folder + "/one.obj", "w") as file:
...         _ = file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
...     print(pygraze.read_mesh(folder + "/one.obj").triangle_count)
1
)";

inline constexpr char make_pose[] = R"(make_pose(translation=(0, 0, 0), rotation=(0, 0, 0, 1), scale=(1, 1, 1))
--

The matrix (4, 4) of a translation, a rotation as a quaternion x, y, z, w of any length, and a scale.

>>> import pygraze
>>> pygraze.make_pose((1, 2, 3))[:3, 3]
array([1., 2., 3.])
)";

// --- two bodies ---

inline constexpr char collide[] =
    R"(collide(a, b, pose_a=None, pose_b=None, *, all=False, max_results=None, threads=1, budget=None, undecided=None)
--

Do a and b have a common point? Exact on the posed doubles; touching counts, and solids count with their inside.

A pose is (4, 4); with (n, 4, 4) on either side the answer is an array of n booleans, found in one call without the
interpreter's lock. Curved bodies too near to touching to tell are `undecided`: a single answer is None and raises
Undecided as a condition; in an array they raise, or take the value that undecided= gives. With all=True a
CollideResult (of a batch, a list) has every pair of triangles that meet.

>>> import numpy as np, pygraze
>>> box, ball = pygraze.box((1, 1, 1)), pygraze.sphere(1)
>>> bool(pygraze.collide(box, ball))
True
>>> poses = np.stack([pygraze.make_pose((x, 0, 0)) for x in (0, 2, 2.5)])
>>> pygraze.collide(box, ball, pose_b=poses)
array([ True,  True, False])
)";

inline constexpr char self_collide[] = R"(self_collide(body, pose=None, *, all=False, threads=1)
--

Which triangles of one body meet each other, neighbours left aside?

>>> import pygraze
>>> bool(pygraze.self_collide(pygraze.soup([[[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0.5, 0.5, -1], [0.5, 0.5, 1], [3, 3, 0]]])))
True
)";

inline constexpr char within[] =
    R"(within(a, b, tolerance, pose_a=None, pose_b=None, *, threads=1, budget=None, undecided=None)
--

Are two bodies no farther apart than a tolerance? Exact; equality counts. Arrays as of collide().

>>> import pygraze
>>> bool(pygraze.within(pygraze.box((1, 1, 1)), pygraze.box((1, 1, 1)), 0.5, pose_b=pygraze.make_pose((2.5, 0, 0))))
True
)";

inline constexpr char distance[] = R"(distance(a, b, pose_a=None, pose_b=None, *, max=1e999, threads=1, budget=None)
--

How far apart are two bodies, and where? Certified: the true distance is between `lower` and `upper`. Bodies farther
apart than `max` are `beyond`. With (n, 4, 4) poses the answer is DistanceArrays.

>>> import numpy as np, pygraze
>>> result = pygraze.distance(pygraze.box((1, 1, 1)), pygraze.sphere(1), pose_b=pygraze.make_pose((4, 0, 0)))
>>> result.distance, result.point_a
(2.0, array([1., 0., 0.]))
>>> poses = np.stack([pygraze.make_pose((x, 0, 0)) for x in (1, 3, 4)])
>>> pygraze.distance(pygraze.box((1, 1, 1)), pygraze.sphere(1), pose_b=poses).distance
array([0., 1., 2.])
)";

inline constexpr char closest[] = R"(closest(body, points, pose=None, *, max=1e999, threads=1)
--

The point of a body that is nearest to each of points (3,) or (n, 3): as distance() with a = body and b = point(). The
inside of a solid belongs to it; make the shape with solid=False to ask about its surface.

>>> import pygraze
>>> pygraze.closest(pygraze.box((1, 1, 1)), [[3, 0, 0], [0, 0, 0]]).distance
array([2., 0.])
)";

inline constexpr char signed_distance[] =
    R"(signed_distance(a, b, pose_a=None, pose_b=None, *, effort=1, threads=1, budget=None)
--

The distance of bodies apart, else minus the depth: as distance() and penetration(). point_a and point_b are as far apart
as it says: where the bodies are nearest, or in each other the points that meet when a is moved out. Raises for surfaces,
which have no inside.

>>> import pygraze
>>> float(pygraze.signed_distance(pygraze.box((1, 1, 1)), pygraze.box((1, 1, 1)), pose_b=pygraze.make_pose((1.5, 0, 0))))
-0.5
)";

inline constexpr char classify[] = R"(classify(a, b, pose_a=None, pose_b=None, *, tolerance=0.0, threads=1, budget=None)
--

How do two solids lie to each other? A PairClass; of (n, 4, 4) poses an array of their numbers, with PairClass.unknown
where it was not decided.

>>> import pygraze
>>> pygraze.classify(pygraze.box((1, 1, 1)), pygraze.box((2, 2, 2))).name
'enclosed'
>>> pygraze.classify(pygraze.box((1, 1, 1)), pygraze.box((1, 1, 1)), pose_b=pygraze.make_pose((2, 0, 0))).name
'touching'
)";

inline constexpr char penetration[] =
    R"(penetration(a, b, pose_a=None, pose_b=None, *, effort=1, threads=1, budget=None)
--

How deep are two solids in each other? `vector` added to the translation of a parts them, exactly; the least depth is
between `lower` and `depth`.

>>> import pygraze
>>> result = pygraze.penetration(pygraze.box((1, 1, 1)), pygraze.box((1, 1, 1)), pose_b=pygraze.make_pose((1.5, 0, 0)))
>>> result.vector
array([-0.5,  0. ,  0. ])
)";

inline constexpr char interference[] =
    R"(interference(a, b, pose_a=None, pose_b=None, *, precision=0.01, threshold=0.0, threads=1, budget=None)
--

How much of two solids is in each other? The greatest distance that a common point has from the surface of either is
between `lower` and `upper`, the volume in common in `volume`.

>>> import pygraze
>>> result = pygraze.interference(pygraze.box((1, 1, 1)), pygraze.box((1, 1, 1)), pose_b=pygraze.make_pose((1.5, 0, 0)))
>>> result.lower <= 0.5 <= result.upper, result.volume[0] <= 2 <= result.volume[1]
(True, True)
>>> result.bounds
array([[ 0.5, -1. , -1. ],
       [ 1. ,  1. ,  1. ]])
)";

inline constexpr char contacts[] =
    R"(contacts(a, b, pose_a=None, pose_b=None, *, tolerance=0.0, reduce=False, curves=False, threads=1, budget=None)
--

Where two bodies touch or overlap, which way they would part, and how deep.

>>> import pygraze
>>> result = pygraze.contacts(pygraze.box((1, 1, 1)), pygraze.box((1, 1, 1)), pose_b=pygraze.make_pose((0, 0, 2)))
>>> len(result), result.normals[0]
(4, array([0., 0., 1.]))
)";

// --- one body ---

inline constexpr char inside[] = R"(inside(body, points, pose=None, *, threads=1, budget=None)
--

Where points of the world are: a Where; of points (n, 3) an array of their numbers. Raises for surfaces, which have no
inside; winding() answers for them.

>>> import pygraze
>>> pygraze.inside(pygraze.sphere(1), (0, 0, 0)).name
'inside'
>>> pygraze.inside(pygraze.box((1, 1, 1)), [[0, 0, 0], [1, 0, 0], [2, 0, 0]]) == pygraze.Where.on
array([False,  True, False])
)";

inline constexpr char winding[] = R"(winding(body, points, pose=None, *, threads=1)
--

How often a surface of triangles goes around points; a whole number where it is closed.

>>> import pygraze
>>> tetrahedron = pygraze.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
>>> pygraze.winding(tetrahedron, (0.1, 0.1, 0.1))
1.0
)";

inline constexpr char cast[] =
    R"(cast(body, origins, directions, pose=None, *, max=None, want='closest', threads=1, budget=None)
--

Where rays origin + t direction meet the surface of a body: both sides, 0 <= t <= max, exact decisions.

One ray gives a RayHit or None, many ((n, 3) origins or directions) give RayArrays; with want='all' lists of RayHit,
sorted. Directions need not be unit vectors: t is in units of them.

>>> import pygraze
>>> pygraze.cast(pygraze.box((1, 1, 1)), (-3, 0, 0), (1, 0, 0)).t
2.0
>>> pygraze.cast(pygraze.box((1, 1, 1)), [[-3, 0, 0], [-3, 0, 2]], (1, 0, 0)).t
array([ 2., inf])
)";

// --- motion ---

inline constexpr char translation[] = R"(translation(by)
--

A Motion straight on by a vector.

>>> import pygraze
>>> pygraze.translation((1, 0, 0))
<pygraze.Motion translation>
)";

inline constexpr char rotation[] = R"(rotation(origin, axis, angle)
--

A Motion about the line through `origin` along `axis`, right-handed, by `angle` radians.

>>> import math, pygraze
>>> pygraze.rotation((0, 0, 0), (0, 0, 1), math.pi).pose_at(1).round(9)[0]
array([-1., -0.,  0.,  0.])
)";

inline constexpr char screw[] = R"(screw(origin, axis, angle, advance)
--

As rotation(), and along the axis by `advance` in the same time.

>>> import pygraze
>>> pygraze.screw((0, 0, 0), (0, 0, 1), 1.0, 0.5).advance
0.5
)";

inline constexpr char translation_with_rotation[] = R"(translation_with_rotation(by, origin, axis, angle)
--

Both at once, evenly: the body turns about its point at `origin`, and that point goes straight.

>>> import pygraze
>>> pygraze.translation_with_rotation((1, 0, 0), (0, 0, 0), (0, 0, 1), 0.5).kind
'translation_with_rotation'
)";

inline constexpr char motion_between[] = R"(motion_between(start, end)
--

The Motion from one pose to another: the origin of the body goes straight while it turns by the least angle.

>>> import pygraze
>>> pygraze.motion_between(pygraze.make_pose(), pygraze.make_pose((1, 0, 0))).translation
array([1., 0., 0.])
)";

inline constexpr char move[] = R"(move(moving, motion, others, pose=None, *, tolerance=None, expel=0.0, budget=None)
--

When does a moving body first touch others, and how far may it go? Never told late: what is called free is proven free.

`others` is a body, or a list of bodies and of (body, motion) for those that move at the same time. With (n, 4, 4) poses
to start from the answer is a list.

>>> import pygraze
>>> wall = pygraze.Body(pygraze.box((0.001, 5, 5)), pygraze.make_pose((2, 0, 0)))
>>> result = pygraze.move(pygraze.sphere(0.5), pygraze.translation((100, 0, 0)), wall)
>>> bool(result), round(result.lower, 6)
(True, 0.01499)
)";

inline constexpr char ccd[] = R"(ccd(kind, at_0, at_1, *, tolerance=0.0, separation=0.0)
--

When do four points on straight paths bring a 'vertex-face' (v, f0, f1, f2) or 'edge-edge' (a0, a1, b0, b1) together?
Points are (4, 3), or (n, 4, 3) for arrays (hits, times); times are brackets.

>>> import pygraze
>>> triangle = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
>>> pygraze.ccd("vertex-face", [[0.25, 0.25, 1]] + triangle, [[0.25, 0.25, -1]] + triangle)[0]
True
)";

inline constexpr char probe[] =
    R"(Probe(tool, pose=None, *, stiffness=500.0, largest_force=10.0, largest_change=0.05, gap=0.0, budget=None)
--

A tool that a hand moves, as haptic devices have it. The hand goes where it wants; the tool's shadow goes after it as far
as bodies let it, never enters one, and the spring between both is the force that the hand feels.

>>> import numpy as np, pygraze
>>> table = pygraze.Body(pygraze.box((1, 1, 0.5)), pygraze.make_pose((0, 0, -0.5)))
>>> probe = pygraze.Probe(pygraze.sphere(0.01), pygraze.make_pose((0, 0, 0.02)), stiffness=1000)
>>> down = np.stack([pygraze.make_pose((0, 0, z)) for z in np.linspace(0.02, 0.005, 100)])
>>> felt = probe.tick(down, table)[-1]
>>> felt.touching, felt.force.round(1), len(felt.contacts)
(True, array([0. , 0. , 5.2]), 1)
>>> bool(pygraze.collide(pygraze.sphere(0.01), table, felt.shadow))
False
)";

inline constexpr char walk[] =
    R"(walk(walker, way, others, pose=None, *, up=(0, 0, 1), expel=0.001, step=0.25, steepest=0.7)
--

A walker among standing bodies: it slides along what it meets, climbs steps, and is never in contact.

>>> import pygraze
>>> ground = pygraze.Body(pygraze.box((5, 5, 1)), pygraze.make_pose((0, 0, -1)))
>>> result = pygraze.walk(pygraze.capsule(0.25, 0.5), (1, 0, 0), [ground], pygraze.make_pose((0, 0, 0.8)))
>>> round(result.pose[0, 3], 6)
1.0
)";

}  // namespace graze::python::docs
