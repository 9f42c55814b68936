"""Random arrays at every function: any answer or a Python exception, never a crash, and never an answer to nonsense.

    test_fuzz.py MINUTES [SEED]     for longer, as under a sanitizer
"""

import os
import random
import sys
import time

import numpy as np
import pytest

import pygraze

EXPECTED = (ValueError, TypeError, pygraze.Error, IndexError, OverflowError, NotImplementedError)


def some_array(rng, rows, row_shape):
    """About what is wanted, and often not quite."""
    shape = list(row_shape)
    if rng.random() < 0.6:
        shape.insert(0, rng.choice([0, 1, 2, 3, 7]))
    if rng.random() < 0.08:
        shape = [rng.choice([0, 1, 2, 3, 4, 5]) for _ in range(rng.randrange(5))]
    source = np.random.default_rng(rng.getrandbits(32))
    scale = 10.0 ** rng.choice([0, 0, 0, 0, 1, 3, -3, 100, -100, 300, -300])
    array = source.normal(size=shape) * scale
    if rng.random() < 0.1 and array.size:
        array.flat[rng.randrange(array.size)] = rng.choice([np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, 1.7e308])
    kind = rng.random()
    if kind < 0.06:
        with np.errstate(all="ignore"):
            array = array.astype(rng.choice([np.float32, np.float16, np.int64, np.int8, np.uint32, bool, complex, object, "U8"]))
    elif kind < 0.12:
        array = np.asfortranarray(array)
    elif kind < 0.16:
        array = np.repeat(array, 2, axis=0)[::2] if array.ndim else array
    elif kind < 0.20:
        array.flags.writeable = False
    elif kind < 0.24:
        return array.tolist()
    return rng.choice([array, array, array, array, None, "x", 3]) if rng.random() < 0.05 else array


def some_pose(rng, many=True):
    """Rigid, or any matrix."""
    if rng.random() < 0.2:
        return None
    if rng.random() < 0.25:
        return some_array(rng, 1, (4, 4))
    count = rng.choice([None, None, 0, 1, 3, 3, 3]) if many else None
    source = np.random.default_rng(rng.getrandbits(32))

    def one():
        q = source.normal(size=4)
        pose = pygraze.make_pose(source.normal(size=3) * rng.choice([0.1, 1, 1, 3]), q)
        if rng.random() < 0.1:
            pose[:3, :3] *= 10.0 ** rng.randrange(-8, 8)
        if rng.random() < 0.05:
            pose[rng.randrange(3), rng.randrange(4)] = rng.choice([np.nan, np.inf, 0, 1e300])
        return pose

    return one() if count is None else np.array([one() for _ in range(count)]).reshape(-1, 4, 4)


def some_shape(rng):
    makers = [
        lambda: pygraze.box(some_array(rng, 1, (3,))),
        lambda: pygraze.box((1, 0.5, 0.25)),
        lambda: pygraze.sphere(rng.choice([1, 0.5, 0, -1, np.nan, 1e300])),
        lambda: pygraze.capsule(rng.random(), rng.random()),
        lambda: pygraze.cylinder(rng.random(), rng.random()),
        lambda: pygraze.cone(rng.random(), rng.random()),
        lambda: pygraze.ellipsoid(some_array(rng, 1, (3,))),
        lambda: pygraze.convex(some_array(rng, 1, (3,))),
        lambda: pygraze.soup(some_array(rng, 1, (3, 3))),
        lambda: pygraze.mesh(np.random.default_rng(rng.getrandbits(32)).random((5, 3)), some_array(rng, 1, (3,))),
        lambda: pygraze.mesh(np.random.default_rng(rng.getrandbits(32)).random((6, 3)),
                             np.random.default_rng(rng.getrandbits(32)).integers(0, 6, (8, 3))),
        lambda: pygraze.terrain(some_array(rng, 1, (3, 4))),
        lambda: pygraze.halfspace(some_array(rng, 1, (3,)), rng.random()),
        lambda: pygraze.segment((0, 0, 0), (1, 0, 0)),
        lambda: pygraze.point(),
        lambda: pygraze.points(some_array(rng, 1, (3,)), rng.choice([0, 0.1, -1, np.nan])),
        lambda: pygraze.compound([pygraze.box((1, 1, 1)), (pygraze.sphere(1), some_pose(rng))]),
    ]
    return rng.choice(makers)()


