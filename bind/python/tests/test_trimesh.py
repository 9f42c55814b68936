"""What trimesh's users and its public tests do with collision managers, rays and proximity, told in our words."""

from types import SimpleNamespace

import numpy as np
import pytest

from pygraze.trimesh import (
    CollisionManager,
    ProximityQuery,
    RayMeshIntersector,
    closest_point,
    scene_to_collision,
    signed_distance,
)
from solids import ball, box, joined, moved

CUBE = box()


def two_cubes():
    manager = CollisionManager()
    manager.add_object("cube0", CUBE)
    manager.add_object("cube1", CUBE, moved(5, 0, 0))
    return manager


def test_one_against_many():
    manager = two_cubes()
    assert manager.in_collision_single(CUBE) is True
    hit, names, data = manager.in_collision_single(CUBE, moved(5, 0, 0), return_names=True, return_data=True)
    assert hit is True and names == {"cube1"}
    assert len(data) == 1
    for contact in data:
        assert contact.names == {"cube1", "__external"}
        assert np.isclose(contact.depth, 1) and np.isclose(np.abs(contact.normal).max(), 1)
        assert (np.abs(contact.point - [5, 0, 0]) <= 0.5).all()
        assert 0 <= contact.index("cube1") < 12 and 0 <= contact.index("__external") < 12
    hit, names, data = manager.in_collision_single(CUBE, moved(-5, 0, 0), return_names=True, return_data=True)
    assert hit is False and names == set() and data == []


def test_internal_with_edits():
    manager = two_cubes()
    assert manager.in_collision_internal() is False
    manager.add_object("cube2", CUBE, moved(5, 0, 0))
    hit, names = manager.in_collision_internal(return_names=True)
    assert hit is True and names == {("cube1", "cube2")}
    manager.set_transform("cube2", moved(-5, 0, 0))
    assert manager.in_collision_internal() is False
    manager.set_transform("cube2", moved(5, 0, 0))
    assert manager.in_collision_internal() is True
    hit, data = manager.in_collision_internal(return_data=True)
    assert hit and data[0].names == {"cube1", "cube2"}
    manager.remove_object("cube2")
    assert manager.in_collision_internal() is False
    manager.add_object("cube1", CUBE, moved(0.5, 0, 0))  # in place of the other
    assert manager.in_collision_internal(return_names=True) == (True, {("cube0", "cube1")})


def test_two_managers():
    manager, other = two_cubes(), CollisionManager()
    other.add_object("cube0", CUBE, moved(-5, 0, 0))
    assert manager.in_collision_other(other) is False
    other.add_object("cube3", CUBE, moved(5, 0, 0))
    assert manager.in_collision_other(other) is True
    assert manager.in_collision_other(other, return_names=True) == (True, {("cube1", "cube3")})
    hit, names, data = manager.in_collision_other(other, return_names=True, return_data=True)
    assert data[0].names == {"cube1", "cube3"}


def test_distances():
    manager = CollisionManager()
    manager.add_object("cube1", CUBE, moved(5, 0, 0))
    assert manager.min_distance_single(CUBE) == 4
    assert np.isclose(manager.min_distance_single(CUBE, moved(5.75, 0, 0)), -0.25)
    assert manager.min_distance_single(CUBE, return_name=True) == (4, "cube1")
    manager.add_object("cube2", CUBE, moved(-5, 0, 0))
    assert manager.min_distance_single(CUBE, moved(2, 0, 0), return_name=True) == (2, "cube1")
    assert manager.min_distance_single(CUBE, moved(-2, 0, 0), return_name=True) == (2, "cube2")
    assert manager.min_distance_internal() == 9
    assert manager.min_distance_internal(return_names=True) == (9, ("cube1", "cube2"))
    manager.add_object("cube3", CUBE, moved(2, 0, 0))
    assert manager.min_distance_internal(return_names=True) == (2, ("cube1", "cube3"))
    manager.set_transform("cube3", moved(-2, 0, 0))
    assert manager.min_distance_internal(return_names=True) == (2, ("cube2", "cube3"))
    assert manager.min_distance_internal(name="cube1", return_names=True) == (6, ("cube1", "cube3"))


