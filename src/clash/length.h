// Lengths with units on the command line: 2mm, 0.1in, 3.
#pragma once

#include <string>

namespace graze {

// Metres in a unit by its name (um, mm, cm, m, km, in, ft, yd); 0 for a name that is none.
double metres_in(const std::string& unit) noexcept;
// The name of the unit that has that many metres; "model units" for 0, "units of N m" for none that has a name.
std::string unit_name(double metres);

// In model units, of `metres_per_unit` metres each (0: unknown). A number alone is in model units already. Throws Error
// naming the option: not a number, negative, an unknown unit, or a unit where the model's is unknown.
double parse_length(const std::string& text, double metres_per_unit, const std::string& option);

}  // namespace graze
