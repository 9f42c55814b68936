"""Every verb, single and batched: the same answers both ways."""

import pickle
import threading
from types import SimpleNamespace

import numpy as np
import pytest

import mixed
import pygraze

CUBE = SimpleNamespace(
    vertices=np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float),
    faces=np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6],
                    [0, 6, 4], [1, 5, 7], [1, 7, 3]]),
)


def some_poses(count, seed=5, reach=1.5):
    dice = mixed.Dice(seed)
    return np.array([dice.pose(reach) for _ in range(count)])


@pytest.mark.parametrize("threads", [1, 2])
def test_batches_answer_as_single_calls_do(threads):
    count = 60
    star, ball = mixed.star(6), pygraze.sphere(0.5)
    poses, others = some_poses(count, 5, 1.0), some_poses(count, 6, 1.0)
    for a, b in ((star, star), (star, ball), (ball, star)):
        for pose_a, pose_b in ((None, poses), (poses, None), (poses, others), (others[0], poses)):

            def each(verb, *more, count=count):
                places = zip(*[p if p is not None and p.ndim == 3 else [p] * count for p in (pose_a, pose_b)])
                return [verb(a, b, *more, *place) for place in list(places)[:count]]

            hits = pygraze.collide(a, b, pose_a, pose_b, threads=threads)
            assert hits.dtype == bool and hits.tolist() == [bool(r) for r in each(pygraze.collide)]
            assert 1 < hits.sum() < 59
            near = pygraze.within(a, b, 0.25, pose_a, pose_b, threads=threads)
            assert near.tolist() == [bool(r) for r in each(pygraze.within, 0.25)]
            far = pygraze.distance(a, b, pose_a, pose_b, threads=threads)
            singles = each(pygraze.distance)
            assert far.distance.tolist() == [r.distance for r in singles]
            for name in ("lower", "upper", "point_a", "point_b", "normal"):
                assert (getattr(far, name) == np.array([getattr(r, name) for r in singles])).all()
            assert far.triangles.tolist() == [list(r.triangles) for r in singles]
            assert ((far.distance == 0) == hits).all()
            classes = pygraze.classify(a, b, pose_a, pose_b, threads=threads)
            assert classes.tolist() == [int(r) for r in each(pygraze.classify)]
            some = [p if p is None or p.ndim == 2 else p[:4] for p in (pose_a, pose_b)]
            deep = pygraze.penetration(a, b, *some, threads=threads)
            assert [r.depth for r in deep] == [r.depth for r in each(pygraze.penetration, count=4)]


def test_collide_lists_triangles():
    result = pygraze.collide(CUBE, CUBE, pose_b=pygraze.make_pose((2, 0, 0)), all=True)
    assert result.pairs.shape == (len(result.pairs), 2) and len(result.pairs) > 0 and result.complete
    cut = pygraze.collide(CUBE, CUBE, pose_b=pygraze.make_pose((2, 0, 0)), all=True, max_results=1)
    assert len(cut.pairs) == 1 and not cut.complete
    many = pygraze.collide(CUBE, CUBE, pose_b=some_poses(3), all=True)
    assert len(many) == 3


def test_meshes_are_taken_anywhere():
    assert pygraze.as_shape(CUBE).solid
    assert pygraze.classify(CUBE, pygraze.box((1, 1, 1))) == pygraze.PairClass.equal
    assert pygraze.inside(CUBE, (0, 0, 0)) == pygraze.Where.inside
    assert pygraze.cast(CUBE, (-3, 0.1, 0.2), (1, 0, 0)).t == 2
    compound = pygraze.compound([CUBE, (CUBE, pygraze.make_pose((5, 0, 0)))])
    assert pygraze.collide(compound, CUBE, pose_b=pygraze.make_pose((6.5, 0, 0)))
    legacy = SimpleNamespace(vertices=CUBE.vertices, triangles=CUBE.faces)
    assert pygraze.as_shape(legacy).triangle_count == 12
    assert pygraze.move(CUBE, pygraze.translation((5, 0, 0)), pygraze.Body(CUBE, pygraze.make_pose((4, 0, 0))))


def test_rays():
    dice = mixed.Dice(9)
    star = mixed.star(6)
    origins = np.array([dice.vector(2) for _ in range(300)])
    directions = np.array([dice.vector(1) for _ in range(300)]) * 0.5 - origins
    pose = some_poses(1, 5, 0.25)[0]
    found = pygraze.cast(star, origins, directions, pose)
    singles = [pygraze.cast(star, o, d, pose) for o, d in zip(origins, directions)]
    assert found.hit.tolist() == [r is not None for r in singles]
    assert 30 < found.hit.sum() < 290
    assert found.t.tolist() == [np.inf if r is None else r.t for r in singles]
    assert found.triangle.tolist() == [-1 if r is None else r.triangle for r in singles]
    lists = pygraze.cast(star, origins, directions, pose, want="all")
    assert [len(hits) > 0 for hits in lists] == found.hit.tolist()
    assert [hits[0].t for hits in lists if hits] == found.t[found.hit].tolist()
    assert pygraze.cast(star, origins, directions, pose, want="any").hit.tolist() == found.hit.tolist()
    short = pygraze.cast(star, origins, directions, pose, max=0.5)
    assert short.hit.tolist() == (found.t <= 0.5).tolist()
    half = np.where(np.arange(300) % 2, 0.5, 100.0)
    assert pygraze.cast(star, origins, directions, pose, max=half).hit.tolist() == (found.t <= half).tolist()


