// The declarations of the package: types.ts, which uses every call, compiles with them in TypeScript's strict mode and
// runs; and no public name of the classes is without a declaration and a use.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { internalNames } from './internal_names.js';

const folder = process.env.GRAZE_PACKAGE, web = process.env.GRAZE_WEB;
const load = (name) => import(pathToFileURL(path.join(folder, name)).href);

test('the declarations hold', () => {
  const place = path.join(web, 'typed');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(path.join(place, 'node_modules'), { recursive: true });
  symlinkSync(folder, path.join(place, 'node_modules/graze-wasm'));
  writeFileSync(path.join(place, 'types.ts'), readFileSync(path.join(web, 'types.ts')));
  writeFileSync(path.join(place, 'package.json'), '{ "type": "module", "private": true }');
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify({
    compilerOptions: {
      strict: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck: false,
      lib: ['es2022', 'dom'], types: [], preserveSymlinks: true, outDir: 'out',
    },
    files: ['types.ts'],
  }));
  const tsc = path.join(web, 'node_modules/typescript/bin/tsc');
  const run = (...words) => {
    try {
      return execFileSync('node', words, { cwd: place, encoding: 'utf8' });
    } catch (error) {
      throw new Error(`${words.join(' ')}\n${error.stdout}${error.stderr}`);
    }
  };
  run(tsc, '--project', place);
  assert.match(run('--preserve-symlinks', '--preserve-symlinks-main', path.join(place, 'out/types.js')), /answers as declared/);
});

test('every public name is declared and used', async () => {
  const used = readFileSync(path.join(web, 'types.ts'), 'utf8');
  let names = 0;
  for (const [file, classes] of [['index', ['Graze', 'Shape', 'World']], ['three', ['MeshBVH']]]) {
    const module = await load(`${file}.js`), declared = readFileSync(path.join(folder, `${file}.d.ts`), 'utf8');
    const has = (text, name) => new RegExp(`\\b${name}\\b`).test(text);
    for (const name of Object.keys(module)) {
      ++names;
      assert.ok(has(declared, name) && has(used, name), `${file}.js exports ${name}`);
    }
    for (const one of classes)
      for (const name of Object.getOwnPropertyNames(module[one].prototype).filter((n) => !internalNames.has(n))) {
        ++names;
        assert.ok(has(declared, name) && has(used, name), `${one}.${name}`);
      }
  }
  assert.ok(names > 60, `${names} names`);
  const small = Object.keys(await load('small.js')), types = readFileSync(path.join(folder, 'small.d.ts'), 'utf8');
  for (const name of small) assert.ok(types.includes(name), `small.js exports ${name}`);
});
