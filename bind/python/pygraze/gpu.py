"""Large batches on a graphics processor, with the answers of the library.

Arrays of numpy are asked of a device where there is one, else of the processor: the answers are the same, and `worker`
tells who found them. Arrays on a device (torch, cupy, and what these take over without a copy by DLPack or the CUDA
array interface) stay there: they are read in place, nothing waits, and what comes back is an array of the same library.
An answer is 0 (no), 1 (yes), 2 (undecided) or 3 (invalid); on a device the undecided ones, few of ordinary items, are
listed, for the caller to ask the processor about.

Layouts, float64 and contiguous: boxes (n, 6), lower corner then upper; features (n, 4, 3); rays (n, 8) as `pack_rays`
makes them; poses (n, 4, 3) as `pack_poses` makes them.
"""

import sys

import numpy as np

from . import _core
from ._core import _gpu
from ._numbers import numbers, rows

__all__ = [
    "Answers",
    "Mesh",
    "cast",
    "ccd",
    "collide",
    "configurations",
    "devices",
    "forget_meshes",
    "pack_poses",
    "pack_rays",
    "pairs",
    "refit",
    "upload",
    "within",
]


class Answers:
    """What a call has found: `answers` and whatever else it tells, as attributes; `worker`, `left` and `failure` of
    arrays of numpy, `undecided` and `undecided_count` of arrays on a device."""

    def __init__(self, **found):
        self.__dict__.update(found)

    def __repr__(self):
        return f"Answers({', '.join(self.__dict__)})"


def devices():
    """A tuple (number, name, bytes of memory) for each device; none where the library was built without CUDA."""
    return _gpu.devices()


def forget_meshes():
    """Frees what calls on numpy arrays have kept on devices."""
    _gpu.forget_meshes()


class _Torch:
    def __init__(self, array):
        import torch

        self._torch, self._device = torch, array.device

    def empty(self, shape, dtype):
        names = {"f8": "float64", "u1": "uint8", "u4": "int32", "u8": "int64"}  # the same bytes
        return self._torch.empty(shape, dtype=getattr(self._torch, names[dtype]), device=self._device)

    def stream(self):
        return self._torch.cuda.current_stream(self._device).cuda_stream

    def address(self, array):
        return array.data_ptr()

    def is_fit(self, array):
        return array.dtype == self._torch.float64 and array.is_contiguous()


class _Cupy:
    def __init__(self, array):
        import cupy

        self._cupy = cupy

    def empty(self, shape, dtype):
        return self._cupy.empty(shape, dtype=dtype)

    def stream(self):
        return self._cupy.cuda.get_current_stream().ptr

    def address(self, array):
        return array.data.ptr

    def is_fit(self, array):
        return array.dtype == np.float64 and array.flags.c_contiguous


def _is_on_device(value):
    if hasattr(value, "__cuda_array_interface__"):
        return True
    device = getattr(value, "__dlpack_device__", None)
    return device is not None and int(device()[0]) in (2, 13)  # CUDA, and what CUDA manages


def _taken_over(value, argument):
    """An array on a device, and the library that it is of."""
    if not devices():
        raise TypeError(
            f"{argument}: an array on a device, and there is no device here that pygraze can use; give a numpy array, "
            "or build pygraze with CUDA (docs/gpu.md)"
        )
    root = type(value).__module__.partition(".")[0]
    if root == "torch":
        return value, _Torch(value)
    if root == "cupy":
        return value, _Cupy(value)
    by_interface = hasattr(value, "__cuda_array_interface__")
    if "cupy" in sys.modules:
        cupy = sys.modules["cupy"]
        taken = cupy.asarray(value) if by_interface else cupy.from_dlpack(value)
        return taken, _Cupy(taken)
    if "torch" in sys.modules:
        torch = sys.modules["torch"]
        taken = torch.as_tensor(value, device="cuda") if by_interface else torch.from_dlpack(value)
        return taken, _Torch(taken)
    raise TypeError(
        f"{argument}: an array on a device of the type {type(value).__name__}; import torch or cupy, which take it over "
        "without a copy"
    )


class _Argument:
    """An array of items of `width` numbers, on the host or on a device."""

    def __init__(self, value, argument, shape):
        self.library = None
        if _is_on_device(value):
            value, self.library = _taken_over(value, argument)
            if not self.library.is_fit(value):
                raise TypeError(f"{argument}: on a device it must be contiguous float64, as it is read in place")
        else:
            value = np.asarray(value)
            if value.dtype.kind not in "fiu":
                raise TypeError(f"{argument}: expected numbers, not {value.dtype}")
            value = np.ascontiguousarray(value, dtype=np.float64)
        if value.ndim != 1 + len(shape) or tuple(value.shape[1:]) != shape:
            text = ", ".join(["n", *map(str, shape)])
            raise ValueError(f"{argument}: expected the shape ({text}), not {tuple(value.shape)}")
        self.value, self.count = value, int(value.shape[0])

    @property
    def address(self):
        return self.library.address(self.value)


