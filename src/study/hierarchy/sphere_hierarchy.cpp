#include "study/volume/sphere.h"

#include "study/hierarchy/hierarchy.inl"

namespace graze::study {

GRAZE_HIERARCHY(Sphere);

}  // namespace graze::study
