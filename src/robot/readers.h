// The readers of robots, one a format.
#pragma once

#include "robot/draft.h"

namespace graze {

// Each throws Error naming the place. What is left aside is told in the draft.
RobotDraft read_urdf(const XmlFile& file, const ReadRobotSettings& settings);
RobotDraft read_sdf(const XmlFile& file, const ReadRobotSettings& settings);
RobotDraft read_mjcf(const XmlFile& file, const ReadRobotSettings& settings);

}  // namespace graze
