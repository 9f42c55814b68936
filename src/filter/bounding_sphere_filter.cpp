// Spheres around the bodies: the distance of the centres against the sum of the radii, squared as a sum (errata of
// Blow 1997: not the sum of the squares).
#include <cmath>

#include "filter/filter.h"

namespace graze {
namespace {

class BoundingSphere final : public Filter {
 public:
  FilterResult test(const FilterBody& a, const FilterBody& b, double gap, FilterCache&) const noexcept override {
    // The centres are exact points of their spheres; difference and length round by less than 8u.
    const double apart = length(b.centre - a.centre) * (1 - 0x1p-49) - 0x1p-500;
    if (!(apart > (a.radius + b.radius) + gap)) return {};
    return beyond(apart, a.radius, b.radius, gap);
  }
};

}  // namespace

const Filter& bounding_sphere_filter() noexcept {
  static const BoundingSphere filter;
  return filter;
}

}  // namespace graze
