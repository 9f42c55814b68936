// The page: reads models, shows answers while parts are dragged, asks the worker for what takes longer.
import { init } from './graze/index.js';
import { presets } from './presets.js';
import { Scene, partsOf } from './scene.js';
import { linkOf, queryLines, sceneOf } from './share.js';
import { View } from './view.js';

const byId = (id) => document.getElementById(id);
const graze = await init();
const scene = new Scene(graze);
const frames = []; // the page's own work of each frame that answered, drawing apart, in milliseconds
let worker = null, wanted = 0, answered = 0, dirty = true, changed = true, path = null, checking = 0, checks = 0, step = 0.05;

const number = (x) => (Number.isFinite(x) ? String(Number(x.toPrecision(7))) : '–');
const point = (p) => `(${p.map(number).join(', ')})`;
const say = (text, warn = false) => {
  byId('status').textContent = text;
  byId('status').classList.toggle('warn', warn);
};

const view = new View(byId('canvas'), {
  redraw: () => { dirty = true; },
  pick: (part) => choose(part, scene.other(part) === part ? scene.a : scene.other(part)),
  drag: (part, { by, turns = [] }) => {
    if (by) scene.moveBy(part, by);
    for (const [axis, angle] of turns) if (angle !== 0) scene.turnBy(part, axis, angle);
    moved();
  },
});

// --- the scene changes ---

function moved() {
  changed = true;
}

function choose(a, b) {
  if (a === b) b = scene.parts.length > 1 ? (a + 1) % scene.parts.length : a;
  scene.a = a;
  scene.b = b;
  byId('part-a').value = a;
  byId('part-b').value = b;
  path = null;
  showPath();
  changed = true;
}

function shown() {
  for (const id of ['part-a', 'part-b'])
    byId(id).replaceChildren(...scene.parts.map((p, i) => new Option(`${p.name} (${p.triangles.length / 3} triangles)`, i)));
  view.setParts(scene.parts, (origin, direction) => {
    let best = null;
    scene.parts.forEach((_, part) => {
      const { hit } = graze.ray(scene.body(part), origin, direction);
      if (hit && (best === null || hit.t < best.t)) best = { part, t: hit.t };
    });
    return best;
  });
  view.place(scene.parts);
  view.fit();
  byId('note').textContent = scene.note;
  byId('clashes').hidden = true;
  byId('check-result').textContent = '';
  restartWorker();
  choose(scene.a, scene.b);
}

function usePreset(name) {
  const preset = presets[name];
  const parts = preset.parts().map(({ mesh, ...rest }) => ({ ...mesh, ...rest }));
  scene.set(parts, { note: preset.says });
  shown();
  if (preset.path) {
    byId('path-start').click();
    Object.assign(scene.parts[preset.path.part], {
      translation: [...preset.path.translation], rotation: [...preset.path.rotation],
    });
    moved();
  }
}

async function openFiles(files) {
  const parts = [];
  for (const file of files) {
    try {
      const prefix = files.length > 1 ? `${file.name}: ` : '';
      const assembly = graze.read(new Uint8Array(await file.arrayBuffer()), file.name, { allowIncomplete: true });
      parts.push(...partsOf(assembly, prefix));
      if (assembly.skipped.length > 0) say(`${file.name}: left out ${assembly.skipped.map((s) => s.path).join(', ')}`, true);
    } catch (error) {
      say(error.message, true);
    }
  }
  if (parts.length === 0) return;
  if (parts.length === 1 && scene.parts.length === 1) scene.add(parts);
  else scene.set(parts, { note: '' });
  byId('preset').value = '';
  shown();
}

// --- the worker ---

