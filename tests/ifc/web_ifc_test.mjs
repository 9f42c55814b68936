// node web_ifc_test.mjs GRAZE [MODEL.ifc...]: every product for which web-ifc has triangles is a part of graze's, in the
// same box, and of the same volume where web-ifc's mesh is closed. Without models, one that is written here, of which
// volumes are known besides.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as WebIFC from 'web-ifc';
import { writeModel } from './model.mjs';

const [graze, ...models] = process.argv.slice(2);
const noParts = new Set(
  ['SPACE', 'OPENINGELEMENT', 'VIRTUALELEMENT', 'SPATIALZONE', 'PROJECTIONELEMENT', 'ANNOTATION', 'GRID'].map((name) => WebIFC['IFC' + name]),
);
const api = new WebIFC.IfcAPI();
await api.Init();
api.SetLogLevel(WebIFC.LogLevel.LOG_LEVEL_OFF ?? 6);

// Corners in metres, z up, equal ones made one; closed when every edge goes both ways as often.
function meshOf(model, product) {
  const numbers = new Map(), corners = [], triangles = [];
  for (let i = 0; i < product.geometries.size(); ++i) {
    const placed = product.geometries.get(i), m = placed.flatTransformation;
    const geometry = api.GetGeometry(model, placed.geometryExpressID);
    const floats = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
    const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
    const number = [];
    for (let k = 0; k < floats.length; k += 6) {
      const [x, y, z] = floats.subarray(k, k + 3);
      const at = [0, 1, 2].map((row) => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12]);
      const corner = [at[0], -at[2], at[1]], key = corner.map((c) => Math.round(c * 1e5)).join();
      if (!numbers.has(key)) {
        numbers.set(key, corners.length);
        corners.push(corner);
      }
      number.push(numbers.get(key));
    }
    for (let k = 0; k < indices.length; k += 3) {
      const t = [0, 1, 2].map((j) => number[indices[k + j]]);
      if (t[0] !== t[1] && t[1] !== t[2] && t[2] !== t[0]) triangles.push(t);
    }
    geometry.delete();
  }
  const edges = new Map();
  let volume = 0;
  for (const t of triangles) {
    const [a, b, c] = t.map((i) => corners[i].map((x, axis) => x - corners[0][axis]));
    volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
    for (let i = 0; i < 3; ++i) {
      const [from, to] = [t[i], t[(i + 1) % 3]], key = `${Math.min(from, to)} ${Math.max(from, to)}`;
      edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
    }
  }
  const lo = [0, 1, 2].map((axis) => Math.min(...corners.map((c) => c[axis])));
  const hi = [0, 1, 2].map((axis) => Math.max(...corners.map((c) => c[axis])));
  return { count: triangles.length, closed: [...edges.values()].every((sum) => sum === 0), volume: Math.abs(volume), lo, hi };
}

function productsOf(path) {
  const model = api.OpenModel(new Uint8Array(readFileSync(path)), { COORDINATE_TO_ORIGIN: false, CIRCLE_SEGMENTS: 64 });
  const products = new Map();
  api.StreamAllMeshes(model, (product) => {
    if (noParts.has(api.GetLineType(model, product.expressID))) return;
    const mesh = meshOf(model, product);
    if (mesh.count > 0) products.set(api.GetLine(model, product.expressID).GlobalId.value, mesh);
  });
  api.CloseModel(model);
  return products;
}

let failures = 0;
function check(good, text) {
  if (good) return;
  failures++;
  console.log('FAILED: ' + text);
}

function compare(path, known) {
  const theirs = productsOf(path);
  const report = JSON.parse(execFileSync(graze, ['info', '--json', path], { encoding: 'utf8', maxBuffer: 1 << 30 }));
  const unit = { m: 1, mm: 1e-3, cm: 1e-2, ft: 0.3048, in: 0.0254 }[report.units];
  const ours = new Map(report.parts.map((part) => [part.global_id, part]));
  let there = 0, closed = 0, boxes = 0, volumes = 0, compared = 0;
  for (const [id, mesh] of theirs) {
    const part = ours.get(id);
    if (part === undefined) continue;
    there++;
    closed += part.solid;
    const origin = report.origin.map((x) => x * unit);
    const off = Math.max(
      ...[0, 1, 2].map((axis) =>
        Math.max(Math.abs(part.bounds[0][axis] * unit + origin[axis] - mesh.lo[axis]), Math.abs(part.bounds[1][axis] * unit + origin[axis] - mesh.hi[axis])),
      ),
    );
    boxes += off < 3e-3;
    if (!part.solid || !mesh.closed) continue;
    compared++;
    volumes += Math.abs(part.volume * unit ** 3 - mesh.volume) <= 0.01 * mesh.volume;
  }
  console.log(`${path}: ${theirs.size} products, ${there} there, ${closed} closed, ${boxes} in the same box, ${volumes} of ${compared} volumes`);
  if (known === undefined) return;
  check(there === theirs.size && there === known.size, 'products');
  check(closed === known.size, 'closed');
  check(boxes === known.size, 'boxes');
  check(compared >= 10 && volumes === compared, 'volumes');
  for (const [id, volume] of known) {
    const part = ours.get(id);
    check(part && Math.abs(part.volume - volume) <= 2e-3 * volume, `volume of ${id}: ${part?.volume}, not ${volume}`);
  }
}

if (models.length > 0) {
  for (const path of models) compare(path);
} else {
  const { text, products } = writeModel();
  writeFileSync('model.ifc', text);
  compare('model.ifc', products);
}
if (failures > 0) process.exit(1);
console.log('ok: the same model by graze and by web-ifc');
