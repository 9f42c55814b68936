#include "volume/sphere.h"

#include "tree/hierarchy/hierarchy.inl"

namespace graze {

GRAZE_HIERARCHY(Sphere);

}  // namespace graze
