// The picture: three.js draws the parts and the marks; dragging asks which part is under the pointer.
import * as THREE from './three/three.module.js';
import { OrbitControls } from './three/OrbitControls.js';

const colours = [0x4c8ed9, 0xe0963c, 0x6aa84f, 0xb36ad1, 0xd16a7f, 0x4fb3a8, 0x9a8c5a, 0x7f8fa6];

export class View {
  constructor(canvas, { drag, pick, redraw }) {
    this.canvas = canvas;
    this.meshes = [];
    this.redraw = redraw;
    try {
      this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    } catch {
      this.renderer = null; // answers are shown without a picture
    }
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.01, 1000);
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(3, -5, 3);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x667788, 2.2));
    this.sun = new THREE.DirectionalLight(0xffffff, 1.8);
    this.scene.add(this.sun);
    this.parts = new THREE.Group();
    this.marks = new THREE.Group();
    this.scene.add(this.parts, this.marks);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', redraw);
    this.raycaster = new THREE.Raycaster();
    this.mode = 'move';
    this.listen(canvas, drag, pick);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.makeMarks();
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (width === 0 || height === 0) return;
    this.renderer?.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer?.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Meshes of the parts; `pickable` tells which one a ray of the mouse meets first. */
  setParts(parts, pickable) {
    for (const mesh of this.meshes) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.parts.clear();
    this.pickable = pickable;
    this.meshes = parts.map((part, i) => {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(part.vertices), 3));
      geometry.setIndex(new THREE.BufferAttribute(part.triangles, 1));
      const material = new THREE.MeshStandardMaterial({
        color: colours[i % colours.length], roughness: 0.75, flatShading: true, side: THREE.DoubleSide,
        transparent: true, opacity: 0.82,
      });
      const mesh = new THREE.Mesh(geometry, material);
      this.parts.add(mesh);
      return mesh;
    });
  }
  place(parts) {
    parts.forEach((part, i) => {
      this.meshes[i].position.fromArray(part.translation);
      this.meshes[i].quaternion.fromArray(part.rotation);
    });
  }
  fit() {
    const box = new THREE.Box3().setFromObject(this.parts);
    if (box.isEmpty()) return;
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    const away = sphere.radius / Math.sin((Math.PI / 180) * 20) * Math.max(1, 1 / this.camera.aspect);
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.controls.target.copy(sphere.center);
    this.camera.position.copy(sphere.center).addScaledVector(direction, away);
    this.camera.near = away / 1000;
    this.camera.far = away * 10;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  makeMarks() {
    const line = (colour) => new THREE.LineSegments(
      new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: colour, depthTest: false, transparent: true }));
    this.gap = line(0x111111);
    this.gap.material.color.set(0xd02090);
    this.out = line(0xd03010);
    this.met = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({
      color: 0xff2020, side: THREE.DoubleSide, depthTest: false, transparent: true, opacity: 0.85,
    }));
    this.dots = new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({
      color: 0xd02090, size: 8, sizeAttenuation: false, depthTest: false, transparent: true,
    }));
    this.marks.add(this.met, this.gap, this.out, this.dots);
    for (const mark of this.marks.children) mark.frustumCulled = false;
  }
  static fill(mark, numbers) {
    mark.geometry.dispose();
    mark.geometry = new THREE.BufferGeometry();
    mark.geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(numbers), 3));
    mark.visible = numbers.length > 0;
  }
  mark({ gap, out, met, dots }) {
    if (gap) View.fill(this.gap, gap);
    if (out) View.fill(this.out, out);
    if (met) View.fill(this.met, met);
    if (dots) View.fill(this.dots, dots);
  }

  draw() {
    this.sun.position.copy(this.camera.position);
    this.renderer?.render(this.scene, this.camera);
  }

  // --- pointer: a part is dragged, anything else turns the view ---

  ray(event) {
    const box = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.raycaster.setFromCamera(at, this.camera);
    return this.raycaster.ray;
  }
  // Where a point of the world is on the page.
  pageOf(point) {
    const box = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector3(...point).project(this.camera);
    return [box.left + ((at.x + 1) / 2) * box.width, box.top + ((1 - at.y) / 2) * box.height];
  }
  listen(canvas, drag, pick) {
    let held = null;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const ray = this.ray(event);
      const hit = this.pickable?.(ray.origin.toArray(), ray.direction.toArray());
      if (!hit) return;
      held = { part: hit.part, depth: hit.t, x: event.clientX, y: event.clientY };
      held.point = ray.at(hit.t, new THREE.Vector3());
      held.plane = new THREE.Plane().setFromNormalAndCoplanarPoint(
        this.camera.getWorldDirection(new THREE.Vector3()), held.point);
      this.controls.enabled = false;
      canvas.setPointerCapture(event.pointerId);
      pick(hit.part);
    }, { capture: true });
    canvas.addEventListener('pointermove', (event) => {
      if (!held || !event.isPrimary) return;
      if (this.mode === 'turn' || event.shiftKey) {
        const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0).toArray();
        const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1).toArray();
        drag(held.part, { turns: [[up, (event.clientX - held.x) * 0.01], [right, (event.clientY - held.y) * 0.01]] });
      } else {
        const to = this.ray(event).intersectPlane(held.plane, new THREE.Vector3());
        if (to) {
          drag(held.part, { by: to.clone().sub(held.point).toArray() });
          held.point.copy(to);
        }
      }
      held.x = event.clientX;
      held.y = event.clientY;
    });
    const end = () => {
      held = null;
      this.controls.enabled = true;
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
  }
}
