// A posed body as filters see it: made when it moves, not when it is compared.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "convex/posed_polytope.h"
#include "convex/support.h"
#include "graze/query.h"

namespace graze {

// Points into the body's shape, which must stay.
struct FilterHull {
  std::optional<PosedPolytope> polytope;  // the hull of the body's points, and everything within `around` of that
  double around = 0;
  std::optional<Support> support;  // the same set, `around` included, or a curved one
};

struct FilterBody {
  // Holds the body, in the world; infinite where nothing is known.
  Vec3 centre;
  double radius = 0;
  // Holds it, too: middle + sum x_k half[k], |x_k| <= 1, and everything within `around` of that; its points are off by
  // at most `slack` on each axis. Not when `boxed` is false.
  bool boxed = false;
  Vec3 middle;
  std::array<Vec3, 3> half;
  double around = 0;
  double slack = 0;
  // Bodies closer than this to what is asked may be undecided by the exact test: filters leave them to it, so that what
  // is told does not depend on them. Infinite for what cannot be asked at all.
  double doubt = 0;
  // Apart, and only where a filter asks for hulls: they are five times as large as all else. Kept from pose to pose.
  std::unique_ptr<FilterHull> hull;

  const PosedPolytope* polytope() const { return hull && hull->polytope ? &*hull->polytope : nullptr; }
  const Support* support() const { return hull && hull->support ? &*hull->support : nullptr; }
};

struct FilterNeeds {
  bool hull = false;  // whether any filter asks for hulls
};

// `box` is the body's world box, and all that is known of compounds, half-spaces and what no pose fits.
void make_filter_body(const Body& body, const Box& box, const FilterNeeds& needs, FilterBody& result);
// Of a body of which only the box is known.
void make_filter_body(const Box& box, FilterBody& result) noexcept;

}  // namespace graze
