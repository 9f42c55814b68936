// Filters: cheap tests that may say that two bodies are separate, and nothing else (design: "separate" or "maybe").
#pragma once

#include <cstdint>

#include "convex/gjk.h"
#include "convex/separating_plane.h"
#include "filter/filter_body.h"
#include "graze/filter.h"

namespace graze {

// What the filters remember of a pair. It decides how soon they succeed, never what is true.
struct FilterCache {
  SeparatingPlaneCache plane;
  ConvexCache hull;
};

struct FilterResult {
  bool separate = false;  // proven: farther apart than asked
  double lower = 0;       // when separate: a lower bound of the distance
};

class Filter {
 public:
  virtual ~Filter() = default;
  virtual bool needs_hull() const noexcept { return false; }
  // Are the bodies farther apart than `gap` (>= 0)? Touching is not farther than 0. Their doubts are the caller's.
  virtual FilterResult test(const FilterBody& a, const FilterBody& b, double gap,
                            FilterCache& cache) const noexcept = 0;
};

// The gap at which the exact test surely agrees.
inline double sure_gap(const FilterBody& a, const FilterBody& b, double gap) { return gap + (a.doubt + b.doubt); }

const Filter& filter_of(FilterKind kind) noexcept;

// One file each.
const Filter& bounding_sphere_filter() noexcept;
const Filter& oriented_box_filter() noexcept;
const Filter& plane_divides_filter() noexcept;
const Filter& separating_plane_filter() noexcept;
const Filter& hull_filter() noexcept;

// A proven lower bound of the distance of two cores, less what is around them; `separate` when that is above the gap.
FilterResult beyond(double core_lower, double around_a, double around_b, double gap) noexcept;

}  // namespace graze
