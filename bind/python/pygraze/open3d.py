"""The calls of Open3D's RaycastingScene, answered by graze.

Change the import: ``import pygraze.open3d as o3d`` for ``o3d.t.geometry.RaycastingScene`` and ``o3d.core.Tensor``, which
is a numpy array here with a method numpy(). What differs (docs/python.md): numbers are float64; a ray through an edge
or corner of a surface never slips through, and counts once; inside is where the surface winds around a point.
"""

from types import SimpleNamespace

import numpy as np

from . import _core
from ._numbers import corners, numbers, rows

__all__ = ["RaycastingScene", "Tensor", "core", "t"]


class Tensor(np.ndarray):
    """An array that may be asked for itself, as Open3D's tensors are."""

    def __new__(cls, data, dtype=None, device=None):
        return np.asarray(_plain(data), dtype=dtype).view(cls)

    @staticmethod
    def from_numpy(array):
        return np.asarray(array).view(Tensor)

    def numpy(self):
        return self.view(np.ndarray)

    def cpu(self):
        return self


def _plain(value):
    """A numpy array of what has a method numpy(), such as a tensor of Open3D's; anything else as it is."""
    if isinstance(value, np.ndarray):
        return value.view(np.ndarray)
    return value.numpy() if hasattr(value, "numpy") else value


def _tensor(value):
    return np.ascontiguousarray(value).view(Tensor)


