#include "narrow/depth/ball_inside.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/work.h"
#include "narrow/depth/surface_gap.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/inside.h"

namespace graze {

namespace {

constexpr std::size_t most_places = 32;
constexpr int most_steps = 6;

}  // namespace

bool holds_ball(const Body& solid, double radius) {
  PlacedBody placed;
  if (!(radius >= 0) || prepare(solid, placed) != Status::ok) return false;
  const PosedTree tree(placed.body, 1);
  const auto count = static_cast<std::uint32_t>(tree.triangles().size());
  const auto normal = [&](std::uint32_t i) {
    const Triangle& t = tree.triangles()[i];
    return cross(t.b - t.a, t.c - t.a) * double(placed.body.orientation);
  };
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::uint32_t i = 0; i < count; ++i) order.emplace_back(-length(normal(i)), i);
  const std::size_t places = std::min<std::size_t>(most_places, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(places), order.end());
  Counters counters;
  for (std::size_t k = 0; k < places; ++k) {
    const std::uint32_t i = order[k].second;
    const double size = -order[k].first;
    if (!(size > 0)) break;
    const Triangle& t = tree.triangles()[i];
    // A little more than the radius behind it, then away from what is nearer.
    Vec3 p = (t.a + t.b + t.c) * (1.0 / 3) - normal(i) * (1.01 * radius / size);
    for (int step = 0; step < most_steps; ++step) {
      work::poll();
      const SurfaceGap gap = surface_gap(tree, p, 0);
      work::charge(gap.units);
      if (gap.lower >= radius && gap.lower > 0) {
        if (overlap(placed.body.box, Box{p, p}) && inside_solid(placed, p, counters)) return true;
        break;
      }
      const double apart = length(p - gap.nearest);
      if (!(apart > 0)) break;
      p = p + (p - gap.nearest) * (1.02 * radius / apart - 1);
    }
  }
  return false;
}

}  // namespace graze
