"""A map of the clearance of two gears: how far the teeth are apart, for every turn of one against the other.

    clearance_map.py [PICTURE.png]
"""

import math
import sys

import numpy as np

import pygraze


def gear(teeth=16, outer=1.0, inner=0.8, width=0.1):
    """A gear of trapezoid teeth, closed, as vertices and faces."""
    angles, radii = [], []
    for i in range(teeth):
        for part, radius in ((0.0, inner), (0.15, outer), (0.35, outer), (0.5, inner)):
            angles.append(2 * math.pi * (i + part) / teeth)
            radii.append(radius)
    n = len(angles)
    ring = np.array([[r * math.cos(a), r * math.sin(a)] for a, r in zip(angles, radii)])
    low, high = (np.column_stack([ring, np.full(n, z)]) for z in (-width, width))
    vertices = np.vstack([low, high, [[0, 0, -width], [0, 0, width]]])
    i, j = np.arange(n), (np.arange(n) + 1) % n
    faces = [np.column_stack(c) for c in ((i, j, j + n), (i, j + n, i + n), (j, i, i * 0 + 2 * n), (i + n, j + n, i * 0 + 2 * n + 1))]
    return pygraze.mesh(vertices, np.vstack(faces))


def about_z(angles, x):
    """(n, 4, 4): turned about z, and moved along x."""
    poses = np.tile(np.eye(4), (len(angles), 1, 1))
    c, s = np.cos(angles), np.sin(angles)
    poses[:, 0, 0], poses[:, 0, 1], poses[:, 1, 0], poses[:, 1, 1] = c, -s, s, c
    poses[:, 0, 3] = x
    return poses


def main(picture=None, count=49):
    wheel = gear()
    pitch = 2 * math.pi / 16
    gaps = np.linspace(1.75, 2.05, count)
    turns = np.linspace(0, pitch, count)
    grid = np.array([(x, a) for x in gaps for a in turns])
    poses = about_z(math.pi + grid[:, 1], grid[:, 0])
    found = pygraze.distance(wheel, wheel, pose_b=poses)
    clearance = found.distance.reshape(count, count)
    hits = pygraze.collide(wheel, wheel, pose_b=poses).reshape(count, count)
    assert ((clearance == 0) == hits).all()
    free = ~hits
    print(f"{count * count} places in one call: {free.mean():.0%} free, largest clearance {clearance.max():.4f}")
    print(f"the shafts may be as near as {gaps[free.any(axis=1)].min():.4f} at the right turn,"
          f" and are safe at any turn from {gaps[free.all(axis=1)].min():.4f} on")
    assert 0.1 < free.mean() < 0.9
    if picture:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(figsize=(7, 5))
        shown = np.where(free, clearance, np.nan)
        image = axes.imshow(shown, origin="lower", aspect="auto", extent=(0, 1, gaps[0], gaps[-1]), cmap="viridis")
        axes.contourf(np.linspace(0, 1, count), gaps, hits, levels=[0.5, 1.5], colors=["firebrick"], alpha=0.6)
        axes.set(xlabel="turn, in teeth", ylabel="distance of the shafts", title="Clearance of two gears; red: they meet")
        figure.colorbar(image, label="clearance")
        figure.savefig(picture, dpi=100, bbox_inches="tight")


if __name__ == "__main__":
    main(*sys.argv[1:2])
