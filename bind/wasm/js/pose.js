// Poses as JavaScript gives them, as the twelve doubles of the module: three columns and the translation.

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

// The rotation matrix of a quaternion x, y, z, w as graze rounds it: after one step of normalisation.
function columnsOf(q) {
  let [x, y, z, w] = q;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(Math.abs(length - 1) <= 1e-6)) throw new Error('a rotation is a quaternion [x, y, z, w] of length 1');
  x /= length;
  y /= length;
  z /= length;
  w /= length;
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
    2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
    2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y),
  ];
}

/**
 * Writes a pose into an array of doubles. A pose is nothing (the identity); an object with `elements`, such as a matrix
 * of three.js; sixteen numbers, column by column; twelve, which are the first three rows of these columns; or
 * { translation, rotation: [x, y, z, w], scale }.
 */
export function writePose(pose, to, at) {
  if (pose == null) {
    for (let i = 0; i < 12; ++i) to[at + i] = identity[i];
    return;
  }
  const e = pose.elements ?? pose;
  if (e.length === 16) {
    if (e[3] !== 0 || e[7] !== 0 || e[11] !== 0 || e[15] !== 1)
      throw new Error('the last row of a pose must be 0 0 0 1');
    for (let k = 0; k < 4; ++k) for (let i = 0; i < 3; ++i) to[at + 3 * k + i] = e[4 * k + i];
    return;
  }
  if (e.length === 12) {
    for (let i = 0; i < 12; ++i) to[at + i] = e[i];
    return;
  }
  if (e.length !== undefined) throw new Error('a pose has 16 numbers, column by column, or 12');
  const { translation = [0, 0, 0], rotation, scale = [1, 1, 1] } = pose;
  const columns = rotation ? columnsOf(rotation) : identity;
  for (let k = 0; k < 3; ++k) for (let i = 0; i < 3; ++i) to[at + 3 * k + i] = columns[3 * k + i] * scale[k];
  for (let i = 0; i < 3; ++i) to[at + 9 + i] = translation[i];
}
