// What the tests of pages share: a headless browser, and everything that it complains of or asks for.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

export async function open(file, width, height, colorScheme) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('request', (request) => /^(data:|file:)/.test(request.url()) || page.complaints.push('request ' + request.url()));
  page.files = 0;
  page.on('request', (request) => { page.files += request.url().startsWith('file:'); });
  await page.goto(pathToFileURL(file).href);
  return page;
}

// Asks again until it is so: the page's own policy forbids what page.waitForFunction() does.
export async function until(page, so, argument) {
  for (let tries = 0; !(await page.evaluate(so, argument)); ++tries) {
    assert.ok(tries < 400, 'never came: ' + so);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export let failed = 0;
export async function attempt(name, action) {
  const start = Date.now();
  try {
    await action();
    console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.stack}`);
  }
}
