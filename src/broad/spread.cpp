#include "broad/spread.h"

#include <algorithm>
#include <array>

namespace graze {
namespace {

constexpr std::size_t most = 256;

struct Sample {
  std::array<double, most> values;
  std::size_t count = 0;

  void add(double value) noexcept { values[count++] = value; }
  double quantile(std::size_t part, std::size_t of) noexcept {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>((count - 1) * part / of);
    std::nth_element(values.begin(), at, values.begin() + static_cast<std::ptrdiff_t>(count));
    return *at;
  }
};

}  // namespace

Spread spread(const BoxSet& set) noexcept {
  Spread result;
  const std::span<const std::uint32_t> ids = set.ids();
  if (ids.empty()) return result;
  Sample centres[3], extents[3], largest;
  const std::size_t step = (ids.size() + most - 1) / most;
  for (std::size_t i = 0; i < ids.size(); i += step) {
    const FloatBox& box = set.floats()[ids[i]];
    double widest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double lo = double(box.lo[axis]), hi = double(box.hi[axis]);
      centres[axis].add(0.5 * (lo + hi));
      extents[axis].add(hi - lo);
      widest = std::max(widest, hi - lo);
    }
    largest.add(widest);
  }
  for (int axis = 0; axis < 3; ++axis) {
    Sample& centre = centres[axis];
    const double first = centre.quantile(1, 20), last = centre.quantile(19, 20);
    const auto [least, greatest] =
        std::minmax_element(centre.values.begin(), centre.values.begin() + static_cast<std::ptrdiff_t>(centre.count));
    result.lo[axis] = std::max(*least, first - (last - first));
    result.hi[axis] = std::min(*greatest, last + (last - first));
    result.extent[axis] = extents[axis].quantile(1, 2);
  }
  result.median = largest.quantile(1, 2);
  result.largest = largest.quantile(1, 1);
  return result;
}

}  // namespace graze
