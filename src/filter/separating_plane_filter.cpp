// A plane between the hulls, learnt and remembered (Zachmann 2001, section 5.1; convex/separating_plane.h).
#include "convex/separating_plane.h"

#include "filter/filter.h"

namespace graze {
namespace {

// Fewer than the 300 of the paper: a pair that takes more is left to the exact test, which is faster.
constexpr std::uint32_t most_updates = 24;

class SeparatingPlanes final : public Filter {
 public:
  bool needs_hull() const noexcept override { return true; }

  FilterResult test(const FilterBody& a, const FilterBody& b, double gap, FilterCache& cache) const noexcept override {
    const PosedPolytope *hull_a = a.polytope(), *hull_b = b.polytope();
    if (hull_a == nullptr || hull_b == nullptr) return {};
    const SeparatingPlaneResult plane = separating_plane(*hull_a, *hull_b, &cache.plane, most_updates);
    return plane.separate ? beyond(plane.lower, a.hull->around, b.hull->around, gap) : FilterResult{};
  }
};

}  // namespace

const Filter& separating_plane_filter() noexcept {
  static const SeparatingPlanes filter;
  return filter;
}

}  // namespace graze
