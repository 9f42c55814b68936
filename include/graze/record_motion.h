// Queries of motion as lines of `graze query`, as graze/record.h writes the others.
#pragma once

#include <span>
#include <string>

#include "graze/api.h"
#include "graze/motion.h"
#include "graze/probe.h"
#include "graze/record.h"

namespace GRAZE_API graze {

// With lines that define the shapes, as "moving", "other/0", "other/1", ...: each line with its end.
std::string move_lines(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                       const MoveSettings& settings = {});
// The line of ccd(kind, at_0, at_1, settings).
std::string ccd_line(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings = {});
// The ticks of a new Probe(tool, settings), one for each pose of the hand, among bodies that stand. With lines that
// define the shapes, as "tool", "body/0", "body/1", ...: each line with its end. The budget is written, as ticks that
// it ends go less far.
std::string probe_lines(const Body& tool, std::span<const Pose> hands, std::span<const Body> bodies,
                        const ProbeSettings& settings = {});

}  // namespace graze
