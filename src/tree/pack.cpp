#include "tree/pack.h"

#include <algorithm>
#include <cmath>

namespace graze {

Leaf pack_leaf(const LocalFrame& frame, std::uint32_t first, std::span<const Triangle> triangles) {
  Leaf leaf = {};
  leaf.first = first;
  leaf.count = std::uint32_t(triangles.size());
  Triangle t[Leaf::width];
  Box box;
  for (std::size_t i = 0; i < Leaf::width; ++i) {
    t[i] = in_frame(triangles[std::min(i, triangles.size() - 1)], frame);
    box = merge(box, box_of(t[i]));
  }
  const Vec3 middle = (box.lo + box.hi) * 0.5;
  float radius = 0;
  for (int k = 0; k < 3; ++k) {
    leaf.centre[k] = float(middle[k]);
    for (int i = 0; i < Leaf::width; ++i) {
      leaf.corner[0][k][i] = float(t[i].a[k] - double(leaf.centre[k]));
      leaf.corner[1][k][i] = float(t[i].b[k] - double(leaf.centre[k]));
      leaf.corner[2][k][i] = float(t[i].c[k] - double(leaf.centre[k]));
      for (int c = 0; c < 3; ++c) radius = std::max(radius, std::fabs(leaf.corner[c][k][i]));
    }
  }
  leaf.radius = radius;
  return leaf;
}

Leaf pack_leaf(const Tree& tree, std::uint32_t first, std::uint32_t count, std::span<const Triangle> triangles) {
  Triangle own[Leaf::width];
  for (std::uint32_t i = 0; i < count; ++i) own[i] = triangles[tree.order[first + i]];
  return pack_leaf(tree.frame, first, {own, count});
}

}  // namespace graze
