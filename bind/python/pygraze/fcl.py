"""The classes and functions of python-fcl, answered by graze.

Change the import: ``import pygraze.fcl as fcl``. Names and arguments are those of python-fcl, and ``collide`` and
``distance`` take coal's order ``(geometry, transform, geometry, transform, request, result)``, too. What differs
(docs/python.md): closed meshes are solids; a pair has one contact, with the depth and direction that part it, or its
touching points; continuousCollide is certified, and turns as well as it moves; octrees are not there.
"""

import sys

import numpy as np

from . import _core
from ._errors import Undecided, Unsupported
from ._numbers import corners, numbers, one_of, rows


class OBJECT_TYPE:
    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class NODE_TYPE:
    BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24 = range(9)
    GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER = range(9, 15)
    GEOM_CONVEX, GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE, GEOM_OCTREE, NODE_COUNT = range(15, 21)


class CCDMotionType:
    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType:
    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType:
    GST_LIBCCD, GST_INDEP = range(2)


class Transform:
    """A rotation (matrix, or quaternion w, x, y, z) and a translation, in the orders that python-fcl takes.

    >>> import numpy as np
    >>> from pygraze.fcl import Transform
    >>> Transform(np.array([1.0, 2.0, 3.0])).getTranslation()
    array([1., 2., 3.])
    """

    def __init__(self, *args):
        self._rotation, self._translation = np.eye(3), np.zeros(3)
        if len(args) == 1 and isinstance(args[0], Transform):
            self._rotation, self._translation = args[0]._rotation.copy(), args[0]._translation.copy()
        elif len(args) == 1 and np.shape(args[0]) == (3,):
            self.setTranslation(args[0])
        elif len(args) in (1, 2):
            if np.shape(args[0]) == (4,):
                self.setQuatRotation(args[0])
            elif np.shape(args[0]) == (3, 3):
                self.setRotation(args[0])
            else:
                raise ValueError("Invalid input to Transform().")
            if len(args) == 2:
                self.setTranslation(args[1])
        elif args:
            raise ValueError("Too many arguments to Transform(). Maximum 2.")

    def getRotation(self):
        return self._rotation.copy()

    def getTranslation(self):
        return self._translation.copy()

    def getQuatRotation(self):
        return _quaternion(self._rotation)

    def setRotation(self, R):
        self._rotation = numbers(R, "R").reshape(3, 3).copy()

    def setTranslation(self, T):
        self._translation = numbers(T, "T").reshape(3).copy()

    def setQuatRotation(self, q):
        w, x, y, z = numbers(q, "q").reshape(4)
        self._rotation = _core.make_pose((0, 0, 0), (x, y, z, w))[:3, :3].copy()

    def _matrix(self):
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = self._rotation, self._translation
        return pose


def _quaternion(m):
    """w, x, y, z of a rotation matrix, by its largest component."""
    squares = np.array([1 + m[0, 0] + m[1, 1] + m[2, 2], 1 + m[0, 0] - m[1, 1] - m[2, 2],
                        1 - m[0, 0] + m[1, 1] - m[2, 2], 1 - m[0, 0] - m[1, 1] + m[2, 2]])
    i = int(squares.argmax())
    products = {(0, 1): m[2, 1] - m[1, 2], (0, 2): m[0, 2] - m[2, 0], (0, 3): m[1, 0] - m[0, 1],
                (1, 2): m[0, 1] + m[1, 0], (1, 3): m[0, 2] + m[2, 0], (2, 3): m[1, 2] + m[2, 1]}
    q = np.array([squares[i] if j == i else products[min(i, j), max(i, j)] for j in range(4)])
    return q / np.linalg.norm(q)


class CollisionGeometry:
    """What all geometries have."""

    _node = NODE_TYPE.BV_UNKNOWN
    _object = OBJECT_TYPE.OT_GEOM

    def getNodeType(self):
        return self._node

    def _make(self):
        raise NotImplementedError("CollisionGeometry has no shape of its own")

    def _shape(self):
        """Made again where a member was set since."""
        state = tuple(np.ravel(v).tobytes() if isinstance(v, np.ndarray) else v for k, v in sorted(vars(self).items()) if k[0] != "_")
        if getattr(self, "_state", None) != state:
            self._state, self._made = state, self._make()
        return self._made

    def computeLocalAABB(self):
        return None

    @property
    def aabb_center(self):
        return self._shape().bounds.mean(axis=0)


