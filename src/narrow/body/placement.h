// A body placed in the world, prepared for culling: the frame of its trees, posed, and how far rounding can reach.
//
// Culling works in the tree's frame through a linear map G, the rounded inverse of the pose. Any invertible G would do:
// what is true of points after G is true before. So nothing needs to be an exact inverse; it only has to be known where
// the posed vertices end up under G, and that is bounded here from the numbers at hand:
//   posed vertex   w = M x + t + e,             |e| <= 4u (|M||x| + |t|), contract item 1
//   in the frame   G (w - c) = y + (sGM - I) y + G (e - e_c),   y = (x - origin) / s in the stored box, |y| <= 1,
// c the posed origin with its own error e_c. The second and third terms go into the pad, for this body and for the
// guest's points alike. Each bound is doubled once, which covers that it is itself computed in floating point.
#pragma once

#include "graze/query.h"
#include "shape/data.h"
#include "tree/frames.h"

namespace graze {

struct Placement {
  Mat3 to_world;     // M * s
  Mat3 from_world;   // G, about M^-1 / s
  Vec3 centre;       // c
  Vec3 world_slack;  // bound on |e| + |e_c|
  Vec3 own_pad;      // how far a posed vertex may be from its stored box, in the frame
  Vec3 half;         // the shape's box in the frame goes from -half to half
  double own_pad_most = 0;
  double from_world_norm = 0;  // bounds a component of G v for |v_k| <= 1
  bool usable = false;         // false: too extreme to bound; test everything
};

Placement place(const ShapeData& shape, const Pose& pose) noexcept;

// How far m is from a multiple of an orthogonal matrix, relative; and that multiple.
double similarity_defect(const Mat3& m, double& scale) noexcept;

// Where two bodies are to each other; extreme when the maps cannot be bounded within float range.
enum class PairPlace { apart, near, extreme };
// apart: a face of one body's box, which turns with the body, parts the two; the frame is then left unfinished.
// extreme: there is no frame.
PairPlace pair_place(const Placement& a, const Placement& b, PairFrame& frame) noexcept;
// The frame alone; false for extreme.
bool pair_frame(const Placement& a, const Placement& b, PairFrame& frame) noexcept;

}  // namespace graze
