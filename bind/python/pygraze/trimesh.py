"""The calls of trimesh's collision, ray and proximity classes, answered by graze.

Change the import: ``from pygraze.trimesh import CollisionManager`` for ``trimesh.collision``, ``RayMeshIntersector``
for ``trimesh.ray``, ``ProximityQuery`` for ``trimesh.proximity``. Meshes are anything with `vertices` and `faces`.
What differs (docs/python.md): closed meshes are solids, so that one inside another is in collision; numbers are float64
throughout; a pair has one contact with the depth and direction that part it, or its touching points.
"""

import operator

import numpy as np

from . import _core
from ._errors import Undecided, Unsupported
from ._numbers import arrays_of, numbers, one_of, rows as _rows

__all__ = [
    "CollisionManager",
    "ContactData",
    "DistanceData",
    "ProximityQuery",
    "RayMeshIntersector",
    "closest_point",
    "scene_to_collision",
    "signed_distance",
]

_EXTERNAL = "__external"


class ContactData:
    """One contact of two named objects: `names`, `normal` (from the first to the second), `point`, `depth`."""

    def __init__(self, names, triangles, normal, point, depth):
        self.names = set(names)
        self.normal = normal
        self.point = point
        self.depth = depth
        self._index = dict(zip(names, triangles))

    def index(self, name):
        """The face of the object of that name."""
        return self._index[name]


class DistanceData:
    """The nearest points of two named objects: `names`, `distance`. Of objects in each other that is minus the depth,
    and the points are the two that meet when the objects are moved apart by it: as far apart as the depth."""

    def __init__(self, names, triangles, points, distance):
        self.names = set(names)
        self.distance = distance
        self._index = dict(zip(names, triangles))
        self._points = dict(zip(names, points))

    def index(self, name):
        """The face of the object of that name."""
        return self._index[name]

    def point(self, name):
        """The nearest point on the object of that name."""
        return self._points[name]


def _transform(value):
    if value is None:
        return np.eye(4)
    value = numbers(value, "transform")
    if value.shape != (4, 4):
        raise ValueError("transform must be (4,4)!")
    return value


def _contacts(names, a, b):
    """The contacts of two bodies that meet."""
    pair = _core.collide(a, b, all=True, max_results=1)
    triangles = tuple(int(i) for i in pair.pairs[0]) if len(pair.pairs) else (0, 0)
    try:
        deep = _core.penetration(a, b)
    except Unsupported:
        deep = None
    if deep is not None and deep.status == "ok" and deep.depth > 0:
        normal = -deep.vector / np.linalg.norm(deep.vector)
        return [ContactData(names, triangles, normal, deep.inside, deep.depth)]
    found = _core.contacts(a, b).contacts
    return [ContactData(names, c.triangles, c.normal, c.point, max(c.depth, 0.0)) for c in found]


def _signed(a, b, apart):
    """The signed distance of two bodies of which distance() said `apart`: (number, triangles, points)."""
    if apart.status == "ok" and (apart.distance > 0 or not (a.shape.solid and b.shape.solid)):
        return apart.distance, apart.triangles, (apart.point_a, apart.point_b)
    try:
        found = _core.signed_distance(a, b)
    except Unsupported:
        return 0.0, apart.triangles, (apart.point_a, apart.point_b)
    if found.status != "ok":
        raise Undecided(f"signed distance: {found.status}: it is between {found.lower} and {found.upper}")
    return found.distance, found.triangles, (found.point_a, found.point_b)


def _pack(first, wanted):
    parts = [first] + [value for want, value in wanted if want]
    return parts[0] if len(parts) == 1 else tuple(parts)