class TriangleP(CollisionGeometry):
    _node = NODE_TYPE.GEOM_TRIANGLE

    def __init__(self, a, b, c):
        self.a, self.b, self.c = (np.array(v, dtype=np.float64) for v in (a, b, c))

    def _make(self):
        return _core.soup(np.array([[self.a, self.b, self.c]]))


class Box(CollisionGeometry):
    _node = NODE_TYPE.GEOM_BOX

    def __init__(self, x, y, z):
        self.side = np.array([x, y, z], dtype=np.float64)

    def _make(self):
        return _core.box(0.5 * np.asarray(self.side))


class Sphere(CollisionGeometry):
    _node = NODE_TYPE.GEOM_SPHERE

    def __init__(self, radius):
        self.radius = float(radius)

    def _make(self):
        return _core.sphere(self.radius)


class Ellipsoid(CollisionGeometry):
    _node = NODE_TYPE.GEOM_ELLIPSOID

    def __init__(self, a, b, c):
        self.radii = np.array([a, b, c], dtype=np.float64)

    def _make(self):
        return _core.ellipsoid(self.radii)


class _Along(CollisionGeometry):
    def __init__(self, radius, lz):
        self.radius, self.lz = float(radius), float(lz)


class Capsule(_Along):
    _node = NODE_TYPE.GEOM_CAPSULE

    def _make(self):
        return _core.capsule(self.radius, 0.5 * self.lz)


class Cone(_Along):
    _node = NODE_TYPE.GEOM_CONE

    def _make(self):
        return _core.cone(self.radius, 0.5 * self.lz)


class Cylinder(_Along):
    _node = NODE_TYPE.GEOM_CYLINDER

    def _make(self):
        return _core.cylinder(self.radius, 0.5 * self.lz)


class Convex(CollisionGeometry):
    """The hull of the vertices; the faces are counted, and not needed."""

    _node = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices, num_faces, faces):
        self._vertices, self.num_faces = rows(vertices, "vertices").copy(), num_faces

    def _make(self):
        return _core.convex(self._vertices)


class Halfspace(CollisionGeometry):
    _node = NODE_TYPE.GEOM_HALFSPACE

    def __init__(self, n, d):
        self.n, self.d = np.array(n, dtype=np.float64), float(d)

    def _make(self):
        return _core.halfspace(self.n, self.d)


class Plane(CollisionGeometry):
    """Both half-spaces that meet in the plane are asked: a body touches it where it touches both."""

    _node = NODE_TYPE.GEOM_PLANE

    def __init__(self, n, d):
        self.n, self.d = np.array(n, dtype=np.float64), float(d)

    def _make(self):
        return _core.halfspace(self.n, self.d), _core.halfspace(-self.n, -self.d)


class BVHModel(CollisionGeometry):
    """A mesh: beginModel(), addSubModel() or addVertex() and addTriangle(), endModel(). A solid where it is closed."""

    _node = NODE_TYPE.BV_OBBRSS
    _object = OBJECT_TYPE.OT_BVH

    def __init__(self):
        self._points, self._corners = [], []
        self._mesh = None

    def num_tries_(self):
        return len(self._corners)

    def buildState(self):
        return 0 if self._mesh is None else 2

    def beginModel(self, num_tris_=0, num_vertices_=0):
        self.__init__()
        return 0

    def addVertex(self, x, y, z):
        self._points.append([x, y, z])
        return True

    def addTriangle(self, v1, v2, v3):
        first = len(self._points)
        self._points += [list(v1), list(v2), list(v3)]
        self._corners.append([first, first + 1, first + 2])
        return True

    def addSubModel(self, verts, triangles):
        first, more = len(self._points), rows(verts, "verts")
        self._corners += (corners(triangles, "triangles", len(more)) + first).tolist()
        self._points += more.tolist()
        return True

    def endModel(self):
        self._mesh = _core.mesh(self._points, np.array(self._corners, dtype=np.int64).reshape(-1, 3))
        return 0

    def _make(self):
        if self._mesh is None:
            raise ValueError("BVHModel: endModel() was not called")
        return self._mesh

    def _shape(self):
        return self._make()


