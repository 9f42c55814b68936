#include "convex/rounded.h"

#include <algorithm>

#include "convex/exact_gjk.h"

namespace graze {
namespace {

constexpr double unit = 0x1p-53;

}  // namespace

double lower_gap(double core, double a, double b) noexcept {
  const double sum = a + b;
  return sum == 0 ? core : (core - sum) - 3 * unit * (core + sum);
}
double upper_gap(double core, double a, double b) noexcept {
  const double sum = a + b;
  return sum == 0 ? core : (core - sum) + 3 * unit * (core + sum);
}

void refine(const Support& a, const Support& b, CoreAnswer& answer, bool& meet) noexcept {
  const ExactGjk exact = exact_gjk(a, b, answer.normal);
  meet = exact.meet;
  answer.lower = exact.lower;
  answer.upper = exact.upper;
  answer.normal = exact.normal;
  answer.converged = true;
  answer.inside = exact.cores_meet;
  if (exact.cores_meet) {
    answer.point_a = answer.point_b = answer.point_a * 0.5 + answer.point_b * 0.5;
    answer.count = 0;
    return;
  }
  answer.point_a = exact.point_a;
  answer.point_b = exact.point_b;
  answer.count = exact.count;
  std::copy(exact.index_a, exact.index_a + 3, answer.index_a);
  std::copy(exact.index_b, exact.index_b + 3, answer.index_b);
}

ConvexFeature feature(const Support& support, std::uint32_t count, const std::uint32_t* index) noexcept {
  ConvexFeature result;
  if (!support.of_points()) return result;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t* const end = result.point.data() + result.count;
    if (std::find(result.point.data(), end, index[i]) != end) continue;
    *end = index[i];
    ++result.count;
  }
  return result;
}

CoreRequest meeting_request(double radii) noexcept {
  CoreRequest request;
  request.stop_above = radii * (1 + 8 * unit);
  request.stop_below = radii > 0 ? radii * (1 - 8 * unit) : -1;
  return request;
}

}  // namespace graze
