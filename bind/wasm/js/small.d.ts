// graze-wasm/small: collide, distance, ray and classify. Other verbs, and a tolerance of classify, throw an Error that
// says so.
export type * from './index.js';
export { Graze, Shape, hasSimd, init } from './index.js';