def one_round(rng):
    a, b = some_shape(rng), some_shape(rng)
    budget = 200000  # ill-conditioned arrays may take their time
    calls = [
        lambda: pygraze.collide(a, b, some_pose(rng), some_pose(rng), all=rng.random() < 0.3, budget=budget, undecided=True),
        lambda: pygraze.within(a, b, rng.choice([0, 0.5, -1, np.nan, np.inf]), some_pose(rng), some_pose(rng), budget=budget),
        lambda: pygraze.distance(a, b, some_pose(rng), some_pose(rng), budget=budget, threads=rng.choice([1, 1, 1, 2])),
        lambda: pygraze.classify(a, b, some_pose(rng), some_pose(rng), budget=budget),
        lambda: pygraze.penetration(a, b, some_pose(rng), some_pose(rng), budget=budget),
        lambda: pygraze.contacts(a, b, some_pose(rng), some_pose(rng), budget=budget, tolerance=rng.choice([0, 0.1])),
        lambda: pygraze.interference(a, b, some_pose(rng), some_pose(rng), budget=budget, precision=rng.choice([0.01, 1, 0, np.nan])),
        lambda: pygraze.Probe(a, some_pose(rng), gap=rng.choice([0, 0.01, -1])).tick(some_pose(rng), [pygraze.Body(b, some_pose(rng, False))]),
        lambda: a.refitted(some_array(rng, 1, (3,))),
        lambda: pygraze.inside(a, some_array(rng, 1, (3,)), some_pose(rng, False), budget=budget),
        lambda: pygraze.closest(a, some_array(rng, 1, (3,)), some_pose(rng, False)),
        lambda: pygraze.winding(a, some_array(rng, 1, (3,)), some_pose(rng, False)),
        lambda: pygraze.cast(a, some_array(rng, 1, (3,)), some_array(rng, 1, (3,)), some_pose(rng, False),
                             max=rng.choice([None, 1.0, np.nan, -1, [1.0, 2.0, 3.0]]), want=rng.choice(["closest", "any", "all"]), budget=budget),
        lambda: pygraze.move(a, pygraze.translation(some_array(rng, 1, (3,))), pygraze.Body(b, some_pose(rng, False)), some_pose(rng), budget=budget),
        lambda: pygraze.ccd(rng.choice(["vertex-face", "edge-edge"]), some_array(rng, 1, (4, 3)), some_array(rng, 1, (4, 3)), tolerance=1e-6),
        lambda: pygraze.simulate([pygraze.Body(a, some_pose(rng, False))], [pygraze.Body(b, some_pose(rng, False))], seconds=0.02, steps=1,
                                 velocities=some_array(rng, 1, (3,)), gravity=some_array(rng, 1, (3,))),
        lambda: pygraze.mass_of(a, rng.choice([1, 0, np.nan])).inertia.sum(),
        lambda: repr(a) + repr(pygraze.Body(a, some_pose(rng, False))),
        lambda: pygraze.make_pose(some_array(rng, 1, (3,)), some_array(rng, 1, (4,))),
        lambda: a.with_margin(rng.choice([0.1, -1, np.nan])),
        lambda: a.triangles.sum() + a.bounds.sum(),
    ]
    return rng.choice(calls)()


def run(seconds, seed):
    rng, end, asked, answered = random.Random(seed), time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        asked += 1
        try:
            one_round(rng)
            answered += 1
        except EXPECTED:
            pass
    return asked, answered


@pytest.mark.filterwarnings("ignore")
def test_random_arrays():
    seed = int(os.environ.get("GRAZE_SEED", random.getrandbits(32)))
    print("seed", seed)
    asked, answered = run(5, seed)
    assert answered > 0.1 * asked and answered < 0.95 * asked


if __name__ == "__main__":
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.getrandbits(32)
    print("seed", seed, flush=True)
    print("asked, answered:", *run(60 * float(sys.argv[1]), seed))
