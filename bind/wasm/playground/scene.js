// The parts of the page and where they are; poses as graze takes them.

export const quaternion = {
  // The rotation by p after q.
  product([ax, ay, az, aw], [bx, by, bz, bw]) {
    return [
      aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
      aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
    ];
  },
  about([x, y, z], angle) {
    const s = Math.sin(angle / 2), length = Math.hypot(x, y, z);
    return [(x / length) * s, (y / length) * s, (z / length) * s, Math.cos(angle / 2)];
  },
  unit(q) {
    const length = Math.hypot(...q);
    return q.map((x) => x / length);
  },
};

export class Scene {
  constructor(graze) {
    this.graze = graze;
    this.parts = [];
    this.a = 0;
    this.b = 1;
    this.note = '';
  }

  /** Replaces all parts. Each has a name, vertices, triangles, translation and rotation; solids are found out. */
  set(parts, { a = 0, b = 1, note = '' } = {}) {
    for (const part of this.parts) part.shape.dispose();
    this.parts = parts.map((p) => this.part(p));
    this.a = Math.min(a, parts.length - 1);
    this.b = Math.min(b, parts.length - 1);
    this.note = note;
  }
  add(parts) {
    this.parts.push(...parts.map((p) => this.part(p)));
  }
  part({ name, vertices, triangles, translation, rotation, solid }) {
    const places = vertices instanceof Float64Array ? vertices : Float64Array.from(vertices);
    const corners = triangles instanceof Uint32Array ? triangles : Uint32Array.from(triangles);
    let shape = null;
    if (solid !== false) {
      try {
        shape = this.graze.mesh(places, corners, { solid: true });
      } catch (error) {
        if (solid === true) throw error;
      }
    }
    const closed = shape !== null;
    shape ??= this.graze.mesh(places, corners);
    return {
      name, vertices: places, triangles: corners, shape, solid: closed,
      translation: [...translation], rotation: quaternion.unit(rotation),
    };
  }

  pose(index) {
    const { translation, rotation } = this.parts[index];
    return { translation, rotation };
  }
  body(index) {
    return { shape: this.parts[index].shape, pose: this.pose(index) };
  }
  moveBy(index, by) {
    const { translation } = this.parts[index];
    for (let i = 0; i < 3; ++i) translation[i] += by[i];
  }
  // About the middle of the part's box, as far as the eye needs it.
  turnBy(index, axis, angle) {
    const part = this.parts[index];
    const turn = quaternion.about(axis, angle);
    const centre = this.centre(index);
    part.rotation = quaternion.unit(quaternion.product(turn, part.rotation));
    const now = this.centre(index);
    for (let i = 0; i < 3; ++i) part.translation[i] += centre[i] - now[i];
  }
  centre(index) {
    const part = this.parts[index];
    part.middle ??= (({ min, max }) => min.map((x, i) => (x + max[i]) / 2))(part.shape.bounds);
    const [x, y, z, w] = part.rotation, [vx, vy, vz] = part.middle;
    const tx = 2 * (y * vz - z * vy), ty = 2 * (z * vx - x * vz), tz = 2 * (x * vy - y * vx);
    return [
      vx + w * tx + y * tz - z * ty + part.translation[0], vy + w * ty + z * tx - x * tz + part.translation[1],
      vz + w * tz + x * ty - y * tx + part.translation[2],
    ];
  }
  // Half the diagonal of the largest part: the size of steps and marks.
  size() {
    return Math.max(1e-9, ...this.parts.map(({ shape }) => {
      const { min, max } = shape.bounds;
      return Math.hypot(...max.map((x, i) => x - min[i])) / 2;
    }));
  }
  other(index) {
    return index === this.a ? this.b : this.a;
  }
}

/** The parts of a model that graze has read, as plain meshes in the world of the file. */
export function partsOf(assembly, prefix = '') {
  return assembly.parts.map((part) => {
    const corners = part.shape.triangles();
    const numbers = new Map(), vertices = [], triangles = new Uint32Array(corners.length / 9 * 3);
    const p = part.pose;
    for (let i = 0; i < corners.length; i += 3) {
      const [x, y, z] = [corners[i], corners[i + 1], corners[i + 2]];
      const name = `${x} ${y} ${z}`;
      let number = numbers.get(name);
      if (number === undefined) {
        number = vertices.length / 3;
        numbers.set(name, number);
        for (let k = 0; k < 3; ++k) vertices.push(p[k] * x + p[3 + k] * y + p[6 + k] * z + p[9 + k]);
      }
      triangles[i / 3] = number;
    }
    part.shape.dispose();
    return { name: prefix + part.path, vertices, triangles, translation: [0, 0, 0], rotation: [0, 0, 0, 1] };
  });
}
