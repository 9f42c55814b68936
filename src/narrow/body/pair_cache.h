// What queries read of a PairCache, and leave in it.
#pragma once

#include <cstddef>
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

// Along which convex sets were apart, of a length whose square is a double far from its ends; else 0.
inline Vec3 axis_of(const PairCache& cache) noexcept {
  if (!cache.used) return {};
  const double square = dot(cache.axis, cache.axis);
  return square > 0x1p-600 && square < 0x1p600 ? cache.axis : Vec3{};
}

// The start of a search between two convex sets, which checks the numbers of the corners. Number by number: what was
// just written in parts is slow to read as a whole.
inline void begin_at(const PairCache& cache, ConvexCache& start) noexcept {
  if (!cache.used) return;
  start.axis = axis_of(cache);
  start.count = cache.count;
  for (std::size_t i = 0; i < 3; ++i) {
    start.a[i] = cache.corners_a[i];
    start.b[i] = cache.corners_b[i];
  }
}
inline void remember(PairCache& cache, const ConvexCache& found) noexcept {
  cache.used = true;
  cache.axis = found.axis;
  cache.count = found.count;
  for (std::size_t i = 0; i < 3; ++i) {
    cache.corners_a[i] = found.a[i];
    cache.corners_b[i] = found.b[i];
  }
}

// What is kept of two leaves of compounds.
inline void remember(PairCache& cache, const PairCache& of_leaves, TrianglePair leaves) noexcept {
  cache = of_leaves;
  cache.used = true;
  cache.leaves = leaves;
}

}  // namespace graze
