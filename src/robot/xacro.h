// Files that are templates of robots.
#pragma once

#include "io/xml.h"

namespace graze {

// Throws Error naming the line where the element, or anything in it, is still to be expanded by xacro: an element
// xacro:..., or a value with ${...} or $(...). What is read of such a file would be a part of it, silently.
void refuse_xacro(const XmlFile& file, const XmlElement& element);

}  // namespace graze
