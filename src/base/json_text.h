// JSON written so that it reads back as the same values.
#pragma once

#include <string>
#include <string_view>

#include "graze/answer.h"
#include "graze/math.h"

namespace graze {

// The shortest decimal that reads back as the same double; minus zero as -0.0, which readers do not take for the
// integer 0; null for what JSON has no number for.
GRAZE_API void append_number(std::string& text, double value);
void append_point(std::string& text, Vec3 point);  // [x,y,z], or null where it is unknown
const char* json(Answer answer) noexcept;          // true, false, or null where it is unknown
// In quotes, with ", \ and control characters escaped; the other bytes are kept.
GRAZE_API void append_string(std::string& text, std::string_view value);

}  // namespace graze
