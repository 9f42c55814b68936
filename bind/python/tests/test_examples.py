"""The examples run, with and without their pictures."""

import pathlib
import subprocess
import sys

import pytest

EXAMPLES = sorted((pathlib.Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example(path, tmp_path):
    picture = tmp_path / "picture.png"
    ran = subprocess.run([sys.executable, str(path), str(picture)], capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout and picture.stat().st_size > 5000


def test_there_are_three():
    assert len(EXAMPLES) == 3
