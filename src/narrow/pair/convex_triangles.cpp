#include "narrow/pair/convex_triangles.h"

#include <algorithm>
#include <array>

#include "base/work.h"
#include "narrow/body/reach.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/where.h"
#include "narrow/pair/convex_cuts.h"
#include "tree/descend.h"

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

void for_each_within(const ConvexTriangles& sides, double tolerance, bool first_only,
                     FunctionRef<bool(std::uint32_t)> found, OpenBrackets& open, Counters& counters) {
  const PlacedBody& mesh = sides.mesh;
  const Support& set = sides.body.set;
  const Box around = grown(sides.body.box, Reach{mesh.body.radius, tolerance, 0}.upper());
  if (!overlap(around, mesh.body.box)) return;
  const double reach = Reach{set.radius, mesh.body.radius, tolerance}.upper();
  // Which triangles a curved body leaves open must not depend on those that were looked at before: none that are left
  // out would be.
  const double doubt = set.of_points() ? 0 : doubtful(size_of(sides.body.box), size_of(mesh.body.box));
  ConvexCuts cuts(set, mesh.placement, reach + doubt);
  const auto visit = [&](std::uint32_t i, bool) {
    const Triangle t = mesh.body.triangle(i);
    if (!overlap(around, box_of(t)) || cuts.beyond_last(t)) return true;
    ++counters.double_tests;
    const ConvexMeeting meeting = meeting_within(set, sides.triangle(i), tolerance);
    if (meeting.relation == Relation::undecided) open.add(meeting);
    if (meeting.relation == Relation::separate) cuts.add(meeting.axis);
    return meeting.relation != Relation::meet || found(i);
  };
  const ShapeData& shape = *mesh.body.shape;
  TreeVolume volume;
  if (!tree_volume(mesh.placement, world_volume(sides.body, reach), volume)) {
    counters.triangle_tests += shape.triangle_count;
    for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
      work::poll();
      if (!visit(i, false)) return;
    }
    return;
  }
  const RoundedKernels& kernels = rounded_kernels();
  PairWork work;
  descend(
      shape.tree(), shape.oriented().data(),
      [&](const OrientedNode& node, float* nearness) {
        return SlotBits{cuts.slots(node, kernels.slots(volume.box, node, nearness).near), 0};
      },
      [&](const Leaf& leaf) {
        return LeafBits{cuts.leaf(leaf, (1u << leaf.count) - 1), 0};
      },
      first_only, work, visit);
  counters.box_tests += work.boxes;
  counters.triangle_tests += work.triangles;
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
