#include "study/bsp/bsp_cells.h"

#include <algorithm>
#include <cmath>

#include "base/guard.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/inside/inside.h"

namespace graze::study {
namespace {

// How far the posed surface and the point may be from where they are in the frame of the tree, on each coordinate.
double slack_of(const Placement& place, Vec3 apart) {
  return 2 * (place.own_pad_most + place.from_world_norm * largest(apart) * (5 * 0x1p-53) + 0x1p-46);
}

}  // namespace

SolidCells::SolidCells(const SolidBsp& tree) : tree_(tree), sides_(tree.cell_count(), CellSide::unknown) {
  if (!tree.shape().solid()) throw Error("only a solid has an inside: make the shape with solid = true");
  Posed body;
  if (make_posed({tree.shape(), {}}, body) != Status::ok) return;
  const Placement placement = place(*body.shape, body.pose);
  if (!placement.usable) return;
  const PlacedBody target{body, placement};
  Counters counters;
  BspCounters work;
  const LocalFrame& frame = tree.frame();
  for (std::uint32_t node = 0; 2 * node < tree.cell_count(); ++node) {
    for (const Vec3 near : tree.points_near(node)) {
      const SolidBsp::Node& planes = tree.node(node);
      const auto open = [&](SolidBsp::Side side) {
        return planes.child[side] == SolidBsp::none && sides_[2 * node + side] == CellSide::unknown;
      };
      if (!open(SolidBsp::front) && !open(SolidBsp::back)) break;
      // The exact test is about a point of the shape's own coordinates; it is that one whose cell counts.
      const Vec3 local = near * frame.scale + frame.origin;
      const Vec3 apart = local - placement.centre;
      const std::uint32_t cell = tree.cell(placement.from_world * apart, slack_of(placement, apart), work);
      if (cell == SolidBsp::none || sides_[cell] != CellSide::unknown) continue;
      sides_[cell] = inside_solid(target, local, counters) ? CellSide::inside : CellSide::outside;
    }
  }
}

// Posing moves the surface by less than the slack, and no point of it passes through a cell on its way from the exact
// image to the rounded one: the winding number around the point stays. A reflection turns its sign, and the pose's
// orientation turns it back.
CellsResult inside(const SolidCells& cells, const Pose& pose, Vec3 point) noexcept {
  return guarded<CellsResult>([&] {
    CellsResult result;
    Posed body;
    if (!is_finite(point)) {
      result.status = Status::invalid;
      return result;
    }
    result.status = make_posed({cells.tree().shape(), pose}, body);
    if (result.status != Status::ok || !overlap(body.box, Box{point, point})) return result;
    const Placement placement = place(*body.shape, pose);
    if (placement.usable) {
      const Vec3 apart = point - placement.centre;
      BspCounters work;
      const std::uint32_t cell = cells.tree().cell(placement.from_world * apart, slack_of(placement, apart), work);
      result.counters.box_tests += work.nodes;
      if (cell != SolidBsp::none && cells.side(cell) != CellSide::unknown) {
        result.inside = cells.side(cell) == CellSide::inside;
        return result;
      }
    }
    const std::uint64_t exact_before = exact_count();
    result.exact = true;
    result.inside = inside_solid({body, placement}, point, result.counters);
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  });
}

}  // namespace graze::study
