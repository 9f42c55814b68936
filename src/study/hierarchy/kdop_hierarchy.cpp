#include "study/volume/kdop.h"

#include "study/hierarchy/hierarchy.inl"

namespace graze::study {

GRAZE_HIERARCHY(Kdop);

}  // namespace graze::study
