// A ball in one solid and a concentric one in the other must be moved apart by the sum of their radii
// (narrow/depth/deep_point.h). Near a place where the surfaces cross, a point a little way within both has such balls;
// if the solids are deeper than the threshold there, one of a few such points proves it. Where they are caught at
// several places, balls of moved bodies do (narrow/depth/held_everywhere.h).
#include "narrow/depth/depth_at_most.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/penetration.h"
#include "math/norms.h"
#include "narrow/depth/deep_look.h"
#include "narrow/depth/held_everywhere.h"
#include "narrow/depth/parted.h"
#include "narrow/depth/way_out.h"

namespace graze {
namespace {

constexpr std::size_t most_pairs = 4096, most_directions = 12;
constexpr double same = 1 - 1e-9;  // cosine of directions that are one

struct Pair {
  const Body &a, &b;
  SolidPair solids;
  DeepLook look;
};

// What rounding may take from the radii of balls when a body is moved by up to `most`: twice what it can be.
double lost_by_rounding(const Pair& pair, double most) {
  double vertex = 0;
  for (const Posed* body : {&pair.solids.a.body, &pair.solids.b.body})
    vertex = std::max({vertex, largest(body->box.lo), largest(body->box.hi)});
  const double translation = std::max(largest(pair.a.pose.translation), largest(pair.b.pose.translation));
  return 2 * rounding_of_motion(vertex, translation, most);
}

// Does a translation of nearly that length along the normal of a face where they meet part the solids, both ways round?
bool surely_parted(const Pair& pair, double most) {
  std::vector<Vec3> directions;
  const auto add = [&](Vec3 d) {
    const auto known = [&](Vec3 other) { return dot(other, d) > same; };
    if (directions.size() < most_directions && dot(d, d) > 0.5 &&
        std::none_of(directions.begin(), directions.end(), known))
      directions.push_back(d);
  };
  for (const TrianglePair& met : pair.look.meeting) {
    add(outward(pair.solids.b.body, pair.solids.surface_b.body.triangle(met.b)));
    add(Vec3{} - outward(pair.solids.a.body, pair.solids.surface_a.body.triangle(met.a)));
  }
  const auto parted = [](const Body& moved, const Body& fixed) { return interiors_apart(moved, fixed); };
  const WayOut way(pair.a, pair.b, parted);
  return std::any_of(directions.begin(), directions.end(), [&](Vec3 d) {
    const Vec3 v = d * (most * (1 - 1e-9));
    return length_up(v) <= most && way.parts(v);
  });
}

// False where the bodies cannot be asked.
bool look_at(Pair& pair, double most, Counters& counters) {
  if (!make_solid_pair(pair.a, pair.b, pair.solids)) return false;
  pair.look = look_deep(pair.solids, (most + lost_by_rounding(pair, 2 * most)) * (1 + 1e-9), most_pairs, counters);
  return true;
}

}  // namespace

bool depth_at_most(const Body& a, const Body& b, double most, Counters& counters) {
  Pair pair{a, b, {}, {}};
  if (!look_at(pair, most, counters) || pair.look.found) return false;
  // Which pairs are found first is not promised: with all of them, the answer depends on nothing else.
  if (pair.look.complete && surely_parted(pair, most)) return true;
  if (held_everywhere(a, b, most, 2 * lost_by_rounding(pair, 2 * most), counters)) return false;
  const PenetrationResult found = find_penetration(a, b, {.max = most, .budget = unlimited_budget});
  counters += found.counters;
  return found.status == Status::ok && found.depth <= most;
}

bool is_deeper(const Body& a, const Body& b, double most, Counters& counters) {
  Pair pair{a, b, {}, {}};
  return look_at(pair, most, counters) && pair.look.found;
}

}  // namespace graze
