"""The probe, and shapes and questions that no other file asks about: clouds of points, refitted meshes, interference."""

import threading

import numpy as np
import pytest

import pygraze

TABLE = pygraze.Body(pygraze.box((1, 1, 0.5)), pygraze.make_pose((0, 0, -0.5)))


def pressed(depth, count=200, start=0.02):
    return np.stack([pygraze.make_pose((0, 0, z)) for z in np.linspace(start, 0.01 - depth, count)])


def test_the_force_is_the_spring_and_the_shadow_is_clear():
    tool = pygraze.sphere(0.01)
    probe = pygraze.Probe(tool, pygraze.make_pose((0, 0, 0.02)), stiffness=1000, largest_force=20)
    assert probe.gap == probe.radius / 128 and probe.radius >= 0.01
    for felt in probe.tick(pressed(0.004), [TABLE]):
        assert felt.status == "ok" and not pygraze.collide(tool, TABLE, felt.shadow)
    assert felt.touching and abs(felt.force[2] - 1000 * (0.004 + probe.gap)) < 100 * probe.gap
    assert [contact.body for contact in felt.contacts] == [0]
    assert (felt.shadow == probe.shadow).all()
    up = probe.tick(pressed(0.004)[::-1], TABLE)
    assert up[-1].touching is False and len(up[-1].contacts) == 0


def test_a_tick_at_a_time_is_the_same_as_many():
    hands, tool = pressed(0.004), pygraze.sphere(0.01)
    one, many = (pygraze.Probe(tool, hands[0]) for _ in range(2))
    singles = [one.tick(hand, TABLE) for hand in hands]
    for a, b in zip(singles, many.tick(hands, (TABLE,))):
        assert (a.force == b.force).all() and (a.shadow == b.shadow).all() and a.steps == b.steps


def test_what_is_refused():
    with pytest.raises(pygraze.Error, match="half-space"):
        pygraze.Probe(pygraze.halfspace((0, 0, 1)))
    with pytest.raises(pygraze.Error, match="largest_change"):
        pygraze.Probe(pygraze.sphere(1), largest_change=2)
    with pytest.raises(ValueError, match="pose"):
        pygraze.Probe(pygraze.sphere(1), np.stack([np.eye(4)] * 2))
    probe = pygraze.Probe(pygraze.sphere(1), pygraze.make_pose((0, 0, 3)))
    with pytest.raises(pygraze.Error) as caught:  # no rotation makes it larger
        probe.tick(np.stack([probe.shadow, pygraze.make_pose((0, 0, 3), scale=(2, 2, 2))]), TABLE)
    assert caught.value.index == 1
    probe.place(np.eye(4))
    with pytest.raises(pygraze.Error):  # in the table
        probe.tick(pygraze.make_pose((0, 0, 0.1)), TABLE)
    assert (probe.shadow == np.eye(4)).all()
    for call in (lambda: probe.tick(None, TABLE), lambda: probe.place(None)):
        with pytest.raises(TypeError, match="expected a pose, got None"):
            call()


def test_hands_after_a_failure_are_not_followed():
    hands = pressed(0.004)
    one, many = (pygraze.Probe(pygraze.sphere(0.01), hands[0]) for _ in range(2))
    bad = hands.copy()
    bad[120, 0, 0] = 2
    one.tick(hands[:120], TABLE)
    with pytest.raises(pygraze.Error) as caught:
        many.tick(bad, TABLE)
    assert caught.value.index == 120 and (many.shadow == one.shadow).all()


def test_a_place_has_its_own_scale():
    probe = pygraze.Probe(pygraze.sphere(0.01), pygraze.make_pose((0, 0, 0.02)))
    radius = probe.radius
    probe.place(pygraze.make_pose((0, 0, 3), scale=(64, 64, 64)))
    assert probe.radius == 64 * radius and probe.gap == probe.radius / 128


