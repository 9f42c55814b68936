#define GRAZE_LANES 2
#include "math/isa/det3.inl"

#include "math/det3.h"

namespace graze {

extern const Det3 det3_avx2;
const Det3 det3_avx2 = isa_avx2::det3;

}  // namespace graze
