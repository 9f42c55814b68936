#include "tree/nearest.h"

namespace graze {

using FindNearest = bool(NearSearch& search);
FindNearest GRAZE_BY_ISA(find_nearest_);

bool find_nearest(NearSearch& search, Isa isa) { return pick(isa, GRAZE_BY_ISA(&find_nearest_))(search); }

bool find_nearest(NearSearch& search) { return find_nearest(search, instruction_set_in_use()); }

}  // namespace graze
