#include "convex/separating_plane.h"

#include "convex/gap_along.h"

namespace graze {
namespace {

// (w, w0), which separates when w.p < w0 < w.q. Negated, it is the plane of the swapped bodies: each update is written
// so that it negates exactly.
struct Plane {
  Vec3 weight;
  double offset;
};

}  // namespace

SeparatingPlaneResult separating_plane(const PosedPolytope& a, const PosedPolytope& b, SeparatingPlaneCache* cache,
                                       std::uint32_t most_updates) noexcept {
  SeparatingPlaneResult result;
  const Vec3 centre_a = a.centre(), centre_b = b.centre(), middle = (centre_a + centre_b) * 0.5;
  const double size = a.size() + b.size();
  if (!a.in_range() || !b.in_range() || !(size > 0)) return result;
  const auto local = [&](Vec3 point) { return (point - middle) * (1 / size); };

  Plane plane{local(centre_b) - local(centre_a), 0};
  std::uint32_t vertex_a = 0, vertex_b = 0;
  if (cache != nullptr && cache->valid && cache->vertex_a < a.polytope().vertices.size() &&
      cache->vertex_b < b.polytope().vertices.size()) {
    plane = {cache->weight, cache->offset};
    vertex_a = cache->vertex_a;
    vertex_b = cache->vertex_b;
  }
  for (;;) {
    Vec3 direction = plane.weight;
    if (!unit_scaled(direction)) break;
    const GapAlong gap = gap_along(a, b, direction, vertex_a, vertex_b);
    vertex_a = gap.top_a.vertex;
    vertex_b = gap.bottom_b.vertex;
    result.climbed += gap.top_a.climbed + gap.bottom_b.climbed;
    if (gap.lower > 0) {
      result.separate = true;
      result.lower = gap.lower;
      result.normal = direction * (1 / length(direction));
      break;
    }
    if (result.updates == most_updates) break;
    ++result.updates;
    // How wrong it is about each: a direction that does not separate is wrong about one at least.
    const Vec3 p = local(a.vertex(vertex_a)), q = local(b.vertex(vertex_b));
    const double height_a = dot(plane.weight, p) - plane.offset, height_b = plane.offset - dot(plane.weight, q);
    if (height_a > height_b) {
      plane = {plane.weight - p, plane.offset + 1};
    } else if (height_b > height_a) {
      plane = {plane.weight + q, plane.offset - 1};
    } else {
      plane.weight = plane.weight + (q - p);
    }
  }
  if (cache != nullptr) *cache = {result.separate, plane.weight, plane.offset, vertex_a, vertex_b};
  return result;
}

}  // namespace graze
