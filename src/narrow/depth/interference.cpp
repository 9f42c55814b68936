#include "narrow/depth/interference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/guard.h"
#include "math/norms.h"
#include "narrow/body/body_order.h"
#include "narrow/classify/as_solid_mesh.h"
#include "narrow/depth/convex_local_depth.h"
#include "narrow/depth/local_depth.h"
#include "narrow/depth/plain_surface.h"
#include "narrow/depth/solid_core.h"
#include "narrow/inside/bounding.h"

namespace graze {

namespace {

constexpr std::uint64_t usual_units = std::uint64_t{1} << 25;
// Before a proof is tried that solids are flush.
constexpr std::uint64_t first_units = std::uint64_t{1} << 19;

std::vector<Triangle> posed_triangles(const Body& body) {
  Posed posed;
  std::vector<Triangle> result;
  if (make_posed(body, posed) != Status::ok) return result;
  const Bounding bounds(*posed.shape);
  const std::uint32_t count = posed.shape->triangle_count;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!bounds(i) || second_diagonal(*posed.shape, i)) continue;
    result.push_back(posed.triangle(i));
    if (posed.orientation < 0) std::swap(result.back().b, result.back().c);
  }
  return result;
}

std::uint64_t units_of(const InterferenceSettings& settings) {
  return settings.budget != default_budget ? settings.budget : usual_units;
}

// Products of three lengths must be ordinary numbers.
bool in_range(const Body& body) {
  const Box box = posed_box(body.pose, body.shape.bounds());
  return largest(box) < 0x1p300 && largest(box.hi - box.lo) > 0x1p-300;
}

Box common_box(const Body& a, const Body& b) {
  const Box x = posed_box(a.pose, a.shape.bounds()), y = posed_box(b.pose, b.shape.bounds());
  return {max(x.lo, y.lo), min(x.hi, y.hi)};
}

void tell_volume(const Box& box, const std::optional<CutSolids>& region, InterferenceResult& result) {
  const Vec3 size = box.hi - box.lo;
  result.volume_lower = 0;
  result.volume_upper = size.x * size.y * size.z * (1 + 0x1p-40);
  result.box = box;
  if (!region) return;
  result.volume_lower = std::max(0.0, region->volume - region->bound);
  result.volume_upper = std::min(result.volume_upper, region->volume + region->bound);
  result.box = region->box;
}

// False where the planes are not known well enough.
bool of_convex(const ConvexFaces& x, const ConvexFaces& y, double precision, LocalDepth& depth,
               InterferenceResult& result) {
  const bool less = x.triangles.size() * y.planes.size() <= y.triangles.size() * x.planes.size();
  const ConvexCut cut = less ? convex_cut(x, y) : convex_cut(y, x);
  const LocalDepth in_x = convex_local_depth(x, y, cut), in_y = convex_local_depth(y, x, cut);
  LocalDepth both = in_x.lower >= in_y.lower ? in_x : in_y;
  both.upper = std::max(in_x.upper, in_y.upper);
  const double size = length(max(x.box.hi, y.box.hi) - min(x.box.lo, y.box.lo));
  if (both.upper - both.lower > std::max(precision * both.lower, 0x1p-24 * size)) return false;
  depth = both;
  result.volume_lower = std::max(0.0, cut.volume - cut.bound);
  result.volume_upper = cut.volume + cut.bound;
  result.box = cut.box;
  return true;
}

// Does the bracket leave open whether the penetration is more than the threshold?
bool is_open(const LocalDepth& depth, double threshold) { return depth.lower <= threshold && threshold < depth.upper; }

// True: the bracket has become one that tells.
bool proven_flush(const Body& x, const Body& y, const InterferenceSettings& settings, LocalDepth& depth,
                  Counters& counters) {
  if (!(settings.threshold > 0)) return false;
  try {
    const Budget budget(units_of(settings));
    if (!flush_within(x, y, settings.threshold, counters)) return false;
  } catch (const BudgetSpent&) {
    work::heed();
    return false;
  }
  depth.upper = settings.threshold;
  depth.spent = false;
  return true;
}

