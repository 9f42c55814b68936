// A second instance of graze beside the page: what may take longer than a frame (penetration, contacts, class of bodies
// in contact) and the check of assemblies. Messages in: { parts }, { pair }, { check }; out: answers with the same `id`.
import { init } from './graze/index.js';

const ready = init();
let shapes = [];
let latest = 0; // a newer pair makes an older one not worth its work

async function load(graze, parts) {
  for (const shape of shapes) shape.dispose();
  shapes = [];
  for (const { vertices, triangles, solid } of parts) shapes.push(graze.mesh(vertices, triangles, { solid }));
}

function pair(graze, { id, a, b, budget }) {
  const first = { shape: shapes[a.part], pose: a.pose }, second = { shape: shapes[b.part], pose: b.pose };
  const began = performance.now();
  const result = { id, kind: 'pair' };
  result.class = graze.classify(first, second);
  result.penetration = graze.penetration(first, second, { budget });
  result.contacts = graze.contacts(first, second, { budget, reduce: true });
  result.milliseconds = performance.now() - began;
  postMessage(result);
}

function check(graze, { id, parts, clearance }) {
  const list = parts.map((p) => ({ path: p.name, shape: shapes[p.part], pose: p.pose }));
  const result = graze.check(list, {
    clearance,
    most: 8,
    progress: (done, candidates) => postMessage({ id, kind: 'progress', done, candidates }),
  });
  postMessage({ id, kind: 'check', result });
}

onmessage = async ({ data }) => {
  if (data.pair) latest = data.pair.id;
  const graze = await ready;
  try {
    if (data.parts) await load(graze, data.parts);
    if (data.pair) {
      // Lets newer messages in first.
      await new Promise((resolve) => setTimeout(resolve));
      if (data.pair.id === latest) pair(graze, data.pair);
      else postMessage({ id: data.pair.id, kind: 'skipped' });
    }
    if (data.check) check(graze, data.check);
  } catch (error) {
    postMessage({ id: data.pair?.id ?? data.check?.id ?? 0, kind: 'error', message: error.message });
  }
};
