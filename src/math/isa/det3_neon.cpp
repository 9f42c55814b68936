#define GRAZE_LANES 128
#include "math/isa/det3.inl"

#include "math/det3.h"

namespace graze {

extern const Det3 det3_neon;
const Det3 det3_neon = isa_neon::det3;

}  // namespace graze
