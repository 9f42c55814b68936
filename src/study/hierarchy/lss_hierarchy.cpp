#include "study/volume/lss.h"

#include "study/hierarchy/hierarchy.inl"

namespace graze::study {

GRAZE_HIERARCHY(Lss);

}  // namespace graze::study
