// The vector leads against the normal of least overlap, by four times the bound of the overlap more than that. The
// boxes are then moved as the contract says, both ways, and the gap along the normal is computed again: above its bound
// it is proven, so that no exact test is needed. The lower bound is that of convex/box_axes.h, less what the rounding
// of a moved body may do.
#include "narrow/depth/box_penetration.h"

#include <algorithm>
#include <cmath>

#include "base/work.h"
#include "convex/box_axes.h"
#include "narrow/body/so_far.h"
#include "narrow/depth/way_out.h"
#include "shape/data.h"

namespace graze {
namespace {

bool is_bare_box(const Body& body) {
  const ShapeData& shape = data_of(body.shape);
  return shape.form == ShapeForm::box && shape.world_margin == 0;
}

// The nearest point of a box that is smaller by `less` all around.
Vec3 put_into(const SquareBox& box, Vec3 p, double less) {
  const Vec3 from = p - box.centre;
  for (int k = 0; k < 3; ++k) {
    const double at = dot(from, box.axis[k]), most = std::max(box.half[k] - less, 0.0);
    if (std::fabs(at) > most) p = p + box.axis[k] * (std::copysign(most, at) - at);
  }
  return p;
}

bool is_inside(const SquareBox& box, Vec3 p, double by) {
  const Vec3 from = p - box.centre;
  for (const int k : {0, 1, 2})
    if (!(std::fabs(dot(from, box.axis[k])) <= box.half[k] - by)) return false;
  return true;
}

// A point in both by more than `by`: projections onto the two, made a little smaller, in turn.
bool find_common_point(const SquareBox& a, const SquareBox& b, double depth, double by, Vec3& point) {
  point = a.centre * 0.5 + b.centre * 0.5;
  double less = 0.25 * depth;
  for (int round = 0; round < 24; ++round) {
    point = put_into(b, put_into(a, point, less), less);
    if (is_inside(a, point, by) && is_inside(b, point, by)) return true;
    if (round % 6 == 5) less *= 0.25;
  }
  return false;
}

// Boxes along the axes of the world end in doubles: the overlap itself may part them. Sums round as posed corners do.
bool plain_way_out(const Body& a, const Body& b, int axis, bool b_above, Vec3& v) {
  if (axis > 2 || !(a.pose.linear == Mat3{}) || !(b.pose.linear == Mat3{})) return false;
  const double half_a = data_of(a.shape).bounds.hi[axis], half_b = data_of(b.shape).bounds.hi[axis];
  const double side = b_above ? 1 : -1, at_a = side * a.pose.translation[axis], at_b = side * b.pose.translation[axis];
  const double far = (at_a + half_a) - (at_b - half_b);
  if (!((at_a - far) + half_a <= at_b - half_b && (at_b + far) - half_b >= at_a + half_a)) return false;
  v = {};
  v[axis] = -side * far;
  return far > 0;
}

}  // namespace

bool box_penetration(const Body& body_a, const Body& body_b, PenetrationResult& result) noexcept {
  if (!is_bare_box(body_a) || !is_bare_box(body_b)) return false;
  SquareBox a, b;
  if (!make_square_box(data_of(body_a.shape).bounds.hi, body_a.pose, a) ||
      !make_square_box(data_of(body_b.shape).bounds.hi, body_b.pose, b))
    return false;
  work::charge(16);
  BoxAxes x;
  find_box_axes(a, b, 0, -1, x);
  result = at_depth_0();
  result.counters.double_tests = 1;
  if (x.parting >= 0) return true;
  // A wide lower bound is that of edges that are nearly, but not quite, parallel.
  int axis = x.face_a;
  double least = x.overlap_a;
  if (x.overlap_b < least) {
    axis = x.face_b;
    least = x.overlap_b;
  }
  if (x.edges >= 0 && x.across < least) {
    axis = x.edges;
    least = x.across;
  }
  const double size = a.reach + b.reach;
  if (!(x.lower > 256 * x.rounding) || !(least - x.lower <= 32 * x.rounding)) return false;
  const Vec3 normal = normal_of(a, b, x, axis);
  const double overlap = overlap_along(a, b, normal);
  // A moved box reaches farther by what it moves, which is less than its size.
  const double bound = 2 * x.rounding, far = overlap + 2 * bound;
  Vec3 v = normal * -far + Vec3{};  // no -0
  SquareBox moved_a = a, moved_b = b;
  moved_a.centre = a.centre + v;
  moved_b.centre = b.centre - v;
  if (!(overlap_along(moved_a, b, normal) < -bound && overlap_along(a, moved_b, normal) < -bound)) return false;
  if (!find_common_point(a, b, x.lower, 2 * x.rounding, result.inside)) return false;
  const bool plain = plain_way_out(body_a, body_b, axis, axis < 3 && x.to_b[axis] >= 0, v);
  result.vector = v;
  result.depth = plain ? std::fabs((v.x + v.y) + v.z) : length(v) * (1 + 0x1p-51);
  result.lower = std::clamp(x.lower - rounding_of_motion(size, size, result.depth), 0.0, result.depth);
  return true;
}

}  // namespace graze
