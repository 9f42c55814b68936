// The HTML report of more than 50,000 clashes in a headless browser: node large_test.mjs GRAZE FOLDER. Each time is the
// least of three, because the machine may have other things to do.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, browser, failed, open, until } from './browser.mjs';

const [graze, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const model = path.join(folder, 'boxes.obj'), file = path.join(folder, 'report.html');

// Boxes in a grid, each within its 26 neighbours.
const side = 17, text = [];
for (let n = 0; n < side ** 3; ++n) {
  const at = [n % side, Math.floor(n / side) % side, Math.floor(n / side / side)];
  const lo = at.map((x, k) => x * 0.9 + 0.0005 * ((n * (k + 3)) % 40)), hi = lo.map((x) => x + 1);
  text.push(`o ${['Duct', 'Beam', 'Wall', 'Pipe, insulated, with a long name that is not cut'][n % 4]} ${n}`);
  for (let i = 0; i < 8; ++i) text.push(`v ${i & 1 ? hi[0] : lo[0]} ${i & 2 ? hi[1] : lo[1]} ${i & 4 ? hi[2] : lo[2]}`);
  for (const face of [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]) text.push('f ' + face.map((c) => 8 * n + c + 1).join(' '));
}
writeFileSync(model, text.join('\n') + '\n');
execFileSync(graze, ['check', model, '--unit', 'm', '--up', 'z', '--budget', '200000', '--html', file, '--fail-on', 'none', '--pictures', '20'], { stdio: 'ignore' });
console.log(`      ${(statSync(file).size / 1e6).toFixed(0)} MB`);

const least = async (times, action) => {
  let best = Infinity;
  for (let i = 0; i < times; ++i) best = Math.min(best, await action(i));
  return best;
};
let page;
await attempt('opens in 4 s', async () => {
  const ms = await least(3, async () => {
    if (page) await page.close();
    const start = Date.now();
    page = await open(file, 1280, 800, 'light');
    await until(page, () => Boolean(window.grazeReport) && document.querySelectorAll('tr.clash').length > 5);
    return Date.now() - start;
  });
  const count = await page.evaluate(() => window.grazeReport.data.clashes.length);
  console.log(`      ${count} clashes, ${ms} ms`);
  assert.ok(count > 50000);
  assert.ok(ms < 4000, `${ms} ms`);
  assert.ok(await page.locator('tr.clash').count() < 100);
});
// How long the page takes until the table is as it was asked for, in milliseconds.
const timed = (selector, event, value) => page.evaluate(([where, what, to]) => {
  const start = performance.now(), element = document.querySelector(where);
  if (what === 'click') element.click();
  else {
    element.value = to;
    element.dispatchEvent(new Event(what));
  }
  document.body.getBoundingClientRect();
  return performance.now() - start;
}, [selector, event, value]);
await attempt('sorts and filters in 0.3 s', async () => {
  await page.waitForTimeout(2500);
  const times = {};
  for (const column of ['length', 'a', 'b', 'class', 'status', 'id']) times['sort ' + column] = await least(3, () => timed(`th[data-column=${column}] button`, 'click'));
  const words = ['duct', 'pipe 4', 'wall 12', 'nothing of the kind', ''];
  for (const word of words) times[`filter ${word}`] = await least(3, () => timed('#search', 'input', word));
  for (const by of ['part', 'place', '']) times[`group ${by}`] = await least(3, () => timed('#group', 'change', by));
  console.log('      ' + Object.entries(times).map(([name, ms]) => `${name}: ${ms.toFixed(0)}`).join(', '));
  for (const [name, ms] of Object.entries(times)) assert.ok(ms < 300, `${name}: ${ms} ms`);
});
await attempt('scrolls anywhere', async () => {
  const all = await page.evaluate(() => window.grazeReport.order());
  for (const part of [0.5, 0.99, 0.1, 1, 0]) {
    await page.evaluate((where) => { const scroll = document.getElementById('scroll'); scroll.scrollTop = where * scroll.scrollHeight; }, part);
    await page.waitForTimeout(100);
    const seen = await page.evaluate(() => {
      const frame = document.getElementById('scroll').getBoundingClientRect();
      return [...document.querySelectorAll('tr.clash')].filter((row) => { const box = row.getBoundingClientRect(); return box.bottom > frame.top + 40 && box.top < frame.bottom; }).map((row) => row.dataset.id);
    });
    assert.ok(seen.length > 4, `${seen.length} rows in sight at ${part}`);
    const first = all.indexOf(seen[0]);
    assert.deepEqual(seen, all.slice(first, first + seen.length));
    assert.ok(Math.abs(first / all.length - part) < 0.05, `${first} of ${all.length} at ${part}`);
  }
  await page.focus('#scroll');
  await page.keyboard.press('End');
  await until(page, (id) => window.grazeReport.state().id === id && document.activeElement.dataset.id === id, all[all.length - 1]);
  assert.deepEqual(page.complaints, []);
});
await browser.close();
process.exit(failed > 0 ? 1 : 0);
