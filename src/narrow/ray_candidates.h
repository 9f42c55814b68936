// Every triangle of a body that a ray may meet, through the tree; all of them where the tree cannot be used.
#pragma once

#include <bit>

#include "narrow/placement.h"
#include "narrow/posed.h"
#include "tree/traverse.h"

namespace graze {

// A body prepared for many rays.
struct RayTarget {
  Posed body;
  Placement placement;
};

// Calls leaf(triangle index) for each triangle that the ray may hit at any t >= 0, until it returns false.
template <class Leafs>
void for_each_candidate(const RayTarget& target, const Ray& ray, Leafs&& leaf, Counters& counters) {
  PlacedRay placed;
  switch (place_ray(target.placement, ray, placed)) {
    case RayPlacing::misses:
      return;
    case RayPlacing::usable: {
      const Tree& tree = target.body.shape->tree();
      const float limit = placed.limit(ray.max);
      const auto visit = [&](const Leaf& packed) {
        LeafHits hits;
        counters.triangle_tests += packed.count;
        kernels().ray_leaf(placed.frame, limit, packed, hits);
        for (unsigned bits = hits.possible; bits != 0; bits &= bits - 1)
          if (!leaf(tree.order[packed.first + std::uint32_t(std::countr_zero(bits))])) return false;
        return true;
      };
      counters.box_tests += traverse_ray(
          tree, placed.frame, [&] { return limit; }, visit);
      return;
    }
    case RayPlacing::unusable:
      for (std::uint32_t i = 0; i < target.body.shape->triangle_count; ++i) {
        ++counters.triangle_tests;
        if (!leaf(i)) return;
      }
  }
}

}  // namespace graze
