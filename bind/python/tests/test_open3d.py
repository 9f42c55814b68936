"""What Open3D's tutorials and public tests do with a RaycastingScene, told in our words."""

from types import SimpleNamespace

import numpy as np
import pytest

import pygraze.open3d as o3d
from pygraze.open3d import RaycastingScene
from solids import ball, corner_box

RAYS = np.array([[0.5, 0.5, -1, 0, 0, 1], [0.5, 0.5, 0.5, 0, 0, 1], [10, 10, 10, 1, 0, 0]], dtype=np.float32)


def triangle():
    scene = RaycastingScene()
    number = scene.add_triangles(o3d.core.Tensor([[0, 0, 0], [1, 0, 0], [1, 1, 0]], dtype=o3d.core.float32),
                                 o3d.core.Tensor([[0, 1, 2]], dtype=o3d.core.uint32))
    return scene, number


def cube():
    scene = o3d.t.geometry.RaycastingScene()
    scene.add_triangles(corner_box())
    return scene


def test_the_first_hits_of_rays():
    scene, number = triangle()
    found = scene.cast_rays(o3d.core.Tensor([[0.2, 0.1, 1, 0, 0, -1], [10, 10, 10, 1, 0, 0]], dtype=o3d.core.float32))
    assert found["geometry_ids"][0] == number and found["t_hit"][0].item() == 1
    assert found["geometry_ids"][1] == RaycastingScene.INVALID_ID and np.isinf(found["t_hit"][1].item())
    assert found["primitive_ids"].tolist() == [0, RaycastingScene.INVALID_ID]
    assert np.allclose(found["primitive_normals"][0], [0, 0, 1])
    u, v = found["primitive_uvs"][0]
    corners = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0]])
    assert np.allclose((1 - u - v) * corners[0] + u * corners[1] + v * corners[2], [0.2, 0.1, 0])


def test_occlusions_between_two_distances():
    scene, _ = triangle()
    rays = [[0.2, 0.1, 1, 0, 0, -1], [10, 10, 10, 1, 0, 0]]
    assert scene.test_occlusions(rays).tolist() == [True, False]
    assert not scene.test_occlusions(rays, tfar=0.5).any()
    assert not scene.test_occlusions(rays, tnear=1.5).any()


def test_counts_through_the_shared_edge_of_a_face():
    scene = cube()
    assert scene.count_intersections(RAYS).numpy().tolist() == [2, 1, 0]
    found = scene.list_intersections(RAYS)
    assert found["t_hit"].numpy().tolist() == [1, 2, 0.5]
    assert found["ray_ids"].tolist() == [0, 0, 1] and found["ray_splits"].tolist() == [0, 2, 3, 3]


def test_nearest_points():
    scene, number = triangle()
    found = scene.compute_closest_points([[0.2, 0.1, 1], [10, 10, 10]])
    assert (found["geometry_ids"] == number).all() and (found["primitive_ids"] == 0).all()
    assert np.allclose(found["points"].numpy(), [[0.2, 0.1, 0], [1, 1, 0]])


def test_distances_and_signs():
    points = [[0.5, 0.5, 0.5], [-0.5, -0.5, -0.5], [0, 0, 0]]
    assert np.allclose(cube().compute_distance(points).numpy(), [0.5, np.sqrt(0.75), 0])
    assert np.allclose(cube().compute_signed_distance(points).numpy(), [-0.5, np.sqrt(0.75), 0])
    assert cube().compute_occupancy(points).numpy().tolist() == [1, 0, 1]


def test_the_sign_is_right_around_a_cube():
    grid = np.linspace(-1, 2, 13)
    points = np.stack(np.meshgrid(grid, grid, grid), axis=-1)
    inside = ((points >= 0) & (points <= 1)).all(axis=-1)
    signed = cube().compute_signed_distance(points).numpy()
    assert ((signed <= 0) == inside).all()
    outside = np.linalg.norm(np.maximum(np.maximum(-points, points - 1), 0), axis=-1)
    assert np.allclose(signed[~inside], outside[~inside])


