// The HTML report of `graze check` in a headless browser: node report_test.mjs GRAZE FOLDER. Writes screenshots to the
// folder.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
// What the table holds from top to bottom; only what is in sight is in the page.
const ids = (page) => page.evaluate(() => window.grazeReport.order());
const clashesOf = (page) => page.evaluate(() => window.grazeReport.data.clashes);
// The row of a clash, brought into sight.
async function rowOf(page, id) {
  const row = page.locator(`tr.clash[data-id="${id}"]`);
  if (!(await row.count())) await page.fill('#search', id);
  return row;
}
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
    assert.equal((await clashesOf(page)).filter((clash) => clash.picture).length, 8);
    assert.ok(await page.locator('td.thumb img').count() > 0);
    assert.match(await page.textContent('#notes'), /8 pictures/);
    const image = page.locator('#picture img');
    assert.equal(await image.evaluate((img) => img.decode().then(() => img.naturalWidth)), 480);
  },

  async 'the table sorts'(page) {
    const before = await ids(page);
    const clashes = await clashesOf(page);
    assert.equal(before.length, clashes.length);
    assert.ok(before.length > 20);
    // Only rows in sight, and one block before and behind it, are in the page.
    assert.ok(await page.locator('tr.clash').count() < 70);
    const byId = Object.fromEntries(clashes.map((clash) => [clash.id, clash]));
    // Measured depths come before surfaces that cross, in each class.
    const worst = before.map((id) => byId[id]);
    worst.forEach((clash, i) => assert.ok(i === 0 || clash.class !== worst[i - 1].class || worst[i - 1].bound !== null || clash.bound === null));
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
    await page.click('th[data-column=class] button');
  },

  async 'the table filters and groups'(page) {
    const clashes = await clashesOf(page);
    const counts = {};
    for (const clash of clashes) counts[clash.class] = (counts[clash.class] || 0) + 1;
    await page.click('#classes button[data-class=touching]');
    assert.equal((await ids(page)).length, clashes.length - counts.touching);
    await page.click('#classes button[data-class=touching]');
    await page.fill('#search', clashes[3].id);
    assert.deepEqual(await ids(page), [clashes[3].id]);
    await page.fill('#search', 'no such part');
    assert.deepEqual(await ids(page), []);
    assert.ok(await page.isVisible('#empty'));
    await page.fill('#search', '');
    for (const by of ['part', 'place']) {
      await page.selectOption('#group', by);
      const groups = await page.evaluate((name) => window.grazeReport.data.groups[name].length, by);
      assert.equal((await page.evaluate(() => window.grazeReport.groups())).length, groups);
      assert.ok(await page.locator('tr.group').count() > 0);
      assert.equal((await ids(page)).length, clashes.length);
    }
    await page.selectOption('#group', '');
  },

  async 'a click on a clash shows both parts'(page) {
    const clashes = await clashesOf(page);
    for (const name of ['enclosed', 'clearance', 'touching', 'overlapping']) {
      const clash = clashes.find((c) => c.class === name);
      assert.ok(clash, name);
      await (await rowOf(page, clash.id)).click();
      const state = await drawn(page, clash.id);
      assert.deepEqual([state.a.number, state.b.number], clash.numbers);
      assert.ok(state.a.visible && state.b.visible && state.a.triangles > 0 && state.b.triangles > 0);
      assert.notEqual(state.a.color, state.b.color);
      if (name === 'overlapping') assert.ok(state.region.curves > 0);
      const seen = await colours(page);
      assert.ok(seen.red > 20, `${name}: ${JSON.stringify(seen)}`);
      if (name !== 'enclosed') assert.ok(seen.blue > 500 && seen.orange > 500, `${name}: ${JSON.stringify(seen)}`);
      assert.equal(await page.textContent('#name'), `${clash.a.name}×${clash.b.name}`);
      assert.equal(await page.getAttribute(`tr.clash[data-id="${clash.id}"]`, 'aria-selected'), 'true');
      assert.equal(new URL(page.url()).hash, '#' + clash.id);
      await page.fill('#search', '');
    }
  },

  async 'keys go over the whole table, a link opens one clash, names are whole'(page) {
    const all = await ids(page), selected = () => page.evaluate(() => window.grazeReport.state().id);
    await page.focus('#scroll');
    await page.keyboard.press('Home');
    assert.equal(await selected(), all[0]);
    await page.keyboard.press('ArrowDown');
    assert.equal(await selected(), all[1]);
    await page.keyboard.press('End');
    assert.equal(await selected(), all[all.length - 1]);
    const focused = () => page.evaluate(() => document.activeElement.dataset.id);
    assert.equal(await focused(), all[all.length - 1]);
    for (let i = 0; i < 3; ++i) await page.keyboard.press('PageUp');
    assert.equal(await focused(), all[Math.max(0, all.length - 31)]);
    const row = page.locator(`tr.clash[data-id="${await focused()}"]`), box = await row.boundingBox(), frame = await page.locator('#scroll').boundingBox();
    assert.ok(box.y >= frame.y && box.y + box.height <= frame.y + frame.height + 1);
    const wanted = all[Math.floor(all.length / 2)];
    await page.evaluate((id) => { location.hash = id; }, wanted);
    await until(page, (id) => window.grazeReport.state().id === id, wanted);
    assert.ok(await page.isVisible(`tr.clash[data-id="${wanted}"]`));
    const cut = await page.$$eval('td.part', (cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
    assert.equal(cut, 0);
    await page.keyboard.press('Home');
  },

  async 'everything that can be used has a name'(page) {
    const nameless = await page.$$eval('button, input, select, textarea, canvas, [tabindex="0"], table', (elements) => elements
      .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.placeholder || (e.labels && e.labels.length))).map((e) => e.outerHTML));
    assert.deepEqual(nameless, []);
  },

  async 'the view turns, comes nearer and goes back'(page) {
    const id = (await ids(page))[0];
    await page.evaluate(() => { document.getElementById('scroll').scrollTop = 0; });
    await until(page, (first) => Boolean(document.querySelector(`tr.clash[data-id="${first}"]`)), id);
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
const save = async (on, button) => {
  const [download] = await Promise.all([on.waitForEvent('download'), on.click(button)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
};
const check = (...more) => {
  const { status, stdout, stderr } = spawnSync(graze, ['check', model, '--clearance', '20mm', ...more], { maxBuffer: 1 << 28 });
  return { status, out: stdout.toString(), err: stderr.toString() };
};

// Decided on the page, saved, read by graze, and on the next page.
tests['a review goes round'] = async (page) => {
  const all = await clashesOf(page), bad = all.filter((clash) => clash.class !== 'touching'), [one, two] = bad;
  await (await rowOf(page, one.id)).click();
  await page.selectOption('#status', 'active');
  await page.fill('#assignee', 'Ann <ann@example.org>');
  await page.fill('#author', 'Bo');
  await page.fill('#comment', 'move the "pipe"\nby 30 mm \u00e4');
  await page.click('#add-comment');
  assert.equal(await page.textContent(`tr.clash[data-id="${one.id}"] td.status`), 'activeAnn <ann@example.org> · 1 comment');
  assert.match(await page.textContent('#comments'), /Bo.*move the "pipe"/s);
  assert.match(await page.textContent('#decided'), /not saved/);
  await page.fill('#search', '');
  await (await rowOf(page, two.id)).click();
  await page.click('#approve');
  await page.fill('#search', '');
  await page.selectOption('#show-status', 'approved');
  assert.deepEqual(await ids(page), [two.id]);
  await page.selectOption('#show-status', 'active');
  assert.deepEqual(await ids(page), [one.id]);
  await page.selectOption('#show-status', '');
  await page.fill('#search', 'ann@example');
  assert.deepEqual(await ids(page), [one.id]);
  await page.fill('#search', '');
  assert.match(await page.textContent('#verdict'), new RegExp(`^${bad.length - 1} clashes · 1 accepted`));

  const saved = await save(page, '#save-review'), ignore = await save(page, '#save-ignore');
  assert.equal(saved.name, 'review.jsonl');
  assert.equal(ignore.name, 'ignore.txt');
  assert.equal(await page.textContent('#decided'), '');
  const [first, second] = [path.join(folder, 'review.jsonl'), path.join(folder, 'again.jsonl')];
  writeFileSync(first, saved.text);
  const next = path.join(folder, 'next.html');
  const result = check('--json', '--review', first, '--write-review', second, '--html', next);
  assert.equal(result.status, 1, result.err);
  const told = Object.fromEntries(JSON.parse(result.out).clashes.map((clash) => [clash.id, clash.review]));
  assert.equal(told[two.id].status, 'approved');
  assert.equal(told[one.id].assignee, 'Ann <ann@example.org>');
  assert.equal(told[one.id].comments[0].text, 'move the "pipe"\nby 30 mm \u00e4');
  const lines = (text) => text.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(lines(readFileSync(second, 'utf8')), lines(saved.text));
  const ignored = path.join(folder, 'ignore.txt');
  writeFileSync(ignored, ignore.text);
  const less = JSON.parse(check('--json', '--ignore', ignored).out).clashes.map((clash) => clash.id);
  assert.deepEqual(less.length, all.length - 1);
  assert.ok(!less.includes(two.id));

  // The next page has it, and what is saved there is the same. All that is left is approved at once: nothing fails.
  const later = await open(next, 1280, 800, 'light');
  await until(later, () => Boolean(window.grazeReport));
  assert.deepEqual(lines((await save(later, '#save-review')).text), lines(saved.text));
  await later.selectOption('#all-status', 'approved');
  await later.click('#set-all');
  writeFileSync(first, (await save(later, '#save-review')).text);
  assert.deepEqual(later.complaints, []);
  await later.close();
  assert.equal(check('--review', first).status, 0);
};
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
