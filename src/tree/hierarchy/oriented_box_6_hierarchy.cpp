#include "volume/oriented_box.h"

#include "tree/hierarchy/hierarchy.inl"

namespace graze {

GRAZE_HIERARCHY(OrientedBox6);

}  // namespace graze
