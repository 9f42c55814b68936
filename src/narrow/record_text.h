// Parts of the lines that graze/record.h writes.
#pragma once

#include <string>

#include "graze/query.h"

namespace graze {

// "shape":NAME, and "pose":... unless it is the identity.
void append_posed(std::string& text, const std::string& name, const Pose& pose);

// The lines that define the shapes of two bodies as "a" and "b"; of one as "a".
std::string define_lines(const Body& a, const Body& b);
std::string define_lines(const Body& a);

}  // namespace graze
