"""What `pip install -e` makes: the package in the tree, not an empty one in its place."""

import os
import pathlib
import subprocess
import sys
import zipfile

import pygraze

BACKEND = pathlib.Path(__file__).parents[1] / "backend"


def test_an_editable_wheel_reads_the_package_where_it_is(tmp_path):
    module = pathlib.Path(pygraze._core.__file__)
    code = f"""
import sys
sys.path.insert(0, {str(BACKEND)!r})
import graze_build
graze_build._compile = lambda: {str(module)!r}
print(graze_build.build_editable({str(tmp_path)!r}))
"""
    name = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert name.startswith(f"pygraze-{pygraze.__version__}-cp")
    site = tmp_path / "site"
    with zipfile.ZipFile(tmp_path / name) as wheel:
        assert [n for n in wheel.namelist() if ".dist-info" not in n] == ["pygraze/__init__.py"]
        wheel.extractall(site)
    asks = """
import importlib.metadata, pathlib, pygraze, pygraze.fcl, pygraze.gpu
from pygraze.trimesh import CollisionManager
assert pygraze.collide(pygraze.box((1, 1, 1)), pygraze.sphere(1))
assert importlib.metadata.version("pygraze") == pygraze.__version__
print(pathlib.Path(pygraze.__file__).parent, pygraze.__doc__.splitlines()[0], pathlib.Path(pygraze._core.__file__).parent, sep="|")
"""
    environment = dict(os.environ, PYTHONPATH=str(site))
    said = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True, env=environment, cwd=tmp_path)
    folder, text, built = said.stdout.strip().split("|")
    assert pathlib.Path(folder) == BACKEND.parent / "pygraze" and text == pygraze.__doc__.splitlines()[0]
    assert pathlib.Path(built) == module.parent


def test_the_backend_has_what_installers_ask_for():
    sys.path.insert(0, str(BACKEND))
    import graze_build

    for hook in ("build_wheel", "build_editable", "get_requires_for_build_wheel", "get_requires_for_build_editable"):
        assert callable(getattr(graze_build, hook)), hook
