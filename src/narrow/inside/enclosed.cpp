#include "narrow/inside/enclosed.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "narrow/inside/side_grid.h"
#include "shape/components.h"

namespace graze {
namespace {

// How many parts are worth a look at the guest's tree.
constexpr std::size_t many = 64;

// The triangles of the guest in whose leaves something may be inside the solid, by the box around it and the cells that
// are known to be outside: no others have a point inside. Of the solid's frame only culling is asked, with pads for all
// that rounds (placement.h).
class NearSolid {
 public:
  NearSolid(const PlacedBody& guest, const PlacedBody& solid, const SideGrid& sides)
      : tree_(guest.body.shape->tree()), sides_(sides) {
    const Placement &g = guest.placement, &s = solid.placement;
    turn_ = s.from_world * g.to_world;
    offset_ = s.from_world * (g.centre - s.centre);
    const Vec3 world = g.world_slack + s.world_slack;
    const double slack = s.from_world_norm * std::max({world.x, world.y, world.z});
    const Vec3 pad = abs(turn_) * g.own_pad + s.own_pad + Vec3{slack, slack, slack};
    // Differences of centres lose last places of the larger one.
    const double far = 0x1p-48 * s.from_world_norm * (length(g.centre) + length(s.centre));
    pad_ = pad * 2 + Vec3{far, far, far};
    half_ = s.half * (1 + 0x1p-40) + pad_;
    const Box& box = guest.body.box;
    const double farthest = length(max(abs(box.lo), abs(box.hi)));
    by_sides_ = SideGrid::usable(solid, farthest) && std::max({pad_.x, pad_.y, pad_.z}) < 0.25 * SideGrid::slack;
    spread_ = abs(turn_);
  }

  std::vector<std::uint32_t> triangles() {
    std::vector<std::uint32_t> nodes{0}, found;
    while (!nodes.empty()) {
      const Node& node = tree_.nodes[nodes.back()];
      nodes.pop_back();
      for (int slot = 0; slot < static_cast<int>(node.count); ++slot) {
        if (apart(node, slot)) continue;
        if (!node.is_leaf(slot)) {
          nodes.push_back(node.child[slot]);
          continue;
        }
        const Leaf& leaf = tree_.leaves[node.leaf(slot)];
        for (std::uint32_t i = 0; i < leaf.count; ++i) found.push_back(tree_.order[leaf.first + i]);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  bool apart(const Node& node, int slot) const {
    Vec3 middle, reach;
    for (int k = 0; k < 3; ++k) {
      middle[k] = 0.5 * (double(node.lo[k][slot]) + double(node.hi[k][slot]));
      reach[k] = 0.5 * (double(node.hi[k][slot]) - double(node.lo[k][slot]));
    }
    const Vec3 at = turn_ * middle + offset_, own = spread_ * (reach + Vec3{0x1p-40, 0x1p-40, 0x1p-40});
    for (int k = 0; k < 3; ++k)
      if (std::fabs(at[k]) > own[k] + half_[k]) return true;
    return by_sides_ && sides_.all_outside(at - own, at + own);
  }

  const Tree& tree_;
  const SideGrid& sides_;
  bool by_sides_ = false;
  Mat3 turn_, spread_;  // from the frame of the guest's tree to that of the solid's; without signs
  Vec3 offset_, pad_, half_;
};

}  // namespace

std::optional<std::uint32_t> enclosed_triangle(const PlacedBody& guest, const PlacedBody& solid, Counters& counters) {
  if (!solid.body.shape->solid) return std::nullopt;
  const auto holds = [&](std::uint32_t triangle) {
    const Vec3 point = guest.body.triangle(triangle).a;
    return overlap(solid.body.box, Box{point, point}) && inside_solid(solid, point, counters);
  };
  const std::vector<std::uint32_t>& parts = component_triangles(*guest.body.shape);
  if (parts.size() > many && guest.placement.usable && solid.placement.usable) {
    const bool all = parts.size() == guest.body.shape->triangle_count;  // a cloud of points
    const SideGrid& sides = side_grid(*solid.body.shape);
    for (const std::uint32_t triangle : NearSolid(guest, solid, sides).triangles()) {
      if (!all && !std::binary_search(parts.begin(), parts.end(), triangle)) continue;
      const SideGrid::Side side = sides.side_of(solid, guest.body.triangle(triangle).a);
      if (side == SideGrid::Side::inside || (side == SideGrid::Side::unknown && holds(triangle))) return triangle;
    }
    return std::nullopt;
  }
  for (const std::uint32_t triangle : parts) {
    if (holds(triangle)) return triangle;
  }
  return std::nullopt;
}

}  // namespace graze
