#include "narrow/pair/convex_triangles.h"

#include <algorithm>
#include <array>

#include "narrow/body/near_triangles.h"
#include "narrow/body/reach.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/where.h"

namespace graze {

Support ConvexTriangles::triangle(std::uint32_t i) const {
  const Triangle t = mesh.body.triangle(i);
  return support_of(std::array{t.a, t.b, t.c}, {}, mesh.body.radius);
}

Status make_sides(const Body& convex, const Body& mesh, ConvexTriangles& sides) {
  const Status status = make_support(convex, sides.body);
  return status == Status::ok ? prepare(mesh, sides.mesh) : status;
}

bool enclosed(const ConvexTriangles& sides, bool apart, Counters& counters) {
  const Vec3 point = point_of(sides.body.set);
  if (!sides.mesh.body.shape->solid || !overlap(sides.mesh.body.box, Box{point, point})) return false;
  if (apart) return inside_solid(sides.mesh, point, counters);
  return where(SolidBody(sides.mesh), point, counters) != Where::outside;
}

void OpenBrackets::add(const ConvexMeeting& found) noexcept {
  any = true;
  lower = std::min(lower, found.lower > 0 ? found.lower : 0.0);
  upper = std::min(upper, found.upper);
}

void for_each_within(const ConvexTriangles& sides, double tolerance, FunctionRef<bool(std::uint32_t)> found,
                     OpenBrackets& open, Counters& counters) {
  const Box around = grown(sides.body.box, Reach{sides.mesh.body.radius, tolerance, 0}.upper());
  if (!overlap(around, sides.mesh.body.box)) return;
  const Reach reach{sides.body.set.radius, sides.mesh.body.radius, tolerance};
  visit_near(
      sides.mesh, world_volume(sides.body, reach.upper()),
      [&](std::uint32_t i) {
        ++counters.triangle_tests;
        const Triangle t = sides.mesh.body.triangle(i);
        if (!overlap(around, box_of(t))) return true;
        ++counters.double_tests;
        const ConvexMeeting meeting = meeting_within(sides.body.set, sides.triangle(i), tolerance);
        if (meeting.relation == Relation::undecided) open.add(meeting);
        return meeting.relation != Relation::meet || found(i);
      },
      counters);
}

bool still_within(const ConvexTriangles& sides, double tolerance, const PairCache* cache, Counters& counters) {
  if (cache == nullptr || !cache->used || !sides.body.set.of_points()) return false;
  const std::uint32_t last = cache->nearest.b;
  if (last >= sides.mesh.body.shape->triangle_count) return false;
  ++counters.triangle_tests;
  ++counters.double_tests;
  return meeting_within(sides.body.set, sides.triangle(last), tolerance).relation == Relation::meet;
}

}  // namespace graze
