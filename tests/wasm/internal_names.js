/** Names of functions that the classes of the package have for each other: no part of its interface. */
export const internalNames = new Set([
  'constructor', 'use', 'own', 'run', 'sized', 'round', 'body', 'bodies', 'need', 'describe', 'build', 'take', 'grow', 'update',
  'intersection', 'materialOf', 'interpolated', 'seen', 'allHits', 'firstHit', 'castAt', 'treeOf', 'bodyOfBox', 'measured',
]);
