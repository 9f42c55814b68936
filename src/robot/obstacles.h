// Obstacles as links of a robot: what looks at pairs of links then looks at them, too.
#pragma once

#include "robot/link_path.h"

namespace graze {

// The robot with a link for each obstacle at the end, on a fixed joint at the root. The link has the obstacle's name
// and, as a compound of one part, its shape and pose. Throws Error naming the obstacle: an empty handle, a pose that is
// singular or not finite, a shape without end.
Robot with_obstacles(Robot robot, std::span<const Obstacle> obstacles);

// Nothing between the two links moves, and they are in contact, by `collide`.
bool stand_in_contact(const Robot& robot, const LinkPath& path);

}  // namespace graze
