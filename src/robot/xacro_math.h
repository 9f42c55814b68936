// Functions of xacro expressions, the same on every machine: no library's sine or logarithm. Each is off by a few units
// in the last place.
#pragma once

#include <functional>
#include <string>

#include "robot/xacro_value.h"

namespace graze {

// Of numbers, texts and lists. Throws Error for what is not known, or takes other arguments; the message is a sentence
// without a place.
XacroValue call_xacro(const std::string& name, const XacroList& arguments);
// pi, e, tau, inf, nan, True, False, None; false: it is none of these.
bool xacro_constant(const std::string& name, XacroValue& value);
bool is_xacro_function(const std::string& name);

double exponential(double x) noexcept;
double logarithm(double x) noexcept;        // natural
double power(double x, double y) noexcept;  // NaN where there is none

}  // namespace graze
