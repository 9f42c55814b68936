// What both kinds of FCL peers share.
#pragma once

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "graze/query.h"
#include "scenes/scenes.h"

namespace graze::bench {

inline fcl::Transform3d to_fcl(const Pose& pose) {
  fcl::Transform3d result = fcl::Transform3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) result.linear()(row, column) = pose.linear.at(row, column);
    result.translation()[row] = pose.translation[row];
  }
  return result;
}

inline fcl::CollisionRequestd fcl_every_pair() {
  return fcl::CollisionRequestd(std::numeric_limits<std::size_t>::max(), false);
}

// Sorted.
inline std::vector<TrianglePair> fcl_pairs(const fcl::CollisionResultd& result) {
  std::vector<TrianglePair> found;
  for (std::size_t i = 0; i < result.numContacts(); ++i) {
    const fcl::Contactd& contact = result.getContact(i);
    found.push_back({static_cast<std::uint32_t>(contact.b1), static_cast<std::uint32_t>(contact.b2)});
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace graze::bench
