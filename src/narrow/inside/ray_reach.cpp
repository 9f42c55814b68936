#include "narrow/inside/ray_reach.h"

#include <algorithm>
#include <cmath>

#include "math/norms.h"
#include "tree/traverse.h"

namespace graze {
namespace {

void all_of(const PlacedBody& body, std::vector<std::uint32_t>& found, Counters& counters) {
  found.clear();
  for (std::uint32_t i = 0; i < body.body.shape->triangle_count; ++i) found.push_back(i);
  counters.triangle_tests += found.size();
}

// Calls far(node, slot) of every box, and lists the triangles of the leaves that are not.
template <class Far>
void collect(const Tree& tree, const Far& far, std::vector<std::uint32_t>& found, Counters& counters) {
  found.clear();
  Stack<std::uint32_t, 256> waiting;
  waiting.push(0);
  while (!waiting.empty()) {
    const Node& node = tree.nodes[waiting.pop()];
    counters.box_tests += node.count;
    for (int slot = 0; slot < int(node.count); ++slot) {
      if (far(node, slot)) continue;
      if (node.is_leaf(slot)) {
        const Leaf& leaf = tree.leaves[node.leaf(slot)];
        for (std::uint32_t i = 0; i < leaf.count; ++i) found.push_back(tree.order[leaf.first + i]);
      } else {
        waiting.push(node.child[slot]);
      }
    }
  }
  counters.triangle_tests += found.size();
}

// A point of the world in the frame, and how far its image may be from that; `off` is the bound of the point itself.
struct InFrame {
  Vec3 at;
  double slack;
};
InFrame in_frame(const Placement& place, Vec3 point, double off) {
  const Vec3 apart = point - place.centre;
  return {place.from_world * apart,
          2 * (place.own_pad_most + place.from_world_norm * (off + largest(apart) * (6 * 0x1p-53)))};
}

}  // namespace

// A box and a ray are apart when the ray has passed it along an axis, or when the line is beyond it seen along an axis
// (the products of the direction with the axes). The direction rounds by 4u of its size in the world, which over the
// length of the frame, of about 2, is far below the 2^-20 that is added to each box; so is the rounding of the
// products, in proportion to how far the start is from the box.
void along_ray(const PlacedBody& body, const ExactPoint& start, Vec3 direction, std::vector<std::uint32_t>& found,
               Counters& counters) {
  const Placement& place = body.placement;
  const InFrame from = in_frame(place, start.about(), start.error());
  const Vec3 way = place.from_world * direction;
  const double size = largest(way), tilt = place.from_world_norm * largest(direction) * 0x1p-50;
  const double pad = from.slack + (1 + largest(from.at)) * (0x1p-20 + 8 * tilt / size);
  if (!place.usable || !(size > 0) || !(pad < 1)) return all_of(body, found, counters);
  const Vec3 g = way * (1 / size), a = abs(g);
  const auto far = [&](const Node& node, int slot) {
    Vec3 to_centre, half;
    for (int k = 0; k < 3; ++k) {
      const double lo = double(node.lo[k][slot]) - pad, hi = double(node.hi[k][slot]) + pad;
      if (g[k] > 0 ? from.at[k] > hi : g[k] < 0 ? from.at[k] < lo : false) return true;
      to_centre[k] = (lo + hi) * 0.5 - from.at[k];
      half[k] = (hi - lo) * 0.5;
    }
    return std::fabs(g.x * to_centre.y - g.y * to_centre.x) > a.x * half.y + a.y * half.x ||
           std::fabs(g.y * to_centre.z - g.z * to_centre.y) > a.y * half.z + a.z * half.y ||
           std::fabs(g.z * to_centre.x - g.x * to_centre.z) > a.z * half.x + a.x * half.z;
  };
  collect(body.body.shape->tree(), far, found, counters);
}

void near_triangle(const PlacedBody& body, const Triangle& t, std::vector<std::uint32_t>& found, Counters& counters) {
  const Placement& place = body.placement;
  const InFrame corner[3] = {in_frame(place, t.a, 0), in_frame(place, t.b, 0), in_frame(place, t.c, 0)};
  const double pad = std::max({corner[0].slack, corner[1].slack, corner[2].slack}) + 0x1p-20;
  if (!place.usable || !(pad < 1)) return all_of(body, found, counters);
  const Vec3 slack{pad, pad, pad};
  const Vec3 lo = min(min(corner[0].at, corner[1].at), corner[2].at) - slack;
  const Vec3 hi = max(max(corner[0].at, corner[1].at), corner[2].at) + slack;
  const auto far = [&](const Node& node, int slot) {
    for (int k = 0; k < 3; ++k)
      if (lo[k] > double(node.hi[k][slot]) || hi[k] < double(node.lo[k][slot])) return true;
    return false;
  };
  collect(body.body.shape->tree(), far, found, counters);
}

}  // namespace graze
