"""What python-fcl's readme and public tests do, told in our words."""

import numpy as np
import pytest

import pygraze.fcl as fcl
from solids import box


def at(*vector):
    return fcl.Transform(np.array(vector, dtype=float))


def tetrahedron():
    vertices = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    mesh = fcl.BVHModel()
    mesh.beginModel(4, 4)
    mesh.addSubModel(vertices, np.array([[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]]))
    mesh.endModel()
    return mesh


def cube_hull():
    quads = np.array([[0, 3, 2, 1], [4, 5, 6, 7], [4, 7, 3, 0], [5, 1, 2, 6], [4, 0, 1, 5], [7, 6, 2, 3]])
    faces = np.concatenate([np.full((6, 1), 4), quads], axis=1).flatten()
    return fcl.Convex(box().vertices, 6, faces)


GEOMETRY = {"box": fcl.Box(1, 1, 1), "sphere": fcl.Sphere(1), "cone": fcl.Cone(1, 1), "cylinder": fcl.Cylinder(1, 1),
            "mesh": tetrahedron(), "convex": cube_hull()}
REQUEST = fcl.CollisionRequest(num_max_contacts=100, enable_contact=True)
SIGNED = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
ABOUT_X = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])


def meets(a, b):
    result = fcl.CollisionResult()
    count = fcl.collide(a, b, REQUEST, result)
    assert (count > 0) == result.is_collision and len(result.contacts) == count
    return result.is_collision


def apart(a, b):
    result = fcl.DistanceResult()
    value = fcl.distance(a, b, SIGNED, result)
    assert value == result.min_distance
    return value


def test_pairs_that_collide_and_how_far_they_are():
    cube, cone, mesh, hull = (fcl.CollisionObject(GEOMETRY[k]) for k in ("box", "cone", "mesh", "convex"))
    for a, b in ((cube, cone), (hull, cone), (cube, mesh), (hull, mesh), (cone, mesh)):
        assert meets(a, b) and apart(a, b) < 0
    assert np.isclose(apart(cube, cone), apart(hull, cone)) and np.isclose(apart(cube, mesh), apart(hull, mesh))
    cone.setTranslation(np.array([0, 0, -0.6]))
    assert meets(cube, cone) and meets(hull, cone) and not meets(cone, mesh)
    assert apart(cube, cone) < 0 and np.isclose(apart(cone, mesh), 0.1)
    cone.setTranslation(np.array([0, -0.9, 0]))
    cone.setRotation(ABOUT_X)
    assert meets(cube, cone) and meets(hull, cone) and np.isclose(apart(cube, cone), apart(hull, cone))
    cone.setTranslation(np.array([0, -1.1, 0]))
    assert not meets(cube, cone) and not meets(hull, cone)
    assert np.isclose(apart(cube, cone), 0.1) and np.isclose(apart(hull, cone), 0.1)


def managers():
    objects = [
        [fcl.CollisionObject(GEOMETRY["box"]), fcl.CollisionObject(GEOMETRY["cylinder"])],
        [fcl.CollisionObject(GEOMETRY["cone"], at(0, 0, 5)), fcl.CollisionObject(GEOMETRY["cylinder"], at(0, 0, -5))],
        [fcl.CollisionObject(GEOMETRY["mesh"]), fcl.CollisionObject(GEOMETRY["convex"], at(0, 0, -5))],
    ]
    made = []
    for group in objects:
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(group)
        manager.setup()
        assert len(manager.getObjects()) == manager.size() == 2
        made.append(manager)
    return made


def test_managers_collide():
    one, two, three = managers()
    still, low = fcl.CollisionObject(GEOMETRY["box"]), fcl.CollisionObject(GEOMETRY["cylinder"], at(0, 0, -4.6))

    def asked(manager, *with_what):
        data = fcl.CollisionData(REQUEST, fcl.CollisionResult())
        manager.collide(*with_what, data, fcl.defaultCollisionCallback)
        return data.result.is_collision

    assert [asked(one, still), asked(one, low), asked(two, still), asked(two, low)] == [True, False, False, True]
    assert [asked(one), asked(two)] == [True, False]
    assert [asked(one, two), asked(two, three), asked(one, three)] == [False, True, True]