def test_distances_of_two_managers():
    manager, other = two_cubes(), CollisionManager()
    other.add_object("cube4", CUBE, moved(-5, 0, 0))
    for expected, near in ((4, "cube4"), (1, "cube5")):
        distance, names, data = manager.min_distance_other(other, return_names=True, return_data=True)
        assert distance == expected == data.distance and names == ("cube0", near)
        assert np.isclose(np.linalg.norm(data.point(names[0]) - data.point(names[1])), distance)
        other.add_object("cube5", CUBE, moved(-2, 0, 0))


def test_unknown_names_and_wrong_transforms():
    manager = two_cubes()
    for call in (lambda: manager.remove_object("no"), lambda: manager.set_transform("no", np.eye(4)),
                 lambda: manager.min_distance_internal(name="no")):
        with pytest.raises(ValueError, match="no not in collision manager!"):
            call()
    with pytest.raises(ValueError, match="transform must be"):
        manager.add_object("three", CUBE, np.eye(3))


def test_every_name_is_told_of_many_that_hit():
    manager = CollisionManager()
    for i in range(200):
        manager.add_object(f"probe_{i}", ball(6, 3.0), moved(i / 100 - 1, 0, 0))
    hit, names = manager.in_collision_single(box((4, 4, 4)), return_names=True)
    assert hit and names == {f"probe_{i}" for i in range(200)}


def test_a_mesh_inside_another_is_in_collision():
    manager = CollisionManager()
    manager.add_object("shell", box((10, 10, 10)))
    assert manager.in_collision_single(CUBE) is True
    assert np.isclose(manager.min_distance_single(CUBE), -5.5)


def test_scenes():
    geometry = {"a": CUBE, "b": ball()}

    class Graph(dict):
        nodes_geometry = ["one", "two", "three"]

    graph = Graph(one=(np.eye(4), "a"), two=(moved(3, 0, 0), "b"), three=(moved(0.5, 0, 0), "a"))
    manager, objects = scene_to_collision(SimpleNamespace(graph=graph, geometry=geometry))
    assert set(objects) == {"one", "two", "three"}
    assert manager.in_collision_internal(return_names=True) == (True, {("one", "three")})


# --- rays ---


def test_rays_without_hits_have_empty_arrays():
    rays = RayMeshIntersector(ball())
    origins, directions = np.random.default_rng(1).random((100, 3)), np.tile([0.0, 1, 0], (100, 1))
    origins[:, 2] = -5
    assert [len(part) for part in rays.intersects_id(origins, directions)] == [0, 0]
    locations, index_ray, index_tri = rays.intersects_location(origins, directions)
    assert locations.shape == (0, 3) and len(index_ray) == len(index_tri) == 0
    assert not rays.intersects_any(origins, directions).any()
    assert (rays.intersects_first(origins, directions) == -1).all()


def test_rays_from_the_centre_through_the_corners_hit_once():
    mesh = box()
    rays = RayMeshIntersector(mesh)
    origins = np.zeros_like(mesh.vertices)
    assert rays.intersects_any(origins, mesh.vertices).all()
    _, index_ray, _ = rays.intersects_location(origins, mesh.vertices)
    assert (np.bincount(index_ray, minlength=8) == 1).all()


def test_rays_along_z_hit_where_they_start_in_x_and_y():
    grid = np.linspace(-0.52, 0.52, 40)
    origins = np.array([[x, y, -100.0] for x in grid for y in grid])
    directions = np.tile([0.0, 0, 1], (len(origins), 1))
    places, rays, triangles = RayMeshIntersector(CUBE).intersects_location(origins, directions)
    assert len(rays) == 2 * (np.abs(origins[:, :2]) <= 0.5).all(axis=1).sum()
    assert (places[:, :2] == origins[rays, :2]).all() and np.isin(places[:, 2], [-0.5, 0.5]).all()


def test_first_hits_and_all_hits():
    across = np.arange(-128.0, 128, 8)
    directions = np.array([[x, y, 1000.0] for x in across for y in across])
    origins = np.tile([0.0, 0, -15], (len(directions), 1))
    rays = RayMeshIntersector(box((2, 2, 2)))
    first, _ = rays.intersects_id(origins, directions, multiple_hits=False)
    every, index_ray = rays.intersects_id(origins, directions, multiple_hits=True)
    assert len(np.unique(first)) == 2 < len(np.unique(every))
    firsts = rays.intersects_first(origins, directions)
    assert (firsts == rays.run(origins, directions)).all()
    assert all(firsts[r] == every[np.nonzero(index_ray == r)[0][0]] for r in np.unique(index_ray))


