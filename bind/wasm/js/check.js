// Checks of arguments. Every function of the package calls these before the module sees a number: a value of the wrong
// type, length or range throws a TypeError or RangeError that names the function, the argument, what is expected and
// what was given. Nothing is allocated unless a check fails, because queries check their arguments on each call.

// --- errors ---

function given(value) {
  if (value === null || value === undefined) return String(value);
  switch (typeof value) {
    case 'string': return value.length > 40 ? 'a long string' : `'${value}'`;
    case 'number': return String(value);
    case 'boolean': return String(value);
    case 'object': break;
    default: return `a ${typeof value}`;
  }
  const type = value.constructor?.name ?? 'object';
  return Number.isInteger(value.length) ? `${type} of length ${value.length}` : `an object of type ${type}`;
}
export function wrongType(call, name, expected, value) {
  throw new TypeError(`${call}: ${name} must be ${expected}, but is ${given(value)}`);
}
export function wrongRange(call, name, expected, value) {
  throw new RangeError(`${call}: ${name} must be ${expected}, but is ${given(value)}`);
}

// How many letters differ: the edit distance of two words.
function difference(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const next = [i];
    for (let j = 1; j <= b.length; ++j)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
// Other libraries' names of the same things.
const synonyms = {
  position: 'translation', quaternion: 'rotation', orientation: 'rotation', matrix: 'pose', transform: 'pose',
  geometry: 'shape', far: 'max', maxDistance: 'max', mode: 'want',
};
function suggestion(word, names) {
  if (names.includes(synonyms[word])) return ` (did you mean '${synonyms[word]}'?)`;
  const lower = String(word).toLowerCase();
  const [best] = names.map((name) => [difference(lower, name.toLowerCase()), name]).sort((x, y) => x[0] - y[0]);
  return best !== undefined && best[0] <= Math.max(1, best[1].length / 3) ? ` (did you mean '${best[1]}'?)` : '';
}
export function unknownField(call, name, field, names) {
  throw new TypeError(
    `${call}: ${name} has no field '${field}'${suggestion(field, names)}: its fields are ${names.join(', ')}`);
}

// --- numbers, flags, words ---

export function finite(call, name, value) {
  if (Number.isFinite(value)) return value;
  return typeof value === 'number'
    ? wrongRange(call, name, 'a finite number', value) : wrongType(call, name, 'a finite number', value);
}
export function notNegative(call, name, value) {
  if (finite(call, name, value) < 0) wrongRange(call, name, 'a number that is not negative', value);
  return value;
}
/** A distance that may be infinite: no limit. */
export function limit(call, name, value) {
  return value === Infinity ? value : notNegative(call, name, value);
}
export function whole(call, name, value, least = 0, most = Number.MAX_SAFE_INTEGER) {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const expected = `a whole number from ${least} to ${most}`;
  return typeof value === 'number' ? wrongRange(call, name, expected, value) : wrongType(call, name, expected, value);
}
export function flag(call, name, value) {
  if (value !== true && value !== false) wrongType(call, name, 'true or false', value);
  return value;
}
export function words(list) {
  return (call, name, value) => {
    if (list.includes(value)) return value;
    const expected = `one of ${list.map((word) => `'${word}'`).join(', ')}`;
    if (typeof value !== 'string') return wrongType(call, name, expected, value);
    throw new RangeError(
      `${call}: ${name} must be ${expected}, but is ${given(value)}${suggestion(value, list)}`);
  };
}
export function text(call, name, value) {
  if (typeof value !== 'string') wrongType(call, name, 'a string', value);
  if (value.includes('\0')) wrongRange(call, name, 'a string without a zero character', value);
  return value;
}
export function callable(call, name, value) {
  if (value !== null && typeof value !== 'function') wrongType(call, name, 'a function or null', value);
  return value;
}

// --- objects ---

export function object(call, name, value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrongType(call, name, 'an object', value);
  return value;
}
const none = Object.freeze({});
/**
 * Returns an object whose fields are all among `known`, a Map of names and checks; an undefined field is the default, and
 * so is an undefined object.
 */
export function settings(call, value, known, name = 'settings') {
  if (value === undefined) return none;
  object(call, name, value);
  for (const field in value) {
    const check = known.get(field);
    if (check === undefined) {
      if (Object.hasOwn(value, field)) unknownField(call, name, field, [...known.keys()]);
      continue;
    }
    const item = value[field];
    if (item !== undefined) check(call, field, item);
  }
  return value;
}
/** Calls with more arguments than there are: a setting that nothing reads. */
export function count(call, length, most) {
  if (length > most) throw new TypeError(`${call} takes ${most} argument${most === 1 ? '' : 's'}, but got ${length}`);
}

// --- lists ---

export function isList(value) {
  return typeof value === 'object' && value !== null && Number.isInteger(value.length) && value.length >= 0;
}
export function list(call, name, value, expected = 'a list') {
  if (!isList(value)) wrongType(call, name, expected, value);
  return value;
}
/** Exactly `length` finite numbers. */
export function vector(call, name, value, length = 3) {
  if (!isList(value)) wrongType(call, name, `${length} numbers`, value);
  if (value.length !== length) wrongRange(call, name, `${length} numbers`, value);
  for (let i = 0; i < length; ++i) if (!Number.isFinite(value[i])) finite(call, `${name}[${i}]`, value[i]);
  return value;
}

const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1);
const isUnsigned = (value) => /^Uint(8|8Clamped|16|32)Array$/.test(kindOf(value));

