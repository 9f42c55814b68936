// Patterns for the names of parts: * stands for any letters, ? for one.
#pragma once

#include <string_view>

namespace graze {

// The whole text must match.
bool matches(std::string_view pattern, std::string_view text) noexcept;

}  // namespace graze
