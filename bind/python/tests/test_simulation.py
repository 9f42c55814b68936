"""Bodies that push each other: the laws that a caller sees, and that the answers are those of one simulation only."""

import threading

import numpy as np
import pytest

import pygraze
from pygraze import Simulation, make_pose


def stack(count=4, **settings):
    world = Simulation(**settings)
    world.add(pygraze.box((5, 5, 0.5)), make_pose((0, 0, -0.5)), role="fixed")
    for i in range(count):
        world.add(pygraze.box((0.5, 0.5, 0.5)), make_pose((0.01 * i, 0, 0.55 + 1.05 * i)))
    return world


def meets(world):
    """Keys of the pairs that have a common point by the exact predicate."""
    bodies = [(key, world.body(int(key))) for key in world.keys]
    return [(a, b) for i, (a, x) in enumerate(bodies) for b, y in bodies[i + 1 :] if pygraze.collide(x, y)]


def test_a_stack_stands_and_nothing_meets():
    world = stack()
    proofs = 0
    for _ in range(180):
        report = world.step(1 / 60)
        proofs += report.proofs
        assert meets(world) == [] and report.ticks >= 1
    assert proofs > 60 and report.broken == [] and report.exempt == []
    heights = world.poses[1:, 2, 3]
    assert np.allclose(heights, [0.5, 1.5, 2.5, 3.5], atol=0.06) and np.all(np.diff(heights) > 1)
    assert world.asleep[1:].all() and np.all(world.velocities == 0) and np.all(world.spins == 0)
    assert repr(report).startswith("<pygraze.StepReport of ") and repr(world) == "<pygraze.Simulation of 5 bodies>"


def test_free_fall_is_that_of_the_books():
    world = Simulation(gravity=(0, 0, -10))
    ball = world.add(pygraze.sphere(0.5), make_pose((0, 0, 100)), velocity=(3, 0, 0), spin=(0, 1, 0), mass=2)
    world.run(1.0, 60)
    assert np.allclose(world.velocities[0], (3, 0, -10)) and np.allclose(world.spins[0], (0, 1, 0))
    assert np.allclose(world.centres[0], (3, 0, 95), atol=0.1)
    world.apply_impulse(ball, (0, 0, 20), world.centres[0])
    assert np.allclose(world.velocities[0], (3, 0, 0))
    world.set_force(ball, (0, 0, 20))
    world.run(1.0, 60)
    assert np.allclose(world.velocities[0], (3, 0, 0), atol=1e-9)
    world.set_velocity(ball, (0, 0, 1))
    world.place(ball, make_pose((7, 0, 0)))
    assert np.allclose(world.centres[0], (7, 0, 0)) and np.allclose(world.velocities[0], (0, 0, 1))


def test_one_call_is_the_same_as_many():
    shape = pygraze.convex(np.random.default_rng(3).normal(size=(20, 3)) * 0.3)
    ground = pygraze.Body(pygraze.box((5, 5, 1)), make_pose((0, 0, -1)))
    bodies = [pygraze.Body(shape, make_pose((0.1 * i, 0, 2 + 2 * i))) for i in range(3)]
    poses = pygraze.simulate(bodies, [ground], seconds=1, steps=60, velocities=(0.5, 0, 0))
    world = Simulation()
    for body in bodies:
        world.add(body, velocity=(0.5, 0, 0))
    world.add(ground, role="fixed")
    way = world.run(1, 60)
    assert poses.shape == (61, 3, 4, 4) and way.shape == (60, 4, 4, 4)
    assert np.allclose(poses[0], [body.pose for body in bodies], rtol=0, atol=1e-12)  # a pose is kept by its centre
    assert np.array_equal(poses[1:], way[:, :3])


def test_saved_and_restored_with_the_same_bits():
    world = stack()
    world.run(0.5, 30)
    kept = world.save()
    first = world.run(0.5, 30)
    world.restore(kept)
    assert np.array_equal(first, world.run(0.5, 30))
    with pytest.raises(pygraze.Error):
        Simulation().restore(kept)
    with pytest.raises(pygraze.Error):
        world.restore(b"nothing")


