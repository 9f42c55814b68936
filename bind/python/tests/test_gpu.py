"""pygraze.gpu: numpy arrays are answered as by the calls for one, with a device or without; others are refused by name."""

import numpy as np
import pytest

import pygraze
from pygraze import gpu


def turned(rng, n, spread):
    q = rng.normal(size=(n, 4))
    q /= np.linalg.norm(q, axis=1)[:, None]
    return np.array([pygraze.make_pose(t, r) for t, r in zip(rng.uniform(-spread, spread, (n, 3)), q)])


def tetrahedron():
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    return pygraze.mesh(points, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def test_pairs_are_those_of_every_box_with_every_other():
    rng = np.random.default_rng(27)
    low = rng.uniform(-1, 1, (200, 3))
    boxes = np.hstack([low, low + rng.uniform(0, 0.5, (200, 3))])
    found = gpu.pairs(boxes)
    meet = (boxes[:, None, :3] <= boxes[None, :, 3:]).all(2)
    expected = np.argwhere(np.triu(meet & meet.T, 1))
    assert len(expected) > 100
    np.testing.assert_array_equal(found.pairs, expected)
    assert found.worker == ("device" if gpu.devices() else "processor")
    boxes[7, 2] = np.nan
    with pytest.raises(pygraze.Error, match="7"):
        gpu.pairs(boxes)


def test_features_touch_when_they_do():
    x = np.linspace(-1.5, 1.5, 61)
    at_0, at_1 = np.zeros((61, 4, 3)), np.zeros((61, 4, 3))
    at_0[:, 0], at_0[:, 1] = np.c_[x, x * 0 - 1, x * 0 + 1], np.c_[x, x * 0 + 1, x * 0 + 1]
    at_0[:, 2], at_0[:, 3] = (-1, 0, 0), (1, 0, 0)
    at_1[:] = at_0
    at_1[:, :2, 2] = -1
    found = gpu.ccd("edge_edge", at_0, at_1)
    np.testing.assert_array_equal(found.answers, np.abs(x) <= 1)
    hit = found.answers == 1
    assert (found.brackets[hit, 0] <= 0.5).all() and (found.brackets[hit, 1] >= 0.5).all()
    at_0[3, 0, 0] = np.inf
    assert gpu.ccd("edge_edge", at_0, at_1).answers[3] == 3
    with pytest.raises(ValueError, match="kind"):
        gpu.ccd("faces", at_0, at_1)
    with pytest.raises(ValueError, match="at_0 and at_1"):
        gpu.ccd("edge_edge", at_0, at_1[:5])


def test_poses_rays_and_configurations_equal_the_calls_for_one():
    rng = np.random.default_rng(28)
    shape, poses = tetrahedron(), turned(rng, 300, 1.2)
    expected = np.array([bool(pygraze.collide(shape, shape, pose_b=pose)) for pose in poses])
    assert 30 < expected.sum() < 270
    np.testing.assert_array_equal(gpu.collide(shape, shape, poses).answers, expected)
    np.testing.assert_array_equal(gpu.collide(shape, shape, gpu.pack_poses(poses)).answers, expected)
    near = gpu.within(shape, shape, poses, 0.2).answers
    assert (near >= expected).all() and near.sum() > expected.sum()

    origins, directions = rng.uniform(-2, 2, (300, 3)), rng.normal(size=(300, 3))
    found = gpu.cast(shape, gpu.pack_rays(origins, directions))
    for i in range(300):
        one = pygraze.cast(shape, origins[i], directions[i])
        assert bool(one) == bool(found.answers[i])
        if one:
            assert found.t[i] == one.t

    balls = [[0, 0, 0, 0, 0.3], [1, 0.2, 0, 0, 0.1]]
    links = np.stack([poses[:100], poses[100:200]], axis=1)
    blocked = gpu.configurations([shape], balls, links).answers
    sphere = [pygraze.sphere(0.3), pygraze.sphere(0.1)]
    for i in range(100):
        touching = False
        for k in range(2):
            at = links[i, k].copy()
            at[:3, 3] = at[:3, :3] @ np.array(balls[k][1:4]) + at[:3, 3]
            touching |= bool(pygraze.collide(shape, sphere[k], pose_b=at))
        assert touching == bool(blocked[i])
    gpu.forget_meshes()


class OnDevice:
    """What speaks the CUDA array interface and is of no library."""

    __cuda_array_interface__ = {"shape": (2, 6), "typestr": "<f8", "data": (4096, False), "version": 3}


class ByDlpack:
    def __dlpack_device__(self):
        return (2, 0)


@pytest.mark.skipif(bool(gpu.devices()), reason="there is a device")
@pytest.mark.parametrize("array", [OnDevice(), ByDlpack()])
def test_arrays_on_a_device_are_refused_without_one(array):
    with pytest.raises(TypeError, match="boxes: an array on a device, and there is no device here"):
        gpu.pairs(array)
    with pytest.raises(TypeError, match="poses: an array on a device"):
        gpu.collide(tetrahedron(), tetrahedron(), array)
    with pytest.raises(pygraze.Error, match="CUDA|device"):
        gpu.upload(tetrahedron())


def test_what_does_not_fit_is_named():
    with pytest.raises(ValueError, match=r"boxes: expected the shape \(n, 6\), not \(3, 5\)"):
        gpu.pairs(np.zeros((3, 5)))
    with pytest.raises(TypeError, match="boxes: expected numbers"):
        gpu.pairs(np.array([["a"] * 6]))
    with pytest.raises(ValueError, match="poses"):
        gpu.collide(tetrahedron(), tetrahedron(), np.zeros((2, 3, 3)))
    with pytest.raises(ValueError, match="tolerance"):
        gpu.within(tetrahedron(), tetrahedron(), np.eye(4)[None], -1)
    with pytest.raises(ValueError, match="balls: a link"):
        gpu.configurations([tetrahedron()], [[1, 0, 0, 0, 1]], np.eye(4)[None, None])
    with pytest.raises(TypeError, match="vertices"):
        gpu.refit(None, np.zeros((3, 3)))