void of_any(const Body& x, const Body& y, const std::optional<ConvexFaces>& convex_x,
            const std::optional<ConvexFaces>& convex_y, const CutSurfaces& cut, const InterferenceSettings& settings,
            LocalDepth& depth, InterferenceResult& result) {
  const std::uint64_t units = units_of(settings);
  const auto plain = [&](const Body& body) {
    const Budget budget(units);
    return plain_surface(body);
  };
  const bool plain_x = convex_x || plain(x), plain_y = convex_y || plain(y);
  const std::vector<Triangle> all_x = posed_triangles(x), all_y = posed_triangles(y);
  work::heed();
  const std::optional<CutSolids> found = plain_x && plain_y ? cut(all_x, all_y) : std::nullopt;
  const Box box = common_box(x, y);
  tell_volume(box, found, result);
  const DeepRegion region = found ? DeepRegion{found->faces_a, found->faces_b, found->box, found->error, true}
                                  : DeepRegion{all_x, all_y, box, 0, false};
  const auto search = [&](std::uint64_t at_most) {
    const Budget budget(at_most);
    depth =
        local_depth({x, all_x, plain_x, convex_x ? &*convex_x : nullptr},
                    {y, all_y, plain_y, convex_y ? &*convex_y : nullptr}, region, settings.precision, result.counters);
  };
  if (!(settings.threshold > 0) || units <= first_units) {
    search(units);
    if (is_open(depth, settings.threshold)) (void)proven_flush(x, y, settings, depth, result.counters);
    return;
  }
  search(first_units);
  if (is_open(depth, settings.threshold) && proven_flush(x, y, settings, depth, result.counters)) return;
  if (depth.spent) search(units);
}

Status check(const Body& a, const Body& b, const InterferenceSettings& settings) {
  if (!(settings.precision > 0) || !std::isfinite(settings.precision) || !(settings.threshold >= 0) || !a.shape ||
      !b.shape)
    return Status::invalid;
  int orientation = 0;
  const Status status = check_pose(a.pose, orientation);
  return status == Status::ok ? check_pose(b.pose, orientation) : status;
}

}  // namespace

InterferenceResult interference(const Body& a, const Body& b, const InterferenceSettings& settings,
                                const CutSurfaces& cut) noexcept {
  LocalDepth depth;
  depth.upper = std::numeric_limits<double>::infinity();
  const auto ask = [&](const Body& first, const Body& second) -> InterferenceResult {
    InterferenceResult result;
    const std::optional<Body> x = as_solid_triangles(first), y = as_solid_triangles(second);
    if (!x || !y) return failed<InterferenceResult>(Status::unsupported);
    const Box box = common_box(*x, *y);
    result.volume_lower = result.volume_upper = 0;
    depth = {};
    if (!in_range(*x) || !in_range(*y)) return failed<InterferenceResult>(Status::out_of_range);
    if (!box.empty()) {
      Posed posed_x, posed_y;
      if (make_posed(*x, posed_x) != Status::ok || make_posed(*y, posed_y) != Status::ok)
        return failed<InterferenceResult>(Status::out_of_range);
      const std::optional<ConvexFaces> convex_x = convex_faces(posed_x), convex_y = convex_faces(posed_y);
      if (!(convex_x && convex_y && of_convex(*convex_x, *convex_y, settings.precision, depth, result)))
        of_any(*x, *y, convex_x, convex_y, cut, settings, depth, result);
      else if (is_open(depth, settings.threshold))
        (void)proven_flush(*x, *y, settings, depth, result.counters);
    }
    result.lower = depth.lower;
    result.upper = depth.upper;
    result.point = depth.point;
    return result;
  };
  InterferenceResult result = guarded<InterferenceResult>([&]() -> InterferenceResult {
    work::heed();
    if (const Status status = check(a, b, settings); status != Status::ok) return failed<InterferenceResult>(status);
    return body_order(a, b) > 0 ? ask(b, a) : ask(a, b);
  });
  if (result.status == Status::ok && depth.spent) result.status = Status::budget;
  return result;
}

}  // namespace graze
