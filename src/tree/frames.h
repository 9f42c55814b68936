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

// A ray in a tree's frame, its start moved to the neighbourhood of the tree: origin + s * direction, s >= 0. The
// largest component of the direction, along axis z, is 1 or -1; sheared along it, the ray is the z axis.
struct RayFrame {
  float origin[3];
  float inverse[3];         // 1 / direction; no component of it is smaller than 1e-20 in size
  float pad[3];             // boxes are to be grown by this
  Vec3 start;               // the origin in double
  int x, y, z;              // axes; z is the main one
  double shear_x, shear_y;  // direction x and y over direction z
  double sign;              // of direction z
  float error;              // bounds each coordinate of (posed vertex - point of the ray)
};

}  // namespace graze
