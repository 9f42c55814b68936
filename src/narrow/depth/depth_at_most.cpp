// A ball in one solid and a concentric one in the other must be moved apart by the sum of their radii
// (narrow/depth/deep_point.h). Near a place where the surfaces cross, a point a little way within both has such balls;
// if the solids are deeper than the threshold there, one of a few such points proves it.
#include "narrow/depth/depth_at_most.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/work.h"
#include "graze/penetration.h"
#include "math/norms.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/near_triangles.h"
#include "narrow/depth/parted.h"
#include "narrow/depth/way_out.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/winding_near.h"
#include "narrow/triangle/triangle_distance.h"
#include "shape/net_surface.h"

namespace graze {
namespace {

constexpr std::size_t first_pairs = 8, most_pairs = 4096, most_places = 4, most_directions = 12;
constexpr int most_steps = 3;
constexpr double same = 1 - 1e-9;  // cosine of directions that are one

Vec3 unit_or_none(Vec3 v) {
  const double l = length(v);
  return l > 0 && std::isfinite(l) ? v * (1 / l) : Vec3{};
}

Vec3 outward(const Posed& body, const Triangle& t) {
  return unit_or_none(cross(t.b - t.a, t.c - t.a)) * double(body.orientation);
}

// Is no triangle of the surface nearer to the point than r? Sound, for a point anywhere. Else where the nearest is.
bool surface_beyond(const PlacedBody& body, Vec3 p, double r, Vec3& nearest, Counters& counters) {
  bool beyond = true;
  double least = r;
  WorldVolume ball;
  ball.middle = p;
  ball.radius = r * (1 + 1e-9);
  visit_near(
      body, ball,
      [&](std::uint32_t i) {
        const TriangleDistance apart = triangle_distance({p, p, p}, body.body.triangle(i));
        const double gap = apart.distance - apart.bound;
        if (gap >= r) return true;
        beyond = false;
        if (gap < least) {
          least = gap;
          nearest = apart.point_b;
        }
        return true;
      },
      counters);
  return beyond;
}

// Each distinct triangle once: the same set of points.
Body distinct(const Body& body) {
  const NetSurface& net = net_surface(data_of(body.shape));
  return {borrowed(net.distinct ? net.distinct : body.shape), body.pose};
}
PlacedBody net_or_own(const PlacedBody& body) { return SolidBody::net(body).placed; }

struct Pair {
  const Body &a, &b;
  PlacedBody placed_a, placed_b;    // the solids
  PlacedBody surface_a, surface_b;  // their distinct triangles, of which `meeting` has the numbers
  std::vector<TrianglePair> meeting;
};

// What rounding may take from the radii of balls when a body is moved by up to `most`: twice what it can be.
double lost_by_rounding(const Pair& pair, double most) {
  double vertex = 0;
  for (const Posed* body : {&pair.placed_a.body, &pair.placed_b.body})
    vertex = std::max({vertex, largest(body->box.lo), largest(body->box.hi)});
  const double translation = std::max(largest(pair.a.pose.translation), largest(pair.b.pose.translation));
  return 2 * rounding_of_motion(vertex, translation, most);
}

// Is there a point so deep in both solids that no translation of length `most` parts them?
bool surely_deeper(const Pair& pair, double most, Counters& counters) {
  const double enough = (0.5 * most + 0.5 * lost_by_rounding(pair, 2 * most)) * (1 + 1e-9);
  if (!(enough > 0) || !std::isfinite(enough)) return false;
  const std::size_t count = std::min(pair.meeting.size(), most_places);
  for (std::size_t k = 0; k < count; ++k) {
    const TrianglePair& met = pair.meeting[k * pair.meeting.size() / count];
    const Triangle t = pair.surface_a.body.triangle(met.a), u = pair.surface_b.body.triangle(met.b);
    const Vec3 in = outward(pair.placed_a.body, t) + outward(pair.placed_b.body, u);
    if (!(length(in) > 1e-3)) continue;
    const Vec3 at = triangle_distance(t, u).point_a;
    // How far along `in` the point is `enough` within both planes; then away from what is nearer.
    Vec3 p = at - in * (1.25 * enough * 2 / dot(in, in));
    bool beyond = false;
    for (int step = 0; step < most_steps && !beyond; ++step) {
      work::poll();
      beyond = true;
      for (const PlacedBody* surface : {&pair.surface_a, &pair.surface_b}) {
        Vec3 nearest;
        if (surface_beyond(*surface, p, enough, nearest, counters)) continue;
        beyond = false;
        const double gap = length(p - nearest);
        if (!(gap > 0)) break;
        p = p + (p - nearest) * (1.03 * enough / gap - 1);
      }
    }
    if (beyond && overlap(pair.placed_a.body.box, Box{p, p}) && overlap(pair.placed_b.body.box, Box{p, p}) &&
        inside_solid(pair.placed_a, p, counters) && inside_solid(pair.placed_b, p, counters))
      return true;
  }
  return false;
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
  for (const TrianglePair& met : pair.meeting) {
    add(outward(pair.placed_b.body, pair.surface_b.body.triangle(met.b)));
    add(Vec3{} - outward(pair.placed_a.body, pair.surface_a.body.triangle(met.a)));
  }
  const auto parted = [](const Body& moved, const Body& fixed) { return interiors_apart(moved, fixed); };
  const WayOut way(pair.a, pair.b, parted);
  return std::any_of(directions.begin(), directions.end(), [&](Vec3 d) {
    const Vec3 v = d * (most * (1 - 1e-9));
    return length_up(v) <= most && way.parts(v);
  });
}

// At most so many of the pairs that meet; are they all?
bool find_meeting(Pair& pair, std::size_t most, Counters& counters) {
  const CollideResult met = collide(distinct(pair.a), distinct(pair.b), {.all = true, .max_results = most});
  counters += met.counters;
  pair.meeting = met.pairs;
  return met.complete;
}

// The same for the pair, and whether some of its points is so deep: the first pairs that are found tell of most.
struct Looked {
  bool deeper = false, complete = false;
};
Looked look_for_depth(Pair& pair, double most, Counters& counters) {
  pair.surface_a = net_or_own(pair.placed_a);
  pair.surface_b = net_or_own(pair.placed_b);
  Looked looked;
  for (const std::size_t count : {first_pairs, most_pairs}) {
    looked.complete = find_meeting(pair, count, counters);
    looked.deeper = surely_deeper(pair, most, counters);
    if (looked.deeper || looked.complete) break;
  }
  return looked;
}

bool prepare_pair(Pair& pair) {
  return prepare(pair.a, pair.placed_a) == Status::ok && prepare(pair.b, pair.placed_b) == Status::ok;
}

}  // namespace

bool depth_at_most(const Body& a, const Body& b, double most, Counters& counters) {
  Pair pair{a, b, {}, {}, {}, {}, {}};
  if (!prepare_pair(pair)) return false;
  const Looked looked = look_for_depth(pair, most, counters);
  if (looked.deeper) return false;
  // Which pairs are found first is not promised: with all of them, the answer depends on nothing else.
  if (looked.complete && surely_parted(pair, most)) return true;
  const PenetrationResult found = find_penetration(a, b, {.max = most, .budget = unlimited_budget});
  counters += found.counters;
  return found.status == Status::ok && found.depth <= most;
}

bool is_deeper(const Body& a, const Body& b, double most, Counters& counters) {
  Pair pair{a, b, {}, {}, {}, {}, {}};
  return prepare_pair(pair) && look_for_depth(pair, most, counters).deeper;
}

}  // namespace graze
