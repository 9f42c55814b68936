"""Arrays as the modules beside the core take them: what does not fit is a TypeError or ValueError naming the argument."""

import numpy as np


def numbers(value, name):
    """A float64 array of real numbers."""
    array = np.asarray(value)
    if value is None or array.dtype.kind not in "fiub":
        what = "None" if value is None else f"an array of dtype {array.dtype}" if array.ndim else type(value).__name__
        raise TypeError(f"{name}: expected an array of numbers, got {what}")
    return array.astype(np.float64, copy=False)


def rows(value, name, width=3):
    """The same of the shape (n, width)."""
    array = numbers(value, name)
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{name} must be (n,{width})! It is {array.shape}")
    return array


def corners(value, name, vertices):
    """Triangles (m, 3) of so many vertices."""
    array = np.asarray(value)
    if value is None or (array.dtype.kind not in "iu" and array.size):
        raise TypeError(f"{name}: expected whole numbers, got {'None' if value is None else array.dtype}")
    if array.size == 0:
        return np.empty((0, 3), dtype=np.int64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must be (m,3)! It is {array.shape}")
    if array.min() < 0 or array.max() >= vertices:
        raise ValueError(f"{name}: an index is out of range")
    return array.astype(np.int64)


def one_of(value, kind, name):
    """The value, which is of that class."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {kind.__name__}, got {type(value).__name__}")
    return value


def arrays_of(mesh, name="mesh"):
    """(vertices, faces) of what has both."""
    if not hasattr(mesh, "vertices") or not hasattr(mesh, "faces"):
        raise TypeError(f"{name}: expected a mesh with vertices and faces, got {type(mesh).__name__}")
    return np.asarray(mesh.vertices), np.asarray(mesh.faces)
