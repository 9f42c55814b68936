// a * b + c of floats, rounded once, where the instruction is missing: WebAssembly has none, and its C library rounds
// subnormal results twice; that of Windows rounds all of them twice, to the x87 unit's precision first.
#pragma once

#include <cstdint>

// How lanes without the instruction make a fused product: in the place where it stands, or, in a file that has defined
// GRAZE_CALLED_FUSED because it has many, by a call, which takes a tenth of the bytes.
#if defined(GRAZE_CALLED_FUSED) && defined(__wasm__)
#define GRAZE_INLINE_FUSED __attribute__((noinline)) static
#else
#define GRAZE_INLINE_FUSED inline
#endif

namespace graze::exact_float {

// The product of two floats is a double. Of the sum, rounded to odd (the last bit is set where anything was lost), the
// float is that of the exact sum: a double has more than two bits beyond a float's.
inline float fused(float a, float b, float c) {
  const double product = double(a) * double(b), term = c, sum = product + term;
  const double part = sum - product, lost = (product - (sum - part)) + (term - part);
  auto bits = __builtin_bit_cast(std::uint64_t, sum);
  if ((bits & 1) == 0) {
    if (lost < 0) bits += (bits >> 63) != 0 ? 1u : ~std::uint64_t{0};
    if (lost > 0) bits += (bits >> 63) != 0 ? ~std::uint64_t{0} : 1u;
  }
  return float(__builtin_bit_cast(double, bits));
}

}  // namespace graze::exact_float
