#define GRAZE_LANES 128
#include "math/isa/det3.inl"

#include "math/det3.h"

namespace graze {

extern const Det3 det3_simd128;
const Det3 det3_simd128 = isa_simd128::det3;

}  // namespace graze