def _poses(value, argument):
    if not _is_on_device(value):
        value = np.asarray(value)
        if value.ndim == 3 and value.shape[1:] == (4, 4):
            value = pack_poses(value)
    return _Argument(value, argument, (4, 3))


def pack_poses(matrices):
    """Of (n, 4, 4) matrices the layout that is read in place, (n, 4, 3): their columns, of which the last moves. Of an
    array of any library, on the same device."""
    rows = matrices[:, :3, :]
    packed = rows.transpose(1, 2) if type(rows).__module__.startswith("torch") else rows.swapaxes(1, 2)
    return packed.contiguous() if hasattr(packed, "contiguous") else packed.copy()


def pack_rays(origins, directions, max=np.inf):
    """Rays (n, 8) of numpy: origin, direction, the parameter at which each ends, 0."""
    origins = rows(np.atleast_2d(numbers(origins, "origins")), "origins")
    directions = rows(np.atleast_2d(numbers(directions, "directions")), "directions")
    max = numbers(max, "max")
    if len(directions) not in (1, len(origins)) or (max.ndim and max.shape != (len(origins),)):
        raise ValueError(f"directions and max: expected one, or one for each of {len(origins)} origins")
    rays = np.zeros((len(origins), 8))
    rays[:, :3], rays[:, 3:6], rays[:, 6] = origins, directions, max
    return rays


class _Room:
    """Answers and work space of a call on a device."""

    def __init__(self, library, count, scratch):
        self.library = library
        self.answers = library.empty((count,), "u1")
        self.undecided = library.empty((max(count, 1),), "u4")
        self.undecided_count = library.empty((1,), "u4")
        self.bytes = scratch
        self._scratch = library.empty((max(scratch, 1),), "u1")

    def addresses(self):
        return (
            self.library.address(self.undecided),
            self.library.address(self.undecided_count),
            self.library.address(self._scratch),
            self.bytes,
            self.library.stream(),
        )

    def found(self, **more):
        return Answers(
            answers=self.answers, undecided=self.undecided, undecided_count=self.undecided_count, worker="device", **more
        )


def pairs(boxes, threads=0):
    """Every pair of boxes (n, 6) that have a common point, as rows of `pairs`, sorted. On a device the call waits once,
    for how many there are."""
    given = _Argument(boxes, "boxes", (6,))
    if given.library is None:
        return Answers(**_gpu.host_pairs(given.value, threads))
    library, count = given.library, given.count
    capacity, scratch = 4 * count + 1024, _gpu.pairs_scratch(count)
    space, found, unusable = library.empty((max(scratch, 1),), "u1"), library.empty((1,), "u8"), library.empty((1,), "u4")
    while True:
        room = library.empty((capacity, 2), "u4")
        addresses = map(library.address, (room, found, unusable, space))
        rooms, founds, unusables, spaces = addresses
        _gpu.device_pairs(given.address, count, rooms, capacity, founds, unusables, spaces, scratch, library.stream())
        needed, bad = int(found[0]), int(unusable[0])
        if bad < count:
            raise _core_error(f"gpu.pairs: box {bad} is empty or not finite")
        if needed <= capacity:
            break
        capacity = needed
    bytes_ = _gpu.sort_scratch(needed, count)
    sort = library.empty((max(bytes_, 1),), "u1")
    _gpu.device_sort(rooms, needed, count, library.address(sort), bytes_, library.stream())
    return Answers(pairs=room[:needed], worker="device")


def _core_error(text):
    from ._errors import Error

    return Error(text)


def ccd(kind, at_0, at_1, threads=0):
    """When features on straight paths first touch: kind "vertex_face" or "edge_edge", points (n, 4, 3) at both ends.
    `brackets` (n, 2) hold the time where the answer is yes."""
    if kind not in ("vertex_face", "edge_edge"):
        raise ValueError(f'kind: expected "vertex_face" or "edge_edge", not {kind!r}')
    start, end = _Argument(at_0, "at_0", (4, 3)), _Argument(at_1, "at_1", (4, 3))
    if start.count != end.count:
        raise ValueError(f"at_0 and at_1: {start.count} and {end.count} items")
    if (start.library is None) != (end.library is None):
        raise TypeError("at_0 and at_1: one is on a device and one is not")
    edges = kind == "edge_edge"
    if start.library is None:
        return Answers(**_gpu.host_ccd(edges, start.value, end.value, threads))
    room = _Room(start.library, start.count, _gpu.ccd_scratch(start.count))
    brackets = start.library.empty((start.count, 2), "f8")
    address = start.library.address
    _gpu.device_ccd(
        edges, start.address, end.address, start.count, address(room.answers), address(brackets), *room.addresses()
    )
    return room.found(brackets=brackets)


class Mesh:
    """A shape in the memory of a device, for calls on arrays that are there."""

    def __init__(self, shape, pose, mesh):
        self.shape, self.pose, self._mesh = shape, pose, mesh

    @property
    def memory(self):
        """Bytes on the device."""
        return self._mesh.memory