# Curved bodies that touch, with the hand at the shadow: what cannot be told is told.
def test_undecided_ticks_are_told():
    tool, place = pygraze.ellipsoid((1, 0.5, 0.25)), pygraze.make_pose((0, 0, 0.5))
    body = pygraze.ellipsoid((0.5, 1, 0.25))
    assert pygraze.collide(tool, body, place).answer is None
    probe = pygraze.Probe(tool, place)
    felt = probe.tick(place, body)
    assert felt.status == "undecided" and felt.touching is None
    assert (felt.shadow == place).all() and not felt.force.any() and felt.contacts == [] and felt.steps == 0
    assert "undecided" in pygraze.ProbeResult.status.__doc__ and "undecided" in pygraze.Probe.tick.__doc__


# Whichever thread comes first: the ticks of all are those of as many runs one after the other.
def test_threads_take_turns():
    tool, hands = pygraze.sphere(0.01), pressed(0.004)
    shared, alone = (pygraze.Probe(tool, hands[0]) for _ in range(2))
    runs = []
    threads = [threading.Thread(target=lambda: runs.append(shared.tick(hands, TABLE))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    def felt(run):
        return [(tick.steps, *tick.force, *tick.torque, *tick.shadow.flat) for tick in run]

    assert sorted(map(felt, runs)) == sorted(felt(alone.tick(hands, TABLE)) for _ in range(4))
    assert (shared.shadow == alone.shadow).all()


def test_clouds_of_points():
    rng = np.random.default_rng(5)
    points = rng.uniform(-1, 1, (500, 3))
    cloud = pygraze.points(points, 0.125, tags=np.arange(500) + 7)
    assert cloud.triangle_count == 500 and cloud.margin == 0.125 and cloud.tag(3) == 10
    for place in rng.uniform(-2, 2, (50, 3)):
        found = pygraze.distance(cloud, pygraze.point(), pose_b=pygraze.make_pose(place))
        apart = np.linalg.norm(points - place, axis=1)
        assert found.triangles[0] == apart.argmin() or found.distance == 0
        assert abs(found.distance - max(0, apart.min() - 0.125)) < 1e-12
    with pytest.raises(pygraze.Error):
        pygraze.points(points, -1)


def test_refitted_meshes_answer_as_new_ones_do():
    rng = np.random.default_rng(6)
    faces = rng.integers(0, 100, (150, 3))
    before, after = rng.uniform(-1, 1, (2, 100, 3))
    shape = pygraze.mesh(before, faces, solid=False)
    shape.prepare()
    again, new = shape.refitted(after), pygraze.mesh(after, faces, solid=False)
    assert (again.triangles == new.triangles).all() and (shape.triangles == pygraze.mesh(before, faces).triangles).all()
    poses = np.stack([pygraze.make_pose(p) for p in rng.uniform(-2, 2, (40, 3))])
    for probe in (pygraze.sphere(0.2), shape):
        hits = pygraze.collide(again, probe, pose_b=poses)
        assert hits.tolist() == pygraze.collide(new, probe, pose_b=poses).tolist() and 0 < hits.sum() < 40
    with pytest.raises(pygraze.Error):
        shape.refitted(after[:-1])
    with pytest.raises(pygraze.Error):
        pygraze.box((1, 1, 1)).refitted(after)


def test_interference():
    cube = pygraze.box((1, 1, 1))
    poses = np.stack([pygraze.make_pose((x, 0, 0)) for x in (1.75, 3)])
    deep, apart = pygraze.interference(cube, cube, pose_b=poses, precision=1e-3)
    assert deep.lower <= 0.25 <= deep.upper <= deep.lower * 1.001
    assert deep.volume[0] <= 1 <= deep.volume[1] and deep.bounds.tolist() == [[0.75, -1, -1], [1, 1, 1]]
    assert apart.lower == apart.upper == 0 and apart.bounds is None and apart.point is None
    with pytest.raises(ValueError, match="precision"):
        pygraze.interference(cube, cube, precision=0)
    with pytest.raises(pygraze.Unsupported):
        pygraze.interference(pygraze.sphere(1), cube)
