// What files and drawings need of a mesh that moves.
#pragma once

#include "graze/deformable.h"

namespace graze {

struct GRAZE_HIDDEN DeformableInternals {
  // The mesh as its vertices are now, as a surface: also where it is meant to be a solid and is none any more. With the
  // tree that follows it, where prepare() has been asked since the last update.
  static Shape surface(const DeformableMesh& mesh);
  // A mesh that is meant to be a solid and is none now, from what surface() said of it.
  static DeformableMesh broken_solid(const Shape& surface);
};

}  // namespace graze