// Copies a list of numbers, or of rows of `row` numbers, into an array of the kind; `check` sees each number.
function flattened(call, name, value, row, Kind, check) {
  list(call, name, value, `a list of numbers, ${row} to a row`);
  const nested = value.length > 0 && typeof value[0] === 'object' && value[0] !== null;
  if (!nested) {
    if (value.length % row !== 0)
      throw new RangeError(`${call}: ${name} has ${value.length} numbers, which is not a multiple of ${row}`);
    const result = kindOf(value) === Kind.name ? value : new Kind(value.length);
    const keep = result === value;
    for (let i = 0; i < value.length; ++i) {
      check(call, name, value[i], i);
      if (!keep) result[i] = value[i];
    }
    return result;
  }
  const result = new Kind(row * value.length);
  for (let i = 0, to = 0; i < value.length; ++i) {
    if (!isList(value[i])) wrongType(call, `${name}[${i}]`, `${row} numbers`, value[i]);
    if (value[i].length !== row) wrongRange(call, `${name}[${i}]`, `${row} numbers`, value[i]);
    for (let k = 0; k < row; ++k, ++to) {
      check(call, name, value[i][k], to);
      result[to] = value[i][k];
    }
  }
  return result;
}
function finiteAt(call, name, value, i) {
  if (!Number.isFinite(value)) finite(call, `${name}: number ${i}`, value);
}
function indexAt(call, name, value, i) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) whole(call, `${name}: number ${i}`, value, 0, 0xffffffff);
}
function signedIndexAt(call, name, value, i) {
  if (!Number.isInteger(value) || value < -1 || value > 0x7fffffff) whole(call, `${name}: number ${i}`, value, -1, 0x7fffffff);
}

/** Finite numbers in rows, as a Float64Array; `rows` stay as they are where they are floats and `keepFloats`. */
export function numbers(call, name, value, row, keepFloats = false) {
  const Kind = keepFloats && kindOf(value) === 'Float32Array' ? Float32Array : Float64Array;
  return flattened(call, name, value, row, Kind, finiteAt);
}
/** Indices in rows, as a Uint32Array. */
export function indices(call, name, value, row) {
  if (kindOf(value) === 'Uint32Array' && value.length % row === 0) return value;
  return flattened(call, name, value, row, Uint32Array, isUnsigned(value) ? () => {} : indexAt);
}
/** Indices of a strip, -1 where it restarts, as an Int32Array. */
export function signedIndices(call, name, value) {
  return flattened(call, name, value, 1, Int32Array, signedIndexAt);
}
/** The bytes of an ArrayBuffer or Uint8Array. */
export function bytes(call, name, value) {
  const kind = kindOf(value);
  if (kind === 'Uint8Array') return value;
  if (kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer') return new Uint8Array(value);
  return wrongType(call, name, 'an ArrayBuffer or a Uint8Array', value);
}
