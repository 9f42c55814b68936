// The page of `graze study --html` in a headless browser: node study_test.mjs GRAZE FOLDER. Writes screenshots there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { attempt, browser, failed, open, until } from './browser.mjs';

const [graze, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const file = path.join(folder, 'study.html');
execFileSync(graze, ['study', 'lin', '--quick', '--html', file], { stdio: 'ignore' });
const state = (page) => page.evaluate(() => window.grazeStudy.state());
const page = await open(file, 1000, 800, 'light');
await until(page, () => Boolean(window.grazeStudy) && window.grazeStudy.state().drawn > 0);

await attempt('shows every experiment of the paper with its plots', async () => {
  assert.equal((await state(page)).experiments, 6);
  assert.equal(await page.locator('section').count(), 6);
  assert.ok((await page.locator('section svg polyline').count()) >= 9);
  assert.ok((await page.locator('section td').count()) > 50);
});
await attempt('steps through every picture', async () => {
  const { scenes } = await state(page);
  // Levels, expel zone, separating plane, Voronoi walk, features followed, DOP, deploy and landing.
  assert.equal(scenes, 7);
  for (let scene = 0; scene < scenes; ++scene) {
    await page.selectOption('#scene', String(scene));
    const first = await page.textContent('#caption');
    await page.click('#next');
    assert.notEqual(await page.textContent('#caption'), first);
    assert.equal((await state(page)).step, 1);
    assert.ok((await state(page)).drawn > 10);
    await page.screenshot({ path: path.join(folder, `scene-${scene}.png`) });
  }
});
await attempt('turns when it is dragged', async () => {
  const before = (await state(page)).turn, box = await page.locator('#view').boundingBox();
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 120, { steps: 4 });
  await page.mouse.up();
  assert.notEqual((await state(page)).turn, before);
});
await attempt('asks for nothing and complains of nothing', async () => {
  assert.deepEqual(page.complaints, []);
  assert.equal(page.files, 1);
});
await browser.close();
process.exit(failed ? 1 : 0);
