#include "math/det3.h"

namespace graze {

extern const Det3 GRAZE_BY_ISA(det3_);

Det3 det3(Isa isa) noexcept { return pick(isa, GRAZE_BY_ISA(det3_)); }

}  // namespace graze
