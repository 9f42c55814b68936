"""What pygraze costs: against FCL in C++, per call and per element, in two threads, and on import.

    bench.py [MESH.obj]     a mesh of one's own; else a bumpy ball of 69,696 triangles

All times are of the thread's processor, least of five rounds, with FCL and graze taking turns on the same poses.
"""

import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

import pygraze

ROUNDS = 5


def least(work, rounds=ROUNDS, clock=time.thread_time):
    best = np.inf
    for _ in range(rounds):
        begin = clock()
        work()
        best = min(best, clock() - begin)
    return best


def bumpy_ball(n=132):
    """A closed surface without symmetry, about as fine as the Stanford bunny."""
    u, v = np.meshgrid(np.pi * np.arange(1, n) / n, np.pi * np.arange(2 * n) / n, indexing="ij")
    r = 1 + 0.15 * np.sin(3 * u + 1) * np.cos(4 * v) + 0.05 * np.sin(11 * v + 2) * np.sin(u) ** 2
    rings = np.stack([r * np.sin(u) * np.cos(v), r * np.sin(u) * np.sin(v), r * np.cos(u)], axis=-1).reshape(-1, 3)
    vertices = np.vstack([[[0, 0, 1.0]], rings, [[0, 0, -1.0]]])
    i, j = np.meshgrid(np.arange(n - 2), np.arange(2 * n), indexing="ij")
    a, b = 1 + i * 2 * n + j, 1 + i * 2 * n + (j + 1) % (2 * n)
    quads = np.stack([a, a + 2 * n, b + 2 * n, a, b + 2 * n, b], axis=-1).reshape(-1, 3)
    j = np.arange(2 * n)
    top = np.stack([0 * j, 1 + j, 1 + (j + 1) % (2 * n)], axis=-1)
    low = 1 + (n - 2) * 2 * n
    bottom = np.stack([0 * j + len(vertices) - 1, low + (j + 1) % (2 * n), low + j], axis=-1)
    return vertices, np.vstack([top, quads, bottom]).astype(np.uint32)


def load(path):
    shape = pygraze.read_mesh(path)
    corners = shape.triangles.reshape(-1, 3)
    vertices, number = np.unique(corners, axis=0, return_inverse=True)
    middle = 0.5 * (vertices.min(axis=0) + vertices.max(axis=0))
    vertices = (vertices - middle) * (2 / np.ptp(vertices, axis=0).max())
    return np.ascontiguousarray(vertices), np.ascontiguousarray(number.reshape(-1, 3).astype(np.uint32))


