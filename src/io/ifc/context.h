// What all that makes geometry of an IFC file shares: the file, its units, and how fine curves become.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "graze/error.h"
#include "io/ifc/spf.h"

namespace graze::ifc {

struct Context {
  const Spf& file;
  double metres = 1;                        // in a unit of length of the file
  double radians = 1;                       // in a unit of plane angle
  double deflection = 0;                    // in units of the file: how far chords may be from their curves
  double precision = 0;                     // in units of the file: points that near are one, as the file says it
  Vec3 origin = {};                         // taken out of all placements
  std::uint64_t most_records = UINT64_MAX;  // that may be read as pieces of others, all products together
  mutable std::uint64_t records = 0;        // that were
  mutable int depth = 0;                    // of records that are made of others

  Record record(std::uint32_t id) const { return file.record(id); }
};

// Records that are made of each other, or nest without end, are an Error.
class Nested {
 public:
  Nested(const Context& context, std::uint32_t id) : context_(context) {
    if (++context_.depth > 200) {
      --context_.depth;
      throw Error("#" + std::to_string(id) + " is nested too deep, or in itself");
    }
    if (++context_.records > context_.most_records) {
      --context_.depth;
      throw Error("#" + std::to_string(id) + " is one of too many pieces for the size of the file");
    }
  }
  ~Nested() { --context_.depth; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  const Context& context_;
};

// The chords of an arc, whose ends are on it.
inline int arc_steps(double radius, double angle, double deflection) {
  constexpr double most_a_step = 0.2244;  // radians: 28 around a circle, whose area is then less by 0.84 %
  double step = most_a_step;
  if (deflection > 0 && deflection < radius) step = std::min(step, 2 * std::acos(1 - deflection / radius));
  const double count = std::ceil(std::fabs(angle) / step - 1e-9);
  constexpr int most = 4096;
  return !(count >= 1) ? 1 : count > most ? most : static_cast<int>(count);
}

}  // namespace graze::ifc
