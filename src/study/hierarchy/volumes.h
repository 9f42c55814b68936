// The list of volumes that hierarchies are made of: tests and benchmarks run over all of them.
#pragma once

#include <cstddef>
#include <tuple>

#include "study/volume/aligned_box.h"
#include "study/volume/aligned_dop.h"
#include "study/volume/kdop.h"
#include "study/volume/lss.h"
#include "study/volume/oriented_box.h"
#include "study/volume/rss.h"
#include "study/volume/sphere.h"

namespace graze::study {

template <class... V>
struct VolumeList {
  static constexpr std::size_t size = sizeof...(V);

  // One of each.
  template <template <class> class Of>
  using Over = std::tuple<Of<V>...>;

  // Calls visit.operator()<V>() for every volume.
  template <class Visit>
  static void for_each(Visit&& visit) {
    (visit.template operator()<V>(), ...);
  }
};

using Volumes = VolumeList<OrientedBox15, OrientedBox6, OrientedBox144, AlignedDop, Kdop, Rss, AlignedBox, Sphere, Lss>;

}  // namespace graze::study
