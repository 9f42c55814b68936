// Loads a module of graze and keeps what every call needs: views of its memory, places for arguments, and the answers
// that the last call left (bind/wasm/export.h). No bundler, no globals; Node and browsers.
import { Files } from './files.js';

// A function that returns a vector of 128 bits: engines without SIMD refuse it.
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Does this engine have WebAssembly with SIMD of 128 bits? */
export function hasSimd() {
  return WebAssembly.validate(simdProbe);
}

const inNode = typeof process !== 'undefined' && process.versions?.node !== undefined;

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (inNode && url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`);
  if (response.headers.get('content-type')?.startsWith('application/wasm'))
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Module {
  static async load(source) {
    const module = await compile(source);
    const files = new Files();
    const instance = await WebAssembly.instantiate(module, files.imports());
    files.memory = instance.exports.memory;
    instance.exports._initialize();
    return new Module(instance.exports, files);
  }

  constructor(exports, files) {
    this.exports = exports;
    this.files = files;
    this.memory = exports.memory;
    // Two poses, a ray, a motion, sizes: arguments of single calls. They never move.
    this.arguments = exports.allocate(8 * 64);
    this.f64 = new Float64Array(0);
    this.look();
  }

  // Views of the memory. Growing it detaches them, which leaves them without length.
  look() {
    if (this.f64.length !== 0) return;
    const { buffer } = this.memory;
    this.f64 = new Float64Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u8 = new Uint8Array(buffer);
  }

  text() {
    this.look();
    const at = this.exports.text();
    return decoder.decode(this.u8.subarray(at, at + this.exports.text_size()));
  }
  // Throws what a call left as its message.
  must(result) {
    if (result === 0) throw new Error(this.text());
    return result;
  }
  // The numbers of the last answer, valid until the next call.
  numbers() {
    this.look();
    const at = this.exports.numbers() >>> 3;
    return this.f64.subarray(at, at + this.exports.number_count());
  }
  words() {
    this.look();
    const at = this.exports.words() >>> 2;
    return this.u32.subarray(at, at + this.exports.word_count());
  }

  // Copies arrays into the module for one call: `work` gets their addresses; all of them are freed after it.
  withCopies(arrays, work) {
    const places = [];
    try {
      for (const array of arrays) {
        const place = this.exports.allocate(Math.max(8, array.byteLength));
        if (place === 0) throw new Error('out of memory');
        places.push(place);
        this.look();
        this.u8.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), place);
      }
      return work(...places);
    } finally {
      for (const place of places) this.exports.release(place);
    }
  }
  bytesOf(text) {
    return encoder.encode(text + '\0');
  }
}