@pytest.mark.parametrize("scale", [1e-4, 0.1, 1, 10, 1e4, 1e8])
def test_a_ray_that_starts_on_the_surface_hits_twice_at_any_scale(scale):
    mesh = box((scale, scale, scale))
    index_tri, index_ray, places = RayMeshIntersector(mesh).intersects_id(
        [[0.1 * scale, 0, scale / 2]], [[0, 0, -1.0]], return_locations=True)
    assert len(index_tri) == 2 and places[:, 2].tolist() == [scale / 2, -scale / 2]


def test_containment():
    rays = RayMeshIntersector(CUBE)
    assert rays.contains_points(CUBE.vertices / 1.5).all()
    assert not rays.contains_points(CUBE.vertices * 1.5).any()
    assert not rays.contains_points(np.random.default_rng(2).random((30, 3)) * 100 + 1.5).any()
    assert rays.contains_points([[0, 0, 0]]).all()
    assert rays.contains_points(CUBE.vertices).all()
    hollow = RayMeshIntersector(joined(box(), box((0.1, 0.1, 0.1)), inverted=[1]))
    assert hollow.contains_points([[0, 0, 0], [0.2, 0, 0], [0.7, 0, 0]]).tolist() == [False, True, False]
    open_box = SimpleNamespace(vertices=CUBE.vertices, faces=CUBE.faces[2:])
    assert RayMeshIntersector(open_box).contains_points([[0.2, 0, 0], [3, 0, 0]]).tolist() == [True, False]


# --- proximity ---


def test_the_nearest_points_of_a_sphere():
    rng = np.random.default_rng(3)
    points = rng.normal(size=(100, 3))
    points *= 2 / np.linalg.norm(points, axis=1, keepdims=True)
    closest, distance, triangle = closest_point(ball(40), points)
    assert (np.abs(distance - 1) < 0.01).all()
    assert (np.abs((closest * points / 2).sum(axis=1) - 1) < 0.01).all()


def test_the_nearest_points_of_single_triangles_against_brute_force():
    rng = np.random.default_rng(4)
    for _ in range(30):
        corners = rng.random((3, 3)) - 0.5
        mesh = SimpleNamespace(vertices=corners, faces=np.array([[0, 1, 2]]))
        points = rng.normal(size=(20, 3)) * 2
        closest, distance, _ = ProximityQuery(mesh).on_surface(points)
        weights = rng.dirichlet([1, 1, 1], 2000)
        sampled = np.linalg.norm(points[:, None] - (weights @ corners)[None], axis=2).min(axis=1)
        assert (distance <= sampled + 1e-12).all() and (sampled - distance < 0.1).all()
        assert np.allclose(np.linalg.norm(points - closest, axis=1), distance)


def test_signs():
    query = ProximityQuery(box())
    assert query.signed_distance([[99.5, -0.5, -0.5]])[0] == -99  # in the plane of a face
    assert query.signed_distance([[99.5, 99.5, 99.5]])[0] < 0
    assert query.signed_distance([[0, 0, 0.25]])[0] == 0.25
    assert query.signed_distance([[0.5, 0, 0]])[0] == 0
    assert signed_distance(box(), [[0, 0, 0]])[0] == 0.5


def test_the_face_that_faces_the_point_at_a_sharp_edge():
    vertices = [[-1, 0.5, 0], [1, 0.5, 0], [0, -1, -0.5], [0, -1, 0.5]]
    mesh = SimpleNamespace(vertices=np.array(vertices), faces=np.array([[0, 1, 2], [0, 2, 3], [0, 3, 1], [3, 2, 1]]))
    points = np.transpose([np.zeros(20), np.ones(20), np.linspace(-1, 1, 20)])
    before, after = np.split(ProximityQuery(mesh).on_surface(points)[2], 2)
    assert (before == before[0]).all() and (after == after[0]).all() and before[0] != after[0]


def test_vertices_that_no_face_uses_do_not_count():
    mesh = SimpleNamespace(vertices=np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [-0.5, -0.5, -0.5]]),
                           faces=np.array([[0, 1, 2]]))
    closest, distance, triangle = ProximityQuery(mesh).on_surface([[-1.0, -1, -1]])
    assert np.allclose(closest, 1 / 3) and triangle.tolist() == [0]
    distance, vertex = ProximityQuery(mesh).vertex([[-1.0, -1, -1], [2, 0, 0]])
    assert vertex.tolist() == [3, 0] and distance[1] == 1
