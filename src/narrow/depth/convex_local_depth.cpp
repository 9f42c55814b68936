#include "narrow/depth/convex_local_depth.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/work.h"
#include "math/norms.h"
#include "narrow/depth/max_min.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/inside.h"

namespace graze {

namespace {

// A tetrahedron around a box: three times as long as that, from its least corner.
std::array<Vec3, 4> around(const Box& box) {
  const double more = 0x1p-20 * length(box.hi - box.lo);
  const Vec3 lo = box.lo - Vec3{more, more, more}, size = (box.hi - box.lo + Vec3{2, 2, 2} * more) * 3.0625;
  return {lo, lo + Vec3{size.x, 0, 0}, lo + Vec3{0, size.y, 0}, lo + Vec3{0, 0, size.z}};
}

template <std::size_t corners>
MaxMin::Values depths(const ConvexFaces& solid, const HullPlane& plane, const std::array<Vec3, corners>& at) {
  MaxMin::Values values{};
  for (std::size_t k = 0; k < corners; ++k) values[k] = most_depth(solid, plane, at[k]);
  return values;
}

template <std::size_t corners>
Vec3 place(const MaxMin::Values& weights, const std::array<Vec3, corners>& at) {
  // From the first corner, so that places far from the origin lose little.
  Vec3 offset{};
  for (std::size_t k = 1; k < corners; ++k) offset = offset + (at[k] - at[0]) * weights[k];
  return at[0] + offset;
}

}  // namespace

LocalDepth convex_local_depth(const ConvexFaces& own, const ConvexFaces& other, const ConvexCut& cut) {
  LocalDepth result;
  const Box common{max(own.box.lo, other.box.lo), min(own.box.hi, other.box.hi)};
  if (common.empty()) return result;
  const std::array<Vec3, 4> region = around(common);
  MaxMin game(4);
  for (const HullPlane& plane : own.planes) game.add_bound(depths(own, plane, region));
  for (const HullPlane& plane : other.planes) game.add_condition(depths(other, plane, region));
  result.upper = std::max(0.0, game.solve(0));
  work::charge(game.steps());
  if (!(result.upper > 0) || cut.box.empty()) return result;
  // A little towards the middle of what is in common, so that the point is proven to be in it.
  Vec3 p = place(game.weights(), region);
  const double there = least_depth(other, p), middle = least_depth(other, cut.middle);
  if (there < 0) {
    if (!(middle > 0)) return result;
    p = p + (cut.middle - p) * std::min(1.0, 1.01 * -there / (middle - there) + 0x1p-50);
    if (least_depth(other, p) < 0) p = cut.middle;
  }
  if (const double depth = least_depth(own, p); depth > 0) {
    result.lower = depth;
    result.point = p;
  }
  return result;
}

LocalDepth convex_local_depth(const ConvexFaces& own, const DeepSolid& other, std::span<const Triangle> triangles,
                              Counters& counters) {
  LocalDepth result;
  PlacedBody placed;
  if (prepare(other.body, placed) != Status::ok) return {0, std::numeric_limits<double>::infinity(), {}, false};
  const std::array<Vec3, 4> region = around(own.box);
  MaxMin game(4);
  for (const HullPlane& plane : own.planes) game.add_bound(depths(own, plane, region));
  const double most = std::max(0.0, game.solve());
  const Vec3 middle = place(game.weights(), region);
  const double middle_depth = least_depth(own, middle);
  if (middle_depth > 0 && inside_solid(placed, middle, counters)) return {middle_depth, most, middle, false};
  const double rounding = own.rounding + 0x1p-50 * largest(own.box);
  double upper = 0;
  Triangle at{};
  for (const Triangle& t : triangles) {
    if (!overlap(own.box, Box{min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)})) continue;
    const std::array<Vec3, 3> corners{t.a, t.b, t.c};
    game.clear(3);
    double single = std::numeric_limits<double>::infinity();
    for (const HullPlane& plane : own.planes) {
      const MaxMin::Values values = depths(own, plane, corners);
      single = std::min(single, std::max({values[0], values[1], values[2]}));
      if (!(single > upper)) break;
      game.add_bound(values);
    }
    work::charge(own.planes.size() / 4 + 1);
    work::poll();
    if (!(single > upper)) continue;
    const double value = game.solve(upper);
    if (!(value > upper)) continue;
    upper = value;
    const Vec3 p = place(game.weights(), corners);
    if (const double depth = least_depth(own, p) - rounding; depth > result.lower) {
      result.lower = depth;
      result.point = p;
      at = t;
    }
  }
  work::charge(game.steps());
  // Where the triangles reach as deep as the middle is, that is all that can be said.
  result.upper = upper < middle_depth ? std::min(upper, most) : most;
  if (result.lower > 0 && !other.plain) {
    // Not every triangle bounds the solid: a point behind it tells.
    const Vec3 n = cross(at.b - at.a, at.c - at.a);
    const Vec3 behind = result.point - n * (4 * rounding / length(n));
    if (inside_solid(placed, behind, counters)) {
      result.lower = std::max(0.0, result.lower - 8 * rounding);
      result.point = behind;
    } else {
      result.lower = 0;
    }
  }
  return result;
}

}  // namespace graze
