// graze-wasm/small: collide, distance, ray and classify. Other verbs throw an Error that says so.
export * from './index.js';