class RaycastingScene:
    """Triangle meshes, asked about rays and nearest points.

    >>> from pygraze.open3d import RaycastingScene
    >>> scene = RaycastingScene()
    >>> scene.add_triangles([[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 1, 2]])
    0
    >>> scene.cast_rays([[0.2, 0.1, 1, 0, 0, -1], [10, 10, 10, 1, 0, 0]])["t_hit"].numpy()
    array([ 1., inf])
    """

    INVALID_ID = 0xFFFFFFFF

    def __init__(self, nthreads=0, device=None):
        self._threads = nthreads
        self._vertices, self._faces = [], []
        self._first_face, self._count, self._surface = [], 0, None

    def add_triangles(self, vertex_positions, triangle_indices=None):
        """Adds a mesh, or vertices and triangles; gives its number."""
        if triangle_indices is None:
            mesh = vertex_positions
            if hasattr(mesh, "vertex") and hasattr(mesh, "triangle"):
                vertex_positions, triangle_indices = mesh.vertex.positions, mesh.triangle.indices
            elif hasattr(mesh, "vertices") and (hasattr(mesh, "triangles") or hasattr(mesh, "faces")):
                vertex_positions = mesh.vertices
                triangle_indices = mesh.triangles if hasattr(mesh, "triangles") else mesh.faces
            else:
                raise TypeError(f"expected a mesh, or vertex_positions and triangle_indices, got {type(mesh).__name__}")
        # Copies: what happens to the caller's arrays later is not seen, before the first question as after it.
        vertices = rows(_plain(vertex_positions), "vertex_positions").copy()
        faces = corners(_plain(triangle_indices), "triangle_indices", len(vertices))
        if not np.isfinite(vertices).all():
            raise ValueError("vertex_positions: a number is not finite")
        self._first_face.append(sum(len(f) for f in self._faces))
        self._faces.append(faces + sum(len(v) for v in self._vertices))
        self._vertices.append(vertices)
        self._surface = None
        return len(self._first_face) - 1

    def _shape(self):
        if self._surface is None:
            if not self._faces or not sum(len(f) for f in self._faces):
                return None
            self._surface = _core.mesh(np.vstack(self._vertices), np.vstack(self._faces), solid=False)
            corners = self._surface.triangles
            self._corners = corners
            normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            lengths = np.linalg.norm(normals, axis=1, keepdims=True)
            self._normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
        return self._surface

    def _rays(self, rays):
        rays = numbers(_plain(rays), "rays")
        if rays.ndim < 1 or rays.shape[-1] != 6:
            raise ValueError(f"rays: expected an array of shape (..., 6), got {rays.shape}")
        flat = np.ascontiguousarray(rays.reshape(-1, 6))
        return rays.shape[:-1], np.ascontiguousarray(flat[:, :3]), np.ascontiguousarray(flat[:, 3:])

    def _points(self, points):
        points = numbers(_plain(points), "query_points")
        if points.ndim < 1 or points.shape[-1] != 3:
            raise ValueError(f"query_points: expected an array of shape (..., 3), got {points.shape}")
        return points.shape[:-1], np.ascontiguousarray(points.reshape(-1, 3))

    def _ids(self, triangles, hit):
        """(geometry_ids, primitive_ids) of triangles of all meshes together."""
        geometry = np.searchsorted(self._first_face, triangles, side="right") - 1
        primitive = triangles - np.asarray(self._first_face)[geometry]
        none = self.INVALID_ID
        return np.where(hit, geometry, none).astype(np.uint32), np.where(hit, primitive, none).astype(np.uint32)

    def _weights(self, triangles, points):
        """Open3D's u and v: the weights of a triangle's second and third corner."""
        a, b, c = self._corners[triangles].transpose(1, 0, 2)
        u, v, w = b - a, c - a, points - a
        uu, uv, vv = (u * u).sum(1), (u * v).sum(1), (v * v).sum(1)
        wu, wv, area = (w * u).sum(1), (w * v).sum(1), uu * vv - uv * uv
        safe = np.where(area > 0, area, 1)
        return np.stack([(vv * wu - uv * wv) / safe, (uu * wv - uv * wu) / safe], axis=1)

    def cast_rays(self, rays, nthreads=0):
        """The first hit of each ray: t_hit, geometry_ids, primitive_ids, primitive_uvs, primitive_normals."""
        shape, origins, directions = self._rays(rays)
        count, surface = len(origins), self._shape()
        t, triangle = np.full(count, np.inf), np.zeros(count, dtype=np.int64)
        uvs, normals = np.zeros((count, 2)), np.zeros((count, 3))
        hit = np.zeros(count, dtype=bool)
        if surface is not None:
            found = _core.cast(surface, origins, directions, threads=nthreads or self._threads)
            t, hit, triangle = found.t, found.hit, np.where(found.hit, found.triangle, 0)
            places = origins[hit] + t[hit, None] * directions[hit]
            uvs[hit] = self._weights(triangle[hit], places)
            normals[hit] = self._normals[triangle[hit]]
            geometry, primitive = self._ids(triangle, hit)
        else:
            geometry = primitive = np.full(count, self.INVALID_ID, dtype=np.uint32)
        return {
            "t_hit": _tensor(t.reshape(shape)),
            "geometry_ids": _tensor(geometry.reshape(shape)),
            "primitive_ids": _tensor(primitive.reshape(shape)),
            "primitive_uvs": _tensor(uvs.reshape(*shape, 2)),
            "primitive_normals": _tensor(normals.reshape(*shape, 3)),
        }

    def test_occlusions(self, rays, tnear=0.0, tfar=np.inf, nthreads=0):
        """Does anything lie on each ray between tnear and tfar?"""
        shape, origins, directions = self._rays(rays)
        surface = self._shape()
        if np.isnan(tnear) or np.isnan(tfar):
            raise ValueError("tnear and tfar: a number is not finite")
        if surface is None or not tnear <= tfar:
            return _tensor(np.zeros(shape, dtype=bool))
        end = tfar - tnear if np.isfinite(tfar) else np.finfo(np.float64).max
        found = _core.cast(
            surface, origins + tnear * directions, directions, max=end, want="any", threads=nthreads or self._threads
        )
        return _tensor(found.hit.reshape(shape))

    def _lists(self, origins, directions, nthreads):
        """The hits of each ray, those of one mesh at one place once: two triangles share an edge."""
        surface = self._shape()
        if surface is None:
            return [[] for _ in origins]
        lists = []
        for hits in _core.cast(surface, origins, directions, want="all", threads=nthreads or self._threads):
            seen, kept = set(), []
            for hit in hits:
                mesh = int(np.searchsorted(self._first_face, hit.triangle, side="right")) - 1
                if (hit.t, mesh) not in seen:
                    seen.add((hit.t, mesh))
                    kept.append(hit)
            lists.append(kept)
        return lists

    def count_intersections(self, rays, nthreads=0):
        """How many times each ray meets a surface."""
        shape, origins, directions = self._rays(rays)
        counts = [len(hits) for hits in self._lists(origins, directions, nthreads)]
        return _tensor(np.array(counts, dtype=np.int32).reshape(shape))

    def list_intersections(self, rays, nthreads=0):
        """All of them: t_hit, geometry_ids, primitive_ids, primitive_uvs, ray_ids, ray_splits."""
        _, origins, directions = self._rays(rays)
        lists = self._lists(origins, directions, nthreads)
        splits = np.concatenate([[0], np.cumsum([len(hits) for hits in lists])]).astype(np.uint32)
        flat = [hit for hits in lists for hit in hits]
        triangles = np.array([hit.triangle for hit in flat], dtype=np.int64)
        if flat:
            geometry, primitive = self._ids(triangles, np.ones(len(flat), dtype=bool))
            uvs = self._weights(triangles, np.array([hit.point for hit in flat]))
        else:
            geometry = primitive = np.zeros(0, dtype=np.uint32)
            uvs = np.zeros((0, 2))
        return {
            "ray_splits": _tensor(splits),
            "ray_ids": _tensor(np.repeat(np.arange(len(lists)), np.diff(splits)).astype(np.uint32)),
            "t_hit": _tensor(np.array([hit.t for hit in flat], dtype=np.float64)),
            "geometry_ids": _tensor(geometry),
            "primitive_ids": _tensor(primitive),
            "primitive_uvs": _tensor(uvs),
        }

    def _near(self, flat, nthreads):
        if self._shape() is None:
            raise ValueError("the scene has no triangles")
        return _core.closest(self._shape(), flat, threads=nthreads or self._threads)

    def compute_closest_points(self, query_points, nthreads=0):
        """The nearest points: points, geometry_ids, primitive_ids, primitive_uvs, primitive_normals."""
        shape, flat = self._points(query_points)
        near = self._near(flat, nthreads)
        triangles = near.triangles[:, 0].astype(np.int64)
        geometry, primitive = self._ids(triangles, np.ones(len(flat), dtype=bool))
        return {
            "points": _tensor(near.point_a.reshape(*shape, 3)),
            "geometry_ids": _tensor(geometry.reshape(shape)),
            "primitive_ids": _tensor(primitive.reshape(shape)),
            "primitive_uvs": _tensor(self._weights(triangles, near.point_a).reshape(*shape, 2)),
            "primitive_normals": _tensor(self._normals[triangles].reshape(*shape, 3)),
        }

    def compute_distance(self, query_points, nthreads=0):
        """The distance of each point to the nearest surface."""
        shape, flat = self._points(query_points)
        return _tensor(self._near(flat, nthreads).distance.reshape(shape))

    def _inside(self, flat, nthreads):
        return np.abs(_core.winding(self._shape(), flat, threads=nthreads or self._threads)) > 0.5

    def compute_signed_distance(self, query_points, nthreads=0, nsamples=1):
        """The same, negative inside."""
        shape, flat = self._points(query_points)
        distance = self._near(flat, nthreads).distance
        apart = distance > 0
        signs = np.ones(len(flat))
        signs[apart] = np.where(self._inside(flat[apart], nthreads), -1.0, 1.0)
        return _tensor((distance * signs).reshape(shape))

    def compute_occupancy(self, query_points, nthreads=0, nsamples=1):
        """1 inside, 0 outside; a point on the surface is inside."""
        shape, flat = self._points(query_points)
        apart = self._near(flat, nthreads).distance > 0
        inside = ~apart
        inside[apart] = self._inside(flat[apart], nthreads)
        return _tensor(inside.astype(np.float64).reshape(shape))

    @staticmethod
    def create_rays_pinhole(*args, **kwargs):
        """Rays of a pinhole camera (height, width, 6), one through the middle of each pixel.

        Of (intrinsic_matrix, extrinsic_matrix, width_px, height_px), or (fov_deg, center, eye, up, width_px, height_px)
        with the field of view across the width.
        """
        names = (
            ["intrinsic_matrix", "extrinsic_matrix", "width_px", "height_px"]
            if "intrinsic_matrix" in kwargs or (args and np.ndim(_plain(args[0])) == 2)
            else ["fov_deg", "center", "eye", "up", "width_px", "height_px"]
        )
        given = dict(zip(names, args), **kwargs)
        if set(given) != set(names) or len(args) > len(names):
            raise TypeError(f"create_rays_pinhole: expected {', '.join(names)}, got {', '.join(map(str, given))}")
        width, height = int(given["width_px"]), int(given["height_px"])
        if "fov_deg" in given:
            eye, center, up = (np.asarray(_plain(given[k]), dtype=np.float64) for k in ("eye", "center", "up"))
            focal = 0.5 * width / np.tan(0.5 * np.deg2rad(given["fov_deg"]))
            intrinsic = np.array([[focal, 0, 0.5 * width], [0, focal, 0.5 * height], [0, 0, 1]])
            forward = (center - eye) / np.linalg.norm(center - eye)
            right = np.cross(forward, up)
            right /= np.linalg.norm(right)
            rotation = np.stack([right, np.cross(forward, right), forward])
            translation = -rotation @ eye
        else:
            intrinsic = np.asarray(_plain(given["intrinsic_matrix"]), dtype=np.float64)
            extrinsic = np.asarray(_plain(given["extrinsic_matrix"]), dtype=np.float64)
            rotation, translation = extrinsic[:3, :3], extrinsic[:3, 3]
        inverse = np.linalg.inv(rotation)
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        pixels = np.stack([x, y, np.ones_like(x)], axis=-1)
        directions = pixels @ np.linalg.inv(intrinsic).T @ inverse.T
        origins = np.broadcast_to(-inverse @ translation, directions.shape)
        return _tensor(np.concatenate([origins, directions], axis=-1))


core = SimpleNamespace(
    Tensor=Tensor,
    float32=np.float32,
    float64=np.float64,
    int32=np.int32,
    int64=np.int64,
    uint32=np.uint32,
    Dtype=SimpleNamespace(Float32=np.float32, Float64=np.float64, Int32=np.int32, Int64=np.int64, UInt32=np.uint32),
)
t = SimpleNamespace(geometry=SimpleNamespace(RaycastingScene=RaycastingScene))
