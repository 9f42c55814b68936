"""Every public function has a help text with an example, and the examples are right."""

import doctest
import pathlib
import subprocess
import sys

import pytest

import pygraze
import pygraze.fcl
import pygraze.open3d
import pygraze.trimesh

# Classes whose help has an example; the others are results, made by functions that have one.
CLASSES = ["World", "Pipeline", "RobotChecker", "Simulation", "Probe"]
FUNCTIONS = [name for name in pygraze.__all__ if callable(getattr(pygraze, name)) and name[0].islower()]


@pytest.mark.parametrize("name", FUNCTIONS + CLASSES)
def test_the_example_of(name):
    text = getattr(pygraze, name).__doc__
    if name == "instruction_set":
        return
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert examples.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(examples)
    assert runner.failures == 0


@pytest.mark.parametrize("module", [pygraze, pygraze.trimesh, pygraze.fcl, pygraze.open3d])
def test_the_examples_of_modules(module):
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted > 0


def test_every_public_thing_has_a_help_text():
    for name in pygraze.__all__:
        thing = getattr(pygraze, name)
        assert thing.__doc__, name
        if isinstance(thing, type) and thing.__module__ == "pygraze._core":
            for member, value in vars(thing).items():
                assert member.startswith("_") or value.__doc__, f"{name}.{member}"


def test_signatures_are_known():
    import inspect

    for name in FUNCTIONS:
        if name != "instruction_set":
            assert inspect.signature(getattr(pygraze, name)) is not None


def test_the_first_example_of_the_readme():
    text = (pathlib.Path(__file__).parents[1] / "README.md").read_text()
    code, output = text.split("```python\n")[1].split("```")[0], text.split("```\n")[2].split("```")[0]
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == output
