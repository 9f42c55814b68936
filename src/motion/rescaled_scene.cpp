#include "motion/rescaled_scene.h"

#include <algorithm>
#include <cmath>

#include "base/ranges.h"
#include "math/norms.h"
#include "motion/path.h"
#include "narrow/body/rescale.h"

namespace graze {
namespace {

// Outside answers that are scaled back may leave the doubles, or lose their last places.
constexpr double least = 0x1p-900, most = 0x1p1000;

Vec3 times(Vec3 v, int exponent) {
  return {std::scalbn(v.x, exponent), std::scalbn(v.y, exponent), std::scalbn(v.z, exponent)};
}
Pose times(const Pose& pose, int exponent) {
  return {{times(pose.linear.c0, exponent), times(pose.linear.c1, exponent), times(pose.linear.c2, exponent)},
          times(pose.translation, exponent)};
}

// What does not count is left out: it may be anything. False: a length is rounded.
bool scale(const Motion& motion, int exponent, Motion& result) {
  using Kind = Motion::Kind;
  result = motion;
  const bool turns = motion.kind != Kind::none && motion.kind != Kind::translation;
  const bool goes = motion.kind != Kind::none && motion.kind != Kind::rotation && motion.kind != Kind::screw;
  const Vec3 by = goes ? motion.translation : Vec3{}, origin = turns ? motion.origin : Vec3{};
  const double advance = motion.kind == Kind::screw ? motion.advance : 0;
  result.translation = times(by, exponent);
  result.origin = times(origin, exponent);
  result.advance = std::scalbn(advance, exponent);
  return times(result.translation, -exponent) == by && times(result.origin, -exponent) == origin &&
         std::scalbn(result.advance, -exponent) == advance;
}

bool scale(const Body& body, int exponent, Body& result) {
  const std::optional<Body> found = scaled_exactly(body, exponent);
  if (found) result = *found;
  return found.has_value();
}

}  // namespace

double size_of(const Motion& motion) noexcept {
  const Path path = path_of(motion, motion.phases() - 1);
  return std::max(path.most_shift(), path.turns() ? largest(path.origin) : 0);
}

std::optional<RescaledScene> rescaled(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                                      const MoveSettings& settings, double size) {
  if (!(size >= least && size <= most)) return {};
  RescaledScene result;
  const int exponent = result.exponent = -std::ilogb(size);
  if (!scale(moving, exponent, result.moving) || !scale(motion, exponent, result.motion)) return {};
  result.others.resize(others.size());
  for (std::size_t k = 0; k < others.size(); ++k)
    if (!scale(others[k].body, exponent, result.others[k].body) ||
        !scale(others[k].motion, exponent, result.others[k].motion))
      return {};
  result.settings = settings;
  result.settings.expel = std::scalbn(settings.expel, exponent);
  if (settings.tolerance) result.settings.tolerance = std::scalbn(*settings.tolerance, exponent);
  if (std::scalbn(result.settings.expel, -exponent) != settings.expel) return {};
  return result;
}

void scale_back(const RescaledScene& scene, const Body& moving, std::span<const MovingBody> others,
                const MoveSettings& settings, MoveResult& result) {
  const int back = -scene.exponent;
  result.pose = times(result.pose, back);
  result.contact.point = times(result.contact.point, back);
  const double gap = std::scalbn(result.gap, back);
  result.gap = std::scalbn(gap, scene.exponent) < result.gap ? std::nextafter(gap, 2 * result.gap) : gap;
  result.expel = settings.derive_expel ? std::scalbn(result.expel, back) : settings.expel;
  if ((result.status != Status::ok && result.status != Status::budget) || result.pose == moving.pose) return;
  const auto is_clear_of = [&](const MovingBody& other) {
    const Pose pose = pose_at(other.body.pose, other.motion, result.stop_phase, result.fraction);
    const CollideResult met = collide({moving.shape, result.pose}, {other.body.shape, pose});
    result.counters += met.counters;
    return met.no();
  };
  if (ranges::all_of(others, is_clear_of)) return;
  result.pose = moving.pose;
  result.stop_phase = 0;
  result.fraction = 0;
  result.stopped = true;
}

}  // namespace graze
