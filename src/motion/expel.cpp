#include "motion/expel.h"

#include <algorithm>
#include <cmath>

#include "base/work.h"
#include "math/constants.h"
#include "narrow/distance/best_distance.h"

namespace graze {
namespace {

// Is the moving body clear of all others in that pose?
bool is_clear(const MovingScene& scene, const Pose& pose, int phase, double time, Counters& counters) {
  for (std::size_t k = 0; k < scene.others().size(); ++k) {
    const CollideResult met = collide({scene.moving().shape, pose}, scene.other_at(k, phase, time));
    counters += met.counters;
    if (met.status != Status::ok || met.yes()) return false;
  }
  return true;
}

// Proven: the way from one pose to that beside it is free of contact, with the others as they stand.
bool may_shift(const MovingScene& scene, const Pose& pose, Vec3 by, int phase, double time, Counters& counters) {
  std::vector<MovingBody> others;
  for (std::size_t k = 0; k < scene.others().size(); ++k) others.push_back({scene.other_at(k, phase, time), {}});
  MovingScene way({scene.moving().shape, pose}, translation_by(by), others);
  if (way.prepare() != Status::ok || way.find_pairs(0) != Status::ok) return false;
  way.set_phase(0);
  const Budget budget(1 << 20);
  const SearchResult found = search_contact(way.pairs(), {});
  counters += found.counters;
  return found.status == Status::ok && !found.hit;
}

void push_out(const MovingScene& scene, int phase, double time, double expel, MoveResult& result) {
  GapAt now{};
  if (!find_gap(scene, result.pose, phase, time, 2 * expel, now, result.counters)) return;
  for (double part = 1; part > 0.2; part *= 0.5) {
    if (!(now.gap < 1.5 * expel)) return;
    const Vec3 by = now.normal * ((now.gap - 2 * expel) * part);
    Pose pushed = result.pose;
    pushed.translation = pushed.translation + by;
    GapAt then{};
    if (!find_gap(scene, pushed, phase, time, 2 * expel, then, result.counters) || !(then.gap > now.gap)) continue;
    if (!may_shift(scene, result.pose, by, phase, time, result.counters)) continue;
    result.pose = pushed;
    return;
  }
}

}  // namespace

double derived_expel(MovingScene& scene) {
  double size = 0;
  for (int phase = 0; phase < scene.phases(); ++phase) {
    scene.set_phase(phase);
    size = std::max(size, scene.size());
  }
  return (size * 32 + scene.largest_coordinate()) * 0x1p-42;
}

StartGap start_gap(const MovingScene& scene, double expel, Counters& counters) {
  StartGap start;
  GapAt found{};
  if (!find_gap(scene, scene.moving().pose, 0, 0, 2.5 * expel, found, counters)) {
    start.status = work::spent() ? Status::budget : Status::unsupported;
    return start;
  }
  start.gap = found.gap;
  if (start.gap > expel) return start;
  for (std::size_t k = 0; k < scene.others().size(); ++k) {
    const WithinResult near = within(scene.moving(), scene.others()[k].body, expel);
    counters += near.counters;
    if (near.status == Status::budget) start.status = near.status;
    start.in_zone = start.in_zone || near.yes() || near.status == Status::undecided;
  }
  return start;
}

SearchSettings zone_search(const StartGap& start, double expel) {
  SearchSettings settings;
  settings.zone = start.in_zone ? expel : std::clamp(start.gap - expel * 0x1p-10, expel, 2 * expel);
  settings.in_zone = start.in_zone;
  settings.enough = expel;
  return settings;
}

bool find_gap(const MovingScene& scene, const Pose& pose, int phase, double time, double most, GapAt& found,
              Counters& counters) {
  found = {infinity, {}};
  for (std::size_t k = 0; k < scene.others().size(); ++k) {
    const DistanceResult near = best_distance({scene.moving().shape, pose}, scene.other_at(k, phase, time),
                                              {.max = std::min(most, found.gap), .budget = unlimited_budget});
    counters += near.counters;
    if (near.status != Status::ok && near.status != Status::undecided) return false;
    if (near.beyond || !(near.lower < found.gap)) continue;
    found = {std::max(0.0, near.lower), near.normal};
  }
  return true;
}

void stand(const MovingScene& scene, int phase, double time, double expel, MoveResult& result) {
  bool found = false;
  for (; phase >= 0 && !found; --phase, time = 1) {
    for (double back = 0; back < 1; back = back == 0 ? 0x1p-50 : back * 8) {
      const double at = std::max(0.0, time - back);
      if (at == 0 && phase == 0) break;
      const Pose pose = scene.pose_at(phase, at);
      if (is_clear(scene, pose, phase, at, result.counters)) {
        found = true;
        result.phase = phase;
        result.fraction = at;
        result.pose = pose;
        break;
      }
      if (at == 0) break;
    }
  }
  if (!found) {
    result.phase = 0;
    result.fraction = 0;
    result.pose = scene.moving().pose;
  }
  if (expel > 0) push_out(scene, result.phase, result.fraction, expel, result);
}

}  // namespace graze