function restartWorker() {
  worker?.terminate();
  worker = new Worker('worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => heard(data);
  worker.postMessage({
    parts: scene.parts.map(({ vertices, triangles, solid }) => ({ vertices, triangles, solid })),
  });
  answered = wanted;
  checking = 0;
  byId('stop').disabled = true;
  byId('progress').hidden = true;
}

const stale = (ids, on) => ids.forEach((id) => byId(id).classList.toggle('stale', on));

function heard(data) {
  if (data.kind === 'error') {
    say(data.message, true);
    if (data.id === checking) endCheck();
  }
  if (data.kind === 'pair') showPair(data);
  if (data.kind === 'progress' && data.id === checking) {
    byId('progress').max = Math.max(1, data.candidates);
    byId('progress').value = data.done;
  }
  if (data.kind === 'check' && data.id === checking) showCheck(data.result);
  if (data.kind === 'pair' || data.kind === 'skipped' || data.kind === 'error') {
    answered = Math.max(answered, data.id);
    if (answered < wanted) askWorker();
  }
}

let asked = 0;
function askWorker() {
  if (asked > answered && asked !== wanted) return; // one question at a time; the newest follows
  asked = wanted;
  const at = (part) => ({ part, pose: scene.pose(part) });
  worker.postMessage({ pair: { id: wanted, a: at(scene.a), b: at(scene.b), budget: 2 ** 22 } });
}

function showPair({ id, class: found, penetration, contacts }) {
  const current = id === wanted;
  byId('class').textContent = found.status === 'ok' ? found.class : `not decided (${found.status})`;
  byId('penetration').textContent = penetration.status === 'ok'
    ? (penetration.depth === 0 ? 'none: no common interior'
      : `${point(penetration.vector)}, depth between ${number(penetration.lower)} and ${number(penetration.depth)}`)
    : `not found (${penetration.status})`;
  byId('contacts').textContent = contacts.status === 'ok'
    ? `${contacts.contacts.length}` : `not found (${contacts.status})`;
  const out = [];
  if (penetration.status === 'ok' && penetration.depth > 0) {
    const from = scene.centre(scene.a);
    out.push(...from, ...from.map((x, i) => x + penetration.vector[i]));
  }
  view.mark({ out, dots: contacts.contacts.flatMap((c) => c.point) });
  dirty = true;
  if (current) stale(['class', 'penetration', 'contacts'], false);
}

// --- every frame ---

function answer() {
  const began = performance.now();
  view.place(scene.parts);
  if (scene.parts.length > 1) {
    const a = scene.body(scene.a), b = scene.body(scene.b);
    const far = graze.distance(a, b);
    const apart = far.status === 'ok' && far.distance > 0;
    byId('distance').textContent = far.status === 'ok'
      ? `${number(far.distance)} ± ${far.bound.toExponential(1)}` : `not found (${far.status})`;
    byId('points').textContent = apart ? `${point(far.pointA)} and ${point(far.pointB)}` : '–';
    view.mark({ gap: apart ? [...far.pointA, ...far.pointB] : [] });
    if (apart) {
      byId('triangles').textContent = '0';
      byId('class').textContent = 'clear';
      view.mark({ met: [] });
    } else {
      const { pairs, complete } = graze.collide(a, b, { all: true, maxResults: 400 });
      byId('triangles').textContent = pairs ? `${pairs.length / 2}${complete ? '' : ' or more'} pairs` : '–';
      view.mark({ met: pairs ? metTriangles(pairs) : [] });
    }
    ++wanted;
    stale(apart ? ['penetration', 'contacts'] : ['class', 'penetration', 'contacts'], true);
    askWorker();
  }
  frames.push(performance.now() - began);
  if (frames.length > 5000) frames.shift();
}

// The corners, in the world, of up to 400 triangles of a that meet b.
function metTriangles(pairs) {
  const part = scene.parts[scene.a];
  const matrix = view.meshes[scene.a];
  matrix.updateMatrixWorld();
  const e = matrix.matrixWorld.elements;
  const seen = new Set(), numbers = [];
  for (let i = 0; i < pairs.length; i += 2) {
    if (seen.has(pairs[i])) continue;
    seen.add(pairs[i]);
    for (let k = 0; k < 3; ++k) {
      const v = 3 * part.triangles[3 * pairs[i] + k];
      const [x, y, z] = [part.vertices[v], part.vertices[v + 1], part.vertices[v + 2]];
      for (let c = 0; c < 3; ++c) numbers.push(e[c] * x + e[4 + c] * y + e[8 + c] * z + e[12 + c]);
    }
  }
  return numbers;
}

let drawn = 0;
function frame() {
  requestAnimationFrame(frame);
  if (changed) {
    changed = false;
    dirty = true;
    answer();
  }
  if (!dirty) return;
  dirty = false;
  view.draw();
  ++drawn;
}

// --- path ---

function showPath() {
  byId('path-find').disabled = path === null;
  byId('time').disabled = !path?.result;
  if (path === null)
    byId('path').textContent = 'Move a part to where its way begins and choose “Start here”; move it on, and ask for the first contact.';
  else if (!path.result) byId('path').textContent = 'The way begins here. Now move or turn the part.';
}
byId('path-start').onclick = () => {
  const { translation, rotation } = scene.pose(scene.a);
  path = { part: scene.a, pose: { translation: [...translation], rotation: [...rotation] }, result: null };
  showPath();
};
byId('path-find').onclick = () => {
  const motion = graze.motionBetween(path.pose, scene.pose(path.part));
  const body = { shape: scene.parts[path.part].shape, pose: path.pose };
  const result = graze.move(body, motion, [scene.body(scene.b)]);
  // How often a contact is seen at nine places along the way.
  let seen = 0;
  for (let i = 0; i <= 8; ++i) {
    const pose = graze.poseAt(path.pose, motion, i / 8);
    if (graze.collide({ shape: body.shape, pose }, scene.body(scene.b)).answer === 'yes') ++seen;
  }
  path.motion = motion;
  path.result = result;
  byId('path').textContent = result.answer === 'yes'
    ? `First contact between ${result.lower.toPrecision(9)} and ${result.upper.toPrecision(9)} of the way, ${result.proven ? 'proven' : `or a gap of at most ${number(result.gap)}`}. Of nine places along the way ${seen} are in contact.`
    : result.answer === 'no' ? 'No contact on the whole way: proven.' : `Not decided (${result.status}).`;
  byId('time').value = result.answer === 'yes' ? result.lower : 1;
  showPath();
  byId('time').oninput();
};
byId('time').oninput = () => {
  if (!path?.result) return;
  const p = graze.poseAt(path.pose, path.motion, Number(byId('time').value));
  const part = scene.parts[path.part];
  part.translation = p.slice(9);
  part.rotation = rotationOf(p);
  moved();
};
// The quaternion of a rotation matrix, column by column.
function rotationOf(m) {
  const w = Math.sqrt(Math.max(0, 1 + m[0] + m[4] + m[8])) / 2, x = Math.sqrt(Math.max(0, 1 + m[0] - m[4] - m[8])) / 2;
  const y = Math.sqrt(Math.max(0, 1 - m[0] + m[4] - m[8])) / 2, z = Math.sqrt(Math.max(0, 1 - m[0] - m[4] + m[8])) / 2;
  const q = [Math.sign(m[5] - m[7] || 1) * x, Math.sign(m[6] - m[2] || 1) * y, Math.sign(m[1] - m[3] || 1) * z, w];
  const length = Math.hypot(...q);
  return q.map((n) => n / length);
}

// --- check ---

function endCheck() {
  checking = 0;
  byId('check').disabled = false;
  byId('stop').disabled = true;
  byId('progress').hidden = true;
}
byId('check').onclick = () => {
  checking = --checks; // below 0: no number of a pair
  byId('check').disabled = true;
  byId('stop').disabled = false;
  byId('progress').hidden = false;
  byId('progress').value = 0;
  byId('check-result').textContent = '';
  worker.postMessage({
    check: {
      id: checking, clearance: Math.max(0, Number(byId('clearance').value) || 0),
      parts: scene.parts.map((p, part) => ({ part, name: p.name, pose: scene.pose(part) })),
    },
  });
};
byId('stop').onclick = () => {
  restartWorker();
  endCheck();
  byId('check-result').textContent = 'Stopped.';
  changed = true;
};
function showCheck({ clashes, undecided, candidates }) {
  endCheck();
  const open = undecided.length > 0 ? `, ${undecided.length} not decided` : '';
  byId('check-result').textContent = `${clashes.length} clashes among ${candidates} pairs of near parts${open}.`;
  byId('clashes').hidden = clashes.length === 0;
  const row = (clash) => {
    const tr = document.createElement('tr');
    const cells = [clash.class, `${scene.parts[clash.a].name}, ${scene.parts[clash.b].name}`, number(clash.distance)];
    tr.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
    tr.tabIndex = 0;
    tr.setAttribute('aria-label', `${cells[0]}: ${cells[1]}`);
    tr.onclick = () => choose(clash.a, clash.b);
    tr.onkeydown = (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); tr.onclick(); } };
    return tr;
  };
  byId('clashes').tBodies[0].replaceChildren(...clashes.map(row));
}

