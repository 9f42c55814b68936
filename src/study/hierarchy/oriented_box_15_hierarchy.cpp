#include "study/volume/oriented_box.h"

#include "study/hierarchy/hierarchy.inl"

namespace graze::study {

GRAZE_HIERARCHY(OrientedBox15);

}  // namespace graze::study
