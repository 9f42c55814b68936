#include "volume/rss.h"

#include "tree/hierarchy/hierarchy.inl"

namespace graze {

GRAZE_HIERARCHY(Rss);

}  // namespace graze