// --- buttons, keys, files ---

for (const [id, mode] of [['drag-move', 'move'], ['drag-turn', 'turn']]) {
  byId(id).onclick = () => {
    view.mode = mode;
    byId('drag-move').setAttribute('aria-pressed', mode === 'move');
    byId('drag-turn').setAttribute('aria-pressed', mode === 'turn');
  };
}
byId('fit').onclick = () => view.fit();
byId('part-a').onchange = () => choose(Number(byId('part-a').value), scene.b);
byId('part-b').onchange = () => choose(scene.a, Number(byId('part-b').value));
byId('preset').append(new Option('', ''), ...Object.keys(presets).map((name) => new Option(name, name)));
byId('preset').onchange = () => { if (byId('preset').value) usePreset(byId('preset').value); };
byId('open').onchange = () => openFiles([...byId('open').files]);

const moves = {
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1],
};
const turns = {
  ArrowLeft: [0, 0, 1], ArrowRight: [0, 0, -1], ArrowUp: [-1, 0, 0], ArrowDown: [1, 0, 0], q: [0, 1, 0], e: [0, -1, 0],
};
byId('canvas').addEventListener('keydown', (event) => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const length = step * scene.size();
  if (event.shiftKey && turns[key]) scene.turnBy(scene.a, turns[key], step);
  else if (moves[key]) scene.moveBy(scene.a, moves[key].map((x) => x * length));
  else if (turns[key]) scene.turnBy(scene.a, turns[key], step);
  else if (key === '+' || key === '=') step = Math.min(0.5, step * 2);
  else if (key === '-') step = Math.max(1e-6, step / 2);
  else if (key === 'n') choose((scene.a + 1) % scene.parts.length, scene.a);
  else return;
  event.preventDefault();
  moved();
});

