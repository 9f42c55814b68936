// Filters say "separate" only of bodies that are, and bound their distance from below; swapped bodies are as separate.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "filter/filter.h"
#include "narrow/body/members.h"
#include "tests/oracle/dice.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"
#include "tests/property/worlds.h"

namespace graze::property {

// Hits are the separate ones that a filter found to be so.
inline Tally check_filters(std::uint64_t seed, std::uint64_t pairs) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  std::vector<Shape> shapes;
  for (std::uint64_t i = 0; i < pairs && !tally.failed(); ++i) {
    if (i % 200 == 0) shapes = world_shapes(dice);
    const auto random_body = [&](Vec3 at) {
      const Mat3 linear = random_linear(dice, pose_kinds[dice.bits() % pose_kinds.size()], dice.uniform(0.5, 2));
      return Body{shapes[dice.bits() % shapes.size()], {linear, at}};
    };
    const Vec3 far = dice.chance(4) ? dice.in_cube(1) * std::pow(10.0, dice.integer(2, 9)) : Vec3{};
    const Body a = random_body(far), b = random_body(far + dice.in_cube(dice.pick({1.0, 2.0, 4.0})));
    const double gap = dice.chance(2) ? 0 : dice.uniform(0, 1);
    FilterBody volumes_a, volumes_b;
    make_filter_body(a, world_box(a), {.hull = true}, volumes_a);
    make_filter_body(b, world_box(b), {.hull = true}, volumes_b);
    const DistanceResult truth = find_distance(a, b);
    if (truth.status != Status::ok && truth.status != Status::undecided) continue;  // a capsule that is none
    FilterCache cache;
    for (const FilterKind kind : filter_kinds) {
      const Filter& filter = filter_of(kind);
      FilterCache fresh, other;
      const FilterResult found = filter.test(volumes_a, volumes_b, gap, fresh);
      const FilterResult again = filter.test(volumes_a, volumes_b, gap, cache);  // after another filter's success
      const FilterResult swapped = filter.test(volumes_b, volumes_a, gap, other);
      const auto fail = [&](const char* what) {
        tally.failure = std::string(name(kind)) + ": " + what + "\n" + lines(a, b);
      };
      if (found.separate != swapped.separate) fail("swapped bodies differ");
      for (const FilterResult& each : {found, again, swapped}) {
        if (!each.separate) continue;
        if (!(each.lower > gap)) fail("a bound that is not above the gap");
        if (each.lower > truth.upper) fail("a bound above the distance");
        if (within(a, b, gap).yes()) fail("they are not separate");
      }
      if (truth.lower > gap) tally.count(name(kind), found.separate);
    }
  }
  return tally;
}

}  // namespace graze::property
