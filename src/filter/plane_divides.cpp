// "Plane divides entities" (Bishop et al. 1998), for which they give no method: tried are the plane across the line of
// centres, and the facets of each hull around its corner that is farthest towards the other body.
#include "convex/gap_along.h"
#include "filter/filter.h"

namespace graze {
namespace {

// The facets at a corner, as directions out of the hull.
template <class Try>
bool any_facet_at(const PosedPolytope& hull, std::uint32_t corner, const Try& attempt) {
  const Polytope& p = hull.polytope();
  if (p.dimension < 2) return false;
  for (std::uint32_t i = p.neighbour_start[corner]; i < p.neighbour_start[corner + 1]; ++i)
    if (attempt(hull.normal(p.facet[p.outgoing[i]]))) return true;
  return false;
}

class PlaneDivides final : public Filter {
 public:
  bool needs_hull() const noexcept override { return true; }

  FilterResult test(const FilterBody& a, const FilterBody& b, double gap, FilterCache&) const noexcept override {
    if (!a.hull || !b.hull) return {};
    FilterResult result;
    GapAlong along;
    const auto attempt = [&](Vec3 direction) {
      if (!unit_scaled(direction)) return false;
      along = gap_along(*a.hull, *b.hull, direction, along.top_a.vertex, along.bottom_b.vertex);
      result = beyond(along.lower, a.core_reach, b.core_reach, gap);
      return result.separate;
    };
    if (attempt(b.hull->centre() - a.hull->centre())) return result;
    const std::uint32_t corner_a = along.top_a.vertex, corner_b = along.bottom_b.vertex;
    if (any_facet_at(*a.hull, corner_a, attempt)) return result;
    any_facet_at(*b.hull, corner_b, [&](Vec3 out) { return attempt(-out); });
    return result;
  }
};

}  // namespace

const Filter& plane_divides_filter() noexcept {
  static const PlaneDivides filter;
  return filter;
}

}  // namespace graze
