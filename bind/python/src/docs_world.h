// The help texts of worlds, assemblies and robots; see docs.h.
#pragma once

namespace graze::python::docs {

inline constexpr char world[] = R"(World(*, interest=True)
--

Objects that are added, moved and removed at any time; what Pipeline steps through, and what rays, overlaps, nearest,
within and sweep ask about. Edits wait until apply() or a step.

>>> import pygraze
>>> world = pygraze.World()
>>> ground = world.add(pygraze.box((5, 5, 1)), pygraze.make_pose((0, 0, -1)), key=1, fixed=True)
>>> ball = world.add(pygraze.sphere(0.5), pygraze.make_pose((0, 0, 3)), key=2)
>>> world.apply()
>>> world.cast((0, 0, 10), (0, 0, -1)).object.key
2
>>> [name.key for name in world.overlaps(pygraze.sphere(1))]
[1]
)";

inline constexpr char pipeline[] =
    R"(Pipeline(world, *, range=0.0, triangles=False, contacts=False, contact_tolerance=0.0, continuous=False, threads=1)
--

Steps through a world: which pairs touch, or are within `range`, and what began and ended since the last step.

>>> import pygraze
>>> world = pygraze.World()
>>> a = world.add(pygraze.sphere(1), key=1)
>>> b = world.add(pygraze.sphere(1), pygraze.make_pose((1.5, 0, 0)), key=2)
>>> pipeline = pygraze.Pipeline(world)
>>> pipeline.step().events
[<pygraze.Event begin of keys 1 and 2>]
>>> world.move(b, pygraze.make_pose((5, 0, 0)))
>>> pipeline.step().events
[<pygraze.Event end of keys 1 and 2>]
)";

inline constexpr char load_world[] = R"(load_world(path)
--

The World that World.save() wrote.

>>> import pygraze, tempfile
>>> world = pygraze.World()
>>> _ = world.add(pygraze.sphere(1), key=7)
>>> world.apply()
>>> with tempfile.TemporaryDirectory() as folder:
...     world.save(folder + "/one.world")
...     again = pygraze.load_world(folder + "/one.world")
...     print(len(again), again.find(7) is not None)
1 True
)";

inline constexpr char read_assembly[] = R"(read_assembly(path, *, allow_incomplete=False)
--

The parts of a model file (.glb, .gltf, .obj, .stl, .ply): an Assembly.

Geometry that cannot be read raises an error, unless allow_incomplete is set: then Assembly.skipped names it.

>>> import pygraze, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with open(folder + "/two.obj", "w") as file:
...         _ = file.write("o one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no two\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf 4 5 6\n")
...     [part.name for part in pygraze.read_assembly(folder + "/two.obj").parts]
['one', 'two']
)";

inline constexpr char check[] = R"(check(parts, *, tolerance=0.0, clearance=0.0, contact=0.0, threads=0, progress=None)
--

Which parts overlap, touch, or come closer than `clearance`? `parts` is the path of a model file, an Assembly, or a list
of Part, Body or (name, body). `progress(done, candidates)` is called now and then; False ends the work.

>>> import pygraze
>>> shaft = pygraze.Body(pygraze.cylinder(1.0, 3.0))
>>> block = pygraze.Body(pygraze.box((2, 2, 1)), pygraze.make_pose((2.5, 0, 0)))
>>> result = pygraze.check([("shaft", shaft), ("block", block)])
>>> [(clash.kind, result.names(clash)) for clash in result.clashes]
[('overlapping', ('block', 'shaft'))]
)";

inline constexpr char read_robot[] = R"(read_robot(path, *, package_paths=(), arguments=(), allow_incomplete=False)
--

The robot of a URDF, SDF or MJCF file: links with their collision geometry, joints, variables.

Geometry that is missing or cannot be read is an Error that names the link and the file. With allow_incomplete=True the
rest is read, Robot.skipped has what was lost, and no verdict says that the robot is free. `arguments` are the (name,
value) pairs of xacro.

>>> import pygraze, tempfile
>>> text = '''<robot name="arm"><link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
... <link name="hand"><collision><geometry><sphere radius="0.25"/></geometry></collision></link>
... <joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/><axis xyz="1 0 0"/>
... <limit lower="0" upper="2" effort="1" velocity="1"/></joint></robot>'''
>>> with tempfile.TemporaryDirectory() as folder:
...     with open(folder + "/arm.urdf", "w") as file:
...         _ = file.write(text)
...     robot = pygraze.read_robot(folder + "/arm.urdf")
>>> robot.variables, robot.limits
(['slide'], array([[0., 2.]]))
>>> robot.link_poses([1.5])[1, :3, 3]
array([1.5, 0. , 0. ])
)";

inline constexpr char robot_checker[] = R"(RobotChecker(robot, *, disabled=(), skip_adjacent=True, threads=0)
--

A robot among obstacles, prepared once and asked again and again: valid(), clearance(), edge(), path().

>>> import pygraze, tempfile
>>> text = '''<robot name="arm"><link name="base"/>
... <link name="hand"><collision><geometry><sphere radius="0.25"/></geometry></collision></link>
... <joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/><axis xyz="1 0 0"/>
... <limit lower="0" upper="4" effort="1" velocity="1"/></joint></robot>'''
>>> with tempfile.TemporaryDirectory() as folder:
...     with open(folder + "/arm.urdf", "w") as file:
...         _ = file.write(text)
...     checker = pygraze.RobotChecker(pygraze.read_robot(folder + "/arm.urdf"))
>>> wall = checker.add_obstacle(pygraze.box((0.01, 1, 1)), pygraze.make_pose((2, 0, 0)))
>>> checker.valid([[0.0], [2.0], [4.0]])
array([ True, False,  True])
>>> bool(checker.edge([0.0], [4.0]))
False
)";

}  // namespace graze::python::docs
