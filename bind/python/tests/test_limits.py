"""What must not grow: memory over a million calls, the time of an import."""

import gc
import os
import subprocess
import sys

import numpy as np

import pygraze


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_million_calls_leave_nothing_behind():
    scale = float(os.environ.get("GRAZE_TEST_SCALE", "1"))
    box, ball, pose = pygraze.box((1, 1, 1)), pygraze.sphere(1), pygraze.make_pose((5, 0, 0))
    near, bad = pygraze.make_pose((1.5, 0, 0)), np.full((4, 4), np.nan)
    points, poses = np.zeros((3, 3)), np.stack([pose] * 3)

    def work(count):
        for _ in range(count):
            pygraze.collide(box, ball, None, pose)
            pygraze.collide(box, ball, pose_b=poses)
            pygraze.distance(box, ball, None, pose).point_a
            pygraze.distance(box, ball, pose_b=poses).distance
            pygraze.cast(ball, (3, 0, 0), (-1, 0, 0)).point
            pygraze.cast(ball, points, (1, 0, 0)).t
            pygraze.inside(ball, points)
            pygraze.contacts(box, box, None, near).contacts
            pygraze.Body(box, pose)
            try:
                pygraze.collide(box, box, bad)
            except ValueError:
                pass

    work(2000)
    gc.collect()
    before = resident()
    work(int(100000 * scale))
    gc.collect()
    assert resident() - before < 2_000_000


def test_shapes_and_worlds_are_freed():
    vertices, faces = np.random.default_rng(1).random((3000, 3)), np.arange(3000).reshape(-1, 3)

    def work(count):
        for i in range(count):
            shape = pygraze.mesh(vertices, faces)
            pygraze.collide(shape, shape, pose_b=pygraze.make_pose((0.5, 0, 0)))
            world = pygraze.World()
            world.add(shape, key=1)
            pygraze.Pipeline(world).step()

    work(20)
    gc.collect()
    before = resident()
    work(100)
    gc.collect()
    assert resident() - before < 10_000_000


def test_the_import_takes_little_beyond_numpy():
    code = "import time, numpy; t = time.process_time(); import pygraze; print(time.process_time() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(5)]
    assert min(times) < 0.05
