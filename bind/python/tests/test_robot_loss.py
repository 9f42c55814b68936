"""A robot whose geometry is lost: an error, and where the caller goes on, no answer that is free."""

import pytest

import pygraze

ROBOT = """<robot name="r"><link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="arm"><collision><geometry><box size="1 1 1"/></geometry></collision>
<collision><geometry><mesh filename="none.obj"/></geometry></collision></link>
<joint name="j" type="prismatic"><parent link="base"/><child link="arm"/><origin xyz="0 0 3"/><axis xyz="0 0 -1"/>
<limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"""


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "robot.urdf"
    file.write_text(ROBOT)
    return file


def test_loss_is_an_error(path):
    with pytest.raises(pygraze.Error, match="arm/collision 2: there is no mesh none.obj"):
        pygraze.read_robot(path)


def test_nothing_is_free(path):
    robot = pygraze.read_robot(path, allow_incomplete=True)
    assert robot.skipped[0][0] == "arm/collision 2"
    checker = pygraze.RobotChecker(robot)
    assert checker.valid([0.0]).answer is None
    assert checker.valid([2.5]).answer is False
    with pytest.raises(pygraze.Undecided):
        bool(checker.valid([0.0]))
    with pytest.raises(pygraze.Undecided, match="geometry of the robot is missing"):
        checker.valid([[0.0], [2.5]])
    assert checker.valid([[0.0], [2.5]], undecided=False).tolist() == [False, False]
    assert checker.edge([0.0], [1.0]).answer is None
    assert checker.edge([0.0], [2.5]).answer is False
    assert not checker.clearance([0.0]).lower > 0
    assert checker.unchecked()[0][2] == "unchecked"
    assert "none.obj" in checker.unchecked()[0][3]
    assert [pair[2] for pair in robot.self_collisions(100)] == ["sometimes"]