class CollisionManager:
    """Named meshes, asked which of them touch and how far apart they are. As in trimesh, an object is the mesh as it was
    when it was added.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> from pygraze.trimesh import CollisionManager
    >>> mesh = SimpleNamespace(vertices=np.vstack([np.zeros(3), np.eye(3)]), faces=[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    >>> manager = CollisionManager()
    >>> _ = manager.add_object("one", mesh)
    >>> away = np.eye(4); away[0, 3] = 3
    >>> manager.in_collision_single(mesh), manager.min_distance_single(mesh, away)
    (True, 2.0)
    """

    def __init__(self):
        self._world = _core.World()
        self._pipeline = _core.Pipeline(self._world)
        self._bodies, self._ids, self._names = {}, {}, {}
        self._next = 0

    def add_object(self, name, mesh, transform=None):
        """Adds a mesh under a name; another one of that name is replaced. Gives its Body."""
        body = _core.Body(_core.as_shape(mesh), _transform(transform))
        if name in self._bodies:
            self.remove_object(name)
        self._ids[name] = self._world.add(body, key=self._next)
        self._names[self._next] = name
        self._next += 1
        self._bodies[name] = body
        return body

    def _known(self, name):
        if name not in self._bodies:
            raise ValueError(f"{name} not in collision manager!")

    def remove_object(self, name):
        """Removes an object; ValueError for a name that is not there."""
        self._known(name)
        self._world.remove(self._ids.pop(name))
        del self._bodies[name]

    def set_transform(self, name, transform):
        """Puts an object elsewhere; ValueError for a name that is not there."""
        self._known(name)
        self._bodies[name] = _core.Body(self._bodies[name].shape, _transform(transform))
        self._world.move(self._ids[name], self._bodies[name].pose)

    def _overlaps(self, body):
        self._world.apply()
        return [self._names[found.key] for found in self._world.overlaps(body)]

    def in_collision_single(self, mesh, transform=None, return_names=False, return_data=False):
        """Does a mesh meet any object?"""
        body = _core.Body(_core.as_shape(mesh), _transform(transform))
        names = self._overlaps(body)
        data = []
        if return_data:
            for name in names:
                data += _contacts((name, _EXTERNAL), self._bodies[name], body)
        return _pack(len(names) > 0, [(return_names, set(names)), (return_data, data)])

    def in_collision_internal(self, return_names=False, return_data=False):
        """Do any two objects meet? Names are pairs in alphabetical order."""
        pairs = [pair for pair in self._pipeline.step().pairs if pair.touching]
        names = [(self._names[pair.keys[0]], self._names[pair.keys[1]]) for pair in pairs]
        data = []
        if return_data:
            for a, b in names:
                data += _contacts((a, b), self._bodies[a], self._bodies[b])
        ordered = {tuple(sorted(pair)) for pair in names}
        return _pack(len(names) > 0, [(return_names, ordered), (return_data, data)])

    def in_collision_other(self, other_manager, return_names=False, return_data=False):
        """Does any object meet one of another manager? Names are (of this one, of the other)."""
        names = []
        one_of(other_manager, CollisionManager, "other_manager")._world.apply()
        for name, body in self._bodies.items():
            names += [(name, found) for found in other_manager._overlaps(body)]
        data = []
        if return_data:
            for a, b in names:
                data += _contacts((a, b), self._bodies[a], other_manager._bodies[b])
        return _pack(len(names) > 0, [(return_names, set(names)), (return_data, data)])

    def _nearest(self, body, name, other, skip=None):
        """The least signed distance from a body to the objects of `other`: (distance, (name, its name), data)."""
        other._world.apply()
        found = other._world.nearest(body, 1, except_=skip)
        if not found:
            return np.inf, (name, None), None
        if found[0][1].distance > 0:
            near = [found[0]]
        else:  # the deepest of those that meet
            keys = [o.key for o in other._world.overlaps(body, except_=skip)]
            near = [(k, _core.distance(body, other._bodies[other._names[k]])) for k in keys] or [found[0]]
        best = None
        for key, apart in near:
            key = getattr(key, "key", key)
            title = other._names[key]
            distance, triangles, points = _signed(body, other._bodies[title], apart)
            if best is None or distance < best[0]:
                data = DistanceData((name, title), triangles, points, distance)
                best = (distance, (name, title), data)
        return best

    def min_distance_single(self, mesh, transform=None, return_name=False, return_data=False):
        """The least distance from a mesh to any object; minus the depth where they meet."""
        body = _core.Body(_core.as_shape(mesh), _transform(transform))
        distance, names, data = self._nearest(body, _EXTERNAL, self)
        return _pack(distance, [(return_name, names[1]), (return_data, data)])

    def min_distance_internal(self, name=None, return_names=False, return_data=False):
        """The least distance of any two objects, or of one of them to the others."""
        if name is not None:
            self._known(name)
        best = (np.inf, None, None)
        for title in self._bodies if name is None else [name]:
            found = self._nearest(self._bodies[title], title, self, self._ids[title])
            if found[0] < best[0]:
                best = found
        names = None if best[1] is None else tuple(sorted(best[1]))
        return _pack(best[0], [(return_names, names), (return_data, best[2])])

    def min_distance_other(self, other_manager, return_names=False, return_data=False):
        """The least distance of an object to one of another manager."""
        best = (np.inf, None, None)
        one_of(other_manager, CollisionManager, "other_manager")
        for title, body in self._bodies.items():
            found = self._nearest(body, title, other_manager)
            if found[0] < best[0]:
                best = found
        return _pack(best[0], [(return_names, best[1]), (return_data, best[2])])


