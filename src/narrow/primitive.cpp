#include "narrow/primitive.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/double_double.h"
#include "math/exact.h"
#include "narrow/box_hull.h"
#include "narrow/core_queries.h"
#include "narrow/descend.h"
#include "narrow/triangle_distance.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double size(Vec3 v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

// Boxes of a mesh against a primitive (the points m + sum x_k d_k, |x_k| <= 1, and everything within `reach`), in the
// world. Along an axis n the two are apart when |n.(m - c)| - sum |n.d_k| - sum |n.h_k| > reach |n|. Axes: those of the
// world together, the faces of the mesh's box, and the faces of the primitive's.
class FarFromPrimitive {
 public:
  FarFromPrimitive(const PlacedBody& mesh, const PlacedBody& primitive, double reach)
      : to_world_(mesh.placement.to_world),
        centre_(mesh.placement.centre),
        reach_(reach),
        slack_(2 * (size(mesh.placement.world_slack) + size(primitive.placement.world_slack))) {
    const Shape::Data& shape = *primitive.body.shape;
    const Pose& pose = primitive.body.pose;
    middle_ = pose * (shape.bounds.lo * 0.5 + shape.bounds.hi * 0.5);
    if (shape.form == ShapeForm::box) {
      const Vec3 half = shape.bounds.hi;
      half_[0] = pose.linear.c0 * half.x;
      half_[1] = pose.linear.c1 * half.y;
      half_[2] = pose.linear.c2 * half.z;
      for (int k = 0; k < 3; ++k) face_[k] = unit(cross(half_[(k + 1) % 3], half_[(k + 2) % 3]));
    } else {
      const Triangle core = primitive.body.triangle(0);
      half_[0] = core.b * 0.5 - core.a * 0.5;
    }
    extent_ = abs(half_[0]) + abs(half_[1]) + abs(half_[2]);
    slack_ += (size(extent_) + size(middle_)) * 0x1p-48;
  }

  bool operator()(const SlotBox& box) const {
    const Vec3 across = middle_ - (centre_ + to_world_ * box.centre);
    const Vec3 h[3] = {to_world_ * box.half[0], to_world_ * box.half[1], to_world_ * box.half[2]};
    // What rounding in double does to numbers of this size is far below the last two terms.
    const double slack =
        slack_ + (size(h[0]) + size(h[1]) + size(h[2])) * slot_slack + (size(across) + size(extent_)) * 0x1p-40;
    const Vec3 gap =
        max(abs(across) - (abs(h[0]) + abs(h[1]) + abs(h[2]) + extent_) - Vec3{slack, slack, slack}, Vec3{});
    if (dot(gap, gap) * (1 - 0x1p-40) > reach_ * reach_) return true;
    for (int k = 0; k < 3; ++k) {
      const Vec3 n = cross(h[(k + 1) % 3], h[(k + 2) % 3]);
      if (apart(n, across, h) > (reach_ + slack) * length(n) * (1 + 0x1p-40)) return true;
      if (apart(face_[k], across, h) > (reach_ + slack) * (1 + 0x1p-40)) return true;
    }
    return false;
  }

 private:
  static Vec3 unit(Vec3 v) {
    const double scale = length(v);
    return scale > 0 && scale < infinity ? v * (1 / scale) : Vec3{};
  }
  double apart(Vec3 n, Vec3 across, const Vec3 (&h)[3]) const {
    double gap = std::fabs(dot(n, across));
    for (int k = 0; k < 3; ++k) gap -= std::fabs(dot(n, half_[k])) + std::fabs(dot(n, h[k]));
    return gap;
  }

  Mat3 to_world_;
  Vec3 centre_, middle_, extent_;
  Vec3 half_[3], face_[3];  // zero where there are none
  double reach_, slack_;
};

// Every triangle of the mesh that the primitive meets.
template <class Meets>
void list_all(const PlacedBody& primitive, const PlacedBody& mesh, bool primitive_is_a, const Meets& meets,
              CollideResult& result) {
  const auto visit = [&](std::uint32_t i) {
    ++result.counters.triangle_tests;
    if (meets(mesh.body.triangle(i))) result.pairs.push_back(primitive_is_a ? TrianglePair{0, i} : TrianglePair{i, 0});
    return true;
  };
  if (mesh.placement.usable) {
    descend(*mesh.body.shape, FarFromPrimitive(mesh, primitive, primitive.body.radius), visit,
            result.counters.box_tests);
  } else {
    for (std::uint32_t i = 0; i < mesh.body.shape->triangle_count; ++i) visit(i);
  }
}

void list_all(const PlacedBody& primitive, const PlacedBody& mesh, bool primitive_is_a, CollideResult& result) {
  if (box_gap(primitive.body.box, mesh.body.box) > primitive.body.radius) return;
  if (primitive.body.shape->form == ShapeForm::box) {
    const BoxHull hull(primitive.body);
    list_all(
        primitive, mesh, primitive_is_a, [&](const Triangle& t) { return hull.meets(t); }, result);
    return;
  }
  const Triangle core = primitive.body.triangle(0);
  const double radius = primitive.body.radius;
  list_all(
      primitive, mesh, primitive_is_a, [&](const Triangle& t) { return triangles_within(core, t, radius); }, result);
}

