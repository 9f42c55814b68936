// graze-wasm/small: collide, distance, ray and classify, in a module of less than half the size.
import { load } from './graze.js';

export { Graze, Shape, hasSimd } from './graze.js';

/** Loads the small module. Verbs that it does not have throw an Error that says so. */
export function init(options = undefined) {
  return load('graze-small', options);
}