def test_managers_distances():
    one, two, three = managers()
    still, low = fcl.CollisionObject(GEOMETRY["box"]), fcl.CollisionObject(GEOMETRY["cylinder"], at(0, 0, -4.6))

    def asked(manager, *with_what):
        data = fcl.DistanceData(SIGNED, fcl.DistanceResult())
        manager.distance(*with_what, data, fcl.defaultDistanceCallback)
        return data.result.min_distance

    assert asked(one, still) < 0 and np.isclose(asked(one, low), 3.6)
    assert np.isclose(asked(two, still), 4) and asked(two, low) < 0
    assert asked(one) < 0 and np.isclose(asked(two), 9)
    assert np.isclose(asked(one, two), 4) and asked(two, three) < 0 and asked(one, three) < 0


def test_updates_and_objects_that_come_and_go():
    balls = [fcl.CollisionObject(GEOMETRY["sphere"]), fcl.CollisionObject(GEOMETRY["sphere"], at(0, 0, -5))]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(balls)
    manager.setup()

    def asked():
        data = fcl.CollisionData(REQUEST, fcl.CollisionResult())
        manager.collide(data, fcl.defaultCollisionCallback)
        return data.result.is_collision

    assert not asked()
    balls[1].setTranslation(np.array([0, 0, -0.3]))
    manager.update(balls[1])
    assert asked()
    balls[1].setTransform(at(0, 0, -5))
    manager.update()
    assert not asked()
    balls.append(fcl.CollisionObject(GEOMETRY["sphere"], at(0, 0, 0.1)))
    manager.registerObject(balls[2])
    assert asked()
    manager.unregisterObject(balls[2])
    assert not asked()
    manager.clear()
    assert manager.empty()


def test_nearest_points_do_not_depend_on_the_order_of_registering():
    objects = [
        fcl.CollisionObject(fcl.Box(20, 5, 1000), fcl.Transform(np.array([0.8660254, 0, 0, 0.5]), [-2, 0, 0])),
        fcl.CollisionObject(fcl.Box(5, 5, 1000), fcl.Transform(np.array([1.0, 0, 0, 0]), [-5, 10, 0])),
        fcl.CollisionObject(fcl.Box(5, 5, 1000), fcl.Transform(np.array([1.0, 0, 0, 0]), [-15, 15, 0])),
    ]
    found = []
    for order in ([1, 2], [2, 1]):
        one, many = fcl.DynamicAABBTreeCollisionManager(), fcl.DynamicAABBTreeCollisionManager()
        one.registerObjects([objects[0]])
        many.registerObjects([objects[i] for i in order])
        data = fcl.DistanceData(request=fcl.DistanceRequest(enable_nearest_points=True))
        one.distance(many, data, fcl.defaultDistanceCallback)
        near = data.result.nearest_points
        assert np.isclose(data.result.min_distance, np.linalg.norm(near[0] - near[1]))
        found.append(data.result.min_distance)
    assert found[0] == found[1]


def test_who_is_in_collision_by_the_ids_of_geometries():
    cylinders = [fcl.Cylinder(1.0, 1.0) for _ in range(3)]
    objects = [fcl.CollisionObject(c, at(0, 0, z)) for c, z in zip(cylinders, (0, 0.3, 3))]
    names = {id(c): f"obj{i}" for i, c in enumerate(cylinders)}
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()
    data = fcl.CollisionData(REQUEST, fcl.CollisionResult())
    manager.collide(data, fcl.defaultCollisionCallback)
    pairs = {tuple(sorted((names[id(c.o1)], names[id(c.o2)]))) for c in data.result.contacts}
    assert pairs == {("obj0", "obj1")}


