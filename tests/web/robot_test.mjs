// The page of `graze robot` in a headless browser: node robot_test.mjs GRAZE FOLDER. Writes screenshots to the folder.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, browser, failed, open, until } from './browser.mjs';

const [graze, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const at = (name) => path.join(folder, name), file = at('robot.html'), still = at('still.html');
execFileSync(graze, ['scene', 'arm', '--joints', '7', '-o', at('arm.urdf')], { stdio: 'ignore' });
const text = readFileSync(at('arm.urdf'), 'utf8');
const names = [...text.matchAll(/<joint name="([^"]+)" type="revolute"/g)].map((match) => match[1]);
// Folds the arm until it meets itself.
writeFileSync(at('path.csv'), `${names.join(',')}\n${names.map(() => '0').join(',')}\n${names.map((_, i) => (i % 2 ? '1.5' : '0.2')).join(',')}\n${names.map((_, i) => (i % 2 ? '2.6' : '0.4')).join(',')}\n`);
const run = spawnSync(graze, ['robot', at('arm.urdf'), '--trajectory', at('path.csv'), '--samples', '400', '--proof-budget', '2000', '--html', file, '--json'], { encoding: 'utf8' });
const report = JSON.parse(run.stdout);
// Nothing moves, and its name is not kind to HTML.
writeFileSync(at('still.urdf'), '<robot name="&lt;/script&gt;&lt;b&gt;still"><link name="a&lt;b"><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>');
spawnSync(graze, ['robot', at('still.urdf'), '--html', still]);
// The forearm of the arm of two joints swings into a post of a scene.
const scene = at('scene.html'), corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1 ? 0.1 : -0.1} ${i & 2 ? 1.1 : 0.9} ${i & 4 ? 2 : 0.5}`);
writeFileSync(at('cell.obj'), `o post\n${corners.join('\n')}\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`);
writeFileSync(at('swing.csv'), 'yaw,pitch\n1.2,0\n2,0\n');
execFileSync(graze, ['scene', 'arm', '-o', at('arm2.urdf')], { stdio: 'ignore' });
spawnSync(graze, ['robot', at('arm2.urdf'), '--trajectory', at('swing.csv'), '--scene', at('cell.obj'), '--samples', '100', '--html', scene]);

const state = (page) => page.evaluate(() => window.grazeRobot.state());
const drawn = (page) => until(page, () => Boolean(window.grazeRobot) && window.grazeRobot.state().drawn > 0);
// Pixels of the canvas that are more of one colour than of the others.
const colours = (page) => page.evaluate(() => new Promise((resolve) => {
  const canvas = document.querySelector('#view canvas');
  requestAnimationFrame(() => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    window.grazeRobot.draw();
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height), seen = { grey: 0, red: 0, orange: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const r = data[i], g = data[i + 1], b = data[i + 2];
      if (data[i + 3] < 100) continue;
      seen.red += r > g + 60 && r > b + 60 && g < b + 40;
      seen.orange += r > b + 60 && g > b + 30;
      seen.grey += b >= r;
    }
    resolve(seen);
  });
}));

const tests = {
  async 'the robot is drawn, with a slider a variable'(page) {
    const joints = report.variables;
    assert.equal(await page.locator('#sliders input').count(), joints.length);
    for (const [i, joint] of joints.entries()) {
      assert.equal(await page.getByLabel(joint.name, { exact: true }).count(), 1, joint.name);
      assert.ok(Math.abs(Number(await page.getAttribute(`#joint-${i}`, 'min')) - joint.lower) < 1e-12);
    }
    assert.ok((await colours(page)).grey > 2000);
  },

  async 'a slider moves the links that hang on it'(page) {
    await page.click('#zero');
    const before = await state(page);
    await page.focus('#joint-1');
    for (let i = 0; i < 20; ++i) await page.keyboard.press('ArrowRight');
    const after = await state(page), moved = after.links.map((matrix, i) => matrix.some((x, k) => Math.abs(x - before.links[i][k]) > 1e-9));
    const data = await page.evaluate(() => window.grazeRobot.data);
    const hangs = (link) => { const joint = data.joints.find((j) => j.child === link); return Boolean(joint) && (joint.variable === 1 || hangs(joint.parent)); };
    data.links.forEach((link, i) => assert.equal(moved[i], hangs(i), link.name));
    assert.match(await page.textContent('#pose'), /by hand/);
    const variable = data.variables[1], value = (await page.evaluate(() => window.grazeRobot.values()))[1];
    assert.ok(Math.abs(value - (variable.start + 0.2 * (variable.upper - variable.lower))) < 1e-9);
  },

  async 'the table has every pair, with class and proof or witness'(page) {
    assert.equal(await page.locator('tr.pair').count(), report.pairs.length);
    for (const pair of report.pairs) {
      const row = page.locator('tr.pair', { hasText: `${pair.a} × ${pair.b}` }).filter({ has: page.locator(`td:text-is("${pair.a} × ${pair.b}")`) });
      assert.equal(await row.locator('.class').textContent(), pair.class);
      assert.equal(await row.getByText('In contact', { exact: true }).count(), pair.witness ? 1 : 0);
      if (pair.proven && pair.class === 'never') assert.match(await row.textContent(), /proven/);
    }
    const never = report.pairs.filter((pair) => pair.class === 'never').length;
    assert.ok(never > 0);
    await page.click('#classes button[data-class=never]');
    assert.equal(await page.locator('tr.pair').count(), report.pairs.length - never);
    await page.click('#classes button[data-class=never]');
    await page.fill('#search', 'no such link');
    assert.ok(await page.isVisible('#empty'));
    await page.fill('#search', '');
  },

  async 'a witness is shown by a click, and by a key'(page) {
    const pair = report.pairs.find((each) => each.witness && each.class === 'sometimes');
    const row = page.locator('tr.pair').filter({ has: page.locator(`td:text-is("${pair.a} × ${pair.b}")`) });
    const button = row.getByRole('button', { name: `In contact: pose of ${pair.a} and ${pair.b}` });
    for (const act of [() => button.click(), async () => { await page.click('#zero'); await button.focus(); await page.keyboard.press('Enter'); }]) {
      await act();
      const values = await page.evaluate(() => window.grazeRobot.values());
      report.variables.forEach((variable, i) => assert.equal(values[i], pair.witness[variable.name]));
      const shown = await state(page), data = await page.evaluate(() => window.grazeRobot.data.links.map((link) => link.name));
      assert.deepEqual(shown.marked.map((i) => data[i]), [pair.a, pair.b]);
      assert.match(await page.textContent('#pose'), /in contact/);
      assert.ok(await row.evaluate((element) => element.classList.contains('chosen')));
    }
    const seen = await colours(page);
    assert.ok(seen.red > 50 && seen.orange > 50, JSON.stringify(seen));
    await row.getByRole('button', { name: /Apart/ }).click();
    assert.match(await page.textContent('#pose'), /apart/);
  },

  async 'the trajectory is played up to its contact and on'(page) {
    assert.ok(report.trajectory.contacts.length > 0);
    const first = report.trajectory.contacts[0], when = first.to.waypoint + first.to.fraction;
    await page.fill('#time', '0');
    assert.deepEqual((await state(page)).marked, []);
    await page.click('#run');
    assert.equal(await page.getAttribute('#run', 'aria-pressed'), 'true');
    await until(page, () => window.grazeRobot.state().marked.length === 2 && Boolean(window.grazeRobot.state().mark));
    await until(page, () => document.getElementById('run').getAttribute('aria-pressed') === 'false');
    assert.equal(Number(await page.inputValue('#time')), 2);
    await page.locator('#contacts button').first().click();
    assert.ok(Math.abs(Number(await page.inputValue('#time')) - when) < 1e-9);
    const values = await page.evaluate(() => window.grazeRobot.values());
    report.variables.forEach((variable, i) => assert.equal(values[i], first.values[variable.name]));
    assert.deepEqual((await state(page)).mark.map((x) => x.toFixed(6)), first.point.map((x) => x.toFixed(6)));
  },

  async 'the view turns by pointer and keys, and goes back'(page) {
    await page.click('#reset-view');
    await page.waitForTimeout(100);
    const before = await state(page);
    await page.focus('#view canvas');
    await page.keyboard.press('ArrowLeft');
    await until(page, (camera) => window.grazeRobot.state().camera.some((x, i) => x !== camera[i]), before.camera);
    const box = await page.locator('#view canvas').boundingBox();
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.wheel(0, -300);
    await until(page, (radius) => window.grazeRobot.state().radius < radius, before.radius);
    await page.click('#reset-view');
    await until(page, (radius) => window.grazeRobot.state().radius === radius, before.radius);
  },

  async 'everything that can be used has a name'(page) {
    const nameless = await page.$$eval('button, input, canvas, section, [role=group]', (all) => all
      .filter((element) => element.offsetParent && !(element.getAttribute('aria-label') || element.textContent.trim() || (element.labels && element.labels.length)))
      .map((element) => element.outerHTML));
    assert.deepEqual(nameless, []);
  },
};