def test_joints():
    world = Simulation()
    post = world.add(pygraze.box((0.1, 0.1, 0.1)), role="fixed")
    bob = world.add(pygraze.sphere(0.1), make_pose((1, 0, 0)))
    joint = world.add_joint("distance", post, bob, length=1.0)
    way = world.run(1, 120)
    assert np.allclose(np.linalg.norm(way[:, 1, :3, 3], axis=1), 1, atol=1e-6) and way[-1, 1, 2, 3] != 0
    (state,) = world.joints
    assert state.key == joint and not state.broken and state.error < 1e-6 and state.force > 0
    with pytest.raises(ValueError, match="no 'speed'"):
        world.add_joint("hinge", post, bob, axes=[{"speed": 1}])
    with pytest.raises(ValueError, match="'ball', 'hinge'"):
        world.add_joint("glue", post, bob)
    world.remove_joint(joint)
    assert world.joints == []
    hinge = world.add_joint("hinge", post, bob, make_pose(), world_frame(world, bob), axes=[{"motor": True, "target_velocity": 2}])
    world.set_axis(hinge, 0, {"lower": -1, "upper": 1})
    world.remove(bob)
    assert len(world) == 1 and post in world and bob not in world and world.joints == []


def world_frame(world, key):
    """The origin of the world in the frame of a body."""
    return np.linalg.inv(world.body(key).pose)


def test_contacts_of_the_last_tick():
    world = stack(1, sleeping=False)
    world.run(2, 120)
    contacts = world.contacts
    assert len(contacts) == 4
    for contact in contacts:
        assert contact.keys == (1, 2) and np.allclose(contact.normal, (0, 0, 1)) and 0 < contact.gap < 0.03
        assert contact.impulse > 0 and abs(contact.point[2]) < 1e-9
    assert repr(contacts[0]) == "<pygraze.BodyContact of keys 1 and 2>"


def test_mass():
    found = pygraze.mass_of(pygraze.box((0.5, 1, 1.5)), 10)
    assert found.volume == 6 and found.mass == 60 and np.array_equal(found.centre, (0, 0, 0))
    assert np.allclose(found.inertia, np.diag([60 / 12 * (4 + 9), 60 / 12 * (1 + 9), 60 / 12 * (1 + 4)]))


def test_what_is_wrong_is_said():
    world = Simulation()
    with pytest.raises(pygraze.Error, match="halfspace"):
        world.add(pygraze.halfspace((0, 0, 1), 0))
    with pytest.raises(ValueError, match="role: expected one of 'moving'"):
        world.add(pygraze.sphere(1), role="heavy")
    with pytest.raises(ValueError, match="mass"):
        world.add(pygraze.sphere(1), mass=0)
    with pytest.raises(pygraze.Error, match="scale"):
        world.add(pygraze.sphere(1), make_pose(scale=(2, 2, 2)))
    with pytest.raises(pygraze.Error, match="no body with the key 9"):
        world.wake(9)
    with pytest.raises(ValueError, match="scheme"):
        Simulation(scheme="none")
    with pytest.raises(pygraze.Error):
        Simulation(substeps=0)
    world.add(pygraze.sphere(1), key=5)
    with pytest.raises(pygraze.Error, match="already"):
        world.add(pygraze.sphere(1), key=5)
    world.add(pygraze.sphere(1), make_pose((1, 0, 0)))
    with pytest.raises(pygraze.Error):
        world.step(1 / 60)
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(pygraze.Error):
            Simulation().step(seconds)
    with pytest.raises(ValueError, match="steps"):
        world.run(1, 0)
    with pytest.raises(ValueError, match="velocities"):
        pygraze.simulate([pygraze.sphere(1)], velocities=np.zeros((2, 3)))


def test_threads_wait_for_each_other():
    world = stack(8)
    failed = []

    def work():
        try:
            for _ in range(40):
                world.step(1 / 240)
                assert world.poses.shape == (9, 4, 4)
        except Exception as error:  # told below, in the thread of the test
            failed.append(error)

    both = [threading.Thread(target=work) for _ in range(3)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert failed == [] and meets(world) == []
    alone = stack(8)
    for _ in range(120):
        alone.step(1 / 240)
    assert np.array_equal(alone.poses, world.poses)


def test_a_step_of_many_ticks_has_the_bits_of_steps_of_few():
    """Long steps are cut in the module, so that Ctrl-C is heard; steps of up to four ticks are not."""
    few, many, run = stack(), stack(), stack()
    reports = [few.step(4 / 60) for _ in range(15)]
    report = many.step(1.0)
    poses = run.run(1.0, 5)
    assert many.save() == few.save() == run.save() and (poses[-1] == many.poses).all()
    assert report.ticks == 60 == sum(r.ticks for r in reports)
    assert report.pairs == sum(r.pairs for r in reports) and report.proofs == sum(r.proofs for r in reports)
    assert report.contacts == reports[-1].contacts and report.kinetic == reports[-1].kinetic
    assert report.shortened == sorted(set().union(*(r.shortened for r in reports)))
