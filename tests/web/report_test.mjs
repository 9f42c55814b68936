// The HTML report of `graze check` in a headless browser: node report_test.mjs GRAZE FOLDER. Writes screenshots to the
// folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, browser, failed, open, until } from './browser.mjs';

const [graze, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const model = path.join(folder, 'plant.glb'), file = path.join(folder, 'report.html');
execFileSync(graze, ['scene', 'plant', '--parts', '60', '--seed', '7', '-o', model], { stdio: 'ignore' });
execFileSync(graze, ['check', model, '--clearance', '20mm', '--html', file, '--fail-on', 'none', '--pictures', '8'], { stdio: 'ignore' });

// The state once the clash is drawn.
async function drawn(page, id) {
  await until(page, (wanted) => { const s = window.grazeReport.state(); return s && s.id === wanted && s.drawn > 0; }, id);
  return page.evaluate(() => window.grazeReport.state());
}
const ids = (page) => page.$$eval('tr.clash', (rows) => rows.map((row) => row.dataset.id));
// Pixels of the canvas that are more of one colour than of the others.
const colours = (page) => page.evaluate(() => new Promise((resolve) => {
  const canvas = document.querySelector('#view canvas');
  requestAnimationFrame(() => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext('2d');
    window.grazeReport.draw();
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height), seen = { blue: 0, orange: 0, red: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const r = data[i], g = data[i + 1], b = data[i + 2];
      if (data[i + 3] < 100) continue;
      seen.blue += b > r + 40;
      seen.orange += r > b + 60 && g > b + 20;
      seen.red += r > g + 90 && r > b + 90;
    }
    resolve(seen);
  });
}));

const tests = {
  async 'pictures are there, and those that are not are said'(page) {
    assert.equal(await page.locator('td.thumb img').count(), 8);
    assert.match(await page.textContent('#notes'), /8 pictures/);
    const image = page.locator('#picture img');
    assert.equal(await image.evaluate((img) => img.decode().then(() => img.naturalWidth)), 480);
  },

  async 'the table sorts'(page) {
    const before = await ids(page);
    const report = await page.evaluate(() => window.grazeReport.data.report);
    assert.equal(before.length, report.clashes.length);
    assert.ok(before.length > 20);
    const byId = Object.fromEntries(report.clashes.map((clash) => [clash.id, clash]));
    const distances = async () => (await ids(page)).map((id) => byId[id].distance);
    await page.click('th[data-column=length] button');
    const up = await distances();
    assert.deepEqual(up, [...up].sort((x, y) => x - y));
    assert.notDeepEqual(await ids(page), before);
    assert.equal(await page.getAttribute('th[data-column=length]', 'aria-sort'), 'ascending');
    await page.click('th[data-column=length] button');
    const down = await distances();
    assert.deepEqual(down, [...down].sort((x, y) => y - x));
    await page.click('th[data-column=a] button');
    const names = (await ids(page)).map((id) => byId[id].a.path);
    assert.deepEqual(names, [...names].sort((x, y) => x.localeCompare(y, 'en', { numeric: true })));
  },

  async 'the table filters and groups'(page) {
    const report = await page.evaluate(() => window.grazeReport.data.report);
    const counts = {};
    for (const clash of report.clashes) counts[clash.class] = (counts[clash.class] || 0) + 1;
    await page.click('#classes button[data-class=touching]');
    assert.equal((await ids(page)).length, report.clashes.length - counts.touching);
    await page.click('#classes button[data-class=touching]');
    await page.fill('#search', report.clashes[3].id);
    assert.deepEqual(await ids(page), [report.clashes[3].id]);
    await page.fill('#search', 'no such part');
    assert.deepEqual(await ids(page), []);
    assert.ok(await page.isVisible('#empty'));
    await page.fill('#search', '');
    for (const by of ['part', 'place']) {
      await page.selectOption('#group', by);
      const groups = await page.evaluate((name) => window.grazeReport.data['by_' + name].length, by);
      assert.equal(await page.locator('tr.group').count(), groups);
      assert.equal((await ids(page)).length, report.clashes.length);
    }
    await page.selectOption('#group', '');
  },

  async 'a click on a clash shows both parts'(page) {
    const report = await page.evaluate(() => window.grazeReport.data.report);
    for (const name of ['enclosed', 'clearance', 'touching', 'overlapping']) {
      const clash = report.clashes.find((c) => c.class === name);
      assert.ok(clash, name);
      await page.click(`tr.clash[data-id="${clash.id}"]`);
      const state = await drawn(page, clash.id);
      assert.equal(state.a.number, clash.a.index);
      assert.equal(state.b.number, clash.b.index);
      assert.ok(state.a.visible && state.b.visible && state.a.triangles > 0 && state.b.triangles > 0);
      assert.notEqual(state.a.color, state.b.color);
      if (name === 'overlapping') assert.ok(state.region.curves > 0);
      const seen = await colours(page);
      assert.ok(seen.red > 20, `${name}: ${JSON.stringify(seen)}`);
      if (name !== 'enclosed') assert.ok(seen.blue > 500 && seen.orange > 500, `${name}: ${JSON.stringify(seen)}`);
      assert.equal(await page.textContent('#name'), `${clash.a.name}×${clash.b.name}`);
      assert.equal(await page.getAttribute(`tr.clash[data-id="${clash.id}"]`, 'aria-selected'), 'true');
    }
  },

  async 'the view turns, comes nearer and goes back'(page) {
    const id = (await ids(page))[0];
    await page.click(`tr.clash[data-id="${id}"]`);
    const before = await drawn(page, id);
    const box = await page.locator('#view canvas').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const changed = (from) => until(page, (camera) => window.grazeReport.state().camera.some((v, i) => v !== camera[i]), from);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 25, { steps: 4 });
    await page.mouse.up();
    await changed(before.camera);
    const turned = await page.evaluate(() => window.grazeReport.state());
    assert.equal(turned.radius, before.radius);
    await page.mouse.wheel(0, -300);
    await changed(turned.camera);
    assert.ok((await page.evaluate(() => window.grazeReport.state())).radius < before.radius);
    await page.click('#reset');
    await until(page, (radius) => window.grazeReport.state().radius === radius, before.radius);
    await page.uncheck('#switches input[data-role=a]');
    assert.equal((await page.evaluate(() => window.grazeReport.state())).a.visible, false);
    await page.check('#switches input[data-role=a]');
  },
};

