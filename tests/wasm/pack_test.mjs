// The package as npm packs it, in a fresh folder, and the first example of its README there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const web = process.env.GRAZE_WEB, source = process.env.GRAZE_PACKAGE;
const fresh = path.join(web, 'fresh');
rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
const npm = (...words) => execFileSync('npm', [...words, '--loglevel=error'], { cwd: fresh, encoding: 'utf8' });
npm('pack', source, '--pack-destination', fresh);
const [archive] = readdirSync(fresh).filter((name) => name.endsWith('.tgz'));
assert.match(archive, /^graze-wasm-\d+\.\d+\.\d+\.tgz$/);
writeFileSync(path.join(fresh, 'package.json'), '{ "type": "module", "private": true }');
npm('install', '--offline', '--no-audit', '--no-fund', `./${archive}`);

const readme = readFileSync(path.join(fresh, 'node_modules/graze-wasm/README.md'), 'utf8');
const [, example] = /```js\n(.*?)```/s.exec(readme);
writeFileSync(path.join(fresh, 'example.js'), example);
const said = execFileSync('node', ['example.js'], { cwd: fresh, encoding: 'utf8' });
assert.match(said, /^1\.5 ± .*, from 1,0,0 to 2\.5,0,0\ntouching\n$/);
writeFileSync(path.join(fresh, 'small.js'), `
import { init } from 'graze-wasm/small';
const graze = await init();
console.log(graze.collide({ shape: graze.box([1, 1, 1]) }, { shape: graze.sphere(1) }).answer);
`);
assert.equal(execFileSync('node', ['small.js'], { cwd: fresh, encoding: 'utf8' }), 'yes\n');
const declared = readdirSync(path.join(fresh, 'node_modules/graze-wasm')).filter((name) => name.endsWith('.d.ts'));
assert.deepEqual(declared.sort(), ['index.d.ts', 'small.d.ts', 'three.d.ts']);

console.log('ok: npm pack, a fresh folder, the first example');
