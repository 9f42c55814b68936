// Poses and motions as JavaScript gives them, as the twelve doubles of the module each.
import { finite, flag, isList, numbers, object, settings, unknownField, vector, words, wrongRange, wrongType } from './check.js';
import { motions } from './names.js';

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
const poseFields = ['translation', 'rotation', 'scale'];

// The rotation matrix of a quaternion x, y, z, w as graze rounds it: after one step of normalisation.
function columnsOf(q, call, name) {
  vector(call, `${name}.rotation`, q, 4);
  let [x, y, z, w] = q;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(Math.abs(length - 1) <= 1e-6))
    throw new RangeError(`${call}: ${name}.rotation must be a quaternion [x, y, z, w] of length 1, but its length is ${length}`);
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

function writeParts(pose, to, at, call, name) {
  for (const field in pose) {
    if (field !== 'translation' && field !== 'rotation' && field !== 'scale' && Object.hasOwn(pose, field))
      unknownField(call, name, field, poseFields);
  }
  const { translation, rotation, scale } = pose;
  const columns = rotation === undefined ? identity : columnsOf(rotation, call, name);
  for (let i = 0; i < 9; ++i) to[at + i] = columns[i];
  if (scale !== undefined) {
    vector(call, `${name}.scale`, scale);
    for (let i = 0; i < 9; ++i) to[at + i] *= scale[(i / 3) | 0];
  }
  if (translation !== undefined) vector(call, `${name}.translation`, translation);
  for (let i = 0; i < 3; ++i) to[at + 9 + i] = translation === undefined ? 0 : translation[i];
}

/**
 * Writes a pose into an array of doubles. A pose is nothing (the identity); an object with `elements`, such as a matrix
 * of three.js; sixteen numbers, column by column; twelve, which are the first three rows of these columns; or
 * { translation, rotation: [x, y, z, w], scale }. `call` and `name` are for messages.
 */
export function writePose(pose, to, at, call, name) {
  if (pose === undefined || pose === null) {
    for (let i = 0; i < 12; ++i) to[at + i] = identity[i];
    return;
  }
  if (typeof pose !== 'object') wrongType(call, name, 'a pose', pose);
  const e = pose.elements ?? pose;
  const { length } = e;
  if (length === 16) {
    if (e[3] !== 0 || e[7] !== 0 || e[11] !== 0 || e[15] !== 1)
      throw new RangeError(`${call}: the last row of ${name} must be 0 0 0 1: its 16 numbers go column by column`);
    for (let k = 0; k < 4; ++k)
      for (let i = 0; i < 3; ++i) {
        const number = e[4 * k + i];
        if (!Number.isFinite(number)) finite(call, `${name}[${4 * k + i}]`, number);
        to[at + 3 * k + i] = number;
      }
  } else if (length === 12) {
    for (let i = 0; i < 12; ++i) {
      if (!Number.isFinite(e[i])) finite(call, `${name}[${i}]`, e[i]);
      to[at + i] = e[i];
    }
  } else if (length !== undefined || e !== pose) {
    wrongRange(call, name, '16 numbers, column by column, or 12', e);
  } else {
    writeParts(pose, to, at, call, name);
  }
}

/** Many poses as twelve doubles each: a list of poses, or a flat list of twelve numbers a pose. */
export function posesOf(call, name, value) {
  if (isList(value) && typeof value[0] === 'object' && value[0] !== null) {
    const result = new Float64Array(12 * value.length);
    for (let i = 0; i < value.length; ++i) writePose(value[i], result, 12 * i, call, `${name}[${i}]`);
    return result;
  }
  const result = numbers(call, name, value, 12);
  // Lengths of both are multiples of 48: matrices give themselves away by their last rows.
  let matrices = result.length > 0 && result.length % 16 === 0;
  for (let i = 0; matrices && i < result.length; i += 16)
    matrices = result[i + 3] === 0 && result[i + 7] === 0 && result[i + 11] === 0 && result[i + 15] === 1;
  if (matrices)
    throw new RangeError(`${call}: ${name} has matrices of 16 numbers: give 12 numbers a pose, or a list of matrices`);
  return result;
}

