// Examples, made by numbers. `says` tells what graze answers, and what others do; tests/wasm asks three-mesh-bvh the
// same. Poses: translation, and rotation as a quaternion.

// A closed grid box with n x n squares a side: a mesh, as people bring it.
function gridBox(half, n) {
  const vertices = [], triangles = [], numbers = new Map();
  const vertex = (p) => {
    const name = p.join(' ');
    if (!numbers.has(name)) {
      numbers.set(name, vertices.length / 3);
      vertices.push(...p);
    }
    return numbers.get(name);
  };
  for (let axis = 0; axis < 3; ++axis) {
    for (const side of [-1, 1]) {
      const at = (i, j) => {
        const p = [0, 0, 0];
        p[axis] = side * half[axis];
        p[(axis + 1) % 3] = (-1 + (2 * i) / n) * half[(axis + 1) % 3];
        p[(axis + 2) % 3] = (-1 + (2 * j) / n) * half[(axis + 2) % 3];
        return vertex(p);
      };
      for (let i = 0; i < n; ++i) {
        for (let j = 0; j < n; ++j) {
          const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
          triangles.push(...(side > 0 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
        }
      }
    }
  }
  return { vertices, triangles };
}

// A closed ring around z.
function torus(major, minor, around, across) {
  const vertices = [], triangles = [];
  for (let i = 0; i < around; ++i) {
    for (let j = 0; j < across; ++j) {
      const u = (2 * Math.PI * i) / around, v = (2 * Math.PI * j) / across;
      const r = major + minor * Math.cos(v);
      vertices.push(r * Math.cos(u), r * Math.sin(u), minor * Math.sin(v));
      const at = (k, l) => (k % around) * across + (l % across);
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      triangles.push(a, b, c, a, c, d);
    }
  }
  return { vertices, triangles };
}

const part = (name, mesh, translation = [0, 0, 0], rotation = [0, 0, 0, 1]) => ({ name, mesh, translation, rotation });

export const presets = {
  'Two rings': {
    says: 'Linked rings that do not touch. Drag one until they do: the distance is certified, its bound is beside it.',
    parts: () => [
      part('ring A', torus(1, 0.25, 64, 32)),
      part('ring B', torus(1, 0.25, 64, 32), [1, 0, 0], [Math.SQRT1_2, 0, 0, Math.SQRT1_2]),
    ],
  },
  'Flush walls': {
    says: 'Two walls share a face, exactly. graze: touching, distance 0, no common interior. three-mesh-bvh answers only '
      + '“they intersect”, as for walls that overlap; it cannot tell a clash from a fit.',
    parts: () => [
      part('wall A', gridBox([0.125, 1, 0.75], 4)),
      part('wall B', gridBox([0.5, 0.125, 0.75], 4), [0.625, 0, 0]),
    ],
  },
  'Part inside part': {
    says: 'A bolt is wholly inside a block. graze: enclosed, and the way out. Libraries that compare surfaces alone '
      + '(three-mesh-bvh here; FCL for meshes, as the tests of graze show) say that nothing touches.',
    parts: () => [
      part('bolt', gridBox([0.2, 0.2, 0.4], 2)),
      part('block', gridBox([1, 1, 1], 6)),
    ],
  },
  'Blade and rod': {
    says: 'The blade turns by 90° and passes the rod between two samples. Find the first contact on its way: graze '
      + 'proves when it comes. Asked at nine places along the way, any library sees nothing.',
    parts: () => [
      part('blade', gridBox([0.02, 1.5, 0.1], 3)),
      part('rod', gridBox([0.02, 0.02, 0.6], 2), [-0.495, 0.926, 0]),
    ],
    path: { part: 0, translation: [0, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  },
  'Small assembly': {
    says: 'Six parts: check them all. Two overlap, some touch.',
    parts: () => [
      part('base', gridBox([2, 1, 0.1], 4), [0, 0, -0.1]),
      part('post left', gridBox([0.15, 0.15, 0.6], 2), [-1.2, 0, 0.6]),
      part('post right', gridBox([0.15, 0.15, 0.6], 2), [1.2, 0, 0.6]),
      part('beam', gridBox([1.6, 0.15, 0.1], 4), [0, 0, 1.25]),
      part('ring', torus(0.5, 0.12, 48, 24), [0, 0, 0.5], [Math.SQRT1_2, 0, 0, Math.SQRT1_2]),
      part('pin', gridBox([0.08, 0.5, 0.08], 2), [0, 0.3, 0.06]),
    ],
  },
};
