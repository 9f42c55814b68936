// Lengths with units on the command line: 2mm, 0.1in, 3.
#pragma once

#include <string>

#include "graze/math.h"

namespace graze {

// Metres in a unit by its name (um, mm, cm, m, km, in, ft, yd); 0 for a name that is none.
double metres_in(const std::string& unit) noexcept;
// The name of the unit that has that many metres; "model units" for 0, "units of N m" for none that has a name.
std::string unit_name(double metres);

// In model units, of `metres_per_unit` metres each (0: unknown). A number alone is in model units already. Throws Error
// naming the option: not a number, negative, an unknown unit, or a unit where the model's is unknown.
double parse_length(const std::string& text, double metres_per_unit, const std::string& option);

// How far apart, or in each other, parts of a file may be and still count as touching: four last places of its numbers,
// and no less than what turning parts may round; never much for the size of the model, however far from the origin.
double usual_contact(double resolution, const Box& box);

}  // namespace graze
