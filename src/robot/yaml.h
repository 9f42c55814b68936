// Settings in YAML as robot descriptions have them: tables and lists by indentation or in brackets, plain and quoted
// scalars, comments, !degrees and !radians. Anchors, several documents and texts of several lines are errors.
#pragma once

#include <string>

#include "robot/xacro_value.h"

namespace graze {

// Throws Error naming file and line.
XacroValue read_yaml(const std::string& path);

}  // namespace graze
