"""The recipe of tests/bindings/mixed_queries.h, asked from Python: see there for what every number means."""

import struct

import pygraze

MASK = 0xFFFFFFFF
STATUS = {"ok": 0, "invalid": 1, "out_of_range": 2, "unsupported": 3, "undecided": 4, "out_of_memory": 5, "budget": 6}


class Dice:
    def __init__(self, state):
        self.state = state & MASK

    def next(self):
        self.state = z = (self.state + 0x9E3779B9) & MASK
        z = ((z ^ z >> 16) * 0x85EBCA6B) & MASK
        z = ((z ^ z >> 13) * 0xC2B2AE35) & MASK
        return z ^ z >> 16

    def below(self, count):
        return self.next() % count

    def number(self):
        return (self.next() >> 11) * 2.0**-20 - 1

    def vector(self, times=1.0):
        return [self.number() * times for _ in range(3)]

    def pose(self, reach):
        a = b = c = d = 0
        while a == b == c == d == 0:
            a, b, c, d = [self.below(9) - 4 for _ in range(4)]
        s = a * a + b * b + c * c + d * d
        rows = [
            [(a * a + b * b - c * c - d * d) / s, 2 * (b * c - a * d) / s, 2 * (b * d + a * c) / s],
            [2 * (b * c + a * d) / s, (a * a - b * b + c * c - d * d) / s, 2 * (c * d - a * b) / s],
            [2 * (b * d - a * c) / s, 2 * (c * d + a * b) / s, (a * a - b * b - c * c + d * d) / s],
        ]
        if self.below(8) == 0:
            for row in rows:
                row[1] *= 0.75
        for row, t in zip(rows, self.vector(reach)):
            row.append(t)
        return rows + [[0.0, 0.0, 0.0, 1.0]]


class Hash:
    def __init__(self):
        self.u, self.v = 0x811C9DC5, 0xCBF29CE4

    def word(self, w):
        x = ((self.u ^ w) * 0x85EBCA6B) & MASK
        self.u = (x << 13 | x >> 19) & MASK
        x = ((self.v + w) * 0xC2B2AE35) & MASK
        self.v = ((x << 17 | x >> 15) & MASK) ^ self.u

    def numbers(self, *values):
        for word in struct.unpack(f"<{2 * len(values)}I", struct.pack(f"<{len(values)}d", *values)):
            self.word(word)

    def text(self):
        return f"{self.u:08x}{self.v:08x}"


def star(n):
    vertices, faces, numbers = [], [], {}
    for octant in range(8):
        sx, sy, sz = -1 if octant & 1 else 1, -1 if octant & 2 else 1, -1 if octant & 4 else 1

        def vertex(i, j):
            k = n - i - j
            key = sx * i, sy * j, sz * k
            if key not in numbers:
                numbers[key] = len(vertices)
                r = 0.5 + 0.125 * ((i * i + 2 * j * j + 3 * k * k) % 5)
                vertices.append([c * r / n for c in key])
            return numbers[key]

        places = [(i, j) for i in range(n + 1) for j in range(n - i + 1)]
        for i, j in places:
            vertex(i, j)
        for i, j in places:
            triangles = []
            if i + j < n:
                triangles.append((vertex(i, j), vertex(i + 1, j), vertex(i, j + 1)))
            if i + j < n - 1:
                triangles.append((vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)))
            faces += [(a, b, c) if sx * sy * sz > 0 else (a, c, b) for a, b, c in triangles]
    return pygraze.mesh(vertices, faces, solid=True)


def shapes():
    dice = Dice(7)
    corners = [dice.vector(0.75) for _ in range(24)]
    soup = []
    for _ in range(40):
        middle = dice.vector()
        soup.append([[m + d for m, d in zip(middle, dice.vector(0.25))] for _ in range(3)])
    heights = [[0.25 * dice.number() for _ in range(9)] for _ in range(9)]
    box, capsule = pygraze.box((0.5, 0.25, 0.75)), pygraze.capsule(0.25, 0.5)
    return [
        box,
        pygraze.sphere(0.5),
        capsule,
        pygraze.cylinder(0.375, 0.5),
        pygraze.cone(0.5, 0.5),
        pygraze.ellipsoid((0.5, 0.25, 0.75)),
        pygraze.convex(corners),
        star(12),
        pygraze.soup(soup),
        pygraze.terrain(heights, 0.25, 0.25),
        pygraze.halfspace((0.36, 0.48, 0.8), -0.25),
        pygraze.segment((-0.5, 0, 0.25), (0.5, 0.25, 0)),
        pygraze.compound([(box, pygraze.make_pose((0.5, 0, 0))), (capsule, pygraze.make_pose((-0.5, 0.25, 0)))]),
        star(6),
    ]


def ask(things, query, seed, found):
    """Adds the answer to query number `query` to the hash `found`."""
    dice = Dice(query * 0x9E3779B1 + seed)
    a, b = dice.below(14), dice.below(14)
    pose_a, pose_b = dice.pose(1), dice.pose(1)
    kind = query % 5
    if kind == 4:
        a, b = [0 if 3 <= x <= 10 or x == 12 else x for x in (a, b)]
    a, b = things[a], things[b]
    try:
        if kind == 0:
            result = pygraze.collide(a, b, pose_a, pose_b, all=True)
        elif kind == 1:
            result = pygraze.distance(a, b, pose_a, pose_b)
        elif kind == 2:
            origin = dice.vector(2)
            direction = [(row[3] - o) + d for row, o, d in zip(pose_a, origin, dice.vector(0.5))]
            result = pygraze.cast(a, origin, direction if any(direction) else [0, 0, 1], pose_a)
        elif kind == 3:
            result = pygraze.classify(a, b, pose_a, pose_b)
        else:
            by = dice.vector(2)
            motion = pygraze.translation(by)
            if dice.below(2) == 1:
                at = [row[3] for row in pose_a[:3]]
                motion = pygraze.translation_with_rotation(by, at, (0, 0, 1), 0.5)
            result = pygraze.move(a, motion, pygraze.Body(b, pose_b), pose_a)
    except pygraze.Error as error:
        found.word(STATUS[error.status])
        return
    if kind == 3:
        # A class that is not known is told without its reason, which the hash has.
        if result == pygraze.PairClass.unknown:
            found.word(4)
        else:
            found.word(0)
            found.word(int(result))
        return
    status = "ok" if kind == 2 else result.status
    found.word(STATUS[status])
    if status != "ok":
        return
    if kind == 0:
        pairs = result.pairs
        found.word(int(result.answer))
        found.word(len(pairs))
        if len(pairs):
            for word in (*pairs[0], *pairs[-1]):
                found.word(int(word))
    elif kind == 1:
        found.numbers(result.distance, result.lower, result.upper, *result.point_a, *result.point_b, *result.normal)
    elif kind == 2:
        found.word(int(result is not None))
        if result is not None:
            found.numbers(result.t)
            found.word(result.triangle)
            found.numbers(*result.point, *result.normal)
    else:
        found.word(int(result.answer))
        found.numbers(result.lower, result.upper, result.fraction)