// --- motions ---

const motionFields = new Map();
for (const field of ['kind', 'translation', 'rotation', 'together', 'screw', 'origin', 'axis', 'angle', 'advance'])
  motionFields.set(field, () => {});
const kindOf = words(motions);
const turnFields = new Map([['origin', vector], ['axis', vector], ['angle', finite]]);
const screwFields = new Map([...turnFields, ['advance', finite]]);

function writeTurn(turn, known, to, at, call, name) {
  settings(call, object(call, name, turn), known, name);
  vector(call, `${name}.axis`, turn.axis);
  finite(call, `${name}.angle`, turn.angle);
  if (known === screwFields) finite(call, `${name}.advance`, turn.advance);
  for (let i = 0; i < 3; ++i) {
    to[at + 4 + i] = turn.origin === undefined ? 0 : turn.origin[i];
    to[at + 7 + i] = turn.axis[i];
  }
  to[at + 10] = turn.angle;
  to[at + 11] = turn.advance ?? 0;
}

// What motionBetween() returns: all numbers beside a kind.
function writeKind(motion, to, at, call, name) {
  for (const field of ['rotation', 'screw', 'together'])
    if (motion[field] !== undefined) unknownField(call, `${name} with a kind`, field, ['kind', 'translation', 'origin', 'axis', 'angle', 'advance']);
  kindOf(call, `${name}.kind`, motion.kind);
  to[at] = motions.indexOf(motion.kind);
  const part = (field, offset) => {
    if (motion[field] === undefined) return;
    vector(call, `${name}.${field}`, motion[field]);
    for (let i = 0; i < 3; ++i) to[at + offset + i] = motion[field][i];
  };
  part('translation', 1);
  part('origin', 4);
  part('axis', 7);
  if (motion.kind.includes('translation')) vector(call, `${name}.translation`, motion.translation);
  if (motion.kind.includes('rotation') || motion.kind === 'screw') {
    vector(call, `${name}.axis`, motion.axis);
    finite(call, `${name}.angle`, motion.angle);
  }
  to[at + 10] = motion.angle === undefined ? 0 : finite(call, `${name}.angle`, motion.angle);
  to[at + 11] = motion.advance === undefined ? 0 : finite(call, `${name}.advance`, motion.advance);
}

/** Writes kind, translation, origin, axis, angle and advance of a motion; null and undefined are rest. */
export function writeMotion(motion, to, at, call, name) {
  to.fill(0, at, at + 12);
  if (motion === undefined || motion === null) return;
  settings(call, motion, motionFields, name);
  const { kind, translation, rotation, together, screw } = motion;
  if (kind !== undefined) {
    writeKind(motion, to, at, call, name);
    return;
  }
  for (const field of ['origin', 'axis', 'angle', 'advance'])
    if (motion[field] !== undefined)
      throw new TypeError(`${call}: ${name}.${field} stands inside rotation or screw: { rotation: { axis, angle } }`);
  if ((translation ?? rotation ?? screw) === undefined || (screw !== undefined && (translation ?? rotation) !== undefined))
    throw new TypeError(`${call}: ${name}: a motion is { translation }, { rotation }, both, or { screw }`);
  if (together !== undefined) {
    flag(call, `${name}.together`, together);
    if (translation === undefined || rotation === undefined)
      throw new TypeError(`${call}: ${name}.together needs both a translation and a rotation`);
  }
  if (translation !== undefined) {
    vector(call, `${name}.translation`, translation);
    for (let i = 0; i < 3; ++i) to[at + 1 + i] = translation[i];
  }
  if (rotation !== undefined) writeTurn(rotation, turnFields, to, at, call, `${name}.rotation`);
  if (screw !== undefined) writeTurn(screw, screwFields, to, at, call, `${name}.screw`);
  to[at] = motions.indexOf(screw !== undefined ? 'screw'
    : rotation === undefined ? 'translation'
    : translation === undefined ? 'rotation'
    : together ? 'translation_with_rotation' : 'translation_then_rotation');
}
