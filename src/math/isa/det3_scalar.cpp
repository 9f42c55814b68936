#define GRAZE_LANES 1
#include "math/isa/det3.inl"

#include "math/det3.h"

namespace graze {

extern const Det3 det3_scalar;
const Det3 det3_scalar = isa_scalar::det3;

}  // namespace graze
