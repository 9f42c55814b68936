"""Meshes for the tests, as other libraries have them: objects with vertices and faces."""

from types import SimpleNamespace

import numpy as np

BOX_FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
     [1, 5, 7], [1, 7, 3]]
)


def box(extents=(1, 1, 1), at=(0, 0, 0)):
    """An axis-aligned box around a point."""
    corners = [[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    return SimpleNamespace(vertices=np.array(corners) * extents + at, faces=BOX_FACES)


def corner_box():
    """The unit cube from the origin on."""
    return box((1, 1, 1), (0.5, 0.5, 0.5))


def ball(rings=12, radius=1.0, at=(0, 0, 0)):
    """A sphere of latitudes and longitudes."""
    vertices, faces, n = [[0, 0, 1]], [], 2 * rings
    for i in range(1, rings):
        for j in range(n):
            a, b = np.pi * i / rings, 2 * np.pi * j / n
            vertices.append([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)])
    vertices.append([0, 0, -1])
    last = len(vertices) - 1

    def number(i, j):
        return 1 + (i - 1) * n + j % n

    for j in range(n):
        faces.append([0, number(1, j), number(1, j + 1)])
        faces.append([last, number(rings - 1, j + 1), number(rings - 1, j)])
        for i in range(1, rings - 1):
            faces.append([number(i, j), number(i + 1, j), number(i + 1, j + 1)])
            faces.append([number(i, j), number(i + 1, j + 1), number(i, j + 1)])
    return SimpleNamespace(vertices=np.array(vertices) * radius + at, faces=np.array(faces))


def joined(*meshes, inverted=()):
    """Several meshes as one; those whose numbers are in `inverted` turned inside out."""
    vertices, faces, first = [], [], 0
    for i, mesh in enumerate(meshes):
        turned = mesh.faces[:, ::-1] if i in inverted else mesh.faces
        vertices.append(mesh.vertices)
        faces.append(turned + first)
        first += len(mesh.vertices)
    return SimpleNamespace(vertices=np.vstack(vertices), faces=np.vstack(faces))


def moved(*vector):
    pose = np.eye(4)
    pose[:3, 3] = vector
    return pose
