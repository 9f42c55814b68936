// Pairs of doubles, hi + lo: about 106 bits where nothing over- or underflows. The error of a sum or product is below
// 2^-102 of the magnitudes involved. Beyond 2^995 a product may be NaN, which every comparison must take as "do not
// know". A translation unit of an instruction set gets these in its own namespace (math/wide.h); all give the same
// bits.
#pragma once

#ifdef GRAZE_ISA_NAMESPACE
namespace graze::GRAZE_ISA_NAMESPACE {
#else
namespace graze {
#endif

struct DoubleDouble {
  double hi = 0, lo = 0;
};

inline DoubleDouble two_sum(double a, double b) noexcept {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

inline DoubleDouble two_product(double a, double b) noexcept {
  const double product = a * b;
#ifdef __FMA__
  return {product, __builtin_fma(a, b, -product)};
#else
  // Dekker's product: fma is a function call where the instruction is not there.
  constexpr double split = 0x1p27 + 1;
  const double a_big = split * a, b_big = split * b;
  const double a_hi = a_big - (a_big - a), b_hi = b_big - (b_big - b);
  const double a_lo = a - a_hi, b_lo = b - b_hi;
  return {product, a_lo * b_lo - (((product - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo)};
#endif
}

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble high = two_sum(a.hi, b.hi), low = two_sum(a.lo, b.lo);
  const DoubleDouble once = two_sum(high.hi, high.lo + low.hi);
  return two_sum(once.hi, once.lo + low.lo);
}
inline DoubleDouble operator-(DoubleDouble a) noexcept { return {-a.hi, -a.lo}; }
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) noexcept { return a + -b; }
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble product = two_product(a.hi, b.hi);
  return two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

}  // namespace
