// The inner loop of ball_contacts.cpp: the nearest places of four triangles at once, one implementation an instruction
// set. All give the same bits.
#pragma once

#include "graze/math.h"
#include "math/isa.h"

namespace graze {

struct BallFeet {
  // Bit i for triangle i: nearest at corner a, b or c, on edge ab, bc or ca, and in the face where none is set.
  unsigned corner[3], edge[3];
  // Of the triangles, posed: how far that place is from the centre; the least of the products of the way there with
  // those to the corners; the square of the way to the farthest corner; the largest coordinate.
  alignas(32) double distance[4], least[4], far_square[4], size[4];
};

// Four triangles in their own frame, the pose that they are in, and the centre in the world.
using FindBallFeet = void (*)(const Triangle* four, const Pose& pose, Vec3 centre, BallFeet& feet);

FindBallFeet find_ball_feet() noexcept;
FindBallFeet find_ball_feet(Isa isa) noexcept;

}  // namespace graze
