// What traversal needs to know of where things are: maps between the frames of trees, in float, with slack.
#pragma once

namespace graze {

// Carries a guest tree's boxes into a host tree's frame: linear * point + offset, true to within `pad` for every point
// of the guest against every point of the host. The pad covers all rounding: of the posed vertices, of this map, and of
// the float arithmetic that uses it.
struct FrameMap {
  float linear[3][3];     // row, column
  float magnitude[3][3];  // its absolute values
  float offset[3];
  float pad[3];
};

struct PairFrame {
  FrameMap b_in_a, a_in_b;
};

// A ray in a tree's frame, its start moved to the neighbourhood of the tree: origin + s * direction, s >= 0.
// The largest component of the direction is 1 or -1, none is smaller than 1e-20 in size. Boxes are to be grown by pad.
struct RayFrame {
  float origin[3];
  float inverse[3];  // 1 / direction
  float pad[3];
};

}  // namespace graze
