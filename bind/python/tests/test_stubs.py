"""The stubs name what the module has: every public name, and the parameters of every function."""

import ast
import inspect
import pathlib

import pygraze
from pygraze import _core

STUBS = ast.parse((pathlib.Path(pygraze.__file__).parent / "_core.pyi").read_text())


def test_every_name_is_in_the_stubs_and_no_other():
    stubbed = {node.name for node in STUBS.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))} - {"_MeshLike"}
    assert stubbed == {name for name in dir(_core) if not name.startswith("_")}


def test_functions_have_their_parameters():
    for node in STUBS.body:
        if isinstance(node, ast.FunctionDef) and node.name != "instruction_set":
            given = [a.arg for a in node.args.args + node.args.kwonlyargs]
            assert given == list(inspect.signature(getattr(_core, node.name)).parameters), node.name


def test_classes_have_their_members():
    for node in STUBS.body:
        if isinstance(node, ast.ClassDef) and node.name not in ("_MeshLike", "Where", "PairClass"):
            stubbed = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            real = {name for name in vars(getattr(_core, node.name)) if not name.startswith("_")}
            assert {name for name in stubbed if not name.startswith("_")} == real, node.name