class CollisionObject:
    """A geometry and a transform."""

    def __init__(self, geom=None, tf=None):
        if geom is None:
            geom = CollisionGeometry()
        self.collision_geometry = one_of(geom, CollisionGeometry, "geom")
        self._tf = Transform() if tf is None else Transform(one_of(tf, Transform, "tf"))
        if not isinstance(geom, BVHModel) or geom.buildState() == 2:
            self._body()

    def _body(self):
        shape = self.collision_geometry._shape()
        return shape if isinstance(shape, tuple) else _core.Body(shape, self._tf._matrix())

    def getObjectType(self):
        return self.collision_geometry._object

    def getNodeType(self):
        return self.collision_geometry._node

    def getTranslation(self):
        return self._tf.getTranslation()

    def setTranslation(self, vec):
        self._tf.setTranslation(vec)

    def getRotation(self):
        return self._tf.getRotation()

    def setRotation(self, mat):
        self._tf.setRotation(mat)

    def getQuatRotation(self):
        return self._tf.getQuatRotation()

    def setQuatRotation(self, q):
        self._tf.setQuatRotation(q)

    def getTransform(self):
        return Transform(self._tf)

    def setTransform(self, tf):
        self._tf = Transform(one_of(tf, Transform, "tf"))

    def isOccupied(self):
        return True

    def isFree(self):
        return False

    def isUncertain(self):
        return False


class Contact:
    def __init__(self, o1=None, o2=None, b1=0, b2=0, normal=(0, 0, 0), pos=(0, 0, 0), penetration_depth=0.0):
        self.o1, self.o2, self.b1, self.b2 = o1, o2, b1, b2
        self.normal, self.pos = np.array(normal, dtype=np.float64), np.array(pos, dtype=np.float64)
        self.penetration_depth = penetration_depth


class CostSource:
    def __init__(self):
        self.aabb_min, self.aabb_max = np.zeros(3), np.zeros(3)
        self.cost_density = self.total_cost = 0.0


class CollisionRequest:
    def __init__(self, num_max_contacts=1, enable_contact=False, num_max_cost_sources=1, enable_cost=False,
                 use_approximate_cost=True, gjk_solver_type=GJKSolverType.GST_LIBCCD, security_margin=0.0):
        self.num_max_contacts, self.enable_contact = num_max_contacts, enable_contact
        self.num_max_cost_sources, self.enable_cost = num_max_cost_sources, enable_cost
        self.use_approximate_cost, self.gjk_solver_type = use_approximate_cost, gjk_solver_type
        self.security_margin = security_margin


class CollisionResult:
    def __init__(self, is_collision=False):
        self.is_collision, self.contacts, self.cost_sources = is_collision, [], []
        self.distance_lower_bound = 0.0


class ContinuousCollisionRequest:
    def __init__(self, num_max_iterations=10, toc_err=0.0001, ccd_motion_type=CCDMotionType.CCDM_TRANS,
                 gjk_solver_type=GJKSolverType.GST_LIBCCD, ccd_solver_type=CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT):
        self.num_max_iterations, self.toc_err, self.ccd_motion_type = num_max_iterations, toc_err, ccd_motion_type
        self.gjk_solver_type, self.ccd_solver_type = gjk_solver_type, ccd_solver_type


class ContinuousCollisionResult:
    def __init__(self, is_collide=False, time_of_contact=1.0):
        self.is_collide, self.time_of_contact = is_collide, time_of_contact


class DistanceRequest:
    def __init__(self, enable_nearest_points=False, enable_signed_distance=False,
                 gjk_solver_type=GJKSolverType.GST_LIBCCD):
        self.enable_nearest_points, self.enable_signed_distance = enable_nearest_points, enable_signed_distance
        self.gjk_solver_type = gjk_solver_type


