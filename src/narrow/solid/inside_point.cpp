// The public query about points: solids by their winding number, surfaces by whether a triangle holds the point, round
// volumes by the distance to their core, half-spaces by the height.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/executor.h"
#include "graze/solid.h"
#include "math/dyadic3.h"
#include "math/exact.h"
#include "narrow/halfspace.h"
#include "narrow/placement.h"
#include "narrow/posed.h"
#include "narrow/posed_plane.h"
#include "narrow/solid/reach_tree.h"
#include "narrow/solid/where.h"
#include "narrow/triangle_triangle.h"

namespace graze {
namespace {

Where of_sign(int outward) { return outward > 0 ? Where::outside : outward < 0 ? Where::inside : Where::on; }

// The sign of the distance to the segment less the radius, by their squares.
int beyond_radius(const Triangle& core, double radius, Vec3 point) {
  count_exact();
  const Dyadic3 along = exact_difference(core.b, core.a), from_a = exact_difference(point, core.a);
  const Dyadic radius_sq = Dyadic(radius) * Dyadic(radius), length_sq = dot(along, along), t = dot(from_a, along);
  if (t.sign() <= 0) return (dot(from_a, from_a) - radius_sq).sign();
  if ((t - length_sq).sign() >= 0) {
    const Dyadic3 from_b = exact_difference(point, core.b);
    return (dot(from_b, from_b) - radius_sq).sign();
  }
  const Dyadic3 area = cross(from_a, along);
  return (dot(area, area) - radius_sq * length_sq).sign();
}

// Within a margin of a surface, `on` would be a matter of its exact distance; only points and segments have that here.
bool has_margin(const Shape::Data& shape) {
  using enum ShapeForm;
  const bool round = shape.form == point || shape.form == segment || shape.form == sphere || shape.form == capsule;
  return shape.world_margin > 0 && !round;
}

bool in_range(Vec3 v) { return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}) <= PosedPlane::largest; }

// A body, prepared once for many points.
class Target {
 public:
  explicit Target(const Body& body) {
    if (body.shape && has_margin(body.shape.data())) {
      int orientation = 0;
      status_ = check_pose(body.pose, orientation);
      if (status_ == Status::ok) status_ = Status::unsupported;
      return;
    }
    if (body.shape && body.shape.form() == ShapeForm::halfspace) {
      int orientation = 0;
      status_ = check_pose(body.pose, orientation);
      if (status_ != Status::ok) return;
      const Shape::Data& shape = body.shape.data();
      const Mat3& m = body.pose.linear;
      if (!in_range(shape.normal) || !in_range({shape.offset, 0, 0}) || !in_range(m.c0) || !in_range(m.c1) ||
          !in_range(m.c2) || !in_range(body.pose.translation))
        status_ = Status::out_of_range;
      else
        plane_.emplace(shape, body.pose, orientation);
      return;
    }
    status_ = make_posed_with_radius(body, placed_.body);
    if (status_ != Status::ok) return;
    placed_.placement = place(*placed_.body.shape, body.pose);
    if (placed_.body.radius == 0 && placed_.body.shape->solid) solid_.emplace(placed_);
  }

  InsideResult ask(Vec3 point) const {
    InsideResult result;
    result.status = !is_finite(point) ? Status::invalid : status_;
    if (result.status != Status::ok) return result;
    const std::uint64_t exact_before = exact_count();
    if (plane_) {
      if (in_range(point))
        result.where = of_sign(plane_->exact_height(point).sign());
      else
        result.status = Status::out_of_range;
    } else if (placed_.body.radius > 0) {
      result.where = of_sign(beyond_radius(placed_.body.triangle(0), placed_.body.radius, point));
    } else if (overlap(placed_.body.box, Box{point, point})) {
      result.where = solid_ ? where(*solid_, point, result.counters) : on_surface(point, result.counters);
    }
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  }

 private:
  Where on_surface(Vec3 point, Counters& counters) const {
    const Triangle at{point, point, point};
    std::vector<std::uint32_t> found;
    near_triangle(placed_, at, found, counters);
    for (const std::uint32_t i : found) {
      ++counters.double_tests;
      if (triangles_meet(placed_.body.triangle(i), at)) return Where::on;
    }
    return Where::outside;
  }

  Status status_ = Status::ok;
  PlacedBody placed_{};
  std::optional<SolidBody> solid_;
  std::optional<PosedPlane> plane_;
};

InsideResult failed() {
  InsideResult result;
  result.status = Status::out_of_memory;
  return result;
}

}  // namespace

const char* name(Where where) noexcept {
  constexpr const char* names[] = {"outside", "on", "inside"};
  return names[static_cast<std::size_t>(where)];
}

InsideResult inside(const Body& body, Vec3 point) noexcept {
  try {
    return Target(body).ask(point);
  } catch (...) {  // memory, or threads to build a tree with, ran out
    return failed();
  }
}

std::vector<InsideResult> inside(const Body& body, std::span<const Vec3> points, int threads) {
  std::vector<InsideResult> results(points.size());
  const Target target(body);
  parallel_for(points.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) results[i] = target.ask(points[i]);
  });
  return results;
}

}  // namespace graze
