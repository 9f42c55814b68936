// The expressions in ${...} of xacro: numbers, texts, lists, tables, names, arithmetic, comparisons, `and`, `or`,
// `not`, `in`, `x if c else y`, indexing, and the functions of xacro_math.h.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "robot/xacro_value.h"

namespace graze {

struct XacroNames {
  // The value of a name; false: there is none.
  std::function<bool(const std::string& name, XacroValue& value)> find;
  // Functions that look outside of the expression, load_yaml(path) among them; false: there is none of that name.
  std::function<bool(const std::string& name, const XacroList& arguments, XacroValue& value)> call;
};

// Throws Error with a sentence that has no place: what is not known, and what needs Python.
XacroValue evaluate_xacro(std::string_view expression, const XacroNames& names);

}  // namespace graze
