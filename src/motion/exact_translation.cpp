#include "motion/exact_translation.h"

#include <algorithm>

namespace graze {

TranslatedContact exact_contact(const Triangle& a, const Path& path_a, const Triangle& b, const Path& path_b) {
  TranslatedContact result;
  // What stands aside from its start by a shift has no corners in double.
  for (const Path* path : {&path_a, &path_b})
    if (path->before != Vec3{} || path->shift != Vec3{}) return result;
  result.known = true;
  const Vec3 corners_a[3] = {a.a, a.b, a.c}, corners_b[3] = {b.a, b.b, b.c};
  const Vec3 way_a = path_a.velocity, way_b = path_b.velocity;
  const auto see = [&](CcdKind kind, const FourPoints& at_0, const FourPoints& ways) {
    const ContactTime found = exact_ccd_by_ways(kind, at_0, ways);
    if (!found.hit) return;
    result.lo = result.hit ? std::min(result.lo, found.lo) : found.lo;
    result.hi = result.hit ? std::min(result.hi, found.hi) : found.hi;
    result.hit = true;
  };
  for (int i = 0; i < 3; ++i) {
    see(CcdKind::vertex_face, {corners_a[i], b.a, b.b, b.c}, {way_a, way_b, way_b, way_b});
    see(CcdKind::vertex_face, {corners_b[i], a.a, a.b, a.c}, {way_b, way_a, way_a, way_a});
    for (int j = 0; j < 3; ++j)
      see(CcdKind::edge_edge, {corners_a[i], corners_a[(i + 1) % 3], corners_b[j], corners_b[(j + 1) % 3]},
          {way_a, way_a, way_b, way_b});
  }
  return result;
}

}  // namespace graze
