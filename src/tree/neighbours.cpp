#include "tree/neighbours.h"

namespace graze {

Neighbours neighbours_kernel(Isa isa) noexcept { return pick<Neighbours>(isa, GRAZE_BY_ISA(&neighbours_)); }

Neighbours neighbours_kernel() noexcept { return neighbours_kernel(instruction_set_in_use()); }

}  // namespace graze
