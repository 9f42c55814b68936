// The volumes and groupings that hierarchies can have, for tests that run over all of them.
#pragma once

#include <tuple>
#include <utility>

#include "tree/hierarchy/hierarchy.h"
#include "volume/aligned_box.h"
#include "volume/aligned_dop.h"
#include "volume/kdop.h"
#include "volume/oriented_box.h"
#include "volume/rss.h"
#include "volume/sphere.h"

namespace graze::property {

template <template <class> class Of>
using OverVolumes = std::tuple<Of<AlignedBox>, Of<OrientedBox6>, Of<OrientedBox15>, Of<OrientedBox144>, Of<Sphere>,
                               Of<Rss>, Of<Kdop>, Of<AlignedDop>>;

// Calls visit.operator()<V>() for every volume.
template <class Visit>
void for_each_volume(Visit&& visit) {
  visit.template operator()<AlignedBox>();
  visit.template operator()<OrientedBox6>();
  visit.template operator()<OrientedBox15>();
  visit.template operator()<OrientedBox144>();
  visit.template operator()<Sphere>();
  visit.template operator()<Rss>();
  visit.template operator()<Kdop>();
  visit.template operator()<AlignedDop>();
}

}  // namespace graze::property
