#include "convex/rounded.h"

#include <algorithm>

#include "base/work.h"
#include "convex/exact_gjk.h"
#include "math/constants.h"
#include "math/ordinary.h"

namespace graze {
namespace {

using roundoff::u;

}  // namespace

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

void settle(const Support& a, const Support& b, CoreAnswer& answer) noexcept {
  CoreAnswer deep;
  CoreRequest request = meeting_request(0);
  request.sign_only = true;
  convex_kernels().depth(a, b, request, deep);
  work::charge(16 * std::uint64_t{deep.steps});
  if (deep.inside) {
    answer.inside = answer.converged = true;
    answer.lower = answer.upper = 0;
    // Those of the depth are on the surfaces, and need not be near to each other.
    answer.point_a = answer.point_b = answer.point_a * 0.5 + answer.point_b * 0.5;
    answer.normal = {};
    answer.count = 0;
    return;
  }
  const double lower = deep.apart ? deep.lower : -deep.upper;
  if (lower > answer.lower) {
    answer.lower = lower;
    answer.normal = deep.normal;
  }
  answer.converged = answer.upper - std::max(answer.lower, 0.0) <= 2 * answer.tolerance;
}

void begin_again(const Support& a, const Support& b, CoreRequest request, CoreAnswer& answer) noexcept {
  for (int attempt = 0; attempt < 4 && !answer.converged && !answer.inside; ++attempt) {
    ConvexCache cache;
    cache.axis = answer.normal;
    request.cache = &cache;
    CoreAnswer other;
    convex_kernels().distance(a, b, request, other);
    work::charge(16 * std::uint64_t{other.steps});
    const double lower = answer.lower, upper = answer.upper;
    const Vec3 normal = answer.normal;
    const CoreAnswer before = answer;
    if (other.inside || other.upper < upper) answer = other;
    answer.steps = before.steps + other.steps;
    if (answer.inside) return;
    answer.lower = std::max(lower, other.lower);
    answer.normal = other.lower > lower ? other.normal : normal;
    answer.converged = answer.upper - std::max(answer.lower, 0.0) <= 2 * answer.tolerance;
  }
}

void move_to_surface(const Support& a, const Support& b, Vec3 normal, Vec3& point_a, Vec3& point_b) noexcept {
  if (a.radius == 0 && b.radius == 0) return;
  const Vec3 between = point_b - point_a;
  const Vec3 along = ordinary(between);
  const double apart = length(along);
  const Vec3 direction = apart > 0 ? along * (1 / apart) : normal;
  point_a = point_a + direction * a.radius;
  point_b = point_b - direction * b.radius;
}

// Without branches: which points are equal cannot be foreseen.
ConvexFeature feature(const Support& support, std::uint32_t count, const std::uint32_t (&index)[3]) noexcept {
  ConvexFeature result;
  if (!support.of_points() || count == 0) return result;
  const std::uint32_t first = index[0], second = index[1], third = index[2];
  const bool two = (count > 1) & (second != first), more = (count > 2) & (third != first) & (third != second);
  result.count = 1 + std::uint32_t(two) + std::uint32_t(more);
  result.point = {first, two ? second : more ? third : 0, (two && more) ? third : 0};
  return result;
}

CoreRequest meeting_request(double radii) noexcept {
  CoreRequest request;
  request.stop_above = radii * (1 + 8 * u);
  request.stop_below = radii > 0 ? radii * (1 - 8 * u) : -1;
  return request;
}

}  // namespace graze
