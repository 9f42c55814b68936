#include "narrow/collide/collide_margins.h"

#include <algorithm>

#include "base/guard.h"
#include "math/exact.h"
#include "narrow/body/near_triangles.h"
#include "narrow/body/reach.h"
#include "narrow/distance/core_queries.h"
#include "narrow/distance/nearest_search.h"

namespace graze {
namespace {

// The box of a triangle, with the rounding of its middle; never flat.
WorldVolume volume_of(const Triangle& t, double radius) {
  const Box box = box_of(t);
  WorldVolume volume;
  volume.middle = box.lo * 0.5 + box.hi * 0.5;
  const Vec3 half = box.hi * 0.5 - box.lo * 0.5;
  volume.slack = (abs(box.lo) + abs(box.hi)) * 0x1p-50;
  const double least = std::max({half.x, half.y, half.z, radius}) * 0x1p-40;
  volume.half[0] = {std::max(half.x, least), 0, 0};
  volume.half[1] = {0, std::max(half.y, least), 0};
  volume.half[2] = {0, 0, std::max(half.z, least)};
  volume.axes = 3;
  volume.radius = radius;
  return volume;
}

}  // namespace

CollideResult collide_margins(const PlacedBody& a, const PlacedBody& b, const CollideSettings& settings) {
  auto result = no_so_far<CollideResult>();
  const std::uint64_t exact_before = exact_count();
  const Reach reach{a.body.radius, b.body.radius, 0};
  const double most = reach.upper();
  if (settings.all && !(box_gap(a.body.box, b.body.box) > most)) {
    const bool a_has_fewer = a.body.shape->triangle_count <= b.body.shape->triangle_count;
    const PlacedBody &fewer = a_has_fewer ? a : b, &more = a_has_fewer ? b : a;
    for (std::uint32_t i = 0; i < fewer.body.shape->triangle_count && result.complete; ++i) {
      const Triangle t = fewer.body.triangle(i);
      if (box_gap(box_of(t), more.body.box) > most) continue;
      visit_near(
          more, volume_of(t, most),
          [&](std::uint32_t j) {
            ++result.counters.triangle_tests;
            const Triangle other = more.body.triangle(j);
            if (box_gap(box_of(t), box_of(other)) > most || !triangles_within(t, other, reach)) return true;
            result.complete = result.pairs.size() < settings.max_results;
            if (result.complete) result.pairs.push_back(a_has_fewer ? TrianglePair{i, j} : TrianglePair{j, i});
            return result.complete;
          },
          result.counters);
    }
    std::sort(result.pairs.begin(), result.pairs.end());
    result.counters.exact_tests += exact_count() - exact_before;
    result.answer = answer_of(!result.pairs.empty() || !result.complete);
    if (result.yes()) return result;
  }
  const WithinResult near = within_of(a, b, 0, nullptr);
  result.status = near.status;
  result.answer = answer_of(near.yes());
  result.counters += near.counters;
  return result;
}

}  // namespace graze
