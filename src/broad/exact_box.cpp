#include "broad/exact_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/dyadic.h"
#include "math/ray_base.h"

namespace graze {
namespace {

// A comparison of two parameters, or of one with a double, takes a product.
using Product = Dyadic;

// numerator / denominator with a denominator above 0.
struct Fraction {
  Product numerator, denominator;
};

bool above(const Fraction& x, const Fraction& y) {
  return (x.numerator * y.denominator - y.numerator * x.denominator).sign() > 0;
}

Fraction crossing(double bound, double origin, const Product& along) {
  const Product way = Product(bound) - Product(origin);
  return along.sign() > 0 ? Fraction{way, along} : Fraction{-way, -along};
}

bool meet_exactly(const Ray& ray, const Box& box) {
  Fraction in[4], out[4];
  int ins = 0, outs = 0;
  in[ins++] = {Product(0.0), Product(1.0)};
  if (std::isfinite(ray.max)) out[outs++] = {Product(ray.max), Product(1.0)};
  for (int axis = 0; axis < 3; ++axis) {
    const Product along = Product(ray.direction[axis]) - Product(base_of(ray)[axis]);
    if (along.sign() == 0) {
      if (box.lo[axis] > ray.origin[axis] || box.hi[axis] < ray.origin[axis]) return false;
      continue;
    }
    const double first = along.sign() > 0 ? box.lo[axis] : box.hi[axis];
    const double last = along.sign() > 0 ? box.hi[axis] : box.lo[axis];
    if (std::isfinite(first)) in[ins++] = crossing(first, ray.origin[axis], along);
    if (std::isfinite(last)) out[outs++] = crossing(last, ray.origin[axis], along);
  }
  for (int i = 0; i < ins; ++i)
    for (int k = 0; k < outs; ++k)
      if (above(in[i], out[k])) return false;
  return true;
}

}  // namespace

BoxEntry meet(const Ray& ray, const Box& box) noexcept {
  if (!(ray.max >= 0)) return {};
  constexpr double doubt = 0x1p-48;
  double in = 0, out = std::min(ray.max, std::numeric_limits<double>::max());
  bool sure = true;
  for (int axis = 0; axis < 3; ++axis) {
    const double along = ray.direction[axis] - base_of(ray)[axis];
    if (along == 0) {
      if (box.lo[axis] > ray.origin[axis] || box.hi[axis] < ray.origin[axis]) return {};
      continue;
    }
    sure = sure && std::isfinite(along);
    const auto parameter = [&](double bound) {
      const double t = (bound - ray.origin[axis]) / along;
      // Other quotients may have been rounded by more than a part of themselves.
      sure = sure && (t == 0 || (std::fabs(t) > 0x1p-960 && std::fabs(t) < 0x1p960));
      return t;
    };
    const double first = along > 0 ? box.lo[axis] : box.hi[axis], last = along > 0 ? box.hi[axis] : box.lo[axis];
    if (std::isfinite(first)) in = std::max(in, parameter(first));
    if (std::isfinite(last)) out = std::min(out, parameter(last));
  }
  const double slack = (std::fabs(in) + std::fabs(out)) * doubt;
  const bool hit = sure && out - in > slack ? true : sure && in - out > slack ? false : meet_exactly(ray, box);
  return {hit, hit ? in : 0};
}

BoxGap gap(const Box& a, const Box& b) noexcept {
  BoxGap result;
  Vec3 apart;
  for (int axis = 0; axis < 3; ++axis) {
    if (a.hi[axis] < b.lo[axis]) {
      result.lo[axis] = a.hi[axis];
      result.hi[axis] = b.lo[axis];
    } else if (b.hi[axis] < a.lo[axis]) {
      result.lo[axis] = b.hi[axis];
      result.hi[axis] = a.lo[axis];
    }
    apart[axis] = result.hi[axis] - result.lo[axis];
  }
  // Scaled, so that squares neither overflow nor vanish.
  const double most = std::max({apart.x, apart.y, apart.z});
  if (most == 0 || !std::isfinite(most)) {
    result.value = most;
    return result;
  }
  int exponent = 0;
  std::frexp(most, &exponent);
  const auto scaled = [exponent](double x) { return std::ldexp(x, -exponent); };
  result.value = std::ldexp(length({scaled(apart.x), scaled(apart.y), scaled(apart.z)}), exponent);
  return result;
}

int compare(const BoxGap& x, const BoxGap& y) noexcept {
  const double slack = (x.value + y.value) * 0x1p-49 + 0x1p-1000;
  if (x.value - y.value > slack) return 1;
  if (y.value - x.value > slack) return -1;
  Product difference;
  for (int axis = 0; axis < 3; ++axis) {
    const Product p = Product(x.hi[axis]) - Product(x.lo[axis]), q = Product(y.hi[axis]) - Product(y.lo[axis]);
    difference = difference + p * p - q * q;
  }
  return difference.sign();
}

}  // namespace graze
