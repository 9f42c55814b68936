#include "narrow/swept.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/double_double.h"
#include "math/exact.h"
#include "narrow/core_queries.h"
#include "narrow/descend.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double size(Vec3 v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

// Boxes of a mesh against a segment (or point) with everything within `reach` of it, in the world. Along an axis n the
// two are apart when |n.(m - c)| - |n.d| - sum |n.h_k| > reach |n|: the world's axes together, and the faces of the
// box.
class FarFromSegment {
 public:
  FarFromSegment(const PlacedBody& mesh, const Triangle& segment, double reach)
      : to_world_(mesh.placement.to_world),
        centre_(mesh.placement.centre),
        middle_(segment.a * 0.5 + segment.b * 0.5),
        half_(segment.b * 0.5 - segment.a * 0.5),
        reach_(reach),
        slack_(2 * size(mesh.placement.world_slack) + size(middle_) * 0x1p-50) {}

  bool operator()(const SlotBox& box) const {
    const Vec3 across = middle_ - (centre_ + to_world_ * box.centre);
    const Vec3 h[3] = {to_world_ * box.half[0], to_world_ * box.half[1], to_world_ * box.half[2]};
    const double sizes = size(h[0]) + size(h[1]) + size(h[2]);
    // What rounding in double does to numbers of this size is far below the second term.
    const double slack = slack_ + sizes * slot_slack + (size(across) + size(half_)) * 0x1p-40;
    const Vec3 extent = abs(h[0]) + abs(h[1]) + abs(h[2]) + abs(half_) + Vec3{slack, slack, slack};
    const Vec3 gap = max(abs(across) - extent, Vec3{});
    if (dot(gap, gap) * (1 - 0x1p-40) > reach_ * reach_) return true;
    for (int k = 0; k < 3; ++k) {
      const Vec3 n = cross(h[(k + 1) % 3], h[(k + 2) % 3]);
      const double apart = std::fabs(dot(n, across)) - std::fabs(dot(n, half_)) - std::fabs(dot(n, h[k]));
      if (apart > (reach_ + slack) * length(n) * (1 + 0x1p-40)) return true;
    }
    return false;
  }

 private:
  Mat3 to_world_;
  Vec3 centre_, middle_, half_;
  double reach_, slack_;
};

// Every triangle of `other` that the swept body, whose core is one triangle, meets.
void list_all(const PlacedBody& swept, const PlacedBody& other, bool swept_is_a, CollideResult& result) {
  const Triangle core = swept.body.triangle(0);
  const Reach reach{swept.body.radius, other.body.radius, 0};
  const auto visit = [&](std::uint32_t i) {
    ++result.counters.triangle_tests;
    if (triangles_within(core, other.body.triangle(i), reach))
      result.pairs.push_back(swept_is_a ? TrianglePair{0, i} : TrianglePair{i, 0});
    return true;
  };
  if (other.placement.usable) {
    descend(*other.body.shape, FarFromSegment(other, core, reach.upper()), visit, result.counters.box_tests);
  } else {
    for (std::uint32_t i = 0; i < other.body.shape->triangle_count; ++i) visit(i);
  }
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

void set_touching(DistanceResult& result, double radius_a, double radius_b) {
  const double share = result.distance * (radius_a / (radius_a + radius_b));
  const double error = normal_error(result);
  move_points(result, share, result.distance - share, error);
  result.point_bound += 2 * result.bound;
  result.point_b = result.point_a;
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

CollideResult swept_collide(const PlacedBody& a, const PlacedBody& b, const CollideSettings& settings) {
  CollideResult result;
  if (settings.all) {
    const std::uint64_t exact_before = exact_count();
    const Reach reach{a.body.radius, b.body.radius, 0};
    if (!(box_gap(a.body.box, b.body.box) > reach.upper())) {
      if (a.body.radius > 0) {
        list_all(a, b, true, result);
      } else {
        list_all(b, a, false, result);
      }
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
