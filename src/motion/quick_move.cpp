#include "motion/quick_move.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "motion/path.h"

namespace graze {
namespace {

Feature feature_of(int corners) {
  using Kind = Feature::Kind;
  return {corners == 1 ? Kind::vertex : corners == 2 ? Kind::edge : Kind::face, 0, 0, 0};
}

bool make_core(const Body& body, const Motion& motion, TurningCore& core) {
  return motion.phases() == 1 && is_valid(motion) && make_turning_core(body, path_of(motion, 0), core);
}

}  // namespace

bool straight_way(const Motion& motion, Vec3& way) noexcept {
  using Kind = Motion::Kind;
  const bool straight = motion.kind == Kind::none || motion.kind == Kind::translation ||
                        (motion.kind == Kind::translation_with_rotation && motion.angle == 0);
  if (!straight) return false;
  way = motion.kind == Kind::none ? Vec3{} : motion.translation;
  return is_valid(motion);
}

QuickMove::QuickMove(const Body& moving, const Motion& motion, const MoveSettings& settings, Paths paths) noexcept
    : moving_(moving), motion_(motion), paths_(paths) {
  if (settings.expel != 0 || settings.derive_expel || (settings.tolerance && !(*settings.tolerance >= 0))) return;
  usable_ = paths == Paths::straight ? straight_way(motion, way_) && make_moving_core(moving, core_.core)
                                     : make_core(moving, motion, core_);
}

bool QuickMove::cast_at(const Body& other, const Motion& motion, CoreCast& result) const noexcept {
  if (paths_ == Paths::any) {
    TurningCore core;
    if (!make_core(other, motion, core)) return false;
    cast(core_, core, limit(), result);
    return true;
  }
  MovingCore core;
  Vec3 way;
  if (!straight_way(motion, way) || !make_moving_core(other, core)) return false;
  cast(core_.core, way_, core, way, limit(), result);
  return true;
}

bool QuickMove::see(const Body& other, const Motion& motion, std::uint64_t number) noexcept {
  CoreCast one;
  usable_ = usable_ && cast_at(other, motion, one);
  if (!usable_) return false;
  steps_ += one.steps;
  usable_ = one.kind != CoreCast::Kind::unsure;
  if (one.kind != CoreCast::Kind::hit) return false;
  const bool first = !found_ || std::tuple(one.upper, number) < std::tuple(first_.upper, number_);
  const double lower = found_ ? std::min(first_.lower, one.lower) : one.lower;
  const double stand = found_ ? std::min(first_.stand, one.stand) : one.stand;
  if (first) {
    first_ = one;
    number_ = number;
  }
  first_.lower = lower;
  first_.stand = stand;
  found_ = true;
  return first;
}

MoveResult QuickMove::result() const noexcept {
  MoveResult result;
  result.answer = answer_of(found_);
  result.start = MoveStart::clear;
  result.lower = found_ ? first_.lower : 1;
  result.upper = found_ ? first_.upper : 1;
  result.fraction = found_ ? first_.stand : 1;
  result.gap = result.expel = 0;
  result.proven = result.stopped = found_;
  result.pose = pose_on(path_of(motion_, 0), moving_.pose, result.fraction);
  result.counters.triangle_tests = result.counters.double_tests = steps_;
  if (!found_) return result;
  result.contact.point = first_.point;
  result.contact.normal = first_.normal;
  result.contact.moving = feature_of(first_.corners_a);
  result.contact.other = feature_of(first_.corners_b);
  result.contact.body = number_;
  return result;
}

}  // namespace graze
