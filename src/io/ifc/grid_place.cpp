#include "io/ifc/grid_place.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/ifc/curve.h"
#include "io/ifc/place.h"

namespace graze::ifc {

namespace {

// 4x3 says first what the placement is relative to, as all placements do there.
std::size_t first_field(const Record& placement) { return placement.size() > 2 ? 1 : 0; }

struct Crossing {
  Vec3 point, along;  // along: of the first axis
};

// An axis as a chain, moved to its left.
std::vector<std::array<Vec3, 2>> axis_pieces(const Context& context, std::uint32_t id, double offset) {
  const Record axis = context.record(id);
  if (!axis.is("IFCGRIDAXIS")) axis.fail("it is no axis of a grid");
  PointChain chain = chain_at(context, axis.ref(1));
  if (chain.closed && !chain.points.empty()) chain.points.push_back(chain.points.front());
  if (!axis.flag(2, true)) std::reverse(chain.points.begin(), chain.points.end());
  std::vector<std::array<Vec3, 2>> pieces;
  for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) {
    const Vec3 a = chain.points[i], b = chain.points[i + 1], along = b - a;
    const Vec3 aside = unit_of({-along.y, along.x, 0}) * offset;
    pieces.push_back({a + aside, b + aside});
  }
  return pieces;
}

// Where they cross, or would if they went on, as near to their pieces as there is.
Crossing crossing_of(const Context& context, std::uint32_t id) {
  const Record record = context.record(id);
  if (!record.is("IFCVIRTUALGRIDINTERSECTION")) record.fail("it is no crossing of axes");
  const std::vector<std::uint32_t> axes = record.refs(0);
  std::vector<double> offsets = record.given(1) ? record.numbers(1) : std::vector<double>();
  if (axes.size() != 2) record.fail("it has not two axes");
  offsets.resize(3, 0);
  const auto first = axis_pieces(context, axes[0], offsets[0]), second = axis_pieces(context, axes[1], offsets[1]);
  Crossing best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [a, b] : first) {
    for (const auto& [c, d] : second) {
      const Vec3 u = b - a, v = d - c, w = c - a;
      const double det = u.x * v.y - u.y * v.x, lu = length(u), lv = length(v);
      if (!(std::fabs(det) > 1e-9 * lu * lv)) continue;
      const double s = (w.x * v.y - w.y * v.x) / det, t = (w.x * u.y - w.y * u.x) / det;
      const double beyond = std::max({0.0, -s * lu, (s - 1) * lu}) + std::max({0.0, -t * lv, (t - 1) * lv});
      if (!(beyond < least)) continue;
      least = beyond;
      best = {a + u * s + Vec3{0, 0, offsets[2]}, unit_of({u.x, u.y, 0})};
    }
  }
  if (!std::isfinite(least)) record.fail("its axes do not cross");
  return best;
}

}  // namespace

std::uint32_t grid_parent(const Context& context, const Record& placement) {
  const Record crossing = context.record(placement.ref(first_field(placement)));
  const std::vector<std::uint32_t> axes = crossing.refs(0);
  for (const std::uint32_t id : context.file.all("IFCGRID")) {
    const Record grid = context.record(id);
    for (const std::size_t field : {7, 8, 9}) {
      const std::vector<std::uint32_t> own = grid.refs(field);
      if (!axes.empty() && std::find(own.begin(), own.end(), axes[0]) != own.end()) return grid.ref_or_none(5);
    }
  }
  placement.fail("its axes are in no grid");
}

Pose grid_placement(const Context& context, const Record& placement) {
  const std::size_t field = first_field(placement);
  const Crossing at = crossing_of(context, placement.ref(field));
  Vec3 x = at.along;
  if (const std::uint32_t other = placement.ref_or_none(field + 1); other != 0) {
    x = context.file.type_of(other) == "IFCDIRECTION" ? direction_at(context, other)
                                                      : unit_of(crossing_of(context, other).point - at.point);
  }
  return frame_of(at.point, {0, 0, 1}, x);
}

}  // namespace graze::ifc
