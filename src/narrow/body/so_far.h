// Results of verbs about to be found: what they say unless something changes it. Where a query fails, its shell takes
// that back (base/guard.h).
#pragma once

#include <limits>

#include "graze/contacts.h"
#include "graze/penetration.h"
#include "graze/query.h"
#include "graze/solid.h"

namespace graze {

// Vectors are set one by one: of one that is copied from another, compilers read two numbers at once that were stored
// one by one a moment ago, and the machine waits long for those.
inline DistanceResult at_distance_0() noexcept {
  DistanceResult result;
  result.distance = result.bound = result.lower = result.upper = result.point_bound = 0;
  result.point_a = {};
  result.point_b = {};
  result.normal = {};
  return result;
}

// Farther apart than was asked for: nothing is known but a lower bound.
inline void set_beyond(DistanceResult& result, double lower) noexcept {
  const Counters counters = result.counters;
  result = {};
  result.beyond = true;
  result.distance = result.upper = result.bound = std::numeric_limits<double>::infinity();
  result.lower = lower;
  result.counters = counters;
}

inline PenetrationResult at_depth_0() noexcept {
  PenetrationResult result;
  result.depth = result.lower = 0;
  result.vector = {};
  result.inside = {};
  return result;
}

// Deeper than was asked for: nothing is known but a lower bound.
inline PenetrationResult beyond_depth(double lower, const Counters& counters) noexcept {
  PenetrationResult result;
  result.beyond = true;
  result.depth = result.upper = std::numeric_limits<double>::infinity();
  result.lower = lower;
  result.counters = counters;
  return result;
}

inline ContactResult no_contacts() noexcept {
  ContactResult result;
  result.answer = Answer::no;
  result.point_bound = 0;
  return result;
}

inline ClassifyResult clear_so_far() noexcept {
  ClassifyResult result;
  result.answer = PairClass::clear;
  return result;
}

}  // namespace graze