class DistanceResult:
    def __init__(self, min_distance_=sys.float_info.max):
        self.min_distance, self.nearest_points = min_distance_, [None, None]
        self.o1 = self.o2 = None
        self.b1 = self.b2 = -1


class CollisionData:
    def __init__(self, request=None, result=None):
        self.request, self.result = request or CollisionRequest(), result or CollisionResult()
        self.done = False


class DistanceData:
    def __init__(self, request=None, result=None):
        self.request, self.result = request or DistanceRequest(), result or DistanceResult()
        self.done = False


def _pairs(o1, o2):
    """The bodies to ask: of a plane both of its half-spaces."""
    a, b = o1._body(), o2._body()
    if isinstance(a, tuple) and isinstance(b, tuple):
        raise Unsupported("two planes have no such query")
    if isinstance(a, tuple):
        return [(_core.Body(half, o1._tf._matrix()), b) for half in a]
    if isinstance(b, tuple):
        return [(a, _core.Body(half, o2._tf._matrix())) for half in b]
    return [(a, b)]


def _objects(verb, args, kwargs, kinds):
    """(o1, o2, request, result) of python-fcl's order, or of coal's with transforms after their geometries."""
    if len(args) >= 4 and isinstance(args[1], Transform):
        args = (CollisionObject(args[0], args[1]), CollisionObject(args[2], args[3])) + tuple(args[4:])
    names = ("o1", "o2", "request", "result")
    given = dict(zip(names, args))
    for name, value in kwargs.items():
        if name not in names or name in given:
            raise TypeError(f"{verb}() got an unexpected argument '{name}'")
        given[name] = value
    if len(args) > len(names) or "o1" not in given or "o2" not in given:
        raise TypeError(f"{verb}() takes two objects, a request and a result")
    made = [one_of(given[name], CollisionObject, name) for name in names[:2]]
    for name, kind in zip(names[2:], kinds):
        value = given.get(name)
        made.append(kind() if value is None else one_of(value, kind, name))
    return made


def collide(*args, **kwargs):
    """collide(o1, o2, request=None, result=None): how many contacts there are, up to num_max_contacts.

    >>> from pygraze import fcl
    >>> fcl.collide(fcl.CollisionObject(fcl.Box(1, 2, 3)), fcl.CollisionObject(fcl.Cone(1, 3)))
    1
    """
    o1, o2, request, result = _objects("collide", args, kwargs, (CollisionRequest, CollisionResult))
    pairs, margin = _pairs(o1, o2), request.security_margin
    apart = [_core.distance(a, b) for a, b in pairs] if margin > 0 else []
    if margin > 0:
        result.distance_lower_bound = max(r.lower for r in apart)
        if result.distance_lower_bound > margin:
            return 0
    elif not all(_core.collide(a, b) for a, b in pairs):
        return 0
    result.is_collision = True
    before = len(result.contacts)
    if not request.enable_contact:
        result.contacts.append(Contact(o1.collision_geometry, o2.collision_geometry))
        return 1
    for contact in _contacts(o1, o2, *pairs[0], margin):
        if len(result.contacts) - before >= request.num_max_contacts:
            break
        result.contacts.append(contact)
    return len(result.contacts) - before


def _contacts(o1, o2, a, b, margin):
    names = o1.collision_geometry, o2.collision_geometry
    try:
        deep = _core.penetration(a, b)
        if deep.status == "ok" and deep.depth > 0:
            pairs = _core.collide(a, b, all=True, max_results=1).pairs
            which = (int(pairs[0, 0]), int(pairs[0, 1])) if len(pairs) else (0, 0)
            yield Contact(*names, *which, -deep.vector / np.linalg.norm(deep.vector), deep.inside, deep.depth)
            return
    except Unsupported:
        pass
    found = _core.contacts(a, b, tolerance=margin).contacts
    if not found:
        near = _core.distance(a, b)
        yield Contact(*names, *near.triangles, near.normal, 0.5 * (near.point_a + near.point_b), -near.distance)
    for c in found:
        yield Contact(*names, *c.triangles, c.normal, c.point, c.depth)


