"""Drop-ins after their meshes were edited, against ones made anew: equal answers, whatever way of editing."""

import os
import random
from types import SimpleNamespace

import numpy as np
import pytest

from pygraze import fcl
from pygraze.open3d import RaycastingScene
from pygraze.trimesh import CollisionManager, ProximityQuery, RayMeshIntersector
from solids import ball, box, moved

SEED = int(os.environ.get("GRAZE_SEED", random.getrandbits(32)))


class Mesh:
    """As trimesh's: arrays that stay, methods that edit them, faces that may be replaced."""

    def __init__(self, mesh):
        self.vertices, self.faces = np.array(mesh.vertices, dtype=float), np.array(mesh.faces)

    def copy(self):
        return SimpleNamespace(vertices=self.vertices.copy(), faces=self.faces.copy())


def edit(rng, mesh):
    """Changes a mesh in one of the ways that there are; gives its name."""
    n, scale, shift = len(mesh.vertices), rng.choice([0.5, 2.0, 3.0]), np.array([rng.uniform(-2, 2) for _ in range(3)])

    def one_vertex():
        mesh.vertices[rng.randrange(n)] *= 1.5

    def one_number():
        mesh.vertices[rng.randrange(n), rng.randrange(3)] += 0.5

    def through_a_view():
        mesh.vertices.reshape(-1)[:] *= scale

    def replaced():
        mesh.vertices = mesh.vertices * scale + shift

    def scaled():
        mesh.vertices *= scale

    def moved_away():
        mesh.vertices += shift

    def turned():
        mesh.vertices[:] = mesh.vertices[:, [1, 2, 0]]

    def inside_out():
        mesh.faces[:] = mesh.faces[:, ::-1]

    def fewer_faces():
        mesh.faces = np.delete(mesh.faces, rng.randrange(len(mesh.faces)), axis=0)

    def other_order():
        mesh.faces[:] = mesh.faces[rng.sample(range(len(mesh.faces)), len(mesh.faces))]

    def by_the_buffer():
        np.frombuffer(memoryview(mesh.vertices).cast("B"), dtype=float)[0:3] += 0.25

    way = rng.choice([one_vertex, one_number, through_a_view, replaced, scaled, moved_away, turned, inside_out,
                      fewer_faces, other_order, by_the_buffer])
    way()
    return way.__name__


