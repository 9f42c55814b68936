// A half-space against the boxes of a node and the triangles of a leaf. Everything rounds by less than 32 * 2^-24 of
// the size of the tree, which is in the two limits of the plane.
#include "math/wide_select.h"
#include "tree/rounded_box.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline SlotBits plane_slots(const TreePlane& plane, const OrientedNode& node, float* nearness) {
  const auto climb = [&](const float(&v)[3][8]) {
    return fused(Float8::load(v[2]), Float8::all(plane.direction[2]),
                 fused(Float8::load(v[1]), Float8::all(plane.direction[1]),
                       Float8::load(v[0]) * Float8::all(plane.direction[0])));
  };
  const Float8 middle = climb(node.centre);
  Float8 reach = Float8::load(node.half[0]) * abs(climb(node.axis[0]));
  for (int j = 1; j < 3; ++j) reach = fused(Float8::load(node.half[j]), abs(climb(node.axis[j])), reach);
  const Float8 low = middle - reach;
  low.store(nearness);
  const Mask8 near = low <= Float8::all(plane.outer);
  return {near.bits(), (near & (middle + reach <= Float8::all(plane.inner))).bits()};
}

inline LeafBits plane_leaf(const TreePlane& plane, const Leaf& leaf) {
  const float base =
      (leaf.centre[0] * plane.direction[0] + leaf.centre[1] * plane.direction[1]) + leaf.centre[2] * plane.direction[2];
  Float8 low = Float8::all(0);
  for (int c = 0; c < 3; ++c) {
    const Float8 at =
        fused(Float8::load(leaf.corner[c][2]), Float8::all(plane.direction[2]),
              fused(Float8::load(leaf.corner[c][1]), Float8::all(plane.direction[1]),
                    fused(Float8::load(leaf.corner[c][0]), Float8::all(plane.direction[0]), Float8::all(base))));
    low = c == 0 ? at : min(low, at);
  }
  const unsigned valid = (1u << leaf.count) - 1;
  return {(low <= Float8::all(plane.outer)).bits() & valid, (low <= Float8::all(plane.inner)).bits() & valid};
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
