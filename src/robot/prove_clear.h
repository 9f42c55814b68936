// Do two links stay apart for all values within the limits?
#pragma once

#include <cstdint>
#include <vector>

#include "robot/link_path.h"

namespace graze {

struct ClearProof {
  bool clear = false;           // proven: no contact for any values within the limits
  std::vector<double> witness;  // values with contact by `collide`; empty: none was found
};

// Boxes of values: a distance at the middle that is larger than what the rest of the box can take from it proves the
// box; else it is halved along the joint that can take most. The box that is nearest to contact comes first, so that
// contact is soon found where there is any. At most `budget` distances are asked for.
ClearProof prove_clear(const Robot& robot, const LinkPath& path, std::uint64_t budget);

}  // namespace graze
