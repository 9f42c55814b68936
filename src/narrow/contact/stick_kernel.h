// The inner loop of stick_contacts.cpp: four triangles near the core of a capsule at once, one implementation an
// instruction set. All give the same bits.
#pragma once

#include <cstdint>

#include "graze/math.h"
#include "math/isa.h"

namespace graze {

struct StickCorner {
  Vec3 at;  // from the core's first end
  double distance;
  Vec3 off;     // from the nearest point of the core
  double size;  // the largest coordinate
  bool open;    // in reach, and nothing around it comes nearer
};
struct StickFace {
  std::uint32_t triangle;
  std::uint32_t corners[3];
};

struct StickNumbers {
  Vec3 way;  // of the core
  double square = 0;
  double slope_square = 0, rounding_square = 0;
  double parallel = 0;  // the square of a cosine, times that of the core's length: above that an edge is along it
  double most_square = 0;
  double near = 0, inner = 0;  // a face has a corner that near, and one farther than that
  double facing = 0;           // of the surface
  double level_square = 0;     // of how far the core may lead towards the surface from an end that has a foot
};

// Bit i for face i.
struct StickBits {
  unsigned nearer_from[3], nearer_to[3];  // edge k leads nearer to the core, from its first corner, from its second one
  unsigned inward[3];                     // from both
  unsigned parallel[3];                   // edge k is along the core
  unsigned inner;                         // one corner is near, and one farther than `inner`
  unsigned open;                          // the core may run through the face, or have the foot of an end in it
};

// `count` faces from 1 to 4.
using LookAtFaces = void (*)(const StickNumbers& numbers, const StickCorner* corners, const StickFace* faces,
                             unsigned count, StickBits& bits);

LookAtFaces look_at_faces() noexcept;
LookAtFaces look_at_faces(Isa isa) noexcept;

}  // namespace graze
