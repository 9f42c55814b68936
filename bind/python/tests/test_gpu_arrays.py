"""pygraze.gpu on arrays of torch and cupy: the answers of numpy arrays, in place, without a copy. Needs a device."""

import numpy as np
import pytest

import pygraze
from pygraze import gpu

pytestmark = pytest.mark.skipif(not gpu.devices(), reason="there is no device")


def torch_arrays():
    torch = pytest.importorskip("torch")
    return lambda a: torch.as_tensor(a, device="cuda"), lambda a: a.cpu().numpy()


def cupy_arrays():
    cupy = pytest.importorskip("cupy")
    return cupy.asarray, cupy.asnumpy


class ByInterface:
    """What speaks the CUDA array interface alone."""

    def __init__(self, array):
        self._array = array
        self.__cuda_array_interface__ = array.__cuda_array_interface__


class ByDlpack:
    """What speaks DLPack alone."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **more):
        return self._array.__dlpack__(**more)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


LIBRARIES = {"torch": torch_arrays, "cupy": cupy_arrays}


@pytest.fixture(params=sorted(LIBRARIES))
def library(request):
    return LIBRARIES[request.param]()


def sheet(n, height):
    x, y = np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n))
    points = np.c_[x.ravel(), y.ravel(), (height * np.sin(3 * x) * np.cos(2 * y)).ravel()]
    at = np.arange(n * (n - 1)).reshape(n - 1, n)[:, :-1].ravel()
    return points, np.r_[np.c_[at, at + 1, at + n], np.c_[at + 1, at + n + 1, at + n]]


def turned(rng, n, spread):
    q = rng.normal(size=(n, 4))
    q /= np.linalg.norm(q, axis=1)[:, None]
    return np.array([pygraze.make_pose(t, r) for t, r in zip(rng.uniform(-spread, spread, (n, 3)), q)])


def settled(found, host, expected, decide=None):
    """Answers of a device are those of the host where they are decided; the others are listed, in order."""
    said = host(found.answers)
    listed = host(found.undecided)[: int(host(found.undecided_count)[0])]
    np.testing.assert_array_equal(listed, np.flatnonzero(said == 2))
    assert len(listed) < len(said) / 10
    decided = said != 2
    np.testing.assert_array_equal(said[decided], expected[decided])
    assert found.worker == "device"
    return decided


def test_pairs(library):
    put, host = library
    rng = np.random.default_rng(2701)
    low = rng.uniform(-1, 1, (5000, 3))
    boxes = np.hstack([low, low + rng.uniform(0, 0.1, (5000, 3))])
    expected = gpu.pairs(boxes).pairs
    assert len(expected) > 1000
    given = put(boxes)
    found = gpu.pairs(given)
    np.testing.assert_array_equal(host(found.pairs), expected)
    assert type(found.pairs) is type(given)
    np.testing.assert_array_equal(host(given), boxes)
    boxes[7, 2] = np.nan
    with pytest.raises(pygraze.Error, match="7"):
        gpu.pairs(put(boxes))


@pytest.mark.parametrize("kind", ["vertex_face", "edge_edge"])
def test_features(library, kind):
    put, host = library
    rng = np.random.default_rng(2702)
    at_0, at_1 = rng.uniform(-1, 1, (20000, 4, 3)), rng.uniform(-1, 1, (20000, 4, 3))
    at_0[11, 2, 1] = np.inf
    expected = gpu.ccd(kind, at_0, at_1)
    found = gpu.ccd(kind, put(at_0), put(at_1))
    decided = settled(found, host, expected.answers)
    yes = decided & (expected.answers == 1)
    assert yes.sum() > 500 and expected.answers[11] == 3
    np.testing.assert_array_equal(host(found.brackets)[yes], expected.brackets[yes])
    with pytest.raises(TypeError, match="one is on a device"):
        gpu.ccd(kind, put(at_0), at_1)


def test_rays_and_a_mesh_that_moves(library):
    put, host = library
    rng = np.random.default_rng(2703)
    points, triangles = sheet(60, 0.2)
    shape = pygraze.mesh(points, triangles)
    origins = rng.uniform(-1, 1, (20000, 3)) + [0, 0, 3]
    rays = gpu.pack_rays(origins, rng.uniform(-1, 1, (20000, 3)) * 0.8 - origins)
    expected = gpu.cast(shape, rays)
    mesh = gpu.upload(shape, pairs=False, moving=True)
    found = gpu.cast(mesh, put(rays))
    decided = settled(found, host, expected.answers)
    yes = decided & (expected.answers == 1)
    assert 2000 < yes.sum() < 20000
    np.testing.assert_array_equal(host(found.t)[yes], expected.t[yes])
    np.testing.assert_array_equal(host(found.triangles)[yes], expected.triangles[yes])
    moved, _ = sheet(60, 0.4)
    gpu.refit(mesh, put(moved))
    settled(gpu.cast(mesh, put(rays)), host, gpu.cast(pygraze.mesh(moved, triangles), rays).answers)


def test_poses(library):
    put, host = library
    rng = np.random.default_rng(2704)
    shape = pygraze.mesh(*sheet(30, 0.3))
    poses = turned(rng, 3000, 1.5)
    mesh = gpu.upload(shape, rays=False)
    for layout in (gpu.pack_poses(poses), gpu.pack_poses(put(poses))):
        found = gpu.collide(mesh, mesh, put(layout) if isinstance(layout, np.ndarray) else layout)
        expected = gpu.collide(shape, shape, poses).answers
        assert 300 < expected.sum() < 2700
        settled(found, host, expected)
    settled(gpu.within(mesh, mesh, put(gpu.pack_poses(poses)), 0.1), host, gpu.within(shape, shape, poses, 0.1).answers)


def test_streams_of_torch_are_followed():
    torch = pytest.importorskip("torch")
    boxes = np.random.default_rng(2705).uniform(0, 1, (1000, 6))
    boxes[:, 3:] = boxes[:, :3] + 0.05
    expected = gpu.pairs(boxes).pairs
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        later = torch.zeros((1000, 6), dtype=torch.float64, device="cuda")
        torch.cuda._sleep(20_000_000)
        later.copy_(torch.as_tensor(boxes))
        found = gpu.pairs(later)
    np.testing.assert_array_equal(found.pairs.cpu().numpy(), expected)


@pytest.mark.parametrize("disguise", [ByInterface, ByDlpack])
def test_others_are_taken_over_without_a_copy(disguise):
    cupy = pytest.importorskip("cupy")
    boxes = np.random.default_rng(2706).uniform(0, 1, (500, 6))
    boxes[:, 3:] = boxes[:, :3] + 0.1
    found = gpu.pairs(disguise(cupy.asarray(boxes)))
    np.testing.assert_array_equal(cupy.asnumpy(found.pairs), gpu.pairs(boxes).pairs)


def test_what_cannot_be_read_in_place_is_refused(library):
    put, _ = library
    with pytest.raises(TypeError, match="contiguous float64"):
        gpu.pairs(put(np.zeros((4, 6), dtype=np.float32)))
    with pytest.raises(TypeError, match="contiguous float64"):
        gpu.pairs(put(np.zeros((4, 12)))[:, ::2])
    with pytest.raises(ValueError, match=r"boxes: expected the shape \(n, 6\)"):
        gpu.pairs(put(np.zeros((4, 5))))
