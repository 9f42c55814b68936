// graze-wasm: everything. graze-wasm/small is the same library with collide, distance, ray and classify alone.
import { load } from './graze.js';

export { Graze, Probe, Shape, World, hasSimd } from './graze.js';

/** Loads the library. The result is an instance with a memory of its own. */
export function init(options = undefined) {
  return load('graze-full', options);
}
