// How large the modules may be, gzipped: node --test. docs/web.md says what they are made of.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

for (const [name, most] of [['graze-small', 400e3], ['graze-full', 1.2e6]]) {
  for (const variant of ['', '-scalar']) {
    test(`${name}${variant}.wasm has at most ${most / 1e3} kB gzipped`, () => {
      const file = path.join(process.env.GRAZE_PACKAGE, `${name}${variant}.wasm`);
      const size = gzipSync(readFileSync(file), { level: 9 }).length;
      console.log(`    ${(size / 1e3).toFixed(1)} kB`);
      assert.ok(size <= most, `${name}${variant}.wasm has ${size} bytes gzipped, at most ${most} are allowed`);
    });
  }
}
