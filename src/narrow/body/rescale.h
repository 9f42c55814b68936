// Two bodies so large or so small that powers of their lengths leave the doubles, and the same two of an ordinary size.
//
// Everything is multiplied by one power of two. That rounds nothing but what is below 2^-900 of the size of the bodies,
// so that answers about the one pair are those about the other, times the power.
#pragma once

#include <cmath>
#include <optional>

#include "graze/query.h"

namespace graze {

struct Rescaled {
  Body a, b;
  int exponent = 0;   // lengths there are those here times 2^exponent
  bool exact = true;  // a radius that its pose keeps may be off by a last place

  double there(double length) const noexcept { return std::scalbn(length, exponent); }
  double back(double length) const noexcept { return std::scalbn(length, -exponent); }
  Vec3 back(Vec3 v) const noexcept { return {back(v.x), back(v.y), back(v.z)}; }
};

// Nothing where the bodies are of an ordinary size, as almost all are; nor for half-spaces, which have none, for bodies
// near the ends of the doubles, and for compounds with margins. The poses are finite and invertible.
std::optional<Rescaled> rescaled(const Body& a, const Body& b);

// One body, of lengths times 2^exponent; the given one must outlive it. Nothing where the posed corners, the radius and
// the margins of the result would not be exactly those of the body times that power, or where they cannot be scaled.
std::optional<Body> scaled_exactly(const Body& body, int exponent);

}  // namespace graze
