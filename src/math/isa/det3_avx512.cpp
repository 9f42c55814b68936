#define GRAZE_LANES 512
#include "math/isa/det3.inl"

#include "math/det3.h"

namespace graze {

extern const Det3 det3_avx512;
const Det3 det3_avx512 = isa_avx512::det3;

}  // namespace graze