def near_poses(shape, count, seed=22):
    """Turned at random, and pushed along a random direction to within 4 % of the place where the copies first touch,
    as graze's own benchmark does it (bench/poses.h)."""
    rng = np.random.default_rng(seed)
    some = min(count, 1000)
    q = rng.normal(size=(some, 4))
    poses = np.stack([pygraze.make_pose((0, 0, 0), v / np.linalg.norm(v)) for v in q])
    ways = rng.normal(size=(some, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    clear, meets = np.full(some, 4.0), np.zeros(some)
    for _ in range(40):
        middle = 0.5 * (clear + meets)
        poses[:, :3, 3] = ways * middle[:, None]
        hit = pygraze.collide(shape, shape, pose_b=poses)
        meets, clear = np.where(hit, middle, meets), np.where(hit, clear, middle)
    result = np.repeat(poses, -(-count // some), axis=0)[:count]
    which = np.repeat(np.arange(some), -(-count // some))[:count]
    distance = clear[which] + rng.uniform(-0.04, 0.04, size=count)
    result[:, :3, 3] = ways[which] * distance[:, None]
    return np.ascontiguousarray(result)


def fcl_library():
    folder = tempfile.mkdtemp()
    source, target = pathlib.Path(__file__).with_name("fcl_loop.cpp"), folder + "/fcl_loop.so"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "fcl", "eigen3"], capture_output=True, text=True, check=True)
    subprocess.run(["c++", "-O3", "-shared", "-fPIC", str(source), "-o", target, *flags.stdout.split(), "-std=c++17"], check=True)
    library = ctypes.CDLL(target)
    library.fcl_make.restype = ctypes.c_void_p
    return library


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def against_fcl(vertices, faces, count):
    library = fcl_library()
    model = ctypes.c_void_p(library.fcl_make(pointer(vertices), ctypes.c_long(len(vertices)), pointer(faces), ctypes.c_long(len(faces))))
    shape = pygraze.mesh(vertices, faces, solid=False)
    poses = near_poses(shape, count)
    theirs, ours = np.zeros(count, np.uint8), None
    times = [np.inf, np.inf]
    for _ in range(ROUNDS):
        begin = time.thread_time()
        ours = pygraze.collide(shape, shape, pose_b=poses)
        middle = time.thread_time()
        library.fcl_loop(model, pointer(poses), ctypes.c_long(count), pointer(theirs))
        end = time.thread_time()
        times = [min(times[0], middle - begin), min(times[1], end - middle)]
    library.fcl_free(model)
    differ = int((ours != theirs.astype(bool)).sum())
    print(f"{count} poses of two meshes of {len(faces)} triangles, {ours.mean():.1%} meet: pygraze {times[0] / count * 1e6:.2f} us, "
          f"FCL in C++ {times[1] / count * 1e6:.2f} us a pose: {times[1] / times[0]:.1f} times; {differ} answers differ")
    return shape, poses


def in_two_threads(shape, poses):
    """Beside two processes, which share nothing: on a busy machine they, too, get less than two processors."""

    def work():
        pygraze.collide(shape, shape, pose_b=poses)

    def threads():
        both = [threading.Thread(target=work) for _ in range(2)]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()

    def processes():
        children = []
        for _ in range(2):
            child = os.fork()
            if child == 0:
                work()
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)

    times = [np.inf] * 3
    for _ in range(2 * ROUNDS):
        for i, each in enumerate((work, threads, processes)):
            times[i] = min(times[i], least(each, 1, time.perf_counter))
    print(f"two Python threads: {2 * times[0] / times[1]:.2f} times one, two processes: {2 * times[0] / times[2]:.2f} times (wall clock)")


def overhead():
    """What is left when the library has next to nothing to do: balls far apart."""
    ball, far = pygraze.sphere(1), pygraze.make_pose((100, 0, 0))
    calls = 20000

    def calling():
        for _ in range(calls):
            pygraze.collide(ball, ball, None, far)

    poses = np.tile(far, (100000, 1, 1))
    origins, directions = np.full((100000, 3), 5.0), np.tile([1.0, 0, 0], (100000, 1))
    print(f"a call of collide, with its answer: {least(calling) / calls * 1e9:.0f} ns")
    alone = from_core(len(poses))
    for i, (name, work) in enumerate((
        ("collide", lambda: pygraze.collide(ball, ball, pose_b=poses)),
        ("distance", lambda: pygraze.distance(ball, ball, pose_b=poses)),
        ("cast", lambda: pygraze.cast(ball, origins, directions)),
        ("inside", lambda: pygraze.inside(ball, origins)),
    )):
        all_of_it = least(work, 9) / 1e5 * 1e9
        beside = f"; {alone[i]:.0f} of it in the library" if alone is not None else ""
        print(f"an element of {name}, with its answer: {all_of_it:.0f} ns{beside}")


def from_core(count):
    """What the library that the module was built with takes for the same elements; None without it."""
    root = pathlib.Path(__file__).resolve().parents[3]
    library = root / "build/python/libgraze.a"
    if not library.exists():
        return None
    target = tempfile.mkdtemp() + "/core_loop.so"
    source = pathlib.Path(__file__).with_name("core_loop.cpp")
    subprocess.run(["c++", "-std=c++20", "-O3", "-shared", "-fPIC", f"-I{root}/include", str(source), str(library), "-o", target], check=True)
    times = np.zeros(5)
    ctypes.CDLL(target).core_loop(ctypes.c_size_t(count), pointer(times))
    return times


def importing():
    code = "import time, numpy; t = time.perf_counter(); import pygraze; print(time.perf_counter() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(9)]
    print(f"import beyond numpy: {min(times) * 1e3:.1f} ms")


if __name__ == "__main__":
    mesh = load(sys.argv[1]) if len(sys.argv) > 1 else bumpy_ball()
    in_two_threads(*against_fcl(*mesh, 100000))
    overhead()
    importing()
