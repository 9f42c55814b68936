// The readers of robots, one a format.
#pragma once

#include "robot/draft.h"

namespace graze {

// Each throws Error naming the place. What is left aside is told in the draft.
RobotDraft read_urdf(const XmlFile& file, const ReadRobotSettings& settings);
// `skipped`: models that could not be included; joints that name what is in them are left aside.
RobotDraft read_sdf(const XmlFile& file, const ReadRobotSettings& settings, std::vector<SkippedPart> skipped);
RobotDraft read_mjcf(const XmlFile& file, const ReadRobotSettings& settings);

}  // namespace graze
