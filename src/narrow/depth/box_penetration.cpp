// The vector leads against the normal of least overlap, by what is found on the posed corners, and a few last places
// more where the moved boxes, as the contract poses them, need them: a plane across the normal must part them both
// ways. The lower bound is that of narrow/depth/box_bracket.h, less what the rounding of a moved body may do.
#include "narrow/depth/box_penetration.h"

#include <algorithm>
#include <cmath>

#include "base/work.h"
#include "convex/box_axes.h"
#include "math/norms.h"
#include "narrow/body/so_far.h"
#include "narrow/depth/box_bracket.h"
#include "narrow/depth/way_out.h"
#include "shape/data.h"

namespace graze {
namespace {

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

// The shortest vector along the normal, from `overlap` on in ever more last places, that parts the posed boxes both
// ways. False where many last places are not enough.
bool find_way_out(const Body& a, const Body& b, const BoxCorners& corners_a, const BoxCorners& corners_b,
                  const BoxBracket& bracket, Vec3& v) {
  const Vec3 half_a = data_of(a.shape).bounds.hi, half_b = data_of(b.shape).bounds.hi, m = bracket.normal;
  const double size = std::max(corners_a.largest, corners_b.largest) + bracket.overlap;
  const double places = std::max(largest(a.pose.translation), largest(b.pose.translation));
  const FarCorner top = far_corner(corners_a, m), bottom = far_corner(corners_b, -m);
  double step = 0;
  for (int k = 0; k < 12; ++k) {
    v = m * -(bracket.overlap + step) + Vec3{};  // no -0
    Pose moved_a = a.pose, moved_b = b.pose;
    moved_a.translation = moved_a.translation + v;
    moved_b.translation = moved_b.translation - v;
    const double left = std::max(proven_overlap(far_corner(BoxCorners(half_a, moved_a), m), bottom, m, size),
                                 proven_overlap(top, far_corner(BoxCorners(half_b, moved_b), -m), m, size));
    if (left <= 0) return true;
    step = std::max({2 * step, step + left * (1 + 0x1p-20), 0x1p-55 * places});
  }
  return false;
}

}  // namespace

bool is_bare_box(const Body& body) {
  const ShapeData& shape = data_of(body.shape);
  return shape.form == ShapeForm::box && shape.world_margin == 0;
}

bool box_penetration(const Body& body_a, const Body& body_b, PenetrationResult& result) noexcept {
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
  if (!(x.lower > 256 * x.rounding)) return false;
  const BoxCorners corners_a(data_of(body_a.shape).bounds.hi, body_a.pose);
  const BoxCorners corners_b(data_of(body_b.shape).bounds.hi, body_b.pose);
  BoxBracket bracket;
  if (!find_box_bracket(a, b, x, corners_a, corners_b, bracket)) return false;
  if (!find_way_out(body_a, body_b, corners_a, corners_b, bracket, result.vector)) return false;
  if (!find_common_point(a, b, x.lower, 2 * x.rounding, result.inside)) return false;
  result.depth = fine_length_up(result.vector);
  const Vec3 translations = max(abs(body_a.pose.translation), abs(body_b.pose.translation));
  const double lost = rounding_of_boxes(corners_a, corners_b, translations, result.depth);
  result.lower = std::clamp(bracket.lower - lost, 0.0, result.depth);
  // The general way cannot be better than this: it takes as much off, for the rounding of a motion and for that of
  // differences of corners.
  const double points = std::max(corners_a.largest, corners_b.largest);
  const double wide =
      0x1.8p-50 * (length({a.half[0], a.half[1], a.half[2]}) + length({b.half[0], b.half[1], b.half[2]}));
  return result.depth - result.lower <= rounding_of_motion(points, largest(translations), result.depth) + wide;
}

}  // namespace graze
