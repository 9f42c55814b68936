// A scene that is looked at from around `target`, at `radius`, turned by two angles: by pointer, wheel, touch and keys.
// What is shown is up to the class that extends it.
'use strict';
class OrbitView {
  constructor(canvas, up) {
    this.canvas = canvas;
    this.up = up;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(45, 1, 0.1, 100);
    this.camera.up.set(...(up === 'y' ? [0, 1, 0] : [0, 0, 1]));
    this.scene.add(new THREE.AmbientLight(0xffffff, 0.62));
    this.light = new THREE.DirectionalLight(0xffffff, 0.5);
    this.scene.add(this.light);
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  // Is there something to be seen?
  ready() { return true; }

  axes() { return this.up === 'y' ? [[1, 0, 0], [0, 0, -1], [0, 1, 0]] : [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; }

  place() {
    const [e, n, u] = this.axes(), c = Math.cos(this.tilt);
    const way = [0, 1, 2].map((i) => e[i] * Math.cos(this.turn) * c + n[i] * Math.sin(this.turn) * c + u[i] * Math.sin(this.tilt));
    this.camera.position.set(...this.target.map((x, i) => x + way[i] * this.radius));
    this.camera.near = this.radius / 200;
    this.camera.far = this.radius * 200;
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(...this.target);
    this.light.position.copy(this.camera.position).addScaledVector(this.camera.up, this.radius * 0.7);
  }

  orbit(dx, dy) {
    this.turn -= dx * 0.008;
    this.tilt = Math.max(-1.5, Math.min(1.5, this.tilt + dy * 0.008));
    this.draw();
  }

  zoom(factor) {
    this.radius = Math.max(this.distance / 500, Math.min(this.distance * 50, this.radius * factor));
    this.draw();
  }

  pan(dx, dy) {
    const step = (2 * this.radius * Math.tan(Math.PI / 8)) / this.canvas.clientHeight;
    const m = this.camera.matrixWorld.elements;
    this.target = this.target.map((x, i) => x - m[i] * dx * step + m[4 + i] * dy * step);
    this.draw();
  }

  listen() {
    const canvas = this.canvas, held = new Map();
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      held.set(event.pointerId, event);
    });
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => held.delete(event.pointerId));
    canvas.addEventListener('pointermove', (event) => {
      const before = held.get(event.pointerId);
      if (!before || !this.ready()) return;
      const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
      if (held.size === 1) {
        if (event.buttons & 2 || event.shiftKey) this.pan(dx, dy); else this.orbit(dx, dy);
      } else {
        const other = [...held.values()].find((e) => e.pointerId !== event.pointerId);
        const far = (e) => Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY);
        if (far(event) > 0) this.zoom(far(before) / far(event));
        this.pan(dx / 2, dy / 2);
      }
      held.set(event.pointerId, event);
    });
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      if (this.ready()) this.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * (event.deltaMode ? 0.04 : 0.0015)))));
    }, { passive: false });
    canvas.addEventListener('dblclick', () => this.ready() && this.reset());
    canvas.addEventListener('keydown', (event) => {
      const turns = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, 20], ArrowDown: [0, -20] };
      if (!this.ready()) return;
      if (turns[event.key]) this.orbit(...turns[event.key]);
      else if (event.key === '+' || event.key === '-') this.zoom(event.key === '+' ? 0.8 : 1.25);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.draw();
  }

  beforeDrawing() {}

  // Once a frame at most, and only when something has changed.
  draw() {
    if (this.waiting || !this.ready() || this.turn === undefined) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.render();
    });
  }

  render() {
    this.place();
    this.beforeDrawing();
    this.renderer.render(this.scene, this.camera);
  }
}

function bytesOf(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes.buffer;
}

function hasWebGL() {
  try {
    const probe = document.createElement('canvas');
    return Boolean(probe.getContext('webgl') || probe.getContext('experimental-webgl'));
  } catch (error) {
    return false;
  }
}
