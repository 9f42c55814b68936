// Models that tests, benchmark and playground share: made by numbers, the same on every machine.

/**
 * A closed, bumpy body of about the given number of triangles, with ears and hollows: a sphere of rings and columns whose
 * radius is a sum of bumps. Vertices are floats, as a graphics library keeps them.
 */
export function bumpyBody(triangles) {
  const columns = Math.round(Math.sqrt(triangles));
  const rings = Math.round(triangles / (2 * columns)) + 1;
  const vertices = [], indices = [];
  const bumps = [
    [0.3, 0.8, 0.5, 0.5, 18], [-0.4, 0.8, 0.4, 0.45, 20], [0, -0.2, -1, 0.25, 8], [0.9, -0.4, 0.1, 0.2, 12],
    [-0.8, -0.5, 0.3, -0.2, 10], [0.1, 0.1, 1, -0.15, 14],
  ].map(([x, y, z, height, sharp]) => {
    const length = Math.hypot(x, y, z);
    return { x: x / length, y: y / length, z: z / length, height, sharp };
  });
  const add = (x, y, z) => {
    let radius = 1 + 0.02 * Math.sin(9 * x) * Math.sin(8 * y) * Math.sin(7 * z);
    for (const bump of bumps) {
      const toward = 1 - (x * bump.x + y * bump.y + z * bump.z);
      radius += bump.height / (1 + bump.sharp * bump.sharp * toward * toward);
    }
    vertices.push(x * radius, y * radius, z * radius);
  };
  add(0, 0, 1);
  for (let i = 1; i < rings; ++i) {
    const theta = (Math.PI * i) / rings;
    for (let j = 0; j < columns; ++j) {
      const phi = (2 * Math.PI * j) / columns;
      add(Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), Math.cos(theta));
    }
  }
  add(0, 0, -1);
  const last = vertices.length / 3 - 1;
  const at = (i, j) => 1 + (i - 1) * columns + (j % columns);
  for (let j = 0; j < columns; ++j) {
    indices.push(0, at(1, j), at(1, j + 1));
    for (let i = 1; i < rings - 1; ++i)
      indices.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    indices.push(last, at(rings - 1, j + 1), at(rings - 1, j));
  }
  return { vertices: Float32Array.from(vertices), triangles: Uint32Array.from(indices) };
}

/** Vertices and triangles of an OBJ file's text, faces as fans. */
export function readObj(text) {
  const vertices = [], triangles = [];
  for (const line of text.split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'v') vertices.push(Number(words[1]), Number(words[2]), Number(words[3]));
    if (words[0] !== 'f') continue;
    const corners = words.slice(1).map((word) => Number(word.split('/')[0]) - 1);
    for (let i = 2; i < corners.length; ++i) triangles.push(corners[0], corners[i - 1], corners[i]);
  }
  return { vertices: Float32Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** Numbers from 0 to 1 that repeat for a seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}