def distance(*args, **kwargs):
    """distance(o1, o2, request=None, result=None): how far apart; below 0 where they meet: minus the depth with
    enable_signed_distance, and the nearest points are then the two that meet when the objects are moved apart by it;
    else -1.

    >>> from pygraze import fcl
    >>> import numpy as np
    >>> fcl.distance(fcl.CollisionObject(fcl.Box(1, 1, 1)), fcl.CollisionObject(fcl.Sphere(1), fcl.Transform(np.array([3.0, 0, 0]))))
    1.5
    """
    o1, o2, request, result = _objects("distance", args, kwargs, (DistanceRequest, DistanceResult))
    pairs = _pairs(o1, o2)
    (a, b), near = max(((p, _core.distance(*p)) for p in pairs), key=lambda found: found[1].distance)
    value, points = near.distance, [near.point_a, near.point_b]
    if value == 0 and _core.collide(a, b):
        value = -1.0
        if request.enable_signed_distance and _has_sign(a) and _has_sign(b):
            try:
                deep = _core.signed_distance(a, b)
            except Unsupported:
                deep = None
            if deep is not None:
                if deep.status != "ok":
                    raise Undecided(f"distance: {deep.status}: it is between {deep.lower} and {deep.upper}")
                value, points = deep.distance, [deep.point_a, deep.point_b]
    if value < result.min_distance:
        result.min_distance = value
        result.o1, result.o2 = o1.collision_geometry, o2.collision_geometry
        result.b1, result.b2 = near.triangles
        if request.enable_nearest_points:
            result.nearest_points = points
    return value


def _has_sign(body):
    return body.shape.solid or body.shape.form in ("segment", "point")


def continuousCollide(o1, tf1_end, o2, tf2_end, request=None, result=None):
    """The time of first contact on the way from the objects' transforms to the given ones, or 1.

    Certified: there is no contact before it. Both turn evenly while their origins go straight.

    >>> from pygraze import fcl
    >>> import numpy as np
    >>> away = fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform(np.array([5.0, 0, 0])))
    >>> ball, end = fcl.CollisionObject(fcl.Sphere(0.5)), fcl.Transform(np.array([8.0, 0, 0]))
    >>> round(fcl.continuousCollide(ball, end, away, away.getTransform()), 9)
    0.5
    """
    if request is not None:
        one_of(request, ContinuousCollisionRequest, "request")
    result = ContinuousCollisionResult() if result is None else one_of(result, ContinuousCollisionResult, "result")
    one_of(tf1_end, Transform, "tf1_end"), one_of(tf2_end, Transform, "tf2_end")
    a, b = one_of(o1, CollisionObject, "o1")._body(), one_of(o2, CollisionObject, "o2")._body()
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise Unsupported("planes have no continuous queries")
    found = _core.move(a, _core.motion_between(a.pose, tf1_end._matrix()),
                       [(b, _core.motion_between(b.pose, tf2_end._matrix()))])
    result.is_collide = bool(found)
    result.time_of_contact = found.upper if found else 1.0
    return result.time_of_contact


def defaultCollisionCallback(o1, o2, cdata):
    """Asks about a pair; True ends the search: there are enough contacts."""
    request, result = cdata.request, cdata.result
    if cdata.done:
        return True
    collide(o1, o2, request, result)
    if not request.enable_cost and result.is_collision and len(result.contacts) >= request.num_max_contacts:
        cdata.done = True
    return cdata.done


def defaultDistanceCallback(o1, o2, ddata):
    """Asks about a pair: (whether the search ends, the least distance so far)."""
    if ddata.done:
        return True, ddata.result.min_distance
    distance(o1, o2, ddata.request, ddata.result)
    return ddata.done, ddata.result.min_distance


