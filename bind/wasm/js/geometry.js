// What a BufferGeometry of three.js draws: which triangles, their vertices, and whether that has changed. As three.js
// does, changes in place are seen by the versions of attributes, which `needsUpdate = true` increments.

const dataOf = (attribute) => (attribute.isInterleavedBufferAttribute ? attribute.data : attribute);

function positionOf(geometry) {
  const { position } = geometry.attributes;
  if (position === undefined || position.isGLBufferAttribute)
    throw new TypeError('MeshBVH: the geometry needs an attribute \'position\' with its array');
  if (!(position.itemSize >= 3))
    throw new TypeError(`MeshBVH: the attribute 'position' must have 3 numbers a vertex, but has ${position.itemSize}`);
  return position;
}

const inThrees = (number, what) => {
  if (!Number.isInteger(number / 3)) throw new RangeError(`MeshBVH: ${what} is ${number}, which is not a multiple of three`);
  return number / 3;
};

/**
 * The ranges of triangles that are drawn, as pairs of the first one and the end: those of the draw range, or of `range`
 * in its place, that are in a group, if there are groups.
 */
function rangesOf(geometry, range) {
  const { index, groups } = geometry;
  const total = index ? index.count : positionOf(geometry).count;
  if (range === null) inThrees(total, index ? 'the length of the index' : 'the number of vertices');
  const { start, count } = range ?? geometry.drawRange;
  const clipped = (from, length) => {
    const begin = inThrees(Math.max(0, from), 'the start of the draw range or a group');
    return [begin, Math.max(begin, begin + Math.floor((Math.min(total, from + length) - 3 * begin) / 3))];
  };
  const [first, end] = clipped(start, count);
  if (Number.isNaN(end)) throw new RangeError('MeshBVH: the draw range must be two numbers');
  if (groups.length === 0) return [[first, end]];
  const ranges = [];
  const sorted = groups.map((group) => clipped(group.start, group.count)).sort((a, b) => a[0] - b[0]);
  for (const [groupFirst, groupEnd] of sorted) {
    const from = Math.max(first, groupFirst, ranges.at(-1)?.[1] ?? 0), to = Math.min(end, groupEnd);
    if (from >= to) continue;
    if (ranges.at(-1)?.[1] === from) ranges.at(-1)[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

/** The triangles of a geometry as they were when this was made. */
export class Drawn {
  constructor(geometry, range = null) {
    const { index, drawRange, groups } = geometry;
    this.position = positionOf(geometry);
    this.index = index;
    if (index && index.itemSize !== 1) throw new TypeError('MeshBVH: the index must have one number an item');
    this.positionArray = this.position.array;
    this.indexArray = index?.array;
    this.positionVersion = dataOf(this.position).version;
    this.indexVersion = index ? dataOf(index).version : 0;
    this.vertexCount = this.position.count;
    this.indexCount = index?.count;
    this.start = drawRange.start;
    this.end = drawRange.count;
    this.groups = groups.flatMap(({ start, count }) => [start, count]);
    this.range = range;
    this.ranges = rangesOf(geometry, range);
    this.count = this.ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    const whole = this.ranges.length < 2;
    this.first = this.ranges[0]?.[0] ?? 0;
    // Numbers of the triangles in the geometry, where they are not in one piece.
    this.numbers = whole ? null : Uint32Array.from(this.ranges.flatMap(([from, to]) =>
      Array.from({ length: to - from }, (_, i) => from + i)));
  }

  /** Are the same triangles drawn, of which only positions may have changed? */
  sameTriangles(geometry) {
    const { index, drawRange, groups } = geometry;
    if (geometry.attributes.position !== this.position || this.position.array !== this.positionArray ||
        this.position.count !== this.vertexCount || index !== this.index || drawRange.start !== this.start ||
        drawRange.count !== this.end || 2 * groups.length !== this.groups.length)
      return false;
    if (index && (index.array !== this.indexArray || index.count !== this.indexCount || dataOf(index).version !== this.indexVersion))
      return false;
    for (let i = 0; i < groups.length; ++i)
      if (groups[i].start !== this.groups[2 * i] || groups[i].count !== this.groups[2 * i + 1]) return false;
    return true;
  }
  samePositions() {
    return dataOf(this.position).version === this.positionVersion;
  }
  /** Positions as they are now are those that were read. */
  seen() {
    this.positionVersion = dataOf(this.position).version;
  }

  /** The number in the geometry of triangle i of those that are drawn. */
  number(i) {
    return this.numbers === null ? this.first + i : this.numbers[i];
  }
  /** The vertex k of a triangle of the geometry. */
  corner(triangle, k) {
    return this.index ? this.index.getX(3 * triangle + k) : 3 * triangle + k;
  }
  read(triangle, a, b, c) {
    a.fromBufferAttribute(this.position, this.corner(triangle, 0));
    b.fromBufferAttribute(this.position, this.corner(triangle, 1));
    c.fromBufferAttribute(this.position, this.corner(triangle, 2));
  }

  /** Three numbers a vertex: of all vertices that an index may name, or without an index of those that are drawn. */
  vertices() {
    const { position, index } = this;
    const { array } = position;
    const plain = !position.isInterleavedBufferAttribute && !position.normalized && position.itemSize === 3 &&
      (array instanceof Float32Array || array instanceof Float64Array);
    if (index || this.numbers === null) {
      const from = index ? 0 : 3 * this.first, to = index ? position.count : 3 * (this.first + this.count);
      if (plain) return array.length === 3 * (to - from) ? array : array.subarray(3 * from, 3 * to);
      const list = new Float64Array(3 * (to - from));
      for (let i = from; i < to; ++i) this.write(i, list, 3 * (i - from));
      return list;
    }
    const list = new Float64Array(9 * this.count);
    for (let i = 0; i < this.count; ++i)
      for (let k = 0; k < 3; ++k) this.write(3 * this.numbers[i] + k, list, 9 * i + 3 * k);
    return list;
  }
  write(vertex, list, at) {
    list[at] = this.position.getX(vertex);
    list[at + 1] = this.position.getY(vertex);
    list[at + 2] = this.position.getZ(vertex);
  }
  /** Three vertices a triangle that is drawn, or null without an index. */
  triangles() {
    const { index, count, first } = this;
    if (!index) return null;
    const { array } = index;
    if (!index.isInterleavedBufferAttribute && this.numbers === null) {
      const from = 3 * first, to = 3 * (first + count);
      return array.length === to - from ? array : array.subarray(from, to);
    }
    const list = new Uint32Array(3 * count);
    for (let i = 0; i < count; ++i) for (let k = 0; k < 3; ++k) list[3 * i + k] = this.corner(this.number(i), k);
    return list;
  }
}
