#include "study/volume/aligned_dop.h"

#include "study/hierarchy/hierarchy.inl"

namespace graze::study {

GRAZE_HIERARCHY(AlignedDop);

}  // namespace graze::study
