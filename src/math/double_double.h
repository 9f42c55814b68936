// Pairs of doubles, hi + lo: about 106 bits where nothing over- or underflows. The error of a sum or product is below
// 2^-102 of the magnitudes involved. Beyond 2^995 a product may be NaN, which every comparison must take as "do not
// know". Written over a double or lanes of doubles. A translation unit of an instruction set gets these in its own
// namespace (math/wide.h); all give the same bits.
#pragma once

#ifdef GRAZE_ISA_NAMESPACE
namespace graze::GRAZE_ISA_NAMESPACE {
#else
namespace graze {
#endif

// What rounding a * b to `product` lost, exactly.
inline double product_error(double a, double b, double product) noexcept {
#ifdef __FMA__
  return __builtin_fma(a, b, -product);
#else
  // Dekker's way: fma is a function call where the instruction is not there.
  constexpr double split = 0x1p27 + 1;
  const double a_big = split * a, b_big = split * b;
  const double a_hi = a_big - (a_big - a), b_hi = b_big - (b_big - b);
  const double a_lo = a - a_hi, b_lo = b - b_hi;
  return a_lo * b_lo - (((product - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo);
#endif
}

template <class T>
struct BasicDoubleDouble {
  T hi{}, lo{};
};
using DoubleDouble = BasicDoubleDouble<double>;
// Of numbers whose low part is at most half a last place of the high one.
inline bool less(const DoubleDouble& a, const DoubleDouble& b) noexcept {
  return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

template <class T>
inline BasicDoubleDouble<T> two_sum(T a, T b) {
  const T sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
template <class T>
inline BasicDoubleDouble<T> operator+(const BasicDoubleDouble<T>& a, const BasicDoubleDouble<T>& b) {
  const BasicDoubleDouble<T> high = two_sum(a.hi, b.hi);
  return two_sum(high.hi, high.lo + (a.lo + b.lo));
}
template <class T>
inline BasicDoubleDouble<T> operator-(const BasicDoubleDouble<T>& a, const BasicDoubleDouble<T>& b) {
  return a + BasicDoubleDouble<T>{-b.hi, -b.lo};
}
template <class T>
inline BasicDoubleDouble<T> operator*(const BasicDoubleDouble<T>& a, const BasicDoubleDouble<T>& b) {
  const T product = a.hi * b.hi;
  return two_sum(product, product_error(a.hi, b.hi, product) + (a.hi * b.lo + a.lo * b.hi));
}

}  // namespace
