// A ray meets a box for s from max(near) to min(far), where near and far are (bound - origin) / direction of each axis,
// in double. The difference, the direction of a ray to a point, and the quotient round by less than 2^-50 of the true
// value together; bounds grown by 2^-40 of themselves cover that on both sides.
#include "narrow/ray/ray_compound.h"

#include <algorithm>
#include <cmath>

#include "base/guard.h"
#include "base/work.h"
#include "math/constants.h"
#include "math/ray_base.h"
#include "narrow/body/parts.h"

namespace graze {
namespace {

constexpr double share = 0x1p-40, least = 0x1p-900;

double lowered(double s) { return s - std::fabs(s) * share - least; }
double raised(double s) { return s + std::fabs(s) * share + least; }

bool hit_before(const RayHit& x, const RayHit& y) { return x.t != y.t ? x.t < y.t : x.triangle < y.triangle; }

class Search {
 public:
  Search(const Parts& parts, const Ray& ray, const RaySettings& settings, RayResult& result)
      : parts_(parts), ray_(ray), settings_(settings), result_(result), along_(ray.direction - base_of(ray)) {
    const double largest = std::max({std::fabs(along_.x), std::fabs(along_.y), std::fabs(along_.z)});
    // A ray that is none is the leaves' to refuse.
    usable_ = largest > 0x1p-800 && largest < 0x1p800 && is_finite(ray.origin) && !std::isnan(ray.max);
  }

  // False when nothing more need be looked at.
  bool run() {
    for (const std::uint32_t root : parts_.roots())
      if (!descend(root, entry(parts_.box(root)))) return false;
    return true;
  }

 private:
  // No common point is hit_before; infinite when there is none.
  double entry(const Box& box) {
    work::charge(1);
    ++result_.counters.box_tests;
    if (!usable_) return -infinity;
    double near = 0, far = raised(ray_.max);
    for (int axis = 0; axis < 3; ++axis) {
      const double low = box.lo[axis] - ray_.origin[axis], high = box.hi[axis] - ray_.origin[axis];
      if (along_[axis] == 0) {
        if (low > 0 || high < 0) return infinity;
        continue;
      }
      const double first = low / along_[axis], second = high / along_[axis];
      near = std::max(near, lowered(std::min(first, second)));
      far = std::min(far, raised(std::max(first, second)));
    }
    return near <= far ? near : infinity;
  }

  bool in_vain(double entry) const {
    if (entry == infinity) return true;
    return settings_.want == RayWant::closest && result_.yes() && entry > raised(result_.closest.t);
  }

  bool descend(std::uint32_t node, double enters) {
    if (in_vain(enters)) return true;
    work::poll();
    if (parts_.is_leaf(node)) return cast_leaf(parts_.leaf(node));
    std::uint32_t child[2] = {parts_.left(node), parts_.right(node)};
    double at[2] = {entry(parts_.box(child[0])), entry(parts_.box(child[1]))};
    const int nearer = at[1] < at[0] ? 1 : 0;
    return descend(child[nearer], at[nearer]) && descend(child[1 - nearer], at[1 - nearer]);
  }

  bool cast_leaf(std::uint32_t leaf) {
    RayResult next = graze::cast(parts_.body(leaf), ray_, settings_);
    result_.counters += next.counters;
    if (next.status != Status::ok) {
      const Counters counters = result_.counters;
      result_ = failed<RayResult>(next.status);
      result_.counters = counters;
      return false;
    }
    if (!next.yes()) return true;
    const std::uint32_t first_number = parts_.first_number(leaf);
    next.closest.triangle += first_number;
    for (RayHit& hit : next.hits) {
      hit.triangle += first_number;
      result_.hits.push_back(hit);
    }
    if (!result_.yes() || hit_before(next.closest, result_.closest)) result_.closest = next.closest;
    result_.answer = Answer::yes;
    return settings_.want != RayWant::any;
  }

  const Parts& parts_;
  const Ray& ray_;
  const RaySettings& settings_;
  RayResult& result_;
  Vec3 along_;
  bool usable_;
};

}  // namespace

RayResult compound_ray(const Body& body, const Ray& ray, const RaySettings& settings) {
  Parts parts;
  if (const Status status = parts.set(body); status != Status::ok) return failed<RayResult>(status);
  auto result = no_so_far<RayResult>();
  Search(parts, ray, settings, result).run();
  std::sort(result.hits.begin(), result.hits.end(), hit_before);
  return result;
}

}  // namespace graze
