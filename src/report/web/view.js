// The view of one clash in 3D: its two parts, where they meet, and the parts around. Everything is drawn about the
// clash's point, in floats; positions in the data are doubles.
'use strict';
class ClashView extends OrbitView {
  constructor(canvas, data) {
    super(canvas, data.up);
    this.data = data;
    this.shown = { a: true, b: true, others: true, box: false };
    this.geometries = new Map();
    this.content = new THREE.Group();
    this.scene.add(this.content);
    this.fatLines = [];
    this.centers = Object.entries(data.meshes.parts).map(([number, part]) => ({ number: +number, center: this.centerOf(part) }));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.index !== undefined && this.show(this.index, true));
    this.resize();
  }

  // --- what is drawn ---

  show(index, keepCamera) {
    this.index = index;
    const clash = this.data.clashes[index], shot = this.data.detail(index);
    this.clear();
    this.origin = shot.point;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const distance = Math.hypot(...shot.eye.map((x, i) => x - shot.point[i]));
    this.roles = {
      a: this.addPart(clash.numbers[0], dark ? 0x5c9bff : 0x2f6fdd, 0.62),
      b: this.addPart(clash.numbers[1], dark ? 0xff9b3d : 0xf08a1d, 0.62),
      others: new THREE.Group(), box: this.addBox(shot.box, dark),
    };
    this.content.add(this.roles.others);
    for (const number of this.around(clash.numbers, distance)) this.addPart(number, dark ? 0x9fb0c4 : 0x66788c, 0.07, this.roles.others);
    this.region = this.addRegion(shot, clash, dark, distance);
    this.distance = distance;
    this.applySwitches();
    if (!keepCamera) this.reset();
    this.draw();
  }

  clear() {
    for (const object of this.content.children.slice()) this.content.remove(object);
    for (const thing of this.disposable || []) thing.dispose();
    this.disposable = [];
    this.fatLines = [];
  }

  geometry(shape) {
    let found = this.geometries.get(shape);
    if (found) return found;
    const { positions, indices } = this.data.meshes.shapes[shape];
    const solid = new THREE.BufferGeometry();
    solid.setAttribute('position', new THREE.BufferAttribute(new Float32Array(bytesOf(positions)), 3));
    solid.setIndex(new THREE.BufferAttribute(new Uint32Array(bytesOf(indices)), 1));
    const edges = solid.index.count < 300000 ? new THREE.EdgesGeometry(solid, 30) : null;
    found = { solid, edges };
    this.geometries.set(shape, found);
    return found;
  }

  // The middle of a part's shape, in the world.
  centerOf([shape, ...m]) {
    const [x, y, z] = this.data.meshes.shapes[shape].center;
    return [0, 1, 2].map((i) => m[i] * x + m[3 + i] * y + m[6 + i] * z + m[9 + i]);
  }

  addPart(number, color, opacity, parent) {
    const part = this.data.meshes.parts[number], m = part.slice(1);
    const at = this.centerOf(part).map((x, i) => x - this.origin[i]);
    const { solid, edges } = this.geometry(part[0]);
    const group = new THREE.Group();
    group.userData = { number, color, triangles: solid.index.count / 3 };
    const faint = opacity < 0.2;
    const material = new THREE.MeshPhongMaterial({ color, opacity, transparent: true, depthWrite: false, side: THREE.DoubleSide, flatShading: true, shininess: 12, specular: 0x222222 });
    const mesh = new THREE.Mesh(solid, material);
    mesh.renderOrder = faint ? 0 : 1;
    group.add(mesh);
    this.disposable.push(material);
    if (edges) {
      const ink = new THREE.LineBasicMaterial({ color: new THREE.Color(color).multiplyScalar(faint ? 1 : 0.55), opacity: faint ? 0.22 : 0.9, transparent: true });
      const lines = new THREE.LineSegments(edges, ink);
      lines.renderOrder = 2;
      group.add(lines);
      this.disposable.push(ink);
    }
    group.matrixAutoUpdate = false;
    group.matrix.set(m[0], m[3], m[6], at[0], m[1], m[4], m[7], at[1], m[2], m[5], m[8], at[2], 0, 0, 0, 1);
    (parent || this.content).add(group);
    return group;
  }

  // Parts of other clashes whose middles are near, the nearest first.
  around(numbers, distance) {
    const away = (c) => Math.hypot(...c.center.map((x, i) => x - this.origin[i]));
    return this.centers.filter((c) => !numbers.includes(c.number) && away(c) < 2.5 * distance)
      .sort((x, y) => away(x) - away(y)).slice(0, 60).map((c) => c.number);
  }

  addBox([lo, hi], dark) {
    const size = lo.map((x, i) => Math.max(hi[i] - x, 0));
    const shape = new THREE.BoxBufferGeometry(...size), edges = new THREE.EdgesGeometry(shape);
    const ink = new THREE.LineBasicMaterial({ color: dark ? 0xff6b7d : 0xc8102e, depthTest: false, transparent: true, opacity: 0.8 });
    const lines = new THREE.LineSegments(edges, ink);
    lines.position.set(...lo.map((x, i) => (x + hi[i]) / 2 - this.origin[i]));
    lines.renderOrder = 4;
    this.content.add(lines);
    this.disposable.push(shape, edges, ink);
    return lines;
  }

  addRegion(shot, clash, dark) {
    const color = new THREE.Color(dark ? 0xff4a62 : 0xd0021b);
    const region = new THREE.Group();
    const segments = [];
    for (const curve of shot.curves) for (let i = 0; i + 5 < curve.length; i += 3) segments.push(...curve.slice(i, i + 6));
    for (const patch of shot.patches) {
      for (let i = 0; i < patch.length; i += 3) segments.push(...patch.slice(i, i + 3), ...[0, 1, 2].map((k) => patch[(i + 3 + k) % patch.length]));
      const fan = [];
      for (let i = 3; i + 5 < patch.length; i += 3) fan.push(...patch.slice(0, 3), ...patch.slice(i, i + 6));
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(fan), 3));
      const material = new THREE.MeshBasicMaterial({ color, side: THREE.DoubleSide, transparent: true, opacity: 0.6, depthTest: false });
      const mesh = new THREE.Mesh(geometry, material);
      mesh.renderOrder = 3;
      region.add(mesh);
      this.disposable.push(geometry, material);
    }
    const gap = shot.gap, open = gap.slice(0, 3).some((x, i) => x !== gap[3 + i]);
    if (open) segments.push(...gap);
    if (segments.length > 0) region.add(this.fatLine(segments, color, 3));
    region.add(this.marker(open && clash.class === 'clearance' ? [0, 0, 0, ...gap] : [0, 0, 0], color));
    region.userData = { curves: shot.curves.length, patches: shot.patches.length, gap: open };
    this.content.add(region);
    return region;
  }

  // Lines of a width in pixels, which WebGL itself does not have: each segment is a strip turned to the viewer.
  fatLine(segments, color, width) {
    const from = [], to = [], side = [], index = [];
    for (let i = 0; i < segments.length; i += 6) {
      const p = segments.slice(i, i + 3), q = segments.slice(i + 3, i + 6), first = from.length / 3;
      from.push(...p, ...p, ...q, ...q);
      to.push(...q, ...q, ...p, ...p);
      side.push(1, -1, -1, 1);
      index.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(from), 3));
    geometry.setAttribute('other', new THREE.BufferAttribute(new Float32Array(to), 3));
    geometry.setAttribute('side', new THREE.BufferAttribute(new Float32Array(side), 1));
    geometry.setIndex(index);
    const material = new THREE.ShaderMaterial({
      uniforms: { color: { value: color }, size: { value: new THREE.Vector2(1, 1) }, width: { value: width } },
      vertexShader: `attribute vec3 other; attribute float side; uniform vec2 size; uniform float width;
        void main() {
          vec4 p = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
          vec4 q = projectionMatrix * modelViewMatrix * vec4(other, 1.0);
          vec2 way = (q.xy / q.w - p.xy / p.w) * size;
          float far = length(way);
          vec2 across = far > 0.0 ? vec2(-way.y, way.x) / far : vec2(0.0, 1.0);
          gl_Position = p + vec4(across * side * width / size * p.w, 0.0, 0.0);
        }`,
      fragmentShader: 'uniform vec3 color; void main() { gl_FragColor = vec4(color, 0.95); }',
      transparent: true, depthTest: false, side: THREE.DoubleSide,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 5;
    this.fatLines.push(material);
    this.disposable.push(geometry, material);
    return mesh;
  }

  // A ring around the first point, dots at the others.
  marker(points, color) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(points), 3));
    geometry.setAttribute('ring', new THREE.BufferAttribute(new Float32Array(points.length / 3).map((_, i) => (i === 0 ? 1 : 0)), 1));
    const material = new THREE.ShaderMaterial({
      uniforms: { color: { value: color }, ratio: { value: this.renderer.getPixelRatio() } },
      vertexShader: `attribute float ring; varying float isRing; uniform float ratio;
        void main() { isRing = ring; gl_PointSize = (ring > 0.5 ? 34.0 : 9.0) * ratio; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
      fragmentShader: `varying float isRing; uniform vec3 color;
        void main() {
          float r = 2.0 * length(gl_PointCoord - 0.5), edge = isRing > 0.5 ? abs(r - 0.84) : r - 0.9;
          float band = isRing > 0.5 ? 0.07 : 0.0, glow = isRing > 0.5 ? 0.15 : 0.0;
          if (edge > max(glow, band)) discard;
          gl_FragColor = edge <= band ? vec4(color, 1.0) : vec4(1.0, 1.0, 1.0, 0.7);
        }`,
      transparent: true, depthTest: false,
    });
    const dots = new THREE.Points(geometry, material);
    dots.frustumCulled = false;
    dots.renderOrder = 6;
    this.disposable.push(geometry, material);
    return dots;
  }

  applySwitches() {
    for (const role of Object.keys(this.shown)) this.roles[role].visible = this.shown[role];
  }

  toggle(role, on) {
    this.shown[role] = on;
    if (!this.roles) return;
    this.applySwitches();
    this.draw();
  }

  // --- the camera: where the picture was taken from ---

  reset() {
    const shot = this.data.detail(this.index), away = shot.eye.map((x, i) => x - this.origin[i]);
    const [e, n, u] = this.axes();
    const along = (axis) => away.reduce((sum, x, i) => sum + x * axis[i], 0);
    this.target = [0, 0, 0];
    // As much to the sides as up and down, in a narrow window.
    this.radius = this.distance / Math.min(1, this.camera.aspect);
    this.turn = Math.atan2(along(n), along(e));
    this.tilt = Math.asin(Math.max(-1, Math.min(1, along(u) / this.distance)));
    this.draw();
  }

  ready() { return Boolean(this.roles); }

  beforeDrawing() {
    for (const material of this.fatLines) material.uniforms.size.value.set(this.canvas.clientWidth, this.canvas.clientHeight);
  }

  state() {
    if (!this.roles) return null;
    const part = (role) => ({ ...this.roles[role].userData, visible: this.roles[role].visible });
    return {
      id: this.data.clashes[this.index].id, a: part('a'), b: part('b'), others: this.roles.others.children.length,
      region: this.region.userData, camera: this.camera.position.toArray(), radius: this.radius,
      drawn: this.renderer.info.render.triangles,
    };
  }
}
