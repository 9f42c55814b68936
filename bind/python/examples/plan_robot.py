"""A robot plans its way around a post: a random tree in joint space, every edge certified free.

    plan_robot.py [PICTURE.png]
"""

import math
import sys
import tempfile

import numpy as np

import pygraze

ARM = """<robot name="arm"><link name="base"/>
{links}</robot>"""
PART = """<link name="part{i}"><collision><origin xyz="0.5 0 0" rpy="0 1.5707963267948966 0"/>
<geometry><cylinder radius="0.06" length="0.8"/></geometry></collision></link>
<joint name="turn{i}" type="revolute"><parent link="{parent}"/><child link="part{i}"/><origin xyz="{x} 0 0"/>
<axis xyz="0 0 1"/><limit lower="-2.8" upper="2.8" effort="1" velocity="1"/></joint>
"""


def make_robot():
    links = "".join(PART.format(i=i, parent=f"part{i - 1}" if i else "base", x=1 if i else 0) for i in range(3))
    with tempfile.NamedTemporaryFile("w", suffix=".urdf") as file:
        file.write(ARM.format(links=links))
        file.flush()
        return pygraze.read_robot(file.name)


def plan(checker, start, goal, seed=1, tries=4000, reach=0.5):
    """A rapidly exploring random tree: the way as (n, dof), or None."""
    rng = np.random.default_rng(seed)
    low, high = checker.robot.limits.T
    nodes, parents = [np.asarray(start)], [0]
    for attempt in range(tries):
        aim = goal if attempt % 8 == 0 else rng.uniform(low, high)
        near = int(np.linalg.norm(np.array(nodes) - aim, axis=1).argmin())
        step = aim - nodes[near]
        length = np.linalg.norm(step)
        new = nodes[near] + step * min(1, reach / max(length, 1e-12))
        if checker.edge(nodes[near], new, first=False).answer is not True:
            continue
        nodes.append(new)
        parents.append(near)
        if length <= reach and attempt % 8 == 0:
            way, at = [], len(nodes) - 1
            while at:
                way.append(nodes[at])
                at = parents[at]
            return np.array([start] + way[::-1])
    return None


def shorten(checker, way, seed=2, tries=200):
    """Leaves out waypoints where the straight way is free, too."""
    rng = np.random.default_rng(seed)
    for _ in range(tries):
        if len(way) < 3:
            break
        i, j = sorted(rng.choice(len(way), 2, replace=False))
        if j > i + 1 and checker.edge(way[i], way[j], first=False).answer is True:
            way = np.vstack([way[: i + 1], way[j:]])
    return way


def draw(path, robot, posts, way):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 6))
    fine = np.vstack([a + (b - a) * t for a, b in zip(way, way[1:]) for t in np.linspace(0, 1, 12)[:, None]])
    for i, poses in enumerate(robot.link_poses(fine)):
        joints = np.vstack([poses[1:, :2, 3], (poses[-1] @ [1, 0, 0, 1])[:2]])
        axes.plot(*joints.T, color=plt.cm.viridis(i / len(fine)), alpha=0.5, linewidth=2)
    for x, y in posts:
        axes.add_patch(plt.Circle((x, y), 0.3, color="firebrick"))
    axes.set(aspect="equal", xlim=(-3.2, 3.2), ylim=(-3.2, 3.2), title="The arm on its way, each edge proven free")
    figure.savefig(path, dpi=100, bbox_inches="tight")


def main(picture=None):
    robot = make_robot()
    checker = pygraze.RobotChecker(robot)
    posts = [(1.5, 1.5), (-1.3, 1.9)]
    for x, y in posts:
        checker.add_obstacle(pygraze.cylinder(0.3, 1.0), pygraze.make_pose((x, y, 0)))
    start, goal = np.array([0.0, 0.3, -0.3]), np.array([2.6, 0.2, 0.2])
    assert checker.valid(np.array([start, goal])).all()
    straight = checker.edge(start, goal)
    print("straight way free:", straight.answer)
    way = plan(checker, start, goal)
    assert way is not None, "no way was found"
    short = shorten(checker, way)
    assert checker.path(short).answer is True
    clearance = min(r.distance for r in checker.clearance(short))
    print(f"way found: {len(way)} waypoints, {len(short)} after shortening, all proven free;"
          f" least clearance at a waypoint {clearance:.3f} m")
    assert straight.answer is False and math.isfinite(clearance) and clearance > 0
    if picture:
        draw(picture, robot, posts, short)


if __name__ == "__main__":
    main(*sys.argv[1:])
