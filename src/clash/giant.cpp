#include "clash/giant.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/solid.h"
#include "math/posed_box.h"
#include "math/posed_point.h"

namespace graze {

namespace {

constexpr std::uint32_t giant_triangles = 1u << 18, times_larger = 64;

// The surface of the cube from -1 to 1.
const Shape& cube() {
  static const Shape shape =
      make_mesh({{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}},
                {{0, 2, 1},
                 {1, 2, 3},
                 {4, 5, 6},
                 {5, 7, 6},
                 {0, 1, 4},
                 {1, 5, 4},
                 {2, 6, 3},
                 {3, 6, 7},
                 {0, 4, 2},
                 {2, 4, 6},
                 {1, 3, 5},
                 {3, 7, 5}});
  return shape;
}

bool holds(const Box& outer, const Box& inner) { return merge(outer, inner) == outer; }

// Is no point of the giant's surface in the box, for sure? The surface is in one piece: it meets that of the box, or is
// wholly in it, or wholly outside.
bool is_clear_of_surface(const Body& giant, const Box& giant_box, const Box& box) {
  if (!overlap(giant_box, box)) return true;
  const Vec3 middle = box.lo * 0.5 + box.hi * 0.5, half = box.hi * 0.5 - box.lo * 0.5;
  // Rounding of the cube's corners does not make it smaller than the box.
  const double more = 0x1p-40 * (length(half) + length(middle));
  const Pose pose{{{half.x + more, 0, 0}, {0, half.y + more, 0}, {0, 0, half.z + more}}, middle};
  if (holds(grown(box, 2 * more), giant_box)) return false;
  bool meets = false;
  const CollideResult result = collide(giant, {cube(), pose}, [&](TrianglePair) {
    meets = true;
    return false;
  });
  return result.status == Status::ok && !meets;
}

bool is_inside(const Body& giant, Vec3 point) {
  const InsideResult where = inside(giant, point);
  return where.status == Status::ok && where.answer == Where::inside;
}

// How far a point inside is from the giant's surface at least: half the side of a cube around it that has no point of
// that, within a third of the largest such.
double surface_at_least(const Body& giant, const Box& giant_box, Vec3 point, double start) {
  const auto clear = [&](double by) { return is_clear_of_surface(giant, giant_box, grown(Box{point, point}, by)); };
  double low = 0, high = start;
  const double most = length(giant_box.hi - giant_box.lo);
  for (int steps = 0; steps < 40 && high < most && clear(high); ++steps) {
    low = high;
    high *= 2;
  }
  for (int steps = 0; steps < 20 && high > 1.3 * low && high > 1e-6 * start; ++steps) {
    const double middle = low > 0 ? std::sqrt(low * high) : 0.25 * high;
    (clear(middle) ? low : high) = middle;
  }
  return low;
}

// How far it is at most: the nearest hit of a ray along an axis, from inside in every direction there is one.
double surface_at_most(const Body& giant, Vec3 point) {
  double nearest = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      Vec3 direction{};
      direction[axis] = sign;
      const RayResult hit = cast(giant, {point, direction});
      if (hit.status == Status::ok && hit.yes()) nearest = std::min(nearest, hit.closest.t);
    }
  }
  return nearest * (1 + 0x1p-40);
}

// The way out of the giant's box along an axis, if no other is known.
double way_out(const Box& giant, const Box& small) {
  double least = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis)
    least = std::min({least, giant.hi[axis] - small.lo[axis], small.hi[axis] - giant.lo[axis]});
  return least * (1 + 0x1p-40);
}

struct Boxes {
  Boxes(const Body& giant, const Body& small)
      : large(posed_box(giant.pose, giant.shape.bounds())), little(posed_box(small.pose, small.shape.bounds())) {}
  double size() const { return length(little.hi - little.lo) * (1 + 0x1p-40); }
  Box large, little;
};

GiantDepth depth_from(const Body& giant, const Boxes& boxes, Vec3 point) {
  GiantDepth depth;
  depth.point = point;
  depth.lower = surface_at_least(giant, boxes.large, point, 0.5 * boxes.size());
  depth.upper = surface_at_most(giant, point) + boxes.size();
  depth.depth_lower = depth.lower;
  depth.depth_upper = std::max(way_out(boxes.large, boxes.little), depth.lower);
  // What parts the two moves every common point out of the giant.
  depth.upper = std::min(depth.upper, depth.depth_upper);
  return depth;
}

Vec3 corner(const Body& body, std::uint32_t triangle) { return posed(body.pose, body.shape.triangle(triangle).a); }

}  // namespace

bool is_giant_beside(const Shape& large, const Shape& small) {
  return large.solid() && large.form() == ShapeForm::mesh && large.triangle_count() > giant_triangles &&
         small.form() == ShapeForm::mesh && small.solid() && small.triangle_count() > 0 &&
         small.triangle_count() <= large.triangle_count() / times_larger && large.topology().components == 1;
}

std::optional<GiantDepth> deep_in_giant(const Body& giant, const Body& small, double deeper) {
  const Boxes boxes(giant, small);
  if (!is_clear_of_surface(giant, boxes.large, boxes.little)) return {};
  const Vec3 point = corner(small, 0);
  if (!is_inside(giant, point)) return {};
  const GiantDepth depth = depth_from(giant, boxes, point);
  if (!(depth.lower > deeper)) return {};
  return depth;
}

GiantDepth depth_at_giant(const Body& giant, const Body& small) {
  const Boxes boxes(giant, small);
  // The deepest of some corners of the small part that are inside.
  constexpr std::uint32_t most_corners = 64;
  const std::uint32_t count = small.shape.triangle_count(), step = std::max(1u, count / most_corners);
  GiantDepth best;
  bool any = false;
  for (std::uint32_t i = 0; i < count; i += step) {
    const Vec3 point = corner(small, i);
    if (!is_inside(giant, point)) continue;
    const double upper = surface_at_most(giant, point);
    if (any && upper <= best.lower) continue;
    const GiantDepth depth = depth_from(giant, boxes, point);
    if (!any || depth.lower > best.lower) {
      best.lower = depth.lower;
      best.point = depth.point;
    }
    best.upper = any ? std::min(best.upper, depth.upper) : depth.upper;
    any = true;
  }
  // No common point is farther from the small part's surface than its size, nor from the giant's where it meets that.
  best.upper = any ? std::min(best.upper, boxes.size()) : boxes.size();
  best.depth_lower = best.lower;
  best.depth_upper = std::max(way_out(boxes.large, boxes.little), best.lower);
  best.upper = std::min(best.upper, best.depth_upper);
  if (!any) best.point = find_distance(giant, small).point_b;
  return best;
}

}  // namespace graze