class DynamicAABBTreeCollisionManager:
    """Objects, asked by boxes first and then by a callback.

    >>> from pygraze import fcl
    >>> manager = fcl.DynamicAABBTreeCollisionManager()
    >>> manager.registerObjects([fcl.CollisionObject(fcl.Sphere(1)), fcl.CollisionObject(fcl.Box(1, 1, 1))])
    >>> manager.setup()
    >>> data = fcl.CollisionData()
    >>> manager.collide(data, fcl.defaultCollisionCallback)
    >>> data.result.is_collision
    True
    """

    def __init__(self):
        self._objects = []
        self.max_tree_nonbalanced_level = self.tree_incremental_balance_pass = self.tree_topdown_balance_threshold = 10
        self.tree_topdown_level = self.tree_init_level = 0
        self.octree_as_geometry_collide, self.octree_as_geometry_distance = True, False

    def registerObjects(self, other_objs):
        for obj in other_objs:
            self.registerObject(obj)

    def registerObject(self, obj):
        self._objects.append(one_of(obj, CollisionObject, "obj"))

    def unregisterObject(self, obj):
        self._objects = [o for o in self._objects if o is not obj]

    def setup(self):
        pass

    def update(self, arg=None):
        """Nothing to do: boxes are those of the objects as they are."""

    def getObjects(self):
        return list(self._objects)

    def clear(self):
        self._objects = []

    def empty(self):
        return not self._objects

    def size(self):
        return len(self._objects)

    def _candidates(self, args):
        """(data, callback, pairs of objects with the gap of their boxes)."""
        if len(args) == 2:
            data, callback = args
            first, second = self, None
        else:
            other, data, callback = args
            first, second = self, other
        if not first._objects:
            return data, callback, []
        boxes = [_box(o) for o in first._objects]
        low, high = np.array(boxes).transpose(1, 0, 2)
        pairs = []
        if isinstance(second, CollisionObject):
            box = _box(second)
            gaps = _gaps(low, high, *box)
            return data, callback, [(gaps[i], o, second) for i, o in enumerate(first._objects)]
        others = first._objects if second is None else one_of(second, DynamicAABBTreeCollisionManager, "other")._objects
        for j, obj in enumerate(others):
            box = boxes[j] if second is None else _box(obj)
            gaps = _gaps(low, high, *box)
            for i, mine in enumerate(first._objects[: j if second is None else None]):
                pairs.append((gaps[i], mine, obj))
        return data, callback, pairs

    def collide(self, *args):
        """collide(data, callback), collide(object, data, callback) or collide(manager, data, callback)."""
        data, callback, pairs = self._candidates(args)
        margin = getattr(getattr(data, "request", None), "security_margin", 0.0)
        for gap, a, b in pairs:
            if gap <= margin and callback(a, b, data):
                return

    def distance(self, *args):
        """distance(data, callback), distance(object, data, callback) or distance(manager, data, callback)."""
        data, callback, pairs = self._candidates(args)
        least = np.inf
        for gap, a, b in sorted(pairs, key=lambda pair: pair[0]):
            if gap > max(least, 0):
                return
            done, least = callback(a, b, data)
            if done:
                return


def _box(obj):
    """The corners of a box around an object in the world; kept until its geometry or place are others."""
    shape, tf = obj.collision_geometry._shape(), obj._tf
    state = shape, tf._rotation.tobytes(), tf._translation.tobytes()
    if getattr(obj, "_box_state", None) != state:
        obj._box_state, obj._box = state, _posed_box(shape, tf._rotation, tf._translation)
    return obj._box


def _posed_box(shape, rotation, translation):
    if isinstance(shape, tuple) or shape.form == "halfspace":
        return np.full(3, -np.inf), np.full(3, np.inf)
    low, high = shape.bounds
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    at, reach = rotation @ middle + translation, np.abs(rotation) @ half
    slack = 1e-12 * (np.abs(at) + reach)
    return at - reach - slack, at + reach + slack


def _gaps(low, high, box_low, box_high):
    """How far boxes are from a box, from below."""
    with np.errstate(invalid="ignore"):
        apart = np.maximum(low - box_high, box_low - high)
    return np.linalg.norm(np.where(apart > 0, apart, 0), axis=1) * (1 - 1e-12)
