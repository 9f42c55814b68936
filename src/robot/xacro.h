// Files that are templates of robots: xacro, expanded as its documentation has it.
#pragma once

#include "graze/robot.h"
#include "io/xml.h"

namespace graze {

// Is there something that xacro has still to expand: an element xacro:..., or, in a link, a joint or what they hold, a
// value with ${...} or $(...)?
bool is_xacro(const XmlFile& file);

// Properties, macros with blocks and defaults, ${...}, $(arg), $(find), $(env), $(optenv), $(eval), $(dirname), if and
// unless, include with namespaces, insert_block, element and attribute, load_yaml. Work is bounded. Throws Error naming
// the place, also of what needs Python; a package that is not found becomes package://NAME.
XmlFile expand_xacro(const XmlFile& file, const ReadRobotSettings& settings);

}  // namespace graze
