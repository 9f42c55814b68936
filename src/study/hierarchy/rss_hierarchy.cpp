#include "study/volume/rss.h"

#include "study/hierarchy/hierarchy.inl"

namespace graze::study {

GRAZE_HIERARCHY(Rss);

}  // namespace graze::study
