"""Exact collision detection for bodies of any shape.

>>> import pygraze
>>> bool(pygraze.collide(pygraze.box((1, 1, 1)), pygraze.sphere(1), pose_b=pygraze.make_pose((1.5, 0, 0))))
True

Shapes are immutable and shared; poses are (4, 4) matrices, and (n, 4, 4) asks n questions in one call. Failures raise,
what cannot be decided is told. The interpreter's lock is free while the library works.
"""

from . import _core
from ._core import *  # noqa: F401,F403
from ._core import __version__
from ._errors import Error, Undecided, Unsupported

__all__ = [name for name in dir(_core) if not name.startswith("_")]
__all__ += ["Error", "Undecided", "Unsupported"]
