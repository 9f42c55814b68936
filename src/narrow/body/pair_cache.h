// What queries read of a PairCache, and leave in it.
#pragma once

#include <utility>

#include "convex/gjk.h"
#include "graze/query.h"

namespace graze {

// For the same two bodies the other way round.
inline void mirror(PairCache* cache) noexcept {
  if (cache == nullptr) return;
  std::swap(cache->nearest.a, cache->nearest.b);
  std::swap(cache->leaves.a, cache->leaves.b);
  cache->axis = Vec3{} - cache->axis;
  std::swap(cache->corners_a, cache->corners_b);
}

// The triangles that were nearest, or met.
inline void remember(PairCache* cache, TrianglePair nearest) noexcept {
  if (cache == nullptr) return;
  cache->used = true;
  cache->nearest = nearest;
}

// The start of a search between two convex sets, which checks the numbers of the corners.
inline ConvexCache convex_start(const PairCache& cache) noexcept {
  if (!cache.used) return {};
  const double square = dot(cache.axis, cache.axis);
  const bool usual = square > 0x1p-600 && square < 0x1p600;
  return {usual ? cache.axis : Vec3{}, cache.count, cache.corners_a, cache.corners_b};
}
inline void remember(PairCache& cache, const ConvexCache& found) noexcept {
  cache.used = true;
  cache.axis = found.axis;
  cache.count = found.count;
  cache.corners_a = found.a;
  cache.corners_b = found.b;
}

// What is kept of two leaves of compounds.
inline void remember(PairCache& cache, const PairCache& of_leaves, TrianglePair leaves) noexcept {
  cache = of_leaves;
  cache.used = true;
  cache.leaves = leaves;
}

}  // namespace graze
