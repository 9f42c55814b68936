// "Plane divides entities" (Blow 1997), for which he gives no method: tried are the plane across the line of
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
    const PosedPolytope *hull_a = a.polytope(), *hull_b = b.polytope();
    if (hull_a == nullptr || hull_b == nullptr) return {};
    FilterResult result;
    GapAlong along;
    const auto attempt = [&](Vec3 direction) {
      if (!unit_scaled(direction)) return false;
      along = gap_along(*hull_a, *hull_b, direction, along.top_a.vertex, along.bottom_b.vertex);
      result = beyond(along.lower, a.hull->around, b.hull->around, gap);
      return result.separate;
    };
    if (attempt(hull_b->centre() - hull_a->centre())) return result;
    const std::uint32_t corner_a = along.top_a.vertex, corner_b = along.bottom_b.vertex;
    if (any_facet_at(*hull_a, corner_a, attempt)) return result;
    any_facet_at(*hull_b, corner_b, [&](Vec3 out) { return attempt(-out); });
    return result;
  }
};

}  // namespace

const Filter& plane_divides_filter() noexcept {
  static const PlaneDivides filter;
  return filter;
}

}  // namespace graze
