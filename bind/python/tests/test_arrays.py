"""What arrays are taken, and what is said of those that are not."""

import numpy as np
import pytest

import pygraze

BOX = pygraze.box((1, 1, 1))
EYE = np.eye(4)


def poses(n):
    return np.stack([pygraze.make_pose((0.5 * i, 0, 0)) for i in range(n)]) if n else np.empty((0, 4, 4))


def test_a_list_float32_integers_and_booleans_are_converted():
    expected = [True, True, True, True, True, False]
    for kind in (np.float64, np.float32, np.float16):
        assert pygraze.collide(BOX, BOX, pose_b=poses(6).astype(kind)).tolist() == expected
    assert pygraze.collide(BOX, BOX, pose_b=poses(6).tolist()).tolist() == expected
    whole = np.eye(4, dtype=np.int64)
    whole[0, 3] = 3
    assert not pygraze.collide(BOX, BOX, pose_b=whole)
    assert pygraze.collide(BOX, BOX, pose_b=np.eye(4, dtype=bool))


def test_arrays_that_are_not_contiguous_or_are_read_only_or_swapped_are_taken():
    expected = pygraze.collide(BOX, BOX, pose_b=poses(6))
    strided = np.zeros((12, 4, 4))
    strided[::2] = poses(6)
    assert (pygraze.collide(BOX, BOX, pose_b=strided[::2]) == expected).all()
    assert (pygraze.collide(BOX, BOX, pose_b=np.asfortranarray(poses(6))) == expected).all()
    assert (pygraze.collide(BOX, BOX, pose_b=poses(6)[::-1]) == expected[::-1]).all()
    assert (pygraze.collide(BOX, BOX, pose_b=poses(6).astype(">f8")) == expected).all()
    fixed = poses(6)
    fixed.flags.writeable = False
    assert (pygraze.collide(BOX, BOX, pose_b=fixed) == expected).all()
    offset = np.frombuffer(b"\0" + poses(6).tobytes(), np.uint8)[1:].view(np.float64).reshape(6, 4, 4)
    assert not offset.flags.aligned
    assert (pygraze.collide(BOX, BOX, pose_b=offset) == expected).all()


def test_nothing_is_written_to():
    given = poses(6)
    kept = given.copy()
    pygraze.distance(BOX, BOX, pose_b=given)
    assert (given == kept).all()


def test_empty_batches_have_empty_answers():
    assert pygraze.collide(BOX, BOX, pose_b=poses(0)).shape == (0,)
    assert len(pygraze.distance(BOX, BOX, pose_b=poses(0))) == 0
    assert pygraze.classify(BOX, BOX, pose_b=poses(0)).shape == (0,)
    assert pygraze.penetration(BOX, BOX, pose_b=poses(0)) == []
    assert pygraze.contacts(BOX, BOX, pose_b=poses(0)) == []
    assert pygraze.inside(BOX, np.empty((0, 3))).shape == (0,)
    assert pygraze.winding(pygraze.soup([EYE[:3, :3]]), np.empty((0, 3))).shape == (0,)
    assert pygraze.cast(BOX, np.empty((0, 3)), (1, 0, 0)).t.shape == (0,)
    assert pygraze.cast(BOX, np.empty((0, 3)), (1, 0, 0), want="all") == []
    assert pygraze.move(BOX, pygraze.translation((1, 0, 0)), BOX, np.empty((0, 4, 4))) == []


@pytest.mark.parametrize("wrong", [np.eye(3), np.zeros(16), np.zeros((2, 3, 4)), np.zeros((1, 1, 4, 4)), 3.0, []])
def test_wrong_shapes_of_poses(wrong):
    with pytest.raises(ValueError, match=r"pose_b: expected an array of shape \(4, 4\) or \(n, 4, 4\), got \("):
        pygraze.collide(BOX, BOX, pose_b=wrong)


@pytest.mark.parametrize("wrong", [np.zeros(2), np.zeros((2, 4)), np.zeros((2, 2, 3)), 1.0])
def test_wrong_shapes_of_points(wrong):
    with pytest.raises(ValueError, match=r"points: expected an array of shape \(3,\) or \(n, 3\), got \("):
        pygraze.inside(BOX, wrong)
    with pytest.raises(ValueError, match="origins: expected"):
        pygraze.cast(BOX, wrong, (1, 0, 0))


@pytest.mark.parametrize(
    "wrong", [np.eye(4, dtype=complex), np.eye(4).astype(str), np.eye(4).astype(object), "pose", {"a": 1}, object()]
)
def test_wrong_dtypes(wrong):
    with pytest.raises(TypeError, match="pose_b: expected"):
        pygraze.collide(BOX, BOX, pose_b=wrong)


def test_datetimes_and_ragged_lists():
    with pytest.raises(TypeError, match="points: expected"):
        pygraze.inside(BOX, np.zeros((2, 3), dtype="datetime64[s]"))
    with pytest.raises((TypeError, ValueError)):
        pygraze.inside(BOX, [[1, 2, 3], [1, 2]])
    with pytest.raises(TypeError, match="points: expected an array of numbers, got None"):
        pygraze.inside(BOX, None)