def upload(shape, pose=None, rays=True, pairs=True, moving=False):
    """Brings a mesh, soup, strip, fan or terrain to a device: for `cast` (rays) and for `collide` and `within` (pairs).
    `moving`: `refit` moves its vertices."""
    return Mesh(shape, pose, _gpu.upload(shape, pose, rays, pairs, moving))


def refit(mesh, vertices):
    """Moves all vertices (n, 3) of a mesh that was uploaded as moving; an array on the device, read in place."""
    given = _Argument(vertices, "vertices", (3,))
    if given.library is None:
        raise TypeError("vertices: expected an array on the device")
    _gpu.refit(mesh._mesh, given.address, given.count, given.library.stream())


def cast(shape, rays, pose=None, any=False, threads=0):
    """Rays (n, 8) against a shape, or on a device against a `Mesh`: the nearest hit, or with `any` some. `t` and
    `triangles` hold it where the answer is yes."""
    given = _Argument(rays, "rays", (8,))
    if given.library is None:
        return Answers(**_gpu.host_cast(getattr(shape, "shape", shape), pose, given.value, any, threads))
    mesh = _on_device(shape, "shape", pose)
    room = _Room(given.library, given.count, _gpu.rays_scratch(given.count))
    triangles, t = given.library.empty((given.count,), "u4"), given.library.empty((given.count,), "f8")
    address = given.library.address
    _gpu.device_cast(
        mesh, given.address, given.count, any, address(room.answers), address(triangles), address(t), *room.addresses()
    )
    return room.found(t=t, triangles=triangles)


def _on_device(shape, argument, pose):
    if not isinstance(shape, Mesh):
        raise TypeError(f"{argument}: with arrays on a device expected what upload() makes, not {type(shape).__name__}")
    if pose is not None:
        raise TypeError(f"{argument}: its pose is the one it was uploaded with")
    return shape._mesh


def _ask_poses(a, b, poses, pose_a, tolerance, threads):
    given = _poses(poses, "poses")
    if given.library is None:
        a, b = getattr(a, "shape", a), getattr(b, "shape", b)
        return Answers(**_gpu.host_poses(a, pose_a, b, given.value, tolerance, threads))
    mesh_a, mesh_b = _on_device(a, "a", pose_a), _on_device(b, "b", None)
    room = _Room(given.library, given.count, _gpu.poses_scratch(given.count))
    address = given.library.address
    _gpu.device_poses(
        mesh_a, mesh_b, tolerance, given.address, given.count, address(room.answers), *room.addresses()
    )
    return room.found()


def collide(a, b, poses, pose_a=None, threads=0):
    """Does `b` in each of many poses, (n, 4, 3) or of numpy (n, 4, 4), have a common point with `a`? On a device both
    are a `Mesh`."""
    return _ask_poses(a, b, poses, pose_a, -1.0, threads)


def within(a, b, poses, tolerance, pose_a=None, threads=0):
    """The same for points that are at most `tolerance` apart."""
    if not tolerance >= 0:
        raise ValueError(f"tolerance: expected a number that is not negative, not {tolerance!r}")
    return _ask_poses(a, b, poses, pose_a, float(tolerance), threads)


def configurations(world, balls, poses, threads=0):
    """Which configurations of a robot made of balls touch the world? `world`: shapes, or pairs of a shape and a pose;
    `balls` (k, 5): link, centre in the frame of the link, radius; `poses` of numpy (n, links, 4, 4)."""
    if _is_on_device(poses):
        raise TypeError("poses: expected a numpy array; configurations on a device are for C++ (graze/gpu.h)")
    matrices = numbers(poses, "poses")
    if matrices.ndim != 4 or matrices.shape[2:] != (4, 4):
        raise ValueError(f"poses: expected the shape (n, links, 4, 4), not {matrices.shape}")
    links = matrices.shape[1]
    on_links = np.ascontiguousarray(np.atleast_2d(numbers(balls, "balls")))
    if on_links.ndim != 2 or on_links.shape[1] != 5:
        raise ValueError(f"balls: expected the shape (k, 5), not {on_links.shape}")
    if on_links.size and not (np.all(on_links[:, 0] >= 0) and np.all(on_links[:, 0] < links)):
        raise ValueError(f"balls: a link that is not there; the poses have {links}")
    bodies = [entry if isinstance(entry, tuple) else (entry, None) for entry in world]
    places = np.array([np.eye(4) if pose is None else pose for _, pose in bodies], dtype=np.float64).reshape(-1, 4, 4)
    return Answers(
        **_gpu.host_configurations(
            [shape for shape, _ in bodies],
            np.ascontiguousarray(pack_poses(places)),
            on_links,
            links,
            np.ascontiguousarray(pack_poses(matrices.reshape(-1, 4, 4))),
            threads,
        )
    )
