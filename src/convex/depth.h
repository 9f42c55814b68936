// How deep are two convex sets in each other? Certified.
//
// The depth is the length of the shortest translation after which the sets have no common interior: the distance of the
// origin from the boundary of the differences b - a. The upper bound is how far the sets reach into each other along
// one direction. The lower bound is a closed surface of triangles between points of the difference, all of which are
// that far from the origin, with the origin inside.
#pragma once

#include "convex/gjk.h"

namespace graze {

struct ConvexDepthSettings {
  // Narrowest bracket that is worth working for, in the world; 0: 1e-10 of the sets' size, 1.5e-7 for curved cores.
  double tolerance = 0;
  // Is there any depth? A lower bound above 0 is then enough, and the bracket may be wide.
  bool sign_only = false;
};

struct ConvexDepth {
  Relation relation = Relation::undecided;  // as convex_meeting says
  bool converged = false;                   // the bracket is as narrow as the settings ask; unless they say, at most
                                            // 1e-9 of the size of the cores, 1e-6 where one is curved
  double lower = 0, upper = 0;              // of the depth; 0 when separate
  // Unit, from a to b: moving a by -normal times the depth makes the sets touch. 0 when separate.
  Vec3 normal;
  // In the world: of a the deepest in b, and of b in a; point_a - point_b is about normal times the depth.
  Vec3 point_a, point_b;
  ConvexFeature feature_a, feature_b;
  std::uint32_t steps = 0;  // pairs of support points
};

GRAZE_API ConvexDepth convex_depth(const Support& a, const Support& b,
                                   const ConvexDepthSettings& settings = {}) noexcept;

}  // namespace graze
