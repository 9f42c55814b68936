// Filters of convex pairs, the perceptron and the linear program: never "separate" of bodies that meet, never a lower
// bound above the distance.
#pragma once

#include <cstdint>
#include <string>

#include "convex/separating_plane.h"
#include "study/track/linear_program.h"
#include "tests/property/hull_pairs.h"

namespace graze::property {
using namespace study;

// Hits are pairs that a filter proved separate; kinds, the filter and how far they are apart for their size.
inline Tally check_hull_filters(std::uint64_t seed, std::uint64_t count, int most_points) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  LinearProgramScratch scratch;
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const HullPairCase pair = random_hull_pair(dice, most_points);
    const PolytopeFrame frame_a(pair.a.polytope), frame_b(pair.b.polytope);
    const PosedPolytope a(frame_a, pair.a.pose), b(frame_b, pair.b.pose);
    const DistanceResult truth = true_distance(pair);
    const double size = a.size() + b.size();
    const char* how = truth.distance > 1e-2 * size ? "apart" : truth.distance > 0 ? "near" : "meeting";
    const auto check = [&](const char* filter, bool separate, double lower) {
      if (separate && !(truth.lower > 0)) tally.failure = "separate, but they meet: ";
      if (!(lower <= truth.upper)) tally.failure = "lower bound above the distance: ";
      if (separate != (lower > 0)) tally.failure = "no lower bound of separate bodies: ";
      if (tally.failed()) tally.failure += filter + ("\na: " + text(pair.a) + "b: " + text(pair.b));
      tally.count(std::string(filter) + ", " + how, separate);
    };
    SeparatingPlaneCache cache;
    const SeparatingPlaneResult plane = separating_plane(a, b, &cache), swapped = separating_plane(b, a);
    check("plane", plane.separate, plane.lower);
    if (swapped.separate != plane.separate || swapped.lower != plane.lower || swapped.normal != -plane.normal ||
        swapped.updates != plane.updates)
      tally.failure = "swapping does not mirror the plane\na: " + text(pair.a) + "b: " + text(pair.b);
    if (plane.separate && separating_plane(a, b, &cache).updates != 0) tally.failure = "the plane is not remembered";
    const LinearProgramResult program = overlap_program(a, b, scratch);
    check("program", program.separate, program.lower);
  }
  return tally;
}

}  // namespace graze::property