const page = await open(file, 1280, 800, 'light');
await until(page, () => Boolean(window.grazeReport));
for (const [name, test] of Object.entries(tests)) await attempt(name, () => test(page));
await attempt('nothing is asked for, nothing goes wrong', () => {
  assert.deepEqual(page.complaints, []);
  assert.equal(page.files, 1);
});

for (const [name, width, height] of [['wide', 1280, 800], ['narrow', 400, 800]]) {
  await attempt(`${width} x ${height}: fits and can be read, light and dark`, async () => {
    const shown = await open(file, width, height, 'light');
    const first = (await ids(shown))[0];
    if (width < 820) {
      assert.ok(!(await shown.isVisible('#detail')));
      await shown.screenshot({ path: path.join(folder, name + '-list.png') });
    }
    await shown.click(`tr.clash[data-id="${first}"]`);
    await drawn(shown, first);
    for (const colorScheme of ['light', 'dark']) {
      await shown.emulateMedia({ colorScheme });
      await shown.waitForTimeout(250);
      assert.ok(await shown.isVisible('#detail canvas'));
      // Nothing is wider than the window.
      assert.equal(await shown.evaluate(() => document.documentElement.scrollWidth), width);
      const picture = path.join(folder, `${name}-${colorScheme}.png`);
      await shown.screenshot({ path: picture });
      assert.ok(readFileSync(picture).length > 20000);
    }
    const [back, ink] = await shown.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]
      .map((color) => color.match(/\d+/g).map(Number)));
    assert.ok(back.every((x) => x < 60) && ink.every((x) => x > 180), 'dark: ' + [back, ink]);
    if (width < 820) {
      await shown.click('#close');
      await until(shown, () => getComputedStyle(document.getElementById('detail')).visibility === 'hidden');
    }
    assert.deepEqual(shown.complaints, []);
    await shown.close();
  });
}
await browser.close();
process.exit(failed > 0 ? 1 : 0);
