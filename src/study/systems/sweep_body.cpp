// The sweep of study/sweep/ on handles.
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "base/guard.h"
#include "graze/study_sweep.h"
#include "study/sweep/sweep.h"

namespace graze::study {

struct GRAZE_HIDDEN SweepBody::Polygons {
  PosedPolygons posed;
};

SweepBody::SweepBody(const Body& body) : polygons_(std::make_shared<const Polygons>(Polygons{PosedPolygons(body)})) {}
SweepBody::SweepBody(const Body& body, bool two_sided)
    : polygons_(std::make_shared<const Polygons>(Polygons{PosedPolygons(body, two_sided)})) {}

SweepResult sweep(const SweepBody& moving, const Motion& motion, const SweepBody& still,
                  const SweepSettings& settings) noexcept {
  return guarded<SweepResult>([&] { return sweep(moving.polygons().posed, motion, still.polygons().posed, settings); });
}

std::vector<SweepContact> sweep_contacts(const SweepBody& moving, const Motion& motion, const SweepBody& still,
                                         const SweepSettings& settings) {
  const bool known = motion.kind == Motion::Kind::translation || motion.kind == Motion::Kind::rotation;
  if (!known || !is_finite(motion.translation) || !is_finite(motion.origin) || !is_finite(motion.axis) ||
      !std::isfinite(motion.angle))
    throw Error("contacts along a motion need a finite translation or rotation");
  return sweep_contacts(moving.polygons().posed, motion, still.polygons().posed, settings);
}

std::vector<SweepContact> touching_features(const SweepBody& moving, const SweepBody& still, double tolerance) {
  if (!(tolerance > 0) || !std::isfinite(tolerance)) throw Error("the tolerance of contacts must be above 0");
  const PosedPolygons &a = moving.polygons().posed, &b = still.polygons().posed;
  // Normals that are equal but for rounding are one direction.
  std::set<std::array<int, 3>> seen;
  std::vector<SweepContact> found;
  std::set<std::tuple<SweepContact::Kind, std::uint32_t, std::uint32_t>> known;
  const auto along = [&](Vec3 direction) {
    const auto cell = [](double x) { return static_cast<int>(std::lround(x * 1e6)); };
    if (!seen.insert({cell(direction.x), cell(direction.y), cell(direction.z)}).second) return;
    for (const SweepContact& c : sweep_contacts(a, translation_by(direction * tolerance), b, {}))
      if (known.insert({c.kind, c.moving, c.still}).second) found.push_back(c);
  };
  for (const Vec3 n : a.normals()) along(n);
  for (const Vec3 n : b.normals()) along(-n);
  std::sort(found.begin(), found.end(), [](const SweepContact& p, const SweepContact& q) {
    return std::tuple(p.fraction, p.kind, p.moving, p.still) < std::tuple(q.fraction, q.kind, q.moving, q.still);
  });
  return found;
}

double least_expel(const SweepBody& moving, const Motion& motion, const SweepBody& still) noexcept {
  return sweep_bounds(moving.polygons().posed, motion, still.polygons().posed).thickness;
}

}  // namespace graze::study
