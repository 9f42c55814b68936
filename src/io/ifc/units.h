// The units that an IFC file gives its numbers in.
#pragma once

#include "io/ifc/spf.h"

namespace graze::ifc {

struct Units {
  double metres = 0;   // in a unit of length; 0: the file does not say
  double radians = 1;  // in a unit of plane angle
};

// Of the project: SI units with their prefixes, and those that are told by another one. Throws Error for a length that
// cannot be understood.
Units units_of(const Spf& file);

// A unit of length in metres. NaN: it is not understood.
double length_unit(const Spf& file, std::uint32_t id);

}  // namespace graze::ifc