// What the normal may be off the true direction of the nearest points, as a length on a unit sphere: those two points
// are farther apart than the nearest by at most `bound`.
double normal_error(const DistanceResult& core) {
  return std::min(2.0, 2 * std::sqrt(2 * core.bound / core.distance) + 0x1p-48);
}

// The points on the cores are moved by these lengths along the normal.
void move_points(DistanceResult& result, double along_a, double along_b, double error) {
  result.point_a = result.point_a + result.normal * along_a;
  result.point_b = result.point_b - result.normal * along_b;
  const double coordinates = std::max(size(result.point_a), size(result.point_b));
  result.point_bound += std::max(along_a, along_b) * (error + 0x1p-50) + coordinates * 0x1p-52;
}

// A common point: on the core of the body with the lesser radius, or as near to it as the other reaches. Mirrors.
void set_touching(DistanceResult& result, double radius_a, double radius_b) {
  const double error = normal_error(result), bound = result.bound, apart = result.distance;
  Vec3 common;
  if (radius_a == radius_b) {
    common = result.point_a * 0.5 + result.point_b * 0.5;
  } else if (radius_a > radius_b) {
    common = apart <= radius_a ? result.point_b : result.point_a + result.normal * radius_a;
  } else {
    common = apart <= radius_b ? result.point_a : result.point_b - result.normal * radius_b;
  }
  move_points(result, radius_a, radius_b, error);
  result.point_bound += 2 * bound;
  result.point_a = result.point_b = common;
  result.distance = result.bound = result.lower = result.upper = 0;
  result.normal = {};
}

void set_beyond(DistanceResult& result, double lower) {
  const Counters counters = result.counters;
  result = {};
  result.counters = counters;
  result.beyond = true;
  result.distance = result.upper = result.bound = infinity;
  result.lower = lower;
}

}  // namespace

void name_primitives(const Posed& a, const Posed& b, std::size_t most, CollideResult& result) {
  for (TrianglePair& pair : result.pairs) {
    if (a.shape->primitive()) pair.a = 0;
    if (b.shape->primitive()) pair.b = 0;
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  result.pairs.erase(std::unique(result.pairs.begin(), result.pairs.end()), result.pairs.end());
  if (result.pairs.size() <= most) return;
  result.pairs.resize(most);
  result.complete = false;
}

CollideResult primitive_collide(const PlacedBody& a, const PlacedBody& b, const CollideSettings& settings) {
  CollideResult result;
  const bool both = a.body.shape->primitive() && b.body.shape->primitive();
  if (settings.all && !both) {
    const std::uint64_t exact_before = exact_count();
    if (a.body.shape->primitive()) {
      list_all(a, b, true, result);
    } else {
      list_all(b, a, false, result);
    }
    name_primitives(a.body, b.body, settings.max_results, result);
    result.counters.exact_tests += exact_count() - exact_before;
    result.colliding = !result.pairs.empty() || !result.complete;
    if (result.colliding) return result;
  }
  const WithinResult near = within_of(a, b, 0, nullptr);
  result.status = near.status;
  result.colliding = near.within;
  result.counters += near.counters;
  if (settings.all && both && near.within) {
    result.pairs.push_back({0, 0});
    name_primitives(a.body, b.body, settings.max_results, result);
  }
  return result;
}

DistanceResult swept_distance(const PlacedBody& a, const PlacedBody& b, const DistanceSettings& settings,
                              DistanceCache* cache) {
  const Reach reach{a.body.radius, b.body.radius, 0};
  const double most = reach.upper();
  DistanceResult result = core_distance(a, b, {.max = Reach{most, settings.max, 0}.upper()}, cache);
  if (result.status != Status::ok) return result;
  if (result.beyond) {
    set_beyond(result, std::clamp(std::nextafter(result.lower - most, 0.0), 0.0, settings.max));
    return result;
  }
  if (result.distance == 0) return result;
  bool touching = result.upper <= reach.lower();
  if (!touching && !(result.lower > most)) {
    const WithinResult near = within_of(a, b, 0, nullptr);
    result.counters += near.counters;
    touching = near.within;
  }
  if (touching) {
    set_touching(result, a.body.radius, b.body.radius);
    return result;
  }
  const DoubleDouble sum = two_sum(a.body.radius, b.body.radius);
  const double apart = std::max((result.distance - sum.hi) - sum.lo, std::numeric_limits<double>::denorm_min());
  const double bound = std::nextafter(result.bound + result.distance * 0x1p-51, infinity);
  if (apart > settings.max) {
    set_beyond(result, std::clamp(std::nextafter(apart - bound, 0.0), 0.0, settings.max));
    return result;
  }
  move_points(result, a.body.radius, b.body.radius, normal_error(result));
  result.distance = apart;
  result.bound = bound;
  result.lower = std::max(0.0, std::nextafter(apart - bound, 0.0));
  result.upper = std::nextafter(apart + bound, infinity);
  return result;
}

}  // namespace graze
