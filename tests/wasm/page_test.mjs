// The module and the playground in a headless browser: node page_test.mjs OUT. GRAZE_WEB is the folder with the page, the
// package and mixed_queries.js; CHROMIUM the browser. Writes screenshots to OUT.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { bumpyBody } from './models.js';
import { serve } from './serve.mjs';

const out = process.argv[2], web = process.env.GRAZE_WEB;
mkdirSync(out, { recursive: true });
const hashes = new Map(readFileSync(process.env.GRAZE_HASHES, 'utf8').trim().split('\n').map((line) => line.split(' ')));
const mixed = Number(process.env.GRAZE_MIXED ?? 10000);
const server = await serve(web);
const address = `http://localhost:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

// Everything that the browser complains of, and every request that leaves the server of the page.
async function open(where, { width = 1280, height = 800, colorScheme = 'light', hasTouch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, hasTouch });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(error.message));
  context.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) page.complaints.push(`request ${request.url()}`);
  });
  await page.goto(address + where);
  return page;
}
// Asks again until it is so: the policy of the page forbids what waitForFunction() does.
async function until(page, so, argument) {
  for (let tries = 0; !(await page.evaluate(so, argument)); ++tries) {
    assert.ok(tries < 2400, `never came: ${so}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const settled = async (page) => {
  await until(page, () => window.playground?.settled());
  // Two frames later what was asked for is drawn.
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
  await until(page, () => window.playground.settled());
};
const text = (page, id) => page.textContent(`#${id}`);
const preset = async (page, name) => {
  await page.selectOption('#preset', name);
  await settled(page);
};
const titles = [];
async function test(title, work) {
  const began = Date.now();
  await work();
  titles.push(title);
  console.log(`ok: ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

// A place of the page where the ray of the mouse meets the part first.
const handle = (page, part) => page.evaluate((wanted) => {
  const { view, graze, scene } = window.playground;
  const box = document.getElementById('canvas').getBoundingClientRect();
  for (let y = 0.95; y > 0.05; y -= 0.04) {
    for (let x = 0.05; x < 0.95; x += 0.03) {
      const at = { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
      const ray = view.ray(at);
      const hits = scene.parts.map((_, i) => graze.ray(scene.body(i), ray.origin.toArray(), ray.direction.toArray()).hit?.t ?? Infinity);
      if (hits[wanted] < Infinity && hits.every((t, i) => i === wanted || t > hits[wanted])) return [at.clientX, at.clientY];
    }
  }
  return null;
}, part);

await test(`${mixed} mixed queries in Chromium have the hash of C++`, async () => {
  writeFileSync(path.join(web, 'blank.html'), '<!doctype html><title>blank</title><link rel="icon" href="data:,">');
  const page = await open('blank.html');
  for (const simd of [true, false]) {
    const found = await page.evaluate(async ([wanted, count]) => {
      const { init } = await import('/graze-wasm/index.js');
      const { hashOf } = await import('/mixed_queries.js');
      const graze = await init({ simd: wanted });
      return { set: graze.instructionSet, ...hashOf(graze, count) };
    }, [simd, mixed]);
    assert.equal(found.set, simd ? 'simd128' : 'scalar');
    assert.equal(found.hash, hashes.get(String(mixed)));
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

const page = await open('playground/');
await settled(page);

await test('examples say what their notes say', async () => {
  assert.equal(await text(page, 'class'), 'clear');
  await page.screenshot({ path: path.join(out, 'rings-1280.png') });
  await preset(page, 'Flush walls');
  assert.equal(await text(page, 'class'), 'touching');
  assert.match(await text(page, 'distance'), /^0 ±/);
  assert.match(await text(page, 'penetration'), /no common interior/);
  await page.screenshot({ path: path.join(out, 'walls-1280.png') });
  await preset(page, 'Part inside part');
  assert.equal(await text(page, 'class'), 'enclosed');
  assert.match(await text(page, 'penetration'), /depth between/);
  await preset(page, 'Blade and rod');
  assert.equal(await text(page, 'class'), 'clear');
  await page.click('#path-find');
  await settled(page);
  assert.match(await text(page, 'path'), /First contact between 0\.\d+ and 0\.\d+ of the way, proven\. Of nine places along the way 0 are/);
  await page.screenshot({ path: path.join(out, 'blade-1280.png') });
});

await test('dragging moves, turning turns', async () => {
  await preset(page, 'Two rings');
  const before = await page.evaluate(() => structuredClone(window.playground.scene.parts.map(({ translation, rotation }) => ({ translation, rotation }))));
  const [x, y] = await handle(page, 1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 5, { steps: 8 });
  await page.mouse.up();
  await settled(page);
  const after = await page.evaluate(() => structuredClone(window.playground.scene.parts.map(({ translation, rotation }) => ({ translation, rotation }))));
  assert.notDeepEqual(after[1].translation, before[1].translation);
  assert.deepEqual(after[1].rotation, before[1].rotation);
  assert.deepEqual(after[0], before[0]);
  assert.equal(await page.inputValue('#part-a'), '1');
  await page.click('#drag-turn');
  const [u, v] = await handle(page, 1);
  await page.mouse.move(u, v);
  await page.mouse.down();
  await page.mouse.move(u + 30, v - 20, { steps: 5 });
  await page.mouse.up();
  await settled(page);
  const turned = await page.evaluate(() => window.playground.scene.parts[1].rotation);
  assert.notDeepEqual(turned, after[1].rotation);
  await page.click('#drag-move');
  // The page says what graze says of the poses it shows.
  const same = await page.evaluate(() => {
    const { graze, scene } = window.playground;
    const { distance } = graze.distance(scene.body(scene.a), scene.body(scene.b));
    return document.getElementById('distance').textContent.startsWith(String(Number(distance.toPrecision(7))));
  });
  assert.ok(same);
});

await test('rings that are pushed into each other show triangles and a way out', async () => {
  await preset(page, 'Two rings');
  await page.focus('#canvas');
  for (let i = 0; i < 12; ++i) await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await text(page, 'class'), 'overlapping');
  assert.match(await text(page, 'triangles'), /[1-9]\d* (or more )?pairs/);
  assert.match(await text(page, 'penetration'), /depth between|budget/);
  await page.screenshot({ path: path.join(out, 'overlap-1280.png') });
});

await test('keys move, turn, choose', async () => {
  await preset(page, 'Part inside part');
  const pose = () => page.evaluate(() => structuredClone(window.playground.scene.pose(0)));
  const first = await pose();
  await page.focus('#canvas');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageUp');
  const second = await pose();
  assert.ok(second.translation[0] < first.translation[0] && second.translation[2] > first.translation[2]);
  await page.keyboard.press('Shift+ArrowUp');
  assert.notDeepEqual((await pose()).rotation, first.rotation);
  await page.keyboard.press('n');
  assert.equal(await page.inputValue('#part-a'), '1');
  // Everything can be reached by Tab, and has a name.
  const unnamed = await page.$$eval('button, select, input, canvas, a, summary', (all) => all
    .filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.[0]?.textContent.trim())).map((e) => e.id || e.tagName));
  assert.deepEqual(unnamed, []);
  const reached = new Set();
  for (let i = 0; i < 25; ++i) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id));
  }
  for (const id of ['check', 'path-start', 'part-a', 'clearance']) assert.ok(reached.has(id), `${id} by Tab`);
});

await test('path by hand', async () => {
  await preset(page, 'Part inside part');
  await page.focus('#canvas');
  for (let i = 0; i < 6; ++i) await page.keyboard.press('+');
  for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 10; ++i) await page.keyboard.press('-');
  await settled(page);
  assert.equal(await text(page, 'class'), 'clear');
  await page.click('#path-start');
  await page.evaluate(() => { window.playground.scene.parts[0].translation = [-4, 0, 0]; });
  await page.click('#path-find');
  await settled(page);
  assert.match(await text(page, 'path'), /First contact between 0\.\d+ and 0\.\d+ of the way, proven/);
  await page.fill('#time', '0');
  await settled(page);
  assert.equal(await text(page, 'class'), 'clear');
});

await test('check in the worker, its table, and stopping', async () => {
  await preset(page, 'Small assembly');
  await page.fill('#clearance', '0.05');
  await page.click('#check');
  await until(page, () => document.getElementById('check-result').textContent !== '');
  assert.match(await text(page, 'check-result'), /^\d+ clashes among \d+ pairs/);
  const rows = await page.$$eval('#clashes tbody tr', (all) => all.map((row) => row.innerText));
  assert.ok(rows.some((row) => row.startsWith('touching')) && rows.some((row) => row.startsWith('overlapping')), rows.join('\n'));
  await page.focus('#clashes tbody tr:last-child');
  await page.keyboard.press('Enter');
  await settled(page);
  await page.screenshot({ path: path.join(out, 'check-1280.png') });
});

await test('the link carries the scene, and the lines repeat it', async () => {
  await preset(page, 'Two rings');
  await page.focus('#canvas');
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowUp');
  await settled(page);
  const said = await text(page, 'distance');
  await page.click('#share');
  await until(page, () => location.hash.length > 100);
  const link = await page.evaluate(() => location.href);
  const copy = await open(link.slice(address.length));
  await settled(copy);
  assert.equal(await text(copy, 'distance'), said);
  assert.deepEqual(copy.complaints, []);
  await copy.context().close();
  const lines = await page.evaluate(() => window.playground.queryLines());
  writeFileSync(path.join(out, 'scene.jsonl'), lines);
  assert.equal(lines.trim().split('\n').length, 7);
  await page.evaluate(() => history.replaceState(null, '', location.pathname));
});

// Writes a binary STL.
function stl({ vertices, triangles }) {
  const count = triangles.length / 3, bytes = new DataView(new ArrayBuffer(84 + 50 * count));
  bytes.setUint32(80, count, true);
  for (let t = 0; t < count; ++t)
    for (let k = 0; k < 3; ++k)
      for (let c = 0; c < 3; ++c) bytes.setFloat32(84 + 50 * t + 12 + 12 * k + 4 * c, vertices[3 * triangles[3 * t + k] + c], true);
  return Buffer.from(bytes.buffer);
}
await test('two dropped models of 70,000 triangles, dragged: the work of a frame', async () => {
  const model = stl(bumpyBody(70000)).toString('base64');
  await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const files = new DataTransfer();
    for (const name of ['first.stl', 'second.stl']) files.items.add(new File([bytes], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  }, model);
  await until(page, () => window.playground.scene.parts.length === 2 && window.playground.scene.parts[0].triangles.length > 200000);
  await settled(page);
  assert.deepEqual(await page.evaluate(() => window.playground.scene.parts.map((p) => p.solid)), [true, true]);
  await page.evaluate(() => {
    const { scene, view } = window.playground;
    scene.moveBy(1, [2.6, 0, 0]);
    view.place(scene.parts);
    view.fit();
  });
  const [x, y] = await handle(page, 1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2, y);
  await page.evaluate(() => new Promise((r) => setTimeout(r, 1000)));
  const [count, began] = await page.evaluate(() => [window.playground.frames.length, performance.now()]);
  // In, through contact, and out again.
  for (let i = 0; i < 150; ++i) {
    const way = 170 * Math.sin((i / 150) * Math.PI * 2);
    await page.mouse.move(x - way, y + 10 * Math.sin(i / 9));
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(r)));
  }
  await page.mouse.up();
  const { times, seconds, met } = await page.evaluate(([from, since]) => ({
    times: window.playground.frames.slice(from), seconds: (performance.now() - since) / 1000,
    met: document.getElementById('triangles').textContent,
  }), [count, began]);
  await settled(page);
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1], worst = times[Math.floor(times.length * 0.99)];
  console.log(`    ${times.length} frames: median ${median.toFixed(2)} ms, 99 % ${worst.toFixed(2)} ms, ${(times.length / seconds).toFixed(1)} frames a second with drawing by software; last: ${met}`);
  assert.ok(times.length >= 100);
  await page.screenshot({ path: path.join(out, 'large-1280.png') });
  if (process.env.GRAZE_TIMING !== '0') assert.ok(median <= 8 && worst <= 14, 'the page works too long a frame');
});

await test('nothing was asked of others, nothing complained', async () => {
  assert.deepEqual(page.complaints, []);
});

await test('narrow, dark, by touch; and large', async () => {
  const narrow = await open('playground/', { width: 400, height: 800, colorScheme: 'dark', hasTouch: true });
  await settled(narrow);
  assert.ok(await narrow.evaluate(() => document.documentElement.scrollWidth <= 400), 'no sideways scrolling');
  const before = await narrow.evaluate(() => [...window.playground.scene.parts[1].translation]);
  const [x, y] = await handle(narrow, 1);
  const client = await narrow.context().newCDPSession(narrow);
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (let i = 1; i <= 5; ++i) await touch('touchMove', [{ x: x + 6 * i, y }]);
  await touch('touchEnd', []);
  await settled(narrow);
  assert.notDeepEqual(await narrow.evaluate(() => [...window.playground.scene.parts[1].translation]), before);
  await narrow.screenshot({ path: path.join(out, 'rings-400.png') });
  assert.deepEqual(narrow.complaints, []);
  await narrow.context().close();
  const large = await open('playground/', { width: 3840, height: 2160 });
  await settled(large);
  await large.screenshot({ path: path.join(out, 'rings-3840.png') });
  assert.deepEqual(large.complaints, []);
  await large.context().close();
});

await browser.close();
server.close();
console.log(`${titles.length} tests passed`);
