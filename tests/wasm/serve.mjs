// A folder on localhost: node serve.mjs FOLDER [PORT]. Prints the address. Also what the tests start.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.json': 'application/json',
};

export function serve(folder, port = 0) {
  const root = path.resolve(folder);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = path.join(root, decodeURIComponent(pathname.endsWith('/') ? pathname + 'index.html' : pathname));
    try {
      if (file !== root && !file.startsWith(root + path.sep)) throw new Error('outside');
      const bytes = await readFile(file);
      response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain; charset=utf-8' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end('not found');
    }
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const server = await serve(process.argv[2], Number(process.argv[3] ?? 0));
  console.log(`http://localhost:${server.address().port}/`);
}
