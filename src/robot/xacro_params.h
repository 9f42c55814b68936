// The parameters of a macro of xacro, as its attribute `params` lists them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace graze {

struct XacroParam {
  std::string name;
  int stars = 0;                        // 1: *name, an element; 2: **name, what is in an element
  bool forwarded = false;               // name:=^ : as it is around the call, where that is known
  std::optional<std::string> standard;  // name:=text, name:=^|text
};

// Throws Error with a sentence that has no place.
std::vector<XacroParam> read_xacro_params(const std::string& text);

}  // namespace graze
