// graze-wasm/small: collide, distance, ray and classify. Other verbs throw an Error that says so.
export type * from './index.js';
export { Graze, Shape, hasSimd, init } from './index.js';
