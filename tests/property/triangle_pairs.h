// Pairs of triangles against the rational oracle.
#pragma once

#include <cstdint>
#include <string>

#include "graze/graze.h"
#include "narrow/triangle/triangle_triangle.h"
#include "tests/oracle/triangle_cases.h"
#include "tests/oracle/triangle_oracle.h"
#include "tests/property/tally.h"

namespace graze::property {

inline Body single(const Triangle& t) { return {make_soup({t.a, t.b, t.c}), {}}; }

// Every pair through the kernel in both orders; one in `public_share` also through collide() on one-triangle bodies.
inline Tally check_triangle_pairs(std::uint64_t seed, std::uint64_t count, std::uint64_t public_share = 8) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const oracle::CaseKind kind = oracle::case_kinds[i % oracle::case_kinds.size()];
    const oracle::TriangleCase c = oracle::make_case(dice, kind);
    const bool expected = oracle::meet(c.a, c.b);
    tally.count(name(kind), expected);
    bool right = triangles_meet(c.a, c.b) == expected && triangles_meet(c.b, c.a) == expected;
    if (dice.bits() % public_share == 0) {
      const Body a = single(c.a), b = single(c.b);
      const CollideResult forth = collide(a, b, {.all = true}), back = collide(b, a);
      right = right && forth.status == Status::ok && back.status == Status::ok && forth.yes() == expected &&
              back.yes() == expected && forth.pairs.size() == (expected ? 1u : 0u);
    }
    if (!right) {
      tally.failure = std::string(name(kind)) + ", case " + std::to_string(i) + ": the oracle says " +
                      (expected ? "meet" : "apart") + "\n" + lines(single(c.a), single(c.b));
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