addEventListener('dragover', (event) => {
  event.preventDefault();
  byId('drop').hidden = false;
});
addEventListener('dragleave', (event) => { if (!event.relatedTarget) byId('drop').hidden = true; });
addEventListener('drop', (event) => {
  event.preventDefault();
  byId('drop').hidden = true;
  openFiles([...event.dataTransfer.files]);
});

byId('share').onclick = async () => {
  try {
    location.hash = await linkOf(scene);
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    say('The address of this page now holds the scene; it was copied where the browser allows it.');
  } catch (error) {
    say(error.message, true);
  }
};
byId('export').onclick = () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([queryLines(scene, path?.result ? path : null)], { type: 'application/x-ndjson' }));
  link.download = 'scene.jsonl';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

async function fromLink() {
  if (location.hash.length < 2) return false;
  try {
    const shared = await sceneOf(location.hash.slice(1));
    scene.set(shared.parts, shared);
    shown();
    return true;
  } catch (error) {
    say(`The link does not hold a scene: ${error.message}`, true);
    return false;
  }
}

if (!(await fromLink())) {
  byId('preset').value = Object.keys(presets)[0];
  usePreset(byId('preset').value);
}
requestAnimationFrame(frame);

// For tests and for the curious.
window.playground = {
  graze, scene, view, frames, queryLines: () => queryLines(scene, path?.result ? path : null),
  settled: () => !changed && answered >= wanted, drawn: () => drawn,
};
