// What traversal needs to know of where things are: maps between the frames of trees, with what rounding can do to
// them.
#pragma once

#include "graze/math.h"

namespace graze {

// Carries a guest tree's points y (|y_k| <= 1) into a host tree's frame. Given twice: in double as to_host * y + shift,
// true to within `pad` for the posed vertices of both bodies; and in float as scale * linear * y + offset, where
// `slack` also covers that the float kernel works on numbers of the size of the trees.
struct PairMap {
  Mat3 to_host;
  Vec3 shift;
  float pad;           // a length in the host's frame
  float slack;         // a length in the host's frame
  float norm;          // bounds the length of to_host * unit vector
  float linear[3][3];  // row, column; a rotation or reflection when `rigid`
  float offset[3];
  float scale;        // 1 when not rigid
  float stretch;      // bounds the length of linear * unit vector; 1 when rigid
  float determinant;  // upper bound of |det linear|
  bool rigid;
};

struct PairFrame {
  PairMap b_in_a, a_in_b;
};

}  // namespace graze
