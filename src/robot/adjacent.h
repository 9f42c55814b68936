// Which pairs of links need no check because a joint holds them together.
#pragma once

#include "robot/link_path.h"

namespace graze {

// How many positions of a joint its two links are looked at in.
inline constexpr int adjacent_positions = 1000;

// One joint names the two links of the path as parent and child, and they are in contact, by `collide`, at every one of
// `adjacent_positions` positions of that joint: evenly spaced within its limits, both ends included. Of a fixed joint
// there is one position. Links across a planar or floating joint are never adjacent, nor are links with another link
// between them, whether that has geometry or not.
bool is_adjacent(const Robot& robot, const LinkPath& path);

}  // namespace graze
