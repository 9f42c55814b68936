// The sign of det(u, v, w), rows p - q of three coordinates each, from sums hi + lo of two doubles in lanes; 0 for "do
// not know".
//
// The hi parts are exact but for what goes to the lo parts: the errors of products and sums are found exactly. So only
// the lo parts round, and they are small: with m the magnitudes of the two products in a minor and s = sum |u| m,
//   lo of a product in a minor  <= 3 * 2^-53, off by 13 * 2^-106;    of a minor  <= 2^-51 m, off by 2^-102 m;
//   of u times a minor          <= 2^-50 |u| m, off by 2^-100 |u| m; of the total, off by 2^-99 s.
// The bound is 2^-96 s, which leaves room for the rounding of s. Underflow costs each product a few denormals, those of
// the minors times |u|. Overflow makes the total or the bound NaN or infinite. No part is normalised: what cancels in
// hi is still there in lo.
#include "math/wide_double4.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

using Lanes = BasicDoubleDouble<Double4>;

inline Lanes product(const Lanes& a, const Lanes& b) {
  const Double4 hi = a.hi * b.hi;
  return {hi, product_error(a.hi, b.hi, hi) + (a.hi * b.lo + a.lo * b.hi)};
}

int det3(const double* p0, const double* q0, const double* p1, const double* q1, const double* p2, const double* q2) {
  const auto row = [](const double* p, const double* q) { return two_sum(Double4::load3(p), -Double4::load3(q)); };
  const Lanes u = row(p0, q0), v = row(p1, q1), w = row(p2, q2);
  const Lanes left = product({yzx(v.hi), yzx(v.lo)}, {zxy(w.hi), zxy(w.lo)});
  const Lanes right = product({zxy(v.hi), zxy(v.lo)}, {yzx(w.hi), yzx(w.lo)});
  Lanes minor = two_sum(left.hi, -right.hi);
  minor.lo = minor.lo + (left.lo - right.lo);
  const Lanes along = product(u, minor);
  double hi[4], lo[4], size[4], magnitude[4];
  along.hi.store(hi);
  along.lo.store(lo);
  (abs(u.hi) * (abs(left.hi) + abs(right.hi))).store(size);
  abs(u.hi).store(magnitude);
  const DoubleDouble some = two_sum(hi[0], hi[1]), all = two_sum(some.hi, hi[2]);
  const double total = all.hi + ((all.lo + some.lo) + ((lo[0] + lo[1]) + lo[2]));
  const double bound = ((size[0] + size[1]) + size[2]) * 0x1p-96 +
                       (((magnitude[0] + magnitude[1]) + magnitude[2]) * 0x1p-1060 + 0x1p-1060);
  return total > bound ? 1 : total < -bound ? -1 : 0;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
