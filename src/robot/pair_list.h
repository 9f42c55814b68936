// Pairs of links with geometry, and which of them are disabled.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "graze/error.h"
#include "robot/link_path.h"

namespace graze {

// All of them, sorted, but for those of two links from number `end` on: obstacles.
inline std::vector<LinkPath> all_link_pairs(const Robot& robot, std::size_t end = ~std::size_t{0}) {
  std::vector<LinkPath> paths;
  for (std::uint32_t a = 0; a < std::min(end, robot.links.size()); ++a) {
    for (std::uint32_t b = a + 1; b < robot.links.size(); ++b) {
      if (robot.links[a].shape && robot.links[b].shape) paths.emplace_back(robot, a, b);
    }
  }
  return paths;
}

// Null: the pair is not disabled.
inline const DisabledPair* find_disabled(std::span<const DisabledPair> disabled, std::uint32_t a, std::uint32_t b) {
  const auto found = std::find_if(disabled.begin(), disabled.end(), [&](const DisabledPair& pair) {
    return std::min(pair.a, pair.b) == a && std::max(pair.a, pair.b) == b;
  });
  return found == disabled.end() ? nullptr : &*found;
}

}  // namespace graze