def test_points():
    star, dice = mixed.star(6), mixed.Dice(10)
    points = np.array([dice.vector() for _ in range(500)])
    where = pygraze.inside(star, points)
    assert where.tolist() == [int(pygraze.inside(star, p)) for p in points]
    inside = where == pygraze.Where.inside
    assert 20 < inside.sum() < 400
    assert ((pygraze.winding(star, points) == 1) == inside).all()


def test_motion():
    ball = pygraze.sphere(0.5)
    wall = pygraze.Body(pygraze.box((0.5, 5, 5)), pygraze.make_pose((4, 0, 0)))
    starts = np.stack([pygraze.make_pose((x, 0, 0)) for x in (0.0, 1.0, -20.0)])
    results = pygraze.move(ball, pygraze.translation((10, 0, 0)), wall, starts)
    assert [bool(r) for r in results] == [True, True, False]
    assert results[0].lower <= 0.3 <= results[0].upper and results[0].contact.body == 0
    assert results[2].contact is None and results[2].fraction == 1
    assert not pygraze.collide(ball, wall, results[0].pose)
    meeting = pygraze.move(ball, pygraze.translation((2, 0, 0)), [(wall, pygraze.translation((-2, 0, 0)))])
    assert meeting.lower <= 0.75 <= meeting.upper
    hits, times = pygraze.ccd("edge-edge", *np.array([
        [[[0, 0, 0], [1, 0, 0], [0.5, -1, 1], [0.5, 1, 1]]] * 2,
        [[[0, 0, 0], [1, 0, 0], [0.5, -1, -1], [0.5, 1, -1]], [[0, 0, 0], [1, 0, 0], [0.5, -1, 2], [0.5, 1, 2]]]]))
    assert hits.tolist() == [True, False] and times[0, 0] <= 0.5 <= times[0, 1]


def test_failures_raise_and_undecided_is_told():
    ground = pygraze.halfspace((0, 0, 1))
    with pytest.raises(pygraze.Unsupported) as caught:
        pygraze.contacts(ground, ground)
    assert caught.value.status == "unsupported"
    bowl, ball = pygraze.ellipsoid((1, 1, 1)), pygraze.ellipsoid((0.5, 0.5, 0.5))
    touching = pygraze.make_pose((1.5, 0, 0))
    result = pygraze.collide(bowl, ball, pose_b=touching)
    if result.status == "undecided":
        assert result.answer is None and result.lower <= 0 <= result.upper
        with pytest.raises(pygraze.Undecided):
            bool(result)
        with pytest.raises(pygraze.Undecided) as caught:
            pygraze.collide(bowl, ball, pose_b=np.stack([np.eye(4), touching]))
        assert caught.value.index == 1
        for value in (True, False):
            answers = pygraze.collide(bowl, ball, pose_b=np.stack([np.eye(4), touching]), undecided=value)
            assert answers.tolist() == [True, value]
    spent = pygraze.distance(mixed.star(12), mixed.star(12), pose_b=some_poses(20, reach=3)[7], budget=1)
    assert spent.status == "budget" and np.isnan(spent.distance)


def test_shapes_pickle_and_save(tmp_path):
    for shape in mixed.shapes():
        again = pickle.loads(pickle.dumps(shape))
        assert repr(again) == repr(shape)
        shape.save(tmp_path / "shape.graze")
        loaded = pygraze.load(tmp_path / "shape.graze")
        for pose in some_poses(5):
            try:
                expected = pygraze.distance(shape, pygraze.sphere(0.25), pose).distance
            except pygraze.Error:
                continue
            assert pygraze.distance(again, pygraze.sphere(0.25), pose).distance == expected
            assert pygraze.distance(loaded, pygraze.sphere(0.25), pose).distance == expected
    body = pickle.loads(pickle.dumps(pygraze.Body(pygraze.sphere(1), some_poses(1)[0])))
    assert (body.pose == some_poses(1)[0]).all()


def test_threads_share_shapes():
    star, poses = mixed.star(12), some_poses(4000)
    expected = pygraze.collide(star, star, pose_b=poses)
    answers = [None] * 4

    def work(i):
        answers[i] = pygraze.collide(star, star, pose_b=poses)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((a == expected).all() for a in answers)


def test_arrays_outlive_their_results():
    far = pygraze.distance(CUBE, CUBE, pose_b=some_poses(50, reach=4))
    distance, copy = far.distance, far.distance.copy()
    del far
    assert (distance == copy).all()
    triangles = pygraze.as_shape(CUBE).triangles
    assert triangles.shape == (12, 3, 3) and np.abs(triangles).max() == 1