def scene_to_collision(scene):
    """A manager of the objects of a trimesh.Scene: (manager, {node: body})."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects


class _Follower:
    """What is made of a mesh, and made anew where the vertices or faces of the mesh are others by now: edited in place,
    or replaced."""

    def __init__(self, mesh, make):
        # On first need: trimesh's primitives make their intersector before they have vertices.
        if not hasattr(type(mesh), "vertices"):
            arrays_of(mesh)
        self._mesh, self._make, self._vertices = mesh, make, None

    def __call__(self):
        vertices, faces = arrays_of(self._mesh)
        if self._vertices is None or not (
            np.array_equal(vertices, self._vertices) and np.array_equal(faces, self._faces)
        ):
            self._made = self._make(self._mesh)
            self._vertices, self._faces = vertices.copy(), faces.copy()
        return self._made


class RayMeshIntersector:
    """Rays at one mesh, as it is at the time of the question.

    >>> from types import SimpleNamespace
    >>> from pygraze.trimesh import RayMeshIntersector
    >>> mesh = SimpleNamespace(vertices=[[0, 0, 0], [1, 0, 0], [0, 1, 0]], faces=[[0, 1, 2]])
    >>> RayMeshIntersector(mesh).intersects_first([[0.2, 0.2, 1], [2, 2, 1]], [[0, 0, -1], [0, 0, -1]])
    array([ 0, -1])
    """

    def __init__(self, mesh, scale_to_box=True):
        self.mesh = mesh
        self._current = _Follower(mesh, _core.as_shape)

    @property
    def _shape(self):
        return self._current()

    def intersects_id(self, ray_origins, ray_directions, multiple_hits=True, max_hits=None, return_locations=False):
        """(index_tri, index_ray) of every hit, sorted along each ray; with return_locations=True the points, too.

        Where locations are returned, a point on an edge that several triangles share is told once, as trimesh does.
        """
        origins, directions = _rows(ray_origins, "ray_origins"), _rows(ray_directions, "ray_directions")
        if max_hits is not None and not operator.index(max_hits) > 0:
            raise ValueError(f"max_hits: expected a number above 0, got {max_hits}")
        if not multiple_hits:
            first = _core.cast(self._shape, origins, directions)
            rays = np.nonzero(first.hit)[0]
            triangles = first.triangle[rays]
            if return_locations:
                return triangles, rays, origins[rays] + first.t[rays, None] * directions[rays]
            return triangles, rays
        triangles, rays, places = [], [], []
        for ray, hits in enumerate(_core.cast(self._shape, origins, directions, want="all")):
            last = None
            for number, hit in enumerate(hits):
                if max_hits is not None and number >= max_hits:
                    break
                if return_locations and hit.t == last:
                    continue
                last = hit.t
                triangles.append(hit.triangle)
                rays.append(ray)
                places.append(hit.point)
        triangles, rays = np.array(triangles, dtype=np.int64), np.array(rays, dtype=np.int64)
        if return_locations:
            return triangles, rays, np.array(places, dtype=np.float64).reshape(-1, 3)
        return triangles, rays

    def intersects_location(self, ray_origins, ray_directions, multiple_hits=True, max_hits=None):
        """(locations, index_ray, index_tri)."""
        triangles, rays, places = self.intersects_id(ray_origins, ray_directions, multiple_hits, max_hits, True)
        return places, rays, triangles

    def intersects_first(self, ray_origins, ray_directions):
        """The first triangle of each ray, -1 for none."""
        return _core.cast(self._shape, _rows(ray_origins, "ray_origins"), _rows(ray_directions, "ray_directions")).triangle

    def intersects_any(self, ray_origins, ray_directions):
        """Does each ray hit anything?"""
        found = _core.cast(
            self._shape, _rows(ray_origins, "ray_origins"), _rows(ray_directions, "ray_directions"), want="any"
        )
        return found.hit

    def run(self, origins, directions):
        """As of an Embree scene: the first triangle of each ray, -1 for none."""
        return self.intersects_first(origins, directions)

    def contains_points(self, points):
        """Is each point inside, or on the surface? By the exact winding number; of an open mesh by the estimate."""
        return _contains(self._shape, _rows(points, "points"))


def _contains(shape, points):
    if shape.solid:
        return _core.inside(shape, points) != _core.Where.outside
    return np.abs(_core.winding(shape, points)) > 0.5


class _Near:
    """A mesh as ProximityQuery needs it: its surface, and with its inside; which faces are at a vertex, on first need."""

    def __init__(self, mesh):
        self.vertices = np.array(mesh.vertices, dtype=np.float64)
        self.faces = np.array(mesh.faces)
        self.surface = _core.mesh(self.vertices, self.faces, solid=False)
        self.solid = _core.as_shape(mesh)
        self._faces_of = None

    def facing(self, points, places, chosen):
        """Of the faces that share the nearest corner or edge, the one whose normal points most at the point."""
        if self._faces_of is None:
            self._faces_of = {}
            for number, face in enumerate(self.faces):
                for corner in face:
                    self._faces_of.setdefault(int(corner), []).append(number)
            self._corners = corners = self.surface.triangles
            normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            lengths = np.linalg.norm(normals, axis=1, keepdims=True)
            self._normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
            self._size = max(float(np.ptp(corners.reshape(-1, 3), axis=0).max()), 1e-300)
        result = chosen.copy()
        for i, (point, place, face) in enumerate(zip(points, places, chosen)):
            around = sorted({n for c in self.faces[face] for n in self._faces_of[int(c)]})
            here = [n for n in around if _gap(self._corners[n], place) <= 1e-12 * self._size]
            if len(here) > 1:
                away = (point - place) / np.linalg.norm(point - place)
                result[i] = max(here, key=lambda n: float(self._normals[n] @ away))
        return result


class ProximityQuery:
    """Points near one mesh, as it is at the time of the question.

    >>> from types import SimpleNamespace
    >>> from pygraze.trimesh import ProximityQuery
    >>> mesh = SimpleNamespace(vertices=[[0, 0, 0], [1, 0, 0], [0, 1, 0]], faces=[[0, 1, 2]])
    >>> closest, distance, triangle = ProximityQuery(mesh).on_surface([[0.25, 0.25, 2]])
    >>> distance
    array([2.])
    """

    def __init__(self, mesh):
        self._current = _Follower(mesh, _Near)

    def on_surface(self, points):
        """(closest, distance, triangle_id) on the surface; of equally near faces the one that faces the point."""
        points, mesh = _rows(points, "points"), self._current()
        near = _core.closest(mesh.surface, points)
        chosen = near.triangles[:, 0].astype(np.int64)
        ties = [i for i in range(len(points)) if near.distance[i] > 0]
        if ties:
            chosen[ties] = mesh.facing(points[ties], near.point_a[ties], chosen[ties])
        return near.point_a, near.distance, chosen

    def vertex(self, points):
        """(distance, vertex_id) of the nearest vertex."""
        points, vertices = _rows(points, "points"), self._current().vertices
        distance, number = np.empty(len(points)), np.empty(len(points), dtype=np.int64)
        for first in range(0, len(points), 256):
            apart = np.linalg.norm(points[first : first + 256, None] - vertices[None], axis=2)
            number[first : first + 256] = apart.argmin(axis=1)
            distance[first : first + 256] = apart.min(axis=1)
        return distance, number

    def signed_distance(self, points):
        """Positive inside, negative outside, as trimesh has it."""
        points, mesh = _rows(points, "points"), self._current()
        distance = _core.closest(mesh.surface, points).distance
        return np.where(_contains(mesh.solid, points) | (distance == 0), distance, -distance)


def _gap(triangle, point):
    return _core.closest(_core.soup(triangle[None]), point).distance


def closest_point(mesh, points):
    """(closest, distance, triangle_id) on the surface of a mesh."""
    return ProximityQuery(mesh).on_surface(points)


def signed_distance(mesh, points):
    """The distance of points to a mesh: positive inside, negative outside."""
    return ProximityQuery(mesh).signed_distance(points)