def test_the_last_row_of_a_pose():
    wrong = poses(3)
    wrong[2, 3, 0] = 1e-9
    with pytest.raises(ValueError, match=r"pose_b\[2\]: the last row of a pose is 0 0 0 1"):
        pygraze.collide(BOX, BOX, pose_b=wrong)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_not_finite(bad):
    wrong = poses(4)
    wrong[2, 0, 3] = bad
    for verb in (pygraze.collide, pygraze.distance, pygraze.classify, pygraze.penetration, pygraze.contacts):
        with pytest.raises(pygraze.Error, match="element 2: invalid") as caught:
            verb(BOX, BOX, pose_b=wrong)
        assert caught.value.index == 2 and caught.value.status == "invalid"
        with pytest.raises(pygraze.Error, match="invalid"):
            verb(BOX, BOX, pose_b=wrong[2])
    with pytest.raises(pygraze.Error, match="within: element 2: invalid"):
        pygraze.within(BOX, BOX, 0.5, pose_b=wrong)
    with pytest.raises(pygraze.Error, match="inside: element 1"):
        pygraze.inside(BOX, [[0, 0, 0], [bad, 0, 0]])
    with pytest.raises(pygraze.Error, match="cast: element 1"):
        pygraze.cast(BOX, [[0, 0, 0], [bad, 0, 0]], (1, 0, 0))
    with pytest.raises(pygraze.Error, match="cast: invalid"):
        pygraze.cast(BOX, (0, 0, 0), (bad, 0, 0))
    with pytest.raises(pygraze.Error):
        pygraze.mesh([[0, 0, 0], [1, 0, 0], [0, bad, 0]], [[0, 1, 2]])
    with pytest.raises(pygraze.Error):
        pygraze.box((1, 1, bad))
    with pytest.raises(ValueError):
        pygraze.Body(BOX, wrong[2])


def test_singular_poses_and_directions_of_0():
    flat = np.diag([1.0, 1.0, 0.0, 1.0])
    with pytest.raises(pygraze.Error, match="singular"):
        pygraze.collide(BOX, BOX, flat)
    with pytest.raises(ValueError, match="pose: the map is singular"):
        pygraze.Body(BOX, flat)
    with pytest.raises(pygraze.Error, match="a direction of 0"):
        pygraze.cast(BOX, (0, 0, 0), (0, 0, 0))


def test_batches_of_different_lengths():
    with pytest.raises(ValueError, match="pose_a and pose_b: one has 2 elements, the other 3"):
        pygraze.collide(BOX, BOX, poses(2), poses(3))
    with pytest.raises(ValueError, match="origins and directions: one has 2"):
        pygraze.cast(BOX, np.zeros((2, 3)), np.ones((3, 3)))
    with pytest.raises(ValueError, match="max: expected"):
        pygraze.cast(BOX, np.zeros((2, 3)), np.ones((2, 3)), max=[1, 2, 3])


def test_wrong_shapes_of_meshes():
    triangle = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    with pytest.raises(ValueError, match=r"vertices: expected an array of shape \(n, 3\)"):
        pygraze.mesh(np.zeros((3, 2)), [[0, 1, 2]])
    with pytest.raises(ValueError, match="faces: expected"):
        pygraze.mesh(triangle, [[0, 1, 2, 0]])
    with pytest.raises(TypeError, match="faces: expected whole numbers"):
        pygraze.mesh(triangle, [[0.0, 1.0, 2.0]])
    with pytest.raises(ValueError, match="faces: the index -1 is out of range"):
        pygraze.mesh(triangle, [[0, 1, -1]])
    with pytest.raises(pygraze.Error):
        pygraze.mesh(triangle, [[0, 1, 3]])
    with pytest.raises(pygraze.Error):
        pygraze.mesh(np.empty((0, 3)), np.empty((0, 3), int))
    with pytest.raises(pygraze.Error):
        pygraze.mesh(triangle, [[0, 1, 2]], solid=True)
    with pytest.raises(pygraze.Error):
        pygraze.mesh(triangle, [[0, 1, 2]], tags=[1, 2])


@pytest.mark.parametrize("wrong", [None, 3, "box", object(), np.zeros((3, 3))])
def test_what_is_no_shape(wrong):
    with pytest.raises(TypeError, match="a: expected a Shape, a Body or a mesh with vertices and faces"):
        pygraze.collide(wrong, BOX)


def test_settings_out_of_range():
    with pytest.raises(ValueError, match="tolerance"):
        pygraze.within(BOX, BOX, -1)
    with pytest.raises(ValueError, match="tolerance"):
        pygraze.contacts(BOX, BOX, tolerance=float("nan"))
    with pytest.raises(ValueError, match="max"):
        pygraze.distance(BOX, BOX, max=-1)
    with pytest.raises(ValueError, match="effort"):
        pygraze.penetration(BOX, BOX, effort=0)
    with pytest.raises(ValueError, match="budget"):
        pygraze.distance(BOX, BOX, budget=0)
    with pytest.raises(ValueError, match="want"):
        pygraze.cast(BOX, (0, 0, 0), (1, 0, 0), want="some")
    with pytest.raises(ValueError, match="kind"):
        pygraze.ccd("edge", np.zeros((4, 3)), np.zeros((4, 3)))
    with pytest.raises(ValueError, match="has a pose already"):
        pygraze.collide(pygraze.Body(BOX), BOX, EYE)
