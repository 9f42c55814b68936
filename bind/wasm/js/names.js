// Enumerators in words, in the order of the library's headers.
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
