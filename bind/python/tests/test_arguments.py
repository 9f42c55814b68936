"""Every argument of every public function and method, given what it cannot be: an error, never an answer.

The stubs say what there is, and what each argument is; the table below has one good call of each. So a function without
a row fails, and so does an argument whose kind has no wrong values.
"""

import ast
import pathlib
from types import SimpleNamespace

import numpy as np
import pytest

import pygraze
from solids import box, moved

STUBS = ast.parse((pathlib.Path(pygraze.__file__).parent / "_core.pyi").read_text())
EYE, CUBE = np.eye(4), box()
NAN, INF = float("nan"), float("inf")
URDF = """<robot name="arm"><link name="base"/><link name="tip"><collision><geometry><sphere radius="0.1"/></geometry>
</collision></link><joint name="turn" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""


def calls(folder):
    """name: (function, its good arguments by name)."""
    solid, ball, poses = pygraze.mesh(CUBE.vertices, CUBE.faces), pygraze.sphere(0.5), np.stack([EYE, moved(0.2, 0, 0)])
    pair = dict(a=solid, b=ball, pose_a=EYE, pose_b=poses, threads=1, budget=10**9)
    surface = dict(solid=False, margin=0.0, tags=[1])
    triangle = [[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]
    (folder / "cube.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (folder / "arm.urdf").write_text(URDF)
    ball.save(folder / "ball.graze")
    world, motion = pygraze.World(), pygraze.translation((1, 0, 0))
    first, second = world.add(ball, key=7), world.add(ball, moved(3, 0, 0), key=8)
    world.apply()
    world.save(folder / "world.graze")
    robot = pygraze.read_robot(folder / "arm.urdf")
    checker = pygraze.RobotChecker(robot)
    post = checker.add_obstacle(ball, moved(5, 0, 0))
    held = checker.attach("tip", ball)
    simulation = pygraze.Simulation()
    for x in (0, 3):
        simulation.add(ball, moved(x, 0, 0))
    joint = simulation.add_joint("ball", 1, 2, moved(1.5, 0, 0), moved(-1.5, 0, 0))
    probe = pygraze.Probe(ball)
    checked = pygraze.check([solid, ball])
    at = dict(groups=1, except_=second)
    return {
        "as_shape": (pygraze.as_shape, dict(mesh=CUBE)),
        "box": (pygraze.box, dict(half=(1, 1, 1))),
        "capsule": (pygraze.capsule, dict(radius=1.0, half=1.0)),
        "cast": (pygraze.cast, dict(body=solid, origins=np.zeros((2, 3)), directions=(1, 0, 0), pose=EYE, max=9.0,
                                    want="closest", threads=1, budget=10**9)),
        "ccd": (pygraze.ccd, dict(kind="edge-edge", at_0=np.random.default_rng(1).random((4, 3)),
                                  at_1=np.random.default_rng(2).random((4, 3)), tolerance=1e-3, separation=0.0)),
        "check": (pygraze.check, dict(parts=[solid, ball], tolerance=0.0, clearance=0.0, contact=0.0, threads=1, progress=print)),
        "classify": (pygraze.classify, dict(pair, tolerance=0.0)),
        "closest": (pygraze.closest, dict(body=solid, points=np.ones((2, 3)), pose=EYE, max=9.0, threads=1)),
        "collide": (pygraze.collide, dict(pair, all=True, max_results=3, undecided=False)),
        "compound": (pygraze.compound, dict(parts=[solid, (ball, EYE)])),
        "cone": (pygraze.cone, dict(radius=1.0, half=1.0)),
        "contacts": (pygraze.contacts, dict(pair, tolerance=0.0, reduce=False, curves=False)),
        "convex": (pygraze.convex, dict(vertices=CUBE.vertices)),
        "cylinder": (pygraze.cylinder, dict(radius=1.0, half=1.0)),
        "distance": (pygraze.distance, dict(pair, max=9.0)),
        "ellipsoid": (pygraze.ellipsoid, dict(radii=(1, 2, 3))),
        "fan": (pygraze.fan, dict(surface, vertices=triangle, indices=[0, 1, 2])),
        "halfspace": (pygraze.halfspace, dict(normal=(0, 0, 1), offset=0.0)),
        "inside": (pygraze.inside, dict(body=solid, points=np.zeros((2, 3)), pose=EYE, threads=1, budget=10**9)),
        "instruction_set": (pygraze.instruction_set, {}),
        "interference": (pygraze.interference, dict(pair, b=solid, precision=0.01, threshold=0.0)),
        "load": (pygraze.load, dict(path=folder / "ball.graze")),
        "load_world": (pygraze.load_world, dict(path=folder / "world.graze")),
        "make_pose": (pygraze.make_pose, dict(translation=(0, 0, 0), rotation=(0, 0, 0, 1), scale=(1, 1, 1))),
        "mass_of": (pygraze.mass_of, dict(shape=solid, density=1.0)),
        "mesh": (pygraze.mesh, dict(vertices=triangle, faces=[[0, 1, 2]], solid=False, margin=0.0, tags=[1])),
        "motion_between": (pygraze.motion_between, dict(start=EYE, end=moved(1, 0, 0))),
        "move": (pygraze.move, dict(moving=ball, motion=motion, others=[solid], pose=moved(-5, 0, 0), tolerance=1e-3,
                                    expel=0.0, budget=10**9)),
        "penetration": (pygraze.penetration, dict(pair, effort=1)),
        "point": (pygraze.point, {}),
        "points": (pygraze.points, dict(points=triangle, radius=0.1, tags=[1, 2, 3])),
        "polyhedron": (pygraze.polyhedron, dict(vertices=CUBE.vertices, faces=[[0, 1, 3]])),
        "read_assembly": (pygraze.read_assembly, dict(path=folder / "cube.obj", allow_incomplete=False)),
        "read_mesh": (pygraze.read_mesh, dict(path=folder / "cube.obj", solid=False)),
        "read_robot": (pygraze.read_robot, dict(path=folder / "arm.urdf", package_paths=[], arguments=[("side", "left")], allow_incomplete=False)),
        "rotation": (pygraze.rotation, dict(origin=(0, 0, 0), axis=(0, 0, 1), angle=1.0)),
        "screw": (pygraze.screw, dict(origin=(0, 0, 0), axis=(0, 0, 1), angle=1.0, advance=1.0)),
        "segment": (pygraze.segment, dict(p=(0, 0, 0), q=(1, 0, 0))),
        "self_collide": (pygraze.self_collide, dict(body=solid, pose=EYE, all=False, threads=1)),
        "shrunk": (pygraze.shrunk, dict(solid=pygraze.box((1, 1, 1)), by=0.1)),
        "signed_distance": (pygraze.signed_distance, dict(pair, effort=1)),
        "simulate": (pygraze.simulate, dict(moving=[ball], fixed=[], seconds=0.01, steps=1, gravity=(0, 0, -1), density=1.0,
                                            friction=0.5, restitution=0.0, velocities=(0, 0, 0), threads=1)),
        "soup": (pygraze.soup, dict(surface, triangles=[triangle])),
        "sphere": (pygraze.sphere, dict(radius=1.0)),
        "strip": (pygraze.strip, dict(surface, vertices=triangle, indices=[0, 1, 2])),
        "terrain": (pygraze.terrain, dict(heights=np.zeros((2, 2)), dx=1.0, dy=1.0)),
        "translation": (pygraze.translation, dict(by=(1, 0, 0))),
        "translation_with_rotation": (pygraze.translation_with_rotation,
                                      dict(by=(1, 0, 0), origin=(0, 0, 0), axis=(0, 0, 1), angle=1.0)),
        "walk": (pygraze.walk, dict(walker=ball, way=(1, 0, 0), others=[pygraze.Body(solid, moved(0, 0, -5))], pose=EYE,
                                    up=(0, 0, 1), expel=1e-3, step=0.25, steepest=0.7)),
        "winding": (pygraze.winding, dict(body=solid, points=np.zeros((2, 3)), pose=EYE, threads=1)),
        "within": (pygraze.within, dict(pair, tolerance=0.1, undecided=False)),
        "Body": (pygraze.Body, dict(shape=ball, pose=EYE)),
        "Part": (pygraze.Part, dict(name="ball", shape=ball, pose=EYE)),
        "Motion": (pygraze.Motion, {}),
        "Motion.pose_at": (motion.pose_at, dict(time=0.5, start=EYE, phase=0)),
        "CheckResult.names": (checked.names, dict(clash=checked.clashes[0])),
        "Pipeline": (pygraze.Pipeline, dict(world=world, range=1.0, triangles=False, contacts=False, contact_tolerance=0.0,
                                            continuous=False, threads=1)),
        "Pipeline.step": (pygraze.Pipeline(pygraze.World()).step, {}),
        "Probe": (pygraze.Probe, dict(tool=ball, pose=EYE, stiffness=1.0, largest_force=1.0, largest_change=1.0, gap=0.01, budget=9)),
        "Probe.tick": (probe.tick, dict(hand=EYE, bodies=[pygraze.Body(solid, moved(5, 0, 0))])),
        "Probe.place": (probe.place, dict(shadow=EYE)),
        "Robot.find_link": (robot.find_link, dict(name="tip")),
        "Robot.link_poses": (robot.link_poses, dict(values=[0.0])),
        "Robot.self_collisions": (robot.self_collisions, dict(samples=10, seed=1, disabled=(), seconds=0.0)),
        "RobotChecker": (pygraze.RobotChecker, dict(robot=robot, disabled=(), skip_adjacent=True, threads=1)),
        "RobotChecker.add_obstacle": (checker.add_obstacle, dict(shape=ball, pose=EYE)),
        "RobotChecker.move_obstacle": (checker.move_obstacle, dict(obstacle=post, pose=moved(5, 0, 0))),
        "RobotChecker.attach": (checker.attach, dict(link="tip", shape=ball, pose=EYE, touching=())),
        "RobotChecker.remove": (checker.remove, dict(body=held)),
        "RobotChecker.set_padding": (checker.set_padding, dict(link="tip", padding=0.0)),
        "RobotChecker.allow": (checker.allow, dict(a="tip", b=post, allowed=True)),
        "RobotChecker.unchecked": (checker.unchecked, dict()),
        "RobotChecker.valid": (checker.valid, dict(values=[0.0], all=False, threads=1, undecided=False)),
        "RobotChecker.clearance": (checker.clearance, dict(values=[0.0], max=9.0, range=-1.0, depth=True, gradient=True, threads=1)),
        "RobotChecker.edge": (checker.edge, dict(start=[0.0], end=[0.1], first=True, tolerance=0.0, threads=1)),
        "RobotChecker.path": (checker.path, dict(waypoints=[[0.0], [0.1]], first=True, tolerance=0.0, threads=1)),
        "Shape.tag": (solid.tag, dict(triangle=0)),
        "Shape.as_solid": (solid.as_solid, {}),
        "Shape.with_margin": (solid.with_margin, dict(margin=0.1)),
        "Shape.refitted": (solid.refitted, dict(vertices=CUBE.vertices, threads=1)),
        "Shape.prepare": (solid.prepare, dict(threads=1)),
        "Shape.save": (solid.save, dict(path=folder / "solid.graze")),
        "Simulation": (pygraze.Simulation, dict(gravity=(0, 0, -1), longest_tick=0.01, substeps=4, iterations=1, halvings=2,
                                                skin=0.01, scheme="planes", sleeping=True, threads=1)),
        "Simulation.add": (simulation.add, dict(shape=ball, pose=moved(9, 0, 0), key=None, role="moving", density=1.0, mass=1.0,
                                                velocity=(0, 0, 0), spin=(0, 0, 0), friction=0.5, rolling_friction=0.0,
                                                restitution=0.0, damping=0.0, spin_damping=0.0, may_sleep=True)),
        "Simulation.add_joint": (simulation.add_joint, dict(kind="ball", a=1, b=2, frame_a=EYE, frame_b=EYE, key=None, axes=(),
                                                            length=0.0, most_force=9.0, may_overlap=True)),
        "Simulation.remove": (simulation.remove, dict(key=3)),
        "Simulation.remove_joint": (simulation.remove_joint, dict(key=joint)),
        "Simulation.step": (simulation.step, dict(seconds=0.01)),
        "Simulation.run": (simulation.run, dict(seconds=0.01, steps=1)),
        "Simulation.body": (simulation.body, dict(key=1)),
        "Simulation.place": (simulation.place, dict(key=1, pose=EYE)),
        "Simulation.set_velocity": (simulation.set_velocity, dict(key=1, velocity=(0, 0, 0), spin=(0, 0, 0))),
        "Simulation.set_force": (simulation.set_force, dict(key=1, force=(0, 0, 0), torque=(0, 0, 0))),
        "Simulation.apply_impulse": (simulation.apply_impulse, dict(key=1, impulse=(0, 0, 0), point=(0, 0, 0))),
        "Simulation.set_axis": (simulation.set_axis, dict(joint=joint, index=0, axis={})),
        "Simulation.wake": (simulation.wake, dict(key=1)),
        "Simulation.save": (simulation.save, {}),
        "Simulation.restore": (simulation.restore, dict(state=simulation.save())),
        "World": (pygraze.World, dict(interest=True)),
        "World.add": (world.add, dict(shape=ball, pose=EYE, key=None, user=0, fixed=False, group=0, mask=1)),
        "World.remove": (pygraze.World().remove, dict(id=first)),
        "World.move": (world.move, dict(id=first, pose=EYE)),
        "World.reshape": (world.reshape, dict(id=first, shape=ball)),
        "World.sleep": (world.sleep, dict(id=first)),
        "World.wake": (world.wake, dict(id=first)),
        "World.set_interest": (world.set_interest, dict(a=first, b=second, on=True)),
        "World.apply": (world.apply, {}),
        "World.find": (world.find, dict(key=7)),
        "World.body": (world.body, dict(id=first)),
        "World.key": (world.key, dict(id=first)),
        "World.cast": (world.cast, dict(origins=(0, 0, 9), directions=(0, 0, -1), max=99.0, groups=1, threads=1)),
        "World.overlaps": (world.overlaps, dict(at, shape=ball, pose=EYE)),
        "World.within": (world.within, dict(at, shape=ball, tolerance=1.0, pose=EYE)),
        "World.nearest": (world.nearest, dict(at, shape=ball, k=1, pose=EYE, max=9.0)),
        "World.sweep": (world.sweep, dict(at, shape=ball, motion=motion, pose=moved(0, 9, 0), expel=0.0)),
        "World.save": (world.save, dict(path=folder / "world.graze")),
    }


def parameters():
    """name of a function or method: {argument: its annotation}."""
    found = {}

    def add(name, node):
        arguments = [a for a in node.args.posonlyargs + node.args.args + node.args.kwonlyargs if a.arg != "self"]
        found[name] = {a.arg: ast.unparse(a.annotation) for a in arguments}

    for node in STUBS.body:
        if isinstance(node, ast.FunctionDef):
            add(node.name, node)
        elif isinstance(node, ast.ClassDef) and node.name != "_MeshLike":
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and not item.decorator_list:
                    if item.name == "__init__":
                        add(node.name, item)
                    elif not item.name.startswith("_"):
                        add(f"{node.name}.{item.name}", item)
    return found


BROKEN_MESHES = [
    SimpleNamespace(vertices=np.full((3, 3), NAN), faces=[[0, 1, 2]]),
    SimpleNamespace(vertices=np.eye(3), faces=[[0, 1, -1]]),
    SimpleNamespace(vertices=np.eye(3), faces=[[0, 1, 3]]),
    SimpleNamespace(vertices=np.eye(3), faces=[[0.0, 1.0, 2.0]]),
    SimpleNamespace(vertices=np.eye(3), faces=[[0, 1, 2, 0]]),
    SimpleNamespace(vertices=np.eye(3)[:, :2], faces=[[0, 1, 2]]),
    SimpleNamespace(vertices=None, faces=None),
]
# What may be infinite, and what may be negative: reaches, limits and numbers of one's own.
MAY_BE_INFINITE = {"max", "most_force", "World.within.tolerance", "within.tolerance", "Probe.largest_force",
                   "Probe.largest_change", "Simulation.add.mass", "Simulation.add.density", "Simulation.longest_tick",
                   "RobotChecker.clearance.range"}
MAY_BE_NEGATIVE = {"Robot.self_collisions.seed"}


def wrong_values(name, argument, annotation, good):
    """(value, what it is) that this argument cannot be."""
    kinds = [kind.strip() for kind in annotation.replace("| None", "").split("|")]
    optional = "None" in annotation
    path = f"{name}.{argument}"
    wrong = [] if optional else [(None, "None")]
    if "ArrayLike" in kinds and not any(kind == "Motion" for kind in kinds):
        array = np.asarray(good, dtype=float) if good is not None else np.eye(4)
        indices = argument in ("faces", "indices", "tags")
        wrong += [("nonsense", "string"), (object(), "object"), ({"a": 1}, "dict"), (array.astype(complex), "complex"),
                  (array.astype(str), "strings"), (array.astype(object), "objects"),
                  (np.zeros((2, 2, 2, 2, 2)), "five dimensions"), ([[1, 2, 3], [1, 2]], "ragged")]
        if argument != "max":
            wrong += [(np.float64(3), "no dimension")]
        if array.ndim and argument not in ("heights", "tags", "indices", "max"):
            wrong += [(array[..., :-1], "too few columns"), (np.concatenate([array, array[..., :1]], axis=-1), "too many")]
        if indices:
            wrong += [(array.astype(np.int64) - 2, "negative"), (array + 0.5, "fractions"), (array.astype(np.int64) + 2**40, "huge")]
        elif argument != "max":
            wrong += [(np.full_like(array, NAN), "NaN"), (np.full_like(array, INF), "inf")]
    elif "ShapeLike" in kinds and len(kinds) == 1:
        wrong += [(3, "number"), ("box", "string"), (object(), "object"), (np.zeros((3, 3)), "array")]
        wrong += [(mesh, "broken mesh") for mesh in BROKEN_MESHES]
    elif kinds == ["float"]:
        wrong += [("nonsense", "string"), ([1.0], "list"), (object(), "object"), (1j, "complex"), (NAN, "NaN")]
        if argument not in MAY_BE_INFINITE and path not in MAY_BE_INFINITE:
            wrong += [(INF, "inf")]
    elif kinds == ["int"]:
        wrong += [("1", "string"), (1.5, "fraction"), ([1], "list"), (2**70, "huge")]
        if path not in MAY_BE_NEGATIVE:
            wrong += [(-1, "negative")]
    elif kinds == ["bool"]:
        wrong = [("yes", "string"), (np.zeros(2), "array"), (object(), "object")]
    elif kinds[0].startswith("Literal") or kinds == ["str"]:
        wrong += [(3, "number"), (object(), "object")]
        if kinds != ["str"]:
            wrong += [("nonsense", "string"), ("", "empty")]
        elif argument == "name" and name == "Robot.find_link":
            wrong += [("nonsense", "unknown name")]
    elif kinds == ["int", "str"]:
        wrong += [(2**33, "huge"), (1.5, "fraction"), (object(), "object"), ("nonsense", "unknown name"), (77, "no such body")]
    elif "PathLike[str]" in annotation and len(kinds) == 2:
        wrong += [(3, "number"), (object(), "object"), ("/nowhere/none.obj", "no file")]
    elif annotation.startswith("Sequence") or "Sequence" in annotation or annotation.startswith("Callable"):
        wrong += [(3, "number"), (object(), "object"), ([object()], "list of objects"), ("nonsense", "string")]
        if annotation.startswith("Callable"):
            wrong = wrong[:1] + [("nonsense", "string")] if not optional else [("nonsense", "string"), (3, "number")]
    else:
        wrong += [(3, "number"), ("nonsense", "string"), (object(), "object"), (np.eye(3), "array")]
    return wrong


def test_what_no_argument_can_be_is_an_error(tmp_path):
    table, wanted = calls(tmp_path), parameters()
    assert set(table) == set(wanted)
    asked, named, silent, other, unnamed = 0, 0, [], [], []
    for name, (function, good) in table.items():
        assert set(good) == set(wanted[name]), name
        with pytest.raises(TypeError):
            function(**good, no_such_argument=1)
        for argument, annotation in wanted[name].items():
            cases = wrong_values(name, argument, annotation, good[argument])
            assert len(cases) >= 2, (name, argument)
            for value, what in cases:
                asked += 1
                where = f"{name}({argument}={what})"
                try:
                    answer = function(**{**good, argument: value})
                except (TypeError, ValueError, IndexError, FileNotFoundError) as error:
                    # Of numbers that are not finite, and of files, the message may say what is wrong in other words.
                    if argument in str(error) or "finite" in str(error) or "/nowhere/" in str(error):
                        named += 1
                    else:
                        unnamed.append(f"{where}: {error}")
                except Exception as error:
                    other.append(f"{where}: {type(error).__name__}: {error}")
                else:
                    silent.append(f"{where}: {answer!r}"[:150])
    print(f"{asked} wrong arguments of {sum(map(len, wanted.values()))}, {named} named")
    assert not silent, "\n".join(silent)
    assert not other, "\n".join(other)
    assert asked > 2000 and named > 0.9 * asked, "\n".join(unnamed)


def test_the_good_calls_of_the_table_are_good(tmp_path):
    """Else any error would do above."""
    table = calls(tmp_path)
    for name, (function, good) in table.items():
        if name not in ("RobotChecker.remove", "World.remove", "Simulation.remove", "Simulation.remove_joint", "Simulation.restore"):  # they take away what others need
            function(**good)
