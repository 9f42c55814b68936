"""Which meshes have an inside, however they are made; and what is said where there is none."""

import os
import pickle
import random
from types import SimpleNamespace

import numpy as np
import pytest

import pygraze
from pygraze import fcl
from pygraze.open3d import RaycastingScene
from pygraze.trimesh import CollisionManager, ProximityQuery, RayMeshIntersector
from solids import ball, box, joined, moved

SEED = int(os.environ.get("GRAZE_SEED", random.getrandbits(32)))


def write_obj(path, mesh):
    lines = ["v %r %r %r" % tuple(v) for v in mesh.vertices.tolist()] + ["f %d %d %d" % tuple(f + 1) for f in mesh.faces]
    path.write_text("\n".join(lines) + "\n")
    return path


def write_stl(path, mesh):
    facets = mesh.vertices[mesh.faces]
    data = np.zeros(len(facets), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    data["corners"] = facets
    path.write_bytes(b"\0" * 80 + np.uint32(len(facets)).tobytes() + data.tobytes())
    return path


def write_ply(path, mesh):
    head = (f"ply\nformat ascii 1.0\nelement vertex {len(mesh.vertices)}\nproperty double x\nproperty double y\n"
            f"property double z\nelement face {len(mesh.faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    rows = ["%r %r %r" % tuple(v) for v in mesh.vertices.tolist()] + ["3 %d %d %d" % tuple(f) for f in mesh.faces]
    path.write_text(head + "\n".join(rows) + "\n")
    return path


def ways_to_make(mesh, folder):
    """The shape of a mesh, made in every way that takes a mesh: by name."""
    made = {
        "mesh": pygraze.mesh(mesh.vertices, mesh.faces),
        "as_shape": pygraze.as_shape(mesh),
        "with triangles": pygraze.as_shape(SimpleNamespace(vertices=mesh.vertices, triangles=mesh.faces)),
        "Body": pygraze.Body(mesh).shape,
        "Part": pygraze.Part("it", mesh).shape,
        "polyhedron": pygraze.polyhedron(mesh.vertices, mesh.faces.tolist()),
        "read_mesh, OBJ": pygraze.read_mesh(write_obj(folder / "it.obj", mesh)),
        "read_mesh, STL": pygraze.read_mesh(write_stl(folder / "it.stl", mesh)),
        "read_mesh, PLY": pygraze.read_mesh(write_ply(folder / "it.ply", mesh)),
        "read_assembly": pygraze.read_assembly(folder / "it.obj").parts[0].shape,
        "CollisionManager": CollisionManager().add_object("it", mesh).shape,
        "RayMeshIntersector": RayMeshIntersector(mesh)._shape,
    }
    model = fcl.BVHModel()
    model.beginModel()
    model.addSubModel(mesh.vertices, mesh.faces)
    model.endModel()
    made["fcl.BVHModel"] = model._shape()
    for name in ("mesh", "read_mesh, OBJ", "read_mesh, STL"):
        made[name + ", pickled"] = pickle.loads(pickle.dumps(made[name]))
        made[name].save(folder / "it.graze")
        made[name + ", saved"] = pygraze.load(folder / "it.graze")
    made["refitted"] = made["mesh"].refitted(mesh.vertices)
    world = pygraze.World()
    added = world.add(mesh)
    world.apply()
    made["World"] = world.body(added).shape
    return made


def test_a_ball_in_a_ball_collides_however_it_was_made(tmp_path):
    inner = pygraze.sphere(0.1)
    for mesh, is_solid in ((ball(8), True), (SimpleNamespace(vertices=ball(8).vertices, faces=ball(8).faces[1:]), False)):
        made = ways_to_make(mesh, tmp_path)
        assert len(made) == 21
        for name, shape in made.items():
            assert shape.solid == is_solid, name
            assert bool(pygraze.collide(shape, inner)) == is_solid, name
            if is_solid:
                assert pygraze.inside(shape, (0, 0, 0)) == pygraze.Where.inside, name
                assert shape.volume == pytest.approx(made["mesh"].volume, rel=1e-6) and shape.volume > 3, name
            else:
                assert np.isnan(shape.volume), name
    assert not pygraze.mesh(ball(8).vertices, ball(8).faces, solid=False).solid
    assert not pygraze.read_mesh(write_obj(tmp_path / "ball.obj", ball(8)), solid=False).solid
    with pytest.raises(pygraze.Error):
        pygraze.read_mesh(tmp_path / "it.obj", solid=True)


def surfaces():
    whole, turned = box(), SimpleNamespace(vertices=box().vertices, faces=box().faces[:, ::-1])
    flat = SimpleNamespace(vertices=np.eye(3), faces=np.array([[0, 1, 2], [0, 2, 1]]))
    solid, opened = pygraze.mesh(whole.vertices, whole.faces), pygraze.mesh(whole.vertices, whole.faces[1:])
    return {
        "open": (opened, "its surface is open"),
        "asked for": (pygraze.mesh(whole.vertices, whole.faces, solid=False), "it was made as a surface"),
        "inside out": (pygraze.mesh(turned.vertices, turned.faces), "turned inward"),
        "flat": (pygraze.mesh(flat.vertices, flat.faces), "no volume"),
        "soup": (pygraze.soup(whole.vertices[whole.faces]), "it was made as a surface"),
        "strip": (pygraze.strip(np.eye(3), [0, 1, 2]), "its surface is open"),
        "fan": (pygraze.fan(np.eye(3), [0, 1, 2]), "its surface is open"),
        "terrain": (pygraze.terrain(np.zeros((3, 3))), "its surface is open"),
        "compound": (pygraze.compound([solid, (opened, moved(5, 0, 0))]), "a part of the compound is a surface"),
    }


def test_what_needs_an_inside_raises_for_surfaces():
    inner, asked = pygraze.box((0.1, 0.1, 0.1)), 0
    for name, (shape, why) in surfaces().items():
        for where in ((0, 0, 0), [[0, 0, 0], [9, 9, 9]], (9, 9, 9), np.empty((0, 3))):
            with pytest.raises(ValueError, match="body: expected a solid, which has an inside: .*" + why):
                pygraze.inside(shape, where)
            asked += 1
        for pose in (moved(0, 0, 0), moved(9, 0, 0), np.stack([moved(0, 0, 0), moved(9, 0, 0)])):
            with pytest.raises(ValueError, match="a: expected a solid"):
                pygraze.signed_distance(shape, inner, pose_b=pose)
            with pytest.raises(ValueError, match="b: expected a solid"):
                pygraze.signed_distance(inner, shape, pose_b=pose)
            with pytest.raises(pygraze.Unsupported):
                pygraze.penetration(shape, inner, pose_b=pose)
            with pytest.raises(pygraze.Unsupported):
                pygraze.interference(shape, inner, pose_b=pose)
            asked += 4
        if name != "compound":
            with pytest.raises(pygraze.Error):
                pygraze.mass_of(shape)
            asked += 1
        volume = shape.volume
        assert np.isnan(volume) or name in ("asked for", "soup", "inside out", "flat"), name
    assert asked == 9 * 16 + 8


def test_what_has_an_inside_answers():
    inner, points = pygraze.box((0.1, 0.1, 0.1)), [[0, 0, 0], [9, 9, 9]]
    thick = pygraze.soup([np.eye(3)]).with_margin(1)
    for shape in (pygraze.box((1, 1, 1)), pygraze.sphere(1), pygraze.capsule(1, 1), pygraze.cylinder(1, 1), pygraze.cone(1, 1),
                  pygraze.ellipsoid((1, 2, 3)), pygraze.convex(box().vertices), pygraze.as_shape(box()), thick,
                  pygraze.points([[0, 0, 0]], 1.0), pygraze.compound([pygraze.as_shape(box())])):
        assert pygraze.inside(shape, points).tolist() == [2, 0]
    assert pygraze.inside(pygraze.halfspace((0, 0, 1), 1), points).tolist() == [2, 0]
    assert pygraze.inside(pygraze.point(), points).tolist() == [1, 0]
    assert float(pygraze.signed_distance(pygraze.point(), inner)) == -0.1


def test_volumes_against_formulas():
    expected = {
        pygraze.box((1, 2, 3)): 48, pygraze.sphere(2): 32 / 3 * np.pi, pygraze.cylinder(1, 2): 4 * np.pi,
        pygraze.capsule(1, 2): 4 * np.pi + 4 / 3 * np.pi, pygraze.cone(1, 1.5): np.pi, pygraze.ellipsoid((1, 2, 3)): 8 * np.pi,
        pygraze.convex(box().vertices): 1, pygraze.as_shape(box()): 1, pygraze.as_shape(joined(box(), box((0.5, 0.5, 0.5)), inverted=[1])): 0.875,
        pygraze.mesh(box().vertices, box().faces[:, ::-1]): -1, pygraze.point(): 0, pygraze.segment((0, 0, 0), (1, 0, 0)): 0,
    }
    for shape, volume in expected.items():
        assert shape.volume == pytest.approx(volume), shape
    for shape in (pygraze.halfspace((0, 0, 1)), pygraze.terrain(np.zeros((2, 2))), pygraze.box((1, 1, 1)).with_margin(0.1)):
        assert np.isnan(shape.volume), shape


def test_how_often_a_box_winds_around_a_point():
    shapes = [pygraze.box((0.5, 0.5, 0.5)), pygraze.as_shape(box()), pygraze.convex(box().vertices)]
    points = np.random.default_rng(SEED).uniform(-1, 1, (500, 3))
    sheared = np.eye(4)
    sheared[0, 1], sheared[2, 2] = 0.3, -1.0
    for pose in (None, sheared):
        answers = [pygraze.winding(shape, points, pose) for shape in shapes]
        assert (answers[0] == answers[1]).all() and (answers[0] == answers[2]).all(), SEED
        assert 20 < answers[0].sum() < 200
    assert pygraze.winding(shapes[0], (0.5, 0, 0)) == pytest.approx(pygraze.winding(shapes[1], (0.5, 0, 0)))


# --- the points of a signed distance ---


def random_solid(rng):
    """A solid of any kind, and how it may be drawn: convex, or not."""
    size = lambda: rng.uniform(0.3, 1.0)
    spiky = ball(5)
    spiky.vertices *= 1 + 0.4 * np.random.default_rng(rng.getrandbits(32)).random((len(spiky.vertices), 1))
    return rng.choice([
        lambda: pygraze.box((size(), size(), size())), lambda: pygraze.sphere(size()), lambda: pygraze.capsule(size(), size()),
        lambda: pygraze.convex(np.random.default_rng(rng.getrandbits(32)).normal(size=(12, 3))),
        lambda: pygraze.as_shape(spiky), lambda: pygraze.cylinder(size(), size()), lambda: pygraze.point(),
    ])()


def test_the_points_of_a_signed_distance_are_as_far_apart_as_it_says():
    rng, deep, asked = random.Random(SEED), 0, 0
    dot = pygraze.point()
    while asked < 600:
        a, b = random_solid(rng), random_solid(rng)
        q = np.random.default_rng(rng.getrandbits(32)).normal(size=4)
        pose_a, pose_b = moved(*(rng.uniform(-1, 1) for _ in range(3))), pygraze.make_pose([rng.uniform(-1, 1) for _ in range(3)], q)
        try:
            found = pygraze.signed_distance(a, b, pose_a, pose_b)
        except pygraze.Unsupported:
            continue
        if found.status != "ok":
            continue
        asked += 1
        where = f"seed {SEED}, case {asked}: {a} and {b}, {found}"
        way = found.point_b - found.point_a
        bound = 1e-5 + found.bound  # the points of curved bodies are rounded more than the distance
        assert abs(np.linalg.norm(way) - abs(found.distance)) <= bound, where
        if found.distance < 0:
            deep += 1
            # Back along the normal, which goes from a to b.
            assert np.allclose(way, found.distance * found.normal, atol=bound), where
            out = pose_a.copy()
            out[:3, 3] += found.penetration.vector
            # Where a has been moved out both points are one, on both surfaces.
            assert pygraze.distance(a, dot, out, moved(*found.point_b)).upper <= bound, where
            assert pygraze.distance(a, dot, pose_a, moved(*found.point_a)).upper <= bound, where
            assert pygraze.distance(b, dot, pose_b, moved(*found.point_b)).upper <= bound, where
        else:
            assert (found.point_a == found.apart.point_a).all() and (found.point_b == found.apart.point_b).all()
    print("seed", SEED, f"{deep} of {asked} in each other")
    assert 0.2 * asked < deep < 0.9 * asked


def test_the_drop_ins_have_the_same_points():
    manager = CollisionManager()
    manager.add_object("it", box())
    distance, data = manager.min_distance_single(box(), moved(0.9, 0.2, 0.1), return_data=True)
    assert distance == pytest.approx(-0.1)
    assert np.linalg.norm(data.point("it") - data.point("__external")) == pytest.approx(0.1)
    for g, h in ((fcl.Box(1, 1, 1), fcl.Sphere(0.5)), (fcl.Cone(1, 2), fcl.Box(1, 2, 1))):
        request, result = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True), fcl.DistanceResult()
        distance = fcl.distance(fcl.CollisionObject(g), fcl.CollisionObject(h, fcl.Transform(np.array([0.6, 0.1, 0]))), request, result)
        assert distance < 0 and np.linalg.norm(np.subtract(*result.nearest_points)) == pytest.approx(-distance)
    opened = SimpleNamespace(vertices=box().vertices, faces=box().faces[1:])
    manager.add_object("open", opened, moved(50, 0, 0))
    distance, data = manager.min_distance_single(box((0.2, 0.2, 0.2)), moved(50.5, 0, 0), return_data=True)
    assert distance == 0 and (data.point("open") == data.point("__external")).all()


def test_inside_of_open3d_scenes_and_proximity_is_by_winding():
    """Of surfaces, too: they say so, and it is an estimate where the surface is open."""
    opened = SimpleNamespace(vertices=ball(8).vertices, faces=ball(8).faces[1:])
    scene = RaycastingScene()
    scene.add_triangles(opened.vertices, opened.faces)
    assert scene.compute_occupancy([[0, 0, 0], [2.0, 0, 0]]).numpy().tolist() == [1, 0]
    assert (ProximityQuery(opened).signed_distance([[0, 0, 0], [2, 0, 0]]) > 0).tolist() == [True, False]