const page = await open(file, 1280, 800, 'light');
await drawn(page);
for (const [name, test] of Object.entries(tests)) await attempt(name, () => test(page));
await attempt('nothing is asked for, nothing goes wrong', () => {
  assert.deepEqual(page.complaints, []);
  assert.equal(page.files, 1);
});
for (const [name, width, height] of [['wide', 1280, 800], ['narrow', 400, 800]]) {
  await attempt(`${width} x ${height}: fits and can be read, light and dark`, async () => {
    const shown = await open(file, width, height, 'light');
    await drawn(shown);
    await shown.locator('tr.pair button', { hasText: 'In contact' }).first().click();
    await shown.evaluate(() => window.scrollTo(0, 0));
    for (const colorScheme of ['light', 'dark']) {
      await shown.emulateMedia({ colorScheme });
      await shown.waitForTimeout(250);
      assert.equal(await shown.evaluate(() => document.documentElement.scrollWidth), width);
      const picture = at(`robot-${name}-${colorScheme}.png`);
      await shown.screenshot({ path: picture });
      assert.ok(readFileSync(picture).length > 20000);
    }
    if (width < 820) await shown.screenshot({ path: at(`robot-${name}-whole.png`), fullPage: true });
    assert.deepEqual(shown.complaints, []);
    await shown.close();
  });
}
await attempt('a robot without joints, with a name that is markup', async () => {
  const shown = await open(still, 1280, 800, 'light');
  await drawn(shown);
  assert.equal(await shown.textContent('#title'), '</script><b>still');
  assert.equal(await shown.title(), '</script><b>still');
  assert.deepEqual(shown.complaints, []);
});
await attempt('obstacles are drawn, and marked where the robot meets them', async () => {
  const shown = await open(scene, 1280, 800, 'light');
  await drawn(shown);
  assert.match(await shown.textContent('body'), /5 links/);
  assert.match(await shown.textContent('body'), /1 obstacles/);
  await shown.locator('#contacts button', { hasText: 'cell.obj:post' }).click();
  const { marked, mark } = await state(shown), links = await shown.evaluate(() => window.grazeRobot.data.links.map((link) => link.name));
  assert.deepEqual(marked.map((number) => links[number]), ['forearm', 'cell.obj:post']);
  assert.ok(Math.hypot(mark[0] - 0.1, mark[1] - 0.9) < 1e-3);
  await shown.screenshot({ path: at('robot-scene.png') });
  assert.deepEqual(shown.complaints, []);
});
await browser.close();
process.exit(failed > 0 ? 1 : 0);
