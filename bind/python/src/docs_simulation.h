// The help texts of bodies that push each other; see docs.h.
#pragma once

namespace graze::python::docs {

inline constexpr char mass_of[] = R"(mass_of(shape, density=1000.0)
--

What a shape of some density weighs: MassProperties, in the frame of the shape.

>>> import pygraze
>>> brick = pygraze.mass_of(pygraze.box((0.5, 0.5, 0.5)), density=2000)
>>> brick.mass, brick.volume
(2000.0, 1.0)
)";

inline constexpr char simulation[] =
    R"(Simulation(*, gravity=(0, 0, -9.81), longest_tick=1/60, substeps=4, iterations=1, halvings=2, skin=0.01, scheme='planes', sleeping=True, threads=1)
--

Rigid bodies that fall, push, bounce and are held by joints, and never have a common point: every step proves it. Arrays
of bodies are in the order of their keys.

>>> import pygraze
>>> world = pygraze.Simulation()
>>> ground = world.add(pygraze.box((5, 5, 0.5)), pygraze.make_pose((0, 0, -0.5)), role="fixed")
>>> ball = world.add(pygraze.sphere(0.5), pygraze.make_pose((0, 0, 2)), restitution=0.2)
>>> for _ in range(120):
...     report = world.step(1 / 60)
>>> world.keys
array([1, 2], dtype=uint64)
>>> 0.5 < world.poses[1, 2, 3] < 0.53
True
>>> [contact.keys for contact in world.contacts]
[(1, 2)]
)";

inline constexpr char simulate[] =
    R"(simulate(moving, fixed=(), *, seconds=1.0, steps=60, gravity=(0, 0, -9.81), density=1000.0, friction=0.5, restitution=0.0, velocities=None, threads=1)
--

Lets bodies fall among fixed ones: where `moving` (a list of Body or meshes) are at the start and after each step, as
poses (steps + 1, n, 4, 4). Simulation has more: joints, forces, one body unlike the other.

>>> import pygraze
>>> box = pygraze.box((0.5, 0.5, 0.5))
>>> stack = [pygraze.Body(box, pygraze.make_pose((0, 0, z))) for z in (0.6, 1.7)]
>>> ground = pygraze.Body(pygraze.box((5, 5, 1)), pygraze.make_pose((0, 0, -1)))
>>> poses = pygraze.simulate(stack, [ground], seconds=2, steps=120)
>>> poses.shape
(121, 2, 4, 4)
>>> poses[-1, :, 2, 3].round(2)
array([0.51, 1.52])
)";

}  // namespace graze::python::docs
