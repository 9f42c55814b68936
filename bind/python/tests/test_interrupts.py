"""Ctrl-C during every call that may take long: KeyboardInterrupt soon after, and the module answers again."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

# What each needs, and a call that takes many seconds by itself.
SETUP = """
import numpy as np, os, pygraze, signal, sys, threading, time
sys.path.insert(0, {tests!r})
from solids import ball, moved
def bumpy(rings, seed=1):
    mesh = ball(rings)
    noise = np.random.default_rng(seed).normal(size=len(mesh.vertices)) * 0.02
    return pygraze.mesh(mesh.vertices * (1 + noise[:, None]), mesh.faces)
turn = lambda a: pygraze.make_pose((0.3, 0.2, 0.1), (np.sin(a / 2), 0, 0, np.cos(a / 2)))
poses = lambda n: np.tile(np.stack([turn(0.001 * i) for i in range(100)]), (n // 100, 1, 1))
apart = lambda n, x: poses(n) + (moved(x, 0, 0) - np.eye(4))
many = lambda n: np.random.default_rng(2).normal(size=(n, 3))
"""
BALLS = "a = bumpy(60); "
SOUP = "a = pygraze.soup(np.random.default_rng(1).random(({}, 3, 3)))"
CLUSTER = "a = bumpy(40); bodies = [pygraze.Body(a, apart(100, 0.1 * i)[i]) for i in range(60)]"
TOWER = ("s = pygraze.Simulation(sleeping=False); s.add(pygraze.box((9, 9, 1)), moved(0, 0, -3), role='fixed'); "
         "[s.add(pygraze.box((1, 1, 1)), moved(0, 0, 2.1 * i)) for i in range(20)]")
BIG_FILE = """
import tempfile
folder, m = tempfile.TemporaryDirectory(), ball(12)
f = folder.name + "/a.obj"
lines = ["v %r %r %r" % tuple(v) for v in m.vertices.tolist()] + ["f %d %d %d" % tuple(g + 1) for g in m.faces] * 5000
open(f, "w").write("\\n".join(lines) + "\\n")
"""
ARM = """
import tempfile
folder = tempfile.TemporaryDirectory()
f = folder.name + "/arm.urdf"
link = lambda i: f'<link name="l{i}"><collision><geometry><cylinder radius="0.1" length="0.8"/></geometry></collision></link>'
joint = lambda i: (f'<joint name="j{i}" type="revolute"><parent link="l{i}"/><child link="l{i + 1}"/><origin xyz="0 0 1"/>'
                   '<axis xyz="1 0.1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>')
open(f, "w").write('<robot name="arm">' + "".join(map(link, range(9))) + "".join(map(joint, range(8))) + "</robot>")
robot = pygraze.read_robot(f)
checker = pygraze.RobotChecker(robot)
checker.add_obstacle(bumpy(40), moved(1.5, 0, 4))
q = np.random.default_rng(1).uniform(-0.2, 0.2, (1_000_000, 8))
"""
CALLS = {
    "collide, all": (BALLS + "p = poses(100000)", "pygraze.collide(a, a, pose_b=p, all=True)"),
    "collide": (BALLS + "p = poses(3_000_000)", "pygraze.collide(a, a, pose_b=p)"),
    "distance": (BALLS + "p = apart(1_000_000, 2.5)", "pygraze.distance(a, a, pose_b=p)"),
    "distance, in threads": (BALLS + "p = apart(1_000_000, 2.5)", "pygraze.distance(a, a, pose_b=p, threads=2)"),
    "distance, poses of both": (BALLS + "p = apart(1_000_000, 2.5)", "pygraze.distance(a, a, p, p * 1)"),
    "classify": ("a = bumpy(30); p = poses(100000)", "pygraze.classify(a, a, pose_b=p)"),
    "penetration": ("a = bumpy(40)", "pygraze.penetration(a, a, pose_b=turn(0.1), effort=1000, budget=10**15)"),
    "penetration, many poses": ("a = bumpy(20); p = poses(10000)", "pygraze.penetration(a, a, pose_b=p)"),
    "signed_distance": ("a = bumpy(40)", "pygraze.signed_distance(a, a, pose_b=turn(0.1), effort=1000, budget=10**15)"),
    "interference": ("a = bumpy(40); p = poses(1000)", "pygraze.interference(a, a, pose_b=p, precision=1e-9, budget=10**15)"),
    "contacts": ("a = bumpy(40); p = poses(10000)", "pygraze.contacts(a, a, pose_b=p)"),
    "self_collide": (SOUP.format(30000), "pygraze.self_collide(a, all=True)"),
    "collide, all pairs": (SOUP.format(20000), "pygraze.collide(a, a, all=True)"),
    "cast": (BALLS + "o = many(4_000_000)", "pygraze.cast(a, o, (0, 0, 1))"),
    "cast, all hits": (BALLS + "o = many(1_000_000) * 0.1", "pygraze.cast(a, o, (0, 0, 1), want='all')"),
    "inside": (BALLS + "o = many(4_000_000)", "pygraze.inside(a, o)"),
    "winding": (SOUP.format(5000) + "; o = many(100000)", "pygraze.winding(a, o)"),
    "closest": (BALLS + "o = many(1_000_000)", "pygraze.closest(a, o)"),
    "move": (BALLS + "p = poses(100_000)", "pygraze.move(a, pygraze.translation((1, 0.1, 0)), [pygraze.Body(a, moved(3.05, 0, 0))], p)"),
    "ccd": ("x, y = np.random.default_rng(1).random((2, 1_000_000, 4, 3))", "pygraze.ccd('edge-edge', x, y)"),
    "check": (CLUSTER, "pygraze.check(bodies)"),
    "check, told of progress": (CLUSTER, "pygraze.check(bodies, progress=lambda done, all: True)"),
    "valid": (ARM, "checker.valid(q)"),
    "clearance": (ARM, "checker.clearance(q)"),
    "path": (ARM.replace("1.5, 0, 4", "9, 0, 4"), "checker.path(q)"),
    "self_collisions": (ARM, "robot.self_collisions(10**9)"),
    "simulate": ("a = pygraze.box((1, 1, 1))",
                 "pygraze.simulate([pygraze.Body(a, moved(0, 0, 2.1 * i)) for i in range(20)], [pygraze.Body(a, moved(0, 0, -3))], seconds=1000, steps=60000, restitution=1.0)"),
    "Simulation.step": (TOWER, "s.step(1000)"),
    "Simulation.run": (TOWER, "s.run(1000, 3)"),
    "Probe.tick": ("a = bumpy(40); t = pygraze.Probe(a, moved(5, 0, 0)); p = apart(1_000_000, 2.0)", "t.tick(p, [pygraze.Body(a)])"),
    "World.cast": (BALLS + "w = pygraze.World(); [w.add(a, moved(3 * i, 0, 0)) for i in range(20)]; w.apply(); o = many(2_000_000)",
                   "w.cast(o, (1, 0.01, 0))"),
    "gpu.collide": ("a = pygraze.ellipsoid((1, 2, 3)); from pygraze import gpu; p = gpu.pack_poses(apart(2_000_000, 1.7))", "gpu.collide(a, a, p, threads=1)"),
    "read_mesh": (BIG_FILE, "pygraze.read_mesh(f)"),
    "read_assembly": (BIG_FILE, "pygraze.read_assembly(f)"),
    "convex": ("v = many(500_000); v /= np.linalg.norm(v, axis=1, keepdims=True)", "pygraze.convex(v)"),
}
RUN = """
{setup}
{prepare}
sent = []
def interrupt():
    time.sleep(0.3)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
begun = time.monotonic()
try:
    {call}
    print("ended after", time.monotonic() - begun)
except KeyboardInterrupt:
    print("heard", time.monotonic() - sent[0])
box = pygraze.box((1, 1, 1))
assert pygraze.collide(box, box) and not pygraze.collide(box, box, pose_b=moved(3, 0, 0))
assert pygraze.distance(box, box, pose_b=np.stack([moved(3, 0, 0)] * 5000)).distance.tolist() == [1] * 5000
"""


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_is_heard(name):
    prepare, call = CALLS[name]
    tests = os.path.dirname(__file__)
    code = RUN.format(setup=SETUP.format(tests=tests), prepare=prepare, call=call)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    word, seconds = done.stdout.split()[0], float(done.stdout.split()[-1])
    print(name, done.stdout)
    assert word == "heard", done.stdout
    assert seconds < 1


def test_an_interrupt_that_nobody_catches_ends_the_program():
    for name in ("penetration", "cast", "read_mesh"):
        prepare, call = CALLS[name]
        code = SETUP.format(tests=os.path.dirname(__file__)) + prepare + textwrap.dedent(f"""
            import threading
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            {call}
            """)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
        assert done.returncode in (-signal.SIGINT, 130) and done.stderr.rstrip().endswith("KeyboardInterrupt"), done


def test_handlers_that_go_on_change_no_answer():
    """An alarm fifty times a second, whose handler asks the module itself."""
    code = SETUP.format(tests=os.path.dirname(__file__)) + textwrap.dedent("""
        a = bumpy(40)
        calls = [lambda: float(pygraze.penetration(a, a, pose_b=turn(0.1))),
                 lambda: pygraze.distance(a, a, pose_b=poses(3000) + moved(3, 0, 0) - np.eye(4)).distance.sum(),
                 lambda: len(pygraze.self_collide(pygraze.soup(np.random.default_rng(1).random((4000, 3, 3))), all=True).pairs),
                 lambda: len(pygraze.contacts(a, a, pose_b=turn(0.5)).contacts)]
        plain, rung = [c() for c in calls], []
        def ring(number, frame):
            rung.append(bool(pygraze.collide(a, a, pose_b=moved(0.5, 0, 0))))
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        disturbed = [c() for _ in range(3) for c in calls]
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert disturbed == plain * 3, (plain, disturbed)
        print(len(rung))
        """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    print("alarms:", done.stdout)
    assert int(done.stdout) >= 5


def test_questions_in_a_child_of_a_fork_and_in_threads():
    code = SETUP.format(tests=os.path.dirname(__file__)) + textwrap.dedent("""
        a = bumpy(40)
        ask = lambda: float(pygraze.penetration(a, a, pose_b=turn(0.1)))
        expected = ask()
        child = os.fork()
        if child == 0:
            os._exit(0 if ask() == expected else 1)
        assert os.waitpid(child, 0)[1] == 0
        found = []
        threads = [threading.Thread(target=lambda: found.append(ask())) for _ in range(4)]
        [t.start() for t in threads]
        mine = [ask() for _ in range(4)]
        [t.join() for t in threads]
        assert found + mine == [expected] * 8
        """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
