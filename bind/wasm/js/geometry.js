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

/**
 * The ranges that are drawn, as pairs of begin and end in whole triangles: those of the draw range, or of `range` in its
 * place, that are in a group, if there are groups. In indices, or vertices where there is no index.
 */
function rangesOf(geometry, range) {
  const { index, groups } = geometry;
  const total = index ? index.count : positionOf(geometry).count;
  if (range === null && total % 3 !== 0)
    throw new RangeError(`MeshBVH: the geometry has ${total} ${index ? 'indices' : 'vertices'}, which is not a multiple of three`);
  const { start, count } = range ?? geometry.drawRange;
  if (Number.isNaN(start + count)) throw new RangeError('MeshBVH: the draw range must be two numbers');
  const parts = groups.length === 0 ? [{ start: 0, count: Infinity }] : [...groups].sort((a, b) => a.start - b.start);
  const ranges = [];
  for (const part of parts) {
    const begin = Math.max(0, start, part.start, ranges.at(-1)?.[1] ?? 0);
    const end = begin + 3 * Math.floor((Math.min(total, start + count, part.start + part.count) - begin) / 3);
    if (!(begin < end)) continue;
    if (ranges.length > 0 && begin % 3 !== ranges[0][0] % 3)
      throw new RangeError(`MeshBVH: the group at ${part.start} does not begin with a triangle of the group before it`);
    if (ranges.at(-1)?.[1] === begin) ranges.at(-1)[1] = end;
    else ranges.push([begin, end]);
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
    this.plainIndex = index && !index.isInterleavedBufferAttribute ? index.array : null;
    this.positionVersion = dataOf(this.position).version;
    this.indexVersion = index ? dataOf(index).version : 0;
    this.vertexCount = this.position.count;
    this.indexCount = index?.count;
    this.start = drawRange.start;
    this.end = drawRange.count;
    this.groups = groups.flatMap(({ start, count }) => [start, count]);
    this.range = range;
    const ranges = rangesOf(geometry, range);
    this.count = ranges.reduce((sum, [from, to]) => sum + (to - from) / 3, 0);
    // Triangle n of the geometry begins at 3 n + shift, as three.js numbers them.
    this.shift = (ranges[0]?.[0] ?? 0) % 3;
    this.first = ((ranges[0]?.[0] ?? 0) - this.shift) / 3;
    // Numbers of the triangles in the geometry, where they are not in one piece.
    this.numbers = ranges.length < 2 ? null : Uint32Array.from(ranges.flatMap(([from, to]) =>
      Array.from({ length: (to - from) / 3 }, (_, i) => (from - this.shift) / 3 + i)));
  }

  // The vertices that the index may name, from and to; of a range, as of one geometry of a batch, only those between the
  // least and the greatest that it does name.
  named() {
    if (this.range === null) return [0, this.position.count];
    let least = this.position.count, most = -1;
    for (let i = 0; i < this.count; ++i)
      for (let k = 0; k < 3; ++k) {
        const vertex = this.corner(this.number(i), k);
        least = Math.min(least, vertex);
        most = Math.max(most, vertex);
      }
    return [least, Math.min(most + 1, this.position.count)];
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
    const at = 3 * triangle + this.shift + k;
    return this.plainIndex !== null ? this.plainIndex[at] : this.index ? this.index.getX(at) : at;
  }
  read(triangle, a, b, c) {
    a.fromBufferAttribute(this.position, this.corner(triangle, 0));
    b.fromBufferAttribute(this.position, this.corner(triangle, 1));
    c.fromBufferAttribute(this.position, this.corner(triangle, 2));
  }

  /** Three numbers a vertex: of the vertices that the index may name, or without an index of those that are drawn. */
  vertices() {
    const { position, index } = this;
    const { array } = position;
    const plain = !position.isInterleavedBufferAttribute && !position.normalized && position.itemSize === 3 &&
      (array instanceof Float32Array || array instanceof Float64Array);
    if (index || this.numbers === null) {
      const begin = 3 * this.first + this.shift;
      const [from, to] = index ? this.named() : [begin, begin + 3 * this.count];
      if (plain) return array.length === 3 * (to - from) ? array : array.subarray(3 * from, 3 * to);
      const list = new Float64Array(3 * (to - from));
      for (let i = from; i < to; ++i) this.write(i, list, 3 * (i - from));
      return list;
    }
    const list = new Float64Array(9 * this.count);
    for (let i = 0; i < this.count; ++i)
      for (let k = 0; k < 3; ++k) this.write(this.corner(this.numbers[i], k), list, 9 * i + 3 * k);
    return list;
  }
  write(vertex, list, at) {
    list[at] = this.position.getX(vertex);
    list[at + 1] = this.position.getY(vertex);
    list[at + 2] = this.position.getZ(vertex);
  }
  /** Three vertices a triangle that is drawn, as numbers in vertices(), or null without an index. */
  triangles() {
    const { index, count, first } = this;
    if (!index) return null;
    const { array } = index;
    const [least] = this.named();
    if (!index.isInterleavedBufferAttribute && this.numbers === null && least === 0) {
      const from = 3 * first + this.shift, to = from + 3 * count;
      return array.length === to - from ? array : array.subarray(from, to);
    }
    const list = new Uint32Array(3 * count);
    for (let i = 0; i < count; ++i) for (let k = 0; k < 3; ++k) list[3 * i + k] = this.corner(this.number(i), k) - least;
    return list;
  }
}
