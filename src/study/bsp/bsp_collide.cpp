#include "study/bsp/bsp_collide.h"

#include <algorithm>
#include <cmath>

#include "base/guard.h"
#include "math/exact.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/inside/enclosed.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze::study {
namespace {

struct Side {
  const CandidatePolygons* tree = nullptr;
  Posed body{};
  Placement placement;
};

Status make_side(const BspBody& given, Side& side) {
  if (given.tree == nullptr) return Status::invalid;
  side.tree = given.tree;
  if (const Status status = make_posed({given.tree->shape(), given.pose}, side.body); status != Status::ok)
    return status;
  side.placement = place(*side.body.shape, given.pose);
  return Status::ok;
}

double radius_sq(const Box& box) {
  const Vec3 half = (box.hi - box.lo) * 0.5;
  return dot(half, half);
}

// What a guest's stored points, carried by the map, may be off: the pad of the map; the error of stored points; and the
// rounding of what is done here, in the host's frame.
double slack(const PairMap& map) {
  return double(map.pad) +
         (double(map.norm) + (std::fabs(map.shift.x) + std::fabs(map.shift.y) + std::fabs(map.shift.z)) + 1) * 0x1p-45;
}

// The box of the guest's shape in its own axes.
BspProbe body_probe(const PairMap& map, const Side& guest) {
  const Aabb box = fit(guest.body.shape->bounds, guest.tree->frame());
  Vec3 centre;
  Mat3 edges;
  for (int k = 0; k < 3; ++k) {
    centre[k] = (double(box.lo[k]) + double(box.hi[k])) / 2;
    edges[k] = map.to_host[k] * ((double(box.hi[k]) - double(box.lo[k])) / 2);
  }
  return make_probe(map.to_host * centre + map.shift, edges, 0, slack(map));
}

BspProbe polygon_probe(const PairMap& map, const PolygonSphere& sphere) {
  const Vec3 centre{double(sphere.centre[0]), double(sphere.centre[1]), double(sphere.centre[2])};
  return make_probe(map.to_host * centre + map.shift, {{}, {}, {}}, double(sphere.radius) * double(map.norm),
                    slack(map));
}

// The box as a parallelepiped in the frame of the tree; false when that cannot be bounded.
bool world_probe(const Side& side, const Box& world, BspProbe& probe) {
  const Placement& place = side.placement;
  if (!place.usable) return false;
  const Vec3 half = world.hi * 0.5 - world.lo * 0.5, apart = (world.lo * 0.5 + world.hi * 0.5) - place.centre;
  const Vec3 size = half + abs(apart) + abs(place.centre);
  Mat3 edges;
  for (int k = 0; k < 3; ++k) edges[k] = place.from_world[k] * half[k];
  // A dozen roundings of world coordinates, which from_world stretches by `reach` at most; doubled.
  const double pad =
      2 * (place.own_pad_most + place.from_world_norm * std::max({size.x, size.y, size.z}) * 0x1p-49 + 0x1p-45);
  const Vec3 centre = place.from_world * apart;
  if (!is_finite(centre) || !is_finite(edges.c0) || !is_finite(edges.c1) || !is_finite(edges.c2) || !(pad < 1))
    return false;
  probe = make_probe(centre, edges, 0, pad);
  return true;
}

// Calls found(triangle of small, triangle of large) for every pair that meets, until it returns false.
template <class Found>
void for_each_meeting(const Side& small, const Side& large, Found&& found, Counters& counters) {
  BspCounters work;
  const auto decide = [&](std::uint32_t of_small, std::uint32_t of_large, const Triangle& triangle, const Box& box) {
    const Triangle other = small.body.triangle(of_small);
    if (!overlap(box, box_of(other))) return true;
    ++counters.triangle_tests;
    return !triangles_meet(other, triangle) || found(of_small, of_large);
  };
  PairFrame frame;
  if (!pair_frame(small.placement, large.placement, frame)) {
    // Too extreme for the frames of the trees: every pair.
    for (std::uint32_t i = 0; i < large.body.shape->triangle_count; ++i) {
      const Triangle triangle = large.body.triangle(i);
      for (std::uint32_t j = 0; j < small.body.shape->triangle_count; ++j)
        if (!decide(j, i, triangle, box_of(triangle))) return;
    }
    return;
  }
  std::vector<std::uint32_t> of_large, of_small;
  large.tree->candidates(body_probe(frame.a_in_b, small), of_large, work);
  const Box small_box = small.body.box;
  // Only compares sizes: rounding does not matter.
  const Mat3& inward = small.placement.from_world;
  const double to_small_sq = dot(inward.c0, inward.c0) + dot(inward.c1, inward.c1) + dot(inward.c2, inward.c2);
  const auto run = [&] {
    for (const std::uint32_t i : of_large) {
      const Triangle triangle = large.body.triangle(i);
      const Box box = box_of(triangle);
      if (!overlap(small_box, box)) continue;
      // The sphere of a large polygon holds all of the small body; the part of its box within the body's does not.
      const PolygonSphere& sphere = large.tree->sphere(i);
      const Box part{max(box.lo, small_box.lo), min(box.hi, small_box.hi)};
      BspProbe probe = polygon_probe(frame.b_in_a, sphere);
      if (probe.radius * probe.radius > radius_sq(part) * to_small_sq) world_probe(small, part, probe);
      small.tree->candidates(probe, of_small, work);
      for (const std::uint32_t j : of_small)
        if (!decide(j, i, triangle, box)) return;
    }
  };
  run();
  counters.box_tests += work.nodes + work.polygons;
}

bool enclosed(const Side& guest, const Side& solid, Counters& counters) {
  return enclosed_triangle({guest.body, guest.placement}, {solid.body, solid.placement}, counters).has_value();
}

CollideResult collide_sides(const Side& a, const Side& b, const CollideSettings& settings) {
  auto result = no_so_far<CollideResult>();
  if (!overlap(a.body.box, b.body.box)) return result;
  const std::uint64_t exact_before = exact_count();
  const bool a_is_small = radius_sq(a.body.box) <= radius_sq(b.body.box);
  const auto found = [&](std::uint32_t of_small, std::uint32_t of_large) {
    result.answer = Answer::yes;
    if (!settings.all) return false;
    if (result.pairs.size() >= settings.max_results) {
      result.complete = false;
      return false;
    }
    result.pairs.push_back(a_is_small ? TrianglePair{of_small, of_large} : TrianglePair{of_large, of_small});
    return true;
  };
  for_each_meeting(a_is_small ? a : b, a_is_small ? b : a, found, result.counters);
  if (!result.yes()) result.answer = answer_of(enclosed(a, b, result.counters) || enclosed(b, a, result.counters));
  std::sort(result.pairs.begin(), result.pairs.end());
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace

CollideResult collide(const BspBody& a, const BspBody& b, const CollideSettings& settings) noexcept {
  return guarded<CollideResult>([&]() -> CollideResult {
    Side side_a, side_b;
    if (const Status status = make_side(a, side_a); status != Status::ok) return failed<CollideResult>(status);
    if (const Status status = make_side(b, side_b); status != Status::ok) return failed<CollideResult>(status);
    return collide_sides(side_a, side_b, settings);
  });
}

Status candidates_in(const BspBody& body, const Box& world, std::vector<std::uint32_t>& found,
                     Counters& counters) noexcept {
  const FloatState standard;
  try {
    found.clear();
    Side side;
    if (const Status status = make_side(body, side); status != Status::ok) return status;
    if (world.empty()) return Status::ok;
    BspProbe probe;
    BspCounters work;
    // Also where the box is infinite: its part around the body is the same to the body.
    const Box part{max(world.lo, side.body.box.lo), min(world.hi, side.body.box.hi)};
    if (part.empty()) return Status::ok;
    if (world_probe(side, part, probe)) {
      side.tree->candidates(probe, found, work);
    } else {
      for (std::uint32_t i = 0; i < side.body.shape->triangle_count; ++i)
        if (overlap(world, box_of(side.body.triangle(i)))) found.push_back(i);
    }
    counters.box_tests += work.nodes + work.polygons;
    return Status::ok;
  } catch (...) {
    return status_of_exception();
  }
}

}  // namespace graze::study
