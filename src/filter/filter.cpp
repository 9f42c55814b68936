#include "filter/filter.h"

namespace graze {

const char* name(FilterKind kind) noexcept {
  switch (kind) {
    case FilterKind::bounding_sphere:
      return "bounding_sphere";
    case FilterKind::oriented_box:
      return "oriented_box";
    case FilterKind::plane_divides:
      return "plane_divides";
    case FilterKind::separating_plane:
      return "separating_plane";
    case FilterKind::hull:
      return "hull";
  }
  return "unknown";
}

const Filter& filter_of(FilterKind kind) noexcept {
  switch (kind) {
    case FilterKind::bounding_sphere:
      return bounding_sphere_filter();
    case FilterKind::oriented_box:
      return oriented_box_filter();
    case FilterKind::plane_divides:
      return plane_divides_filter();
    case FilterKind::separating_plane:
      return separating_plane_filter();
    case FilterKind::hull:
      break;
  }
  return hull_filter();
}

FilterResult beyond(double core_lower, double around_a, double around_b, double gap) noexcept {
  // Three roundings, each at most u of what is added up.
  const double around = around_a + around_b;
  const double lower = (core_lower - around) - 0x1p-50 * (core_lower + around);
  return lower > gap ? FilterResult{true, lower} : FilterResult{};
}

}  // namespace graze
