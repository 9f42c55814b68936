"""The build backend of pygraze (PEP 517, PEP 660): compiles the module with CMake and packs it with the Python files, or
for `pip install -e` with the place where they are.

Needs CMake, a C++ compiler, pybind11 and nlohmann-json; no network, and no package of Python's own.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
PACKAGE = os.path.join(ROOT, "bind", "python", "pygraze")
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def _read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def _version():
    return re.search(r'version_string\(\).*?"([0-9.]+)"', _read("include", "graze", "version.h"), re.S).group(1)


def _tag():
    python = "cp%d%d" % sys.version_info[:2]
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _metadata():
    return f"""Metadata-Version: 2.1
Name: pygraze
Version: {_version()}
Summary: Exact collision detection for bodies of any shape
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy (>=1.20)
Description-Content-Type: text/markdown

{_read("bind", "python", "README.md")}"""


def _preset():
    """GRAZE_PYTHON_PRESET names another one of CMakePresets.json."""
    return os.environ.get("GRAZE_PYTHON_PRESET", "python")


def _compile():
    """Builds the module, and gives its path."""
    preset = _preset()
    configure = ["cmake", "--preset", preset, f"-DGRAZE_PYTHON_EXECUTABLE={sys.executable}"]
    build = ["cmake", "--build", "--preset", preset, "--target", "graze_python"]
    for command in configure, build:
        subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    return os.path.join(ROOT, "build", preset, "pygraze", "_core" + SUFFIX)


def _sources():
    """(name in the wheel, its bytes) of the Python files, in order."""
    for name in sorted(os.listdir(PACKAGE)):
        if name.endswith((".py", ".pyi", ".typed")):
            with open(os.path.join(PACKAGE, name), "rb") as file:
                yield "pygraze/" + name, file.read()


def _loader(module):
    """The package of an editable install: the Python files and the module where they are."""
    start = os.path.join(PACKAGE, "__init__.py")
    return f"""# Made by `pip install -e`: the package is read from the tree. After a change of C++ build the module again:
#   cmake --build --preset {_preset()} --target graze_python
__path__ = [{PACKAGE!r}, {os.path.dirname(module)!r}]
__file__ = {start!r}
__spec__.submodule_search_locations = __path__
with open(__file__, encoding="utf-8") as _file:
    _code = compile(_file.read(), __file__, "exec")
exec(_code)
""".encode()


def _write_wheel(directory, entries):
    """A wheel of files and what describes them; gives its name."""
    info = f"pygraze-{_version()}.dist-info"
    tags = f"Wheel-Version: 1.0\nGenerator: graze_build\nRoot-Is-Purelib: false\nTag: {_tag()}\n"
    entries = [
        *entries,
        (info + "/METADATA", _metadata().encode()),
        (info + "/WHEEL", tags.encode()),
        (info + "/LICENSE", _read("LICENSE").encode()),
    ]
    lines = []
    name = f"pygraze-{_version()}-{_tag()}.whl"
    with zipfile.ZipFile(os.path.join(directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in entries:
            # One time for all files: equal sources make equal wheels.
            wheel.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{path},sha256={digest},{len(data)}\n")
        record = f"{info}/RECORD"
        wheel.writestr(zipfile.ZipInfo(record, (1980, 1, 1, 0, 0, 0)), "".join(lines) + record + ",,\n")
    return name


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with open(_compile(), "rb") as file:
        module = file.read()
    return _write_wheel(wheel_directory, [*_sources(), ("pygraze/_core" + SUFFIX, module)])


def get_requires_for_build_editable(config_settings=None):
    return []


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _write_wheel(wheel_directory, [("pygraze/__init__.py", _loader(_compile()))])
