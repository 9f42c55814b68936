// Every triangle of a body that a ray may meet, through the tree; all of them where the tree cannot be used.
#pragma once

#include "narrow/body/posed.h"
#include "narrow/ray/ray_kernels.h"

namespace graze {

// A body prepared for many rays.
struct RayTarget : PlacedBody {
  RayNodes tree;
  RayCast cast;
  const RayKernels* kernels;
};

// Builds the shape's ray tree if there is none yet.
RayTarget ray_target(const PlacedBody& body);

// Fills `found` with every triangle that may be an answer for a placed ray; with RayAim::closest, those that surely
// come after another are left out.
void find_candidates(const RayTarget& target, const PlacedRays& placed, int index, const Ray& ray, RayAim aim,
                     RayCandidates& found);

}  // namespace graze