def same(a, b):
    if isinstance(a, tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return np.array_equal(np.asarray(a), np.asarray(b), equal_nan=True)


def test_rays_and_nearest_points_follow_every_edit():
    rng, ways, changed, asked = random.Random(SEED), {}, 0, 0
    for _ in range(40):
        mesh = Mesh(rng.choice([box(), box((1, 2, 3)), ball(5)]))
        rays, near = RayMeshIntersector(mesh), ProximityQuery(mesh)
        source = np.random.default_rng(rng.getrandbits(32))
        points, directions = source.normal(size=(20, 3)), source.normal(size=(20, 3))
        questions = [
            lambda r, p: r.intersects_first(points, directions),
            lambda r, p: r.intersects_any(points, directions),
            lambda r, p: r.intersects_id(points, directions),
            lambda r, p: r.intersects_location(points, directions),
            lambda r, p: r.contains_points(points),
            lambda r, p: p.on_surface(points),
            lambda r, p: p.vertex(points),
            lambda r, p: p.signed_distance(points),
        ]
        before = [ask(rays, near) for ask in questions]
        for _ in range(5):
            way = edit(rng, mesh)
            ways[way] = ways.get(way, 0) + 1
            anew = RayMeshIntersector(mesh.copy()), ProximityQuery(mesh.copy())
            for i, ask in enumerate(questions):
                now = ask(rays, near)
                assert same(now, ask(*anew)), f"seed {SEED}: {way}, question {i}"
                asked += 1
                changed += not same(now, before[i])
                before[i] = now
    print("seed", SEED, ways, f"{changed} of {asked} answers changed")
    assert len(ways) == 11 and changed > 0.5 * asked


def test_a_mesh_of_trimesh_that_is_scaled():
    """The methods that trimesh's meshes have, told in our words."""
    mesh = Mesh(box())
    rays, near = RayMeshIntersector(mesh), ProximityQuery(mesh)
    assert rays.contains_points([[0.9, 0, 0]]).tolist() == [False] and near.signed_distance([[0, 0, 0]]) == [0.5]
    mesh.vertices *= 4
    assert rays.contains_points([[0.9, 0, 0]]).tolist() == [True] and near.signed_distance([[0, 0, 0]]) == [2]
    assert CollisionManager().add_object("it", mesh).shape.bounds[1, 0] == 2


def test_what_can_be_no_mesh_any_more_is_an_error():
    mesh = Mesh(box())
    rays, near = RayMeshIntersector(mesh), ProximityQuery(mesh)
    mesh.vertices[3, 1] = np.nan
    for _ in range(2):
        with pytest.raises(ValueError):
            rays.intersects_any([[0, 0, 9]], [[0, 0, -1]])
        with pytest.raises(ValueError):
            near.on_surface([[0, 0, 9]])


def fresh(obj):
    """Another object of the same numbers."""
    geometry = obj.collision_geometry
    kinds = {fcl.Box: lambda g: fcl.Box(*g.side), fcl.Sphere: lambda g: fcl.Sphere(g.radius), fcl.Cone: lambda g: fcl.Cone(g.radius, g.lz)}
    return fcl.CollisionObject(kinds[type(geometry)](geometry), obj.getTransform())


def test_geometries_transforms_and_managers_of_fcl_follow():
    rng, hits, asked = random.Random(SEED), 0, 0
    for _ in range(60):
        objects = [fcl.CollisionObject(g, fcl.Transform(np.array([rng.uniform(-2, 2), 0, 0])))
                   for g in (fcl.Box(1, 1, 1), fcl.Sphere(0.5), fcl.Cone(0.5, 1))]
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(objects)
        manager.setup()
        for _ in range(4):
            box_, ball_, cone_ = (o.collision_geometry for o in objects)
            rng.choice([
                lambda: box_.side.__setitem__(rng.randrange(3), rng.choice([0.2, 1.0, 3.0])),
                lambda: setattr(ball_, "radius", rng.choice([0.2, 2.0])),
                lambda: setattr(cone_, "lz", rng.choice([0.5, 4.0])),
                lambda: objects[rng.randrange(3)].setTranslation(np.array([rng.uniform(-3, 3), 0, 0])),
            ])()
            anew = [fresh(o) for o in objects]
            pairs = [(0, 1), (0, 2), (1, 2)]
            for i, j in pairs:
                meets = fcl.collide(objects[i], objects[j])
                assert meets == fcl.collide(anew[i], anew[j]), f"seed {SEED}"
                assert fcl.distance(objects[i], objects[j]) == fcl.distance(anew[i], anew[j]), f"seed {SEED}"
                asked, hits = asked + 1, hits + meets
            data = fcl.CollisionData(fcl.CollisionRequest(num_max_contacts=9))
            manager.collide(data, fcl.defaultCollisionCallback)
            assert data.result.is_collision == any(fcl.collide(anew[i], anew[j]) for i, j in pairs), f"seed {SEED}"
    print("seed", SEED, f"{hits} of {asked} met")
    assert 0.1 * asked < hits < 0.9 * asked


def test_arrays_given_to_a_scene_of_open3d_are_copied():
    for asked_before in (False, True):
        mesh = Mesh(box())
        scene = RaycastingScene()
        scene.add_triangles(mesh.vertices, mesh.faces)
        if asked_before:
            scene.compute_distance([[9.0, 0, 0]])
        mesh.vertices *= 2
        mesh.faces[:] = 0
        assert scene.compute_distance([[9.0, 0, 0]]).numpy()[0] == 8.5
        scene.add_triangles(box((4, 4, 4), (0, 0, 0)).vertices, box().faces)
        assert scene.compute_distance([[9.0, 0, 0]]).numpy()[0] == 7


WRONG = [None, 3, "nonsense", object(), np.zeros((2, 2)), np.eye(3).astype(str), np.eye(3) * 1j, [[1, 2, 3], [1, 2]]]


def test_wrong_arguments_of_the_drop_ins():
    mesh, asked, silent = box(), 0, []
    rays, near, manager, scene = RayMeshIntersector(mesh), ProximityQuery(mesh), CollisionManager(), RaycastingScene()
    manager.add_object("it", mesh)
    scene.add_triangles(mesh.vertices, mesh.faces)
    solid, place = fcl.CollisionObject(fcl.Box(1, 1, 1)), fcl.Transform()
    good = np.ones((2, 3))
    calls = [
        lambda w: rays.intersects_id(w, good), lambda w: rays.intersects_id(good, w), lambda w: rays.intersects_first(w, good),
        lambda w: rays.intersects_any(good, w), lambda w: rays.intersects_location(w, good), lambda w: rays.contains_points(w),
        lambda w: near.on_surface(w), lambda w: near.vertex(w), lambda w: near.signed_distance(w),
        lambda w: RayMeshIntersector(w), lambda w: ProximityQuery(w),
        lambda w: manager.add_object("other", w), lambda w: manager.in_collision_single(w), lambda w: manager.min_distance_single(w),
        lambda w: manager.set_transform("it", w) if w is not None else manager.set_transform("no", w),
        lambda w: manager.in_collision_other(w), lambda w: manager.min_distance_other(w),
        lambda w: scene.add_triangles(w, mesh.faces), lambda w: scene.add_triangles(mesh.vertices, w if w is not None else 3),
        lambda w: scene.cast_rays(w), lambda w: scene.test_occlusions(w), lambda w: scene.count_intersections(w),
        lambda w: scene.list_intersections(w), lambda w: scene.compute_distance(w), lambda w: scene.compute_closest_points(w),
        lambda w: scene.compute_signed_distance(w), lambda w: scene.compute_occupancy(w),
        lambda w: fcl.collide(w, solid), lambda w: fcl.collide(solid, w), lambda w: fcl.distance(solid, w),
        lambda w: fcl.collide(solid, solid, w if w is not None else 3), lambda w: fcl.distance(solid, solid, None, w if w is not None else 3),
        lambda w: fcl.continuousCollide(solid, w, solid, place), lambda w: fcl.continuousCollide(w, place, solid, place),
        lambda w: fcl.CollisionObject(w if w is not None else 3), lambda w: fcl.CollisionObject(fcl.Sphere(1), w if w is not None else 3),
        lambda w: fcl.Transform(w), lambda w: fcl.Convex(w, 1, [3, 0, 1, 2]), lambda w: fcl.BVHModel().addSubModel(w, mesh.faces),
        lambda w: fcl.BVHModel().addSubModel(mesh.vertices, w),
    ]
    for number, call in enumerate(calls):
        for wrong in WRONG:
            asked += 1
            try:
                silent.append((number, wrong, call(wrong)))
            except (TypeError, ValueError):
                pass
    for call in (lambda: rays.intersects_id(good, good, no_such=1), lambda: rays.intersects_first(good, good, no_such=1),
                 lambda: RayMeshIntersector(mesh, no_such=1), lambda: fcl.collide(solid, solid, no_such=1),
                 lambda: fcl.distance(solid, solid, no_such=1), lambda: scene.cast_rays(np.ones((2, 6)), no_such=1),
                 lambda: RaycastingScene.create_rays_pinhole(fov_deg=60, center=(0, 0, 0), eye=(1, 0, 0), up=(0, 0, 1),
                                                             width_px=4, height_px=4, no_such=1)):
        with pytest.raises(TypeError):
            call()
    assert not silent, silent
    assert asked == 320