@pytest.mark.parametrize("shape", [[11], [1, 2, 3], [16, 14]])
def test_shapes_of_the_answers(shape):
    scene, _ = triangle()
    rng = np.random.default_rng(123)
    rays, points = rng.uniform(size=shape + [6]), rng.uniform(size=shape + [3])
    for answer in (scene.count_intersections(rays), scene.test_occlusions(rays), scene.compute_distance(points),
                   scene.compute_signed_distance(points), scene.compute_occupancy(points)):
        assert list(answer.shape) == shape
    last = {"primitive_uvs": [2], "primitive_normals": [3], "points": [3]}
    for answers in (scene.cast_rays(rays), scene.compute_closest_points(points)):
        for key, value in answers.items():
            assert list(value.shape) == shape + last.get(key, [])
    total = int(scene.count_intersections(rays).numpy().sum())
    for key, value in scene.list_intersections(rays).items():
        count = int(np.prod(shape)) + 1 if key == "ray_splits" else total
        assert list(value.shape) == [count] + last.get(key, [])


def test_no_point_of_a_grid_in_a_sphere_is_taken_for_outside():
    mesh = ball(20, 0.8)
    scene = RaycastingScene()
    scene.add_triangles(mesh)
    grid = np.linspace(-0.88, 0.88, 6)
    points = np.stack(np.meshgrid(grid, grid, grid), axis=-1)
    length = np.linalg.norm(points, axis=-1)
    occupied = scene.compute_occupancy(points).numpy() == 1
    assert occupied[length < 0.78].all() and not occupied[length > 0.8].any() and (length < 0.78).sum() > 20


def test_several_meshes():
    scene = RaycastingScene()
    for x in (0, 5, 10):
        mesh = corner_box()
        mesh.vertices = mesh.vertices + [x, 0, 0]
        assert scene.add_triangles(SimpleNamespace(vertices=mesh.vertices, triangles=mesh.faces)) == x // 5
    found = scene.cast_rays([[x + 0.3, 0.6, 9, 0, 0, -1] for x in (10, 0, 5, 7)])
    assert found["geometry_ids"].tolist() == [2, 0, 1, RaycastingScene.INVALID_ID]
    assert (found["primitive_ids"][:3] < 12).all()
    assert scene.compute_closest_points([[7.0, 0.5, 0.5]])["geometry_ids"].tolist() == [1]


def test_a_scene_without_triangles():
    scene = RaycastingScene()
    assert np.isinf(scene.cast_rays(RAYS)["t_hit"]).all() and not scene.test_occlusions(RAYS).any()
    assert not scene.count_intersections(RAYS).any() and len(scene.list_intersections(RAYS)["t_hit"]) == 0
    with pytest.raises(ValueError, match="no triangles"):
        scene.compute_distance([[0, 0, 0]])
    with pytest.raises(ValueError, match="rays: expected"):
        scene.cast_rays(np.zeros((3, 5)))


def test_a_pinhole_camera_looks_at_its_centre():
    rays = RaycastingScene.create_rays_pinhole(
        fov_deg=60, center=[0.5, 0.5, 0.5], eye=[-1, -1, -1], up=[0, 0, 1], width_px=32, height_px=24).numpy()
    assert rays.shape == (24, 32, 6) and np.allclose(rays[..., :3], -1)
    middle = rays[11:13, 15:17, 3:].mean(axis=(0, 1))
    assert np.allclose(middle / np.linalg.norm(middle), np.ones(3) / np.sqrt(3))
    left, right = rays[12, 0, 3:], rays[12, -1, 3:]
    angle = np.degrees(np.arccos(left @ right / np.linalg.norm(left) / np.linalg.norm(right)))
    assert 56 < angle < 60
    depth = cube().cast_rays(rays)["t_hit"].numpy()
    assert np.isfinite(depth[12, 16]) and np.isinf(depth[0, 0]) and rays[0, 16, 5] > rays[-1, 16, 5]
    same = RaycastingScene.create_rays_pinhole(np.array([[30, 0, 16], [0, 30, 12], [0, 0, 1.0]]), np.eye(4), 32, 24)
    assert np.allclose(same[12, 16, 3:], [0.5 / 30, 0.5 / 30, 1])
