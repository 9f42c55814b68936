// A scene as text: in links, and as lines of `graze query`.

const linkLimit = 1_500_000; // characters; browsers take about two million

const toBase64 = (bytes) => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
const bytesOf = (array) => toBase64(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));

/** The part of a link after #. Throws where the scene is too large for one. */
export async function linkOf(scene) {
  const text = JSON.stringify({
    version: 1,
    a: scene.a,
    b: scene.b,
    note: scene.note,
    parts: scene.parts.map((p) => ({
      name: p.name, solid: p.solid, translation: p.translation, rotation: p.rotation,
      vertices: bytesOf(p.vertices), triangles: bytesOf(p.triangles),
    })),
  });
  const packed = toBase64(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)));
  if (packed.length > linkLimit)
    throw new Error(`The models are too large for a link (${Math.round(packed.length / 1e6)} million characters): save the query lines instead.`);
  return packed;
}

export async function sceneOf(packed) {
  const bytes = await through(new DecompressionStream('deflate-raw'), fromBase64(packed));
  const scene = JSON.parse(new TextDecoder().decode(bytes));
  if (scene.version !== 1) throw new Error('The link is of another version of this page.');
  for (const p of scene.parts) {
    p.vertices = new Float64Array(fromBase64(p.vertices).buffer);
    p.triangles = new Uint32Array(fromBase64(p.triangles).buffer);
  }
  return scene;
}

/** Lines for `graze query` that repeat what the page shows: all shapes, and the questions about the pair. */
export function queryLines(scene, path) {
  const rows = (array) => Array.from({ length: array.length / 3 }, (_, i) => Array.from(array.subarray(3 * i, 3 * i + 3)));
  const lines = scene.parts.map((p, i) => ({
    op: 'define', shape: `part ${i}`, mesh: { vertices: rows(p.vertices), triangles: rows(p.triangles) }, solid: p.solid,
  }));
  const body = (i) => ({
    shape: `part ${i}`, pose: { translation: scene.parts[i].translation, rotation: scene.parts[i].rotation },
  });
  const a = body(scene.a), b = body(scene.b);
  for (const op of ['classify', 'distance', 'penetration']) lines.push({ op, a, b });
  lines.push({ op: 'contacts', a, b, tolerance: 0 }, { op: 'collide', a, b, all: true });
  if (path) {
    const { translation, origin, axis, angle } = path.motion;
    const motion = angle === 0 ? { translation } : { spin: { translation, origin, axis, angle } };
    lines.push({ op: 'move', moving: { shape: a.shape, pose: path.pose }, motion, others: [b] });
  }
  return lines.map((line, id) => JSON.stringify({ id, ...line })).join('\n') + '\n';
}
