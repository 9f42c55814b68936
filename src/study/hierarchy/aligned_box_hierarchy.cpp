#include "study/volume/aligned_box.h"

#include "study/hierarchy/hierarchy.inl"

namespace graze::study {

GRAZE_HIERARCHY(AlignedBox);

}  // namespace graze::study
