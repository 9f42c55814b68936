// Every triangle of a body that a ray may meet, through the tree; all of them where the tree cannot be used.
#pragma once

#include "narrow/placement.h"
#include "narrow/posed.h"
#include "tree/traverse.h"

namespace graze {

// A body prepared for many rays.
struct RayTarget {
  Posed body;
  Placement placement;
};

// Calls leaf(triangle index) until it returns false. upper() bounds the parameters still of interest and may shrink.
template <class Upper, class Leaf>
void for_each_candidate(const RayTarget& target, const Ray& ray, Upper&& upper, Leaf&& leaf, Counters& counters) {
  PlacedRay placed;
  switch (place_ray(target.placement, ray, placed)) {
    case RayPlacing::misses:
      return;
    case RayPlacing::usable:
      counters.box_tests += traverse_ray(
          target.body.shape->tree(), placed.frame, [&] { return placed.limit(upper()); }, leaf);
      return;
    case RayPlacing::unusable:
      for (std::uint32_t i = 0; i < target.body.shape->triangle_count; ++i)
        if (!leaf(i)) return;
  }
}

}  // namespace graze
