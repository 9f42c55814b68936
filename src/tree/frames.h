// What traversal needs to know of where things are: maps between the frames of trees, in float, with slack.
#pragma once

namespace graze {

// Carries a guest tree's points y (|y_k| <= 1) into a host tree's frame: scale * linear * y + offset. The slack bounds
// how far a posed vertex of either body may be from where this map, evaluated in float, puts its box.
struct PairMap {
  float linear[3][3];  // row, column; a rotation or reflection when `rigid`
  float offset[3];
  float scale;        // 1 when not rigid
  float slack;        // a length in the host's frame
  float stretch;      // bounds the length of linear * unit vector; 1 when rigid
  float determinant;  // upper bound of |det linear|
  bool rigid;
};

struct PairFrame {
  PairMap b_in_a, a_in_b;
};

// A ray in a tree's frame, its start moved to the neighbourhood of the tree: origin + s * direction, s >= 0.
// The largest component of the direction is 1 or -1, none is smaller than 1e-20 in size. Boxes are to be grown by pad.
struct RayFrame {
  float origin[3];
  float inverse[3];  // 1 / direction
  float pad[3];
};

}  // namespace graze
