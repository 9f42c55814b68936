// What answers have in common: enumerators in words, in the order of the library's headers; points and features.
export const statuses = [
  'ok', 'invalid', 'out_of_range', 'unsupported', 'undecided', 'out_of_memory', 'budget', 'internal',
];
export const answers = ['no', 'yes', 'unknown'];
export const classes = ['clear', 'touching', 'overlapping', 'enclosed', 'encloses', 'equal', 'unknown'];
export const places = ['outside', 'on', 'inside', 'unknown'];
export const starts = ['clear', 'in_zone', 'touching', 'overlapping', 'unknown'];
export const features = ['vertex', 'edge', 'face', 'solid'];
export const clashes = ['overlapping', 'enclosed', 'duplicate', 'touching', 'clearance'];
export const events = ['begin', 'persist', 'end'];
export const upAxes = ['unknown', 'y', 'z'];
export const forms = [
  'mesh', 'soup', 'strip', 'fan', 'terrain', 'box', 'sphere', 'capsule', 'segment', 'point', 'halfspace', 'cylinder',
  'cone', 'ellipsoid', 'convex', 'polyhedron', 'compound',
];
export const rayWants = ['closest', 'any', 'all'];
export const motions = [
  'none', 'translation', 'rotation', 'translation_then_rotation', 'screw', 'translation_with_rotation',
];

export const three = (n, at) => [n[at], n[at + 1], n[at + 2]];
export const feature = (n, at) => ({
  kind: features[n[at]], index: n[at + 1], triangle: n[at + 2], tag: n[at + 3],
});
