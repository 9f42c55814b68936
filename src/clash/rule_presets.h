// Rules that come with graze, as texts of rules files.
#pragma once

#include <string_view>

namespace graze {

// Empty for a name that none has.
std::string_view rule_preset(std::string_view name) noexcept;
inline constexpr std::string_view rule_preset_names = "building, machine";

}  // namespace graze
