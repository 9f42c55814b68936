// The ways of find_distance: what the cells of its table (narrow/distance/distance.cpp) are made of.
#pragma once

#include <utility>

#include "narrow/body/budget_of.h"
#include "narrow/body/posed.h"

namespace graze {

// --- closed forms; each says whether it knows. Of handles that are not empty ---

bool distance_round(const Body& a, const Body& b, const DistanceSettings& settings, DistanceResult& result) noexcept;
// a is the box, cylinder or cone.
bool distance_solid_ball(const Body& a, const Body& b, const DistanceSettings& settings,
                         DistanceResult& result) noexcept;

// --- functions that answer every pair of their families ---

DistanceResult distance_triangles(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache);
DistanceResult distance_placed(PlacedLater& a, PlacedLater& b, const DistanceSettings& settings, PairCache* cache);
// Two convex bodies (narrow/body/support_body.h).
DistanceResult distance_convex(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache);
// a is the convex body.
DistanceResult distance_convex_triangles(const Body& a, const Body& b, const DistanceSettings& settings,
                                         PairCache* cache);
// a is the half-space.
DistanceResult distance_halfspace(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache);
DistanceResult distance_halfspace_curved(const Body& a, const Body& b, const DistanceSettings& settings,
                                         PairCache* cache);
DistanceResult distance_halfspaces(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache);

// Far apart for their size, every pair of triangles may have to be worked out exactly.
inline std::uint64_t budget_of_distance(std::uint64_t given, const Body& a, const Body& b) noexcept {
  return given == default_budget ? 16 * usual_budget(a, b) : given;
}

// distance_convex() of two convex hulls, within the budget, for callers that hold the standard floating-point state.
// False where lengths near the end of the doubles need more care: nothing is said then.
bool distance_hulls(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache,
                    DistanceResult& result) noexcept;

// Number by number, as they were stored a moment ago: a copy of whole points would wait for that.
[[gnu::noinline]] inline void mirror(DistanceResult& result) noexcept {
  Vec3 &p = result.point_a, &q = result.point_b;
  std::swap(p.x, q.x);
  std::swap(p.y, q.y);
  std::swap(p.z, q.z);
  Feature &f = result.feature_a, &g = result.feature_b;
  std::swap(f.kind, g.kind);
  std::swap(f.index, g.index);
  std::swap(f.triangle, g.triangle);
  std::swap(f.tag, g.tag);
  result.normal = Vec3{} - result.normal;
}

}  // namespace graze
