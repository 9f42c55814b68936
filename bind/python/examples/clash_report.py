"""A clash report of an assembly: which parts of a model overlap, touch, or are nearer than they should be.

    clash_report.py [PICTURE.png [MODEL]]

Without a model the parts of a small pump are made here.
"""

import collections
import sys

import numpy as np

import pygraze


def pump():
    """A base, two bearings, a shaft with its rotor, a cover and its screws; the shaft lies too low."""
    at = pygraze.make_pose
    parts = [
        pygraze.Part("base", pygraze.box((3, 2, 0.25)), at((0, 0, -1.75))),
        pygraze.Part("shaft", pygraze.cylinder(0.5, 3), at((0, 0, 0), (0, 0.7071067811865476, 0, 0.7071067811865476))),
        pygraze.Part("rotor", pygraze.cylinder(1.2, 0.5), at((0, 0, 0), (0, 0.7071067811865476, 0, 0.7071067811865476))),
        pygraze.Part("cover", pygraze.box((0.1, 1.6, 1.49)), at((1.5, 0, 0))),
    ]
    for i, x in enumerate((-2, 2)):
        parts.append(pygraze.Part(f"bearing {i}", pygraze.box((0.3, 0.8, 0.75)), at((x, 0, -0.75))))
    for i, y in enumerate((-1.4, 1.4)):
        parts.append(pygraze.Part(f"screw {i}", pygraze.capsule(0.12, 0.6), at((1.7, y, -1.0))))
    return parts


def main(picture=None, model=None):
    parts = model or pump()
    result = pygraze.check(parts, clearance=0.05, tolerance=1e-6)
    counts = collections.Counter(clash.kind for clash in result.clashes)
    print(f"{len(result.parts)} parts, {result.candidates} pairs looked at:", dict(sorted(counts.items())))
    for clash in result.clashes:
        a, b = result.names(clash)
        print(f"  {clash.kind:12} {a:10} {b:10} {clash.distance:+.4f} at {np.round(clash.point, 3)}")
    for a, b, reason in result.undecided:
        print(f"  undecided    {result.parts[a].path} {result.parts[b].path}: {reason}")
    assert result.complete
    if model is None:
        assert counts["overlapping"] >= 2
    if picture:
        draw(picture, result)


def draw(path, result):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    colors = {"overlapping": "firebrick", "enclosed": "firebrick", "duplicate": "purple", "touching": "goldenrod", "clearance": "steelblue"}
    figure, axes = plt.subplots(figsize=(8, 5))
    for part in result.parts:
        corners = np.array(np.meshgrid(*part.shape.bounds.T)).reshape(3, -1)
        x, _, z = (part.pose @ np.vstack([corners, np.ones(8)]))[:3]
        axes.add_patch(plt.Rectangle((x.min(), z.min()), np.ptp(x), np.ptp(z), fill=False, color="gray"))
        axes.text(x.min(), z.max(), part.name, fontsize=7, color="dimgray", va="bottom")
    for clash in result.clashes:
        axes.plot(*clash.point[[0, 2]], "o", color=colors[clash.kind], label=clash.kind)
    handles = {label: handle for handle, label in zip(*axes.get_legend_handles_labels())}
    axes.legend(handles.values(), handles.keys(), loc="upper left")
    axes.set(aspect="equal", xlabel="x", ylabel="z", title="Clashes of the pump, seen from the front")
    axes.autoscale_view()
    figure.savefig(path, dpi=100, bbox_inches="tight")


if __name__ == "__main__":
    main(*sys.argv[1:])
