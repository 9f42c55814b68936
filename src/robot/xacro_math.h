// Functions of xacro expressions, the same on every machine: no library's sine or logarithm. Each is off by a few units
// in the last place.
#pragma once

#include <functional>
#include <string>

#include "robot/xacro_value.h"

namespace graze {

// Of numbers, texts and lists, by position. Throws Error for an unknown function or wrong arguments; the message
// is a sentence without a place.
XacroValue call_xacro(const std::string& name, const XacroList& arguments);
// pi, e, tau, inf, nan, True, False, None; false: it is none of these.
bool xacro_constant(const std::string& name, XacroValue& value);
bool is_xacro_function(const std::string& name);

// `of.name(arguments)`, of texts and tables. Throws Error for an unknown method.
XacroValue call_xacro_method(const XacroValue& of, const std::string& name, const XacroList& arguments);
// Functions of lists: sorted, list, set and so on. False: the name is none.
bool is_xacro_list_function(const std::string& name);
XacroValue call_xacro_list_function(const std::string& name, const XacroList& arguments);

double exponential(double x) noexcept;
double logarithm(double x) noexcept;        // natural
double power(double x, double y) noexcept;  // NaN where there is none
// Throws Error where Python does: no real number, too large, or a division by 0.
double python_power(double x, double y);

}  // namespace graze