def test_continuous_collision():
    result = fcl.ContinuousCollisionResult()
    block = fcl.CollisionObject(fcl.Box(1, 2, 3))
    rod = fcl.CollisionObject(fcl.Cylinder(2, 2), at(5, 0, 0))
    time = fcl.continuousCollide(block, at(5, 0, 0), rod, at(0, 0, 0), fcl.ContinuousCollisionRequest(), result)
    assert result.is_collide and result.time_of_contact == time and np.isclose(time, 0.25)
    cone = fcl.CollisionObject(GEOMETRY["cone"], at(0, 0, -2))
    cube = fcl.CollisionObject(GEOMETRY["box"])
    assert np.isclose(fcl.continuousCollide(cube, at(0, 0, 0), cone, at(0, 0, 0)), 0.5)
    assert fcl.continuousCollide(cube, at(0, 0, 0), cone, at(0, 0, -1.5)) == 1
    turned = fcl.Transform(np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]), np.zeros(3))
    bar = fcl.CollisionObject(fcl.Box(4, 0.2, 0.2))
    post = fcl.CollisionObject(fcl.Sphere(0.1), at(1, 1, 0))
    found = fcl.ContinuousCollisionResult()
    fcl.continuousCollide(bar, turned, post, post.getTransform(), fcl.ContinuousCollisionRequest(), found)
    assert found.is_collide and 0.3 < found.time_of_contact < 0.5


def test_all_geometries_of_the_readme():
    n = np.array([1.0, 0, 0])
    shapes = [fcl.TriangleP([1, 2, 3], [2, 1, 3], [3, 2, 1]), fcl.Box(1, 2, 3), fcl.Sphere(1), fcl.Ellipsoid(1, 2, 3),
              fcl.Capsule(1, 3), fcl.Cone(1, 3), fcl.Cylinder(1, 3), fcl.Halfspace(n, 5.0), fcl.Plane(n, 5.0),
              tetrahedron(), cube_hull()]
    far = fcl.CollisionObject(fcl.Sphere(0.5), at(20, 0, 0))
    for shape in shapes:
        thing = fcl.CollisionObject(shape)
        assert not meets(thing, far) and apart(thing, far) > 10 and shape.getNodeType() > 0
    half, plane = fcl.CollisionObject(fcl.Halfspace(n, 5.0)), fcl.CollisionObject(fcl.Plane(n, 5.0))
    inside = fcl.CollisionObject(fcl.Sphere(0.5), at(0, 0, 0))
    assert meets(half, inside) and not meets(plane, inside) and np.isclose(apart(plane, inside), 4.5)
    assert meets(plane, fcl.CollisionObject(fcl.Sphere(0.5), at(5.25, 0, 0)))


def test_transforms():
    r, v, q = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]), np.array([1.0, 2, 3]), np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    assert (fcl.Transform().getRotation() == np.eye(3)).all()
    for transform in (fcl.Transform(r, v), fcl.Transform(q, v), fcl.Transform(fcl.Transform(r, v))):
        assert np.allclose(transform.getRotation(), r) and (transform.getTranslation() == v).all()
        assert np.allclose(transform.getQuatRotation(), q)
    assert (fcl.Transform(r).getTranslation() == 0).all() and (fcl.Transform(v).getRotation() == np.eye(3)).all()
    with pytest.raises(ValueError):
        fcl.Transform(np.zeros(5))
    with pytest.raises(ValueError):
        fcl.Transform(r, v, v)


def test_the_order_of_coal_and_its_margin():
    cube, ball = fcl.Box(1, 1, 1), fcl.Sphere(1)
    assert fcl.collide(cube, fcl.Transform(), ball, at(1.4, 0, 0)) == 1
    assert fcl.distance(cube, fcl.Transform(), ball, at(2, 0, 0)) == 0.5
    for margin, expected in ((0.4, False), (0.6, True)):
        result = fcl.CollisionResult()
        request = fcl.CollisionRequest(enable_contact=True, security_margin=margin)
        fcl.collide(cube, fcl.Transform(), ball, at(2, 0, 0), request, result)
        assert result.is_collision is expected and np.isclose(result.distance_lower_bound, 0.5)


def test_contacts_say_how_deep_and_which_way():
    result = fcl.CollisionResult()
    fcl.collide(fcl.CollisionObject(GEOMETRY["box"]), fcl.CollisionObject(GEOMETRY["box"], at(0.75, 0, 0)), REQUEST, result)
    (contact,) = result.contacts
    assert np.isclose(contact.penetration_depth, 0.25) and np.allclose(contact.normal, [1, 0, 0])
    assert 0.25 <= contact.pos[0] <= 0.5
