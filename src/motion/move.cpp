// move: the start, the end of the way outside of the zone, the bracket of the first contact, and a place to stand.
#include <algorithm>
#include <cmath>

#include "base/guard.h"
#include "graze/record_motion.h"
#include "graze/solid.h"
#include "motion/expel.h"
#include "motion/free_way.h"
#include "motion/moving_scene.h"
#include "motion/quick_move.h"
#include "motion/rescaled_scene.h"
#include "narrow/body/budget_of.h"

namespace graze {
namespace {

// Free to go, as long as nothing is found in the way.
MoveResult on_its_way() {
  MoveResult result;
  result.answer = Answer::no;
  result.start = MoveStart::clear;
  result.lower = result.upper = result.fraction = 1;
  result.gap = result.expel = 0;
  return result;
}

// Nothing is known after the start.
void stay(const Pose& pose, MoveResult& result) {
  result.answer = Answer::unknown;
  result.start = MoveStart::unknown;
  result.stopped = true;
  result.upper = 1;
  result.lower = result.fraction = 0;
  result.pose = pose;
}

// True when the bodies have a common point at the start, or that cannot be told; then the result says so.
bool starts_in_contact(const MovingScene& scene, MoveResult& result) {
  const Body& moving = scene.moving();
  for (std::size_t k = 0; k < scene.others().size(); ++k) {
    const Body& other = scene.others()[k].body;
    const CollideResult met = collide(moving, other, {.all = true, .max_results = 1});
    result.counters += met.counters;
    if (met.status != Status::ok && !met.yes()) {
      result.status = met.status;
      if (met.status == Status::budget) stay(moving.pose, result);
      return true;
    }
    if (!met.yes()) continue;
    const ClassifyResult found = classify(moving, other, {.budget = unlimited_budget});
    result.counters += found.counters;
    const bool touching = found.status == Status::ok && found.answer == PairClass::touching;
    stay(moving.pose, result);
    if (found.status == Status::ok) result.start = touching ? MoveStart::touching : MoveStart::overlapping;
    if (found.status == Status::budget) result.status = found.status;
    result.answer = Answer::yes;
    result.proven = true;
    result.upper = result.gap = 0;
    result.contact.body = k;
    using Kind = Feature::Kind;
    result.contact.moving.kind = result.contact.other.kind = met.pairs.empty() ? Kind::solid : Kind::face;
    if (!met.pairs.empty()) {
      result.contact.moving.triangle = met.pairs[0].a;
      result.contact.other.triangle = met.pairs[0].b;
    }
    return true;
  }
  return false;
}

constexpr double tolerance_share = 0x1p-40;  // of the size, where no tolerance is given

// Of the widest phase.
double tolerance_of(MovingScene& scene, const MoveSettings& settings) {
  if (settings.tolerance) return *settings.tolerance;
  double size = 0;
  for (int phase = 0; phase < scene.phases(); ++phase) {
    scene.set_phase(phase);
    size = std::max(size, scene.size());
  }
  return size * tolerance_share;
}

void take(const SearchResult& found, MoveResult& result) {
  result.answer = found.hit || found.status == Status::ok ? answer_of(found.hit) : Answer::unknown;
  result.lower = found.lo;
  result.upper = found.hi;
  result.proven = found.proven;
  result.gap = found.gap;
}

struct Stop {
  int phase;
  double time;
  bool stopped = false;
};

// The first contact at or after `from`.
Stop find_contact(MovingScene& scene, const MoveSettings& settings, const Stop& from, MoveResult& result) {
  SearchSettings search;
  search.from = from.time;
  for (int phase = from.phase; phase < scene.phases(); ++phase, search.from = 0) {
    scene.set_phase(phase);
    search.tolerance = settings.tolerance ? *settings.tolerance : scene.size() * tolerance_share;
    if (!settings.tolerance && !std::isfinite(search.tolerance)) {  // any gap would count as contact
      result.status = Status::out_of_range;
      return {phase, search.from, true};
    }
    const SearchResult found = search_contact(scene.pairs(), search);
    result.counters += found.counters;
    result.status = found.status;
    if (!found.hit && found.status == Status::ok) continue;
    take(found, result);
    if (!from.stopped) result.contact = found.contact;
    return {phase, found.lo, true};
  }
  return {scene.phases() - 1, 1, false};
}

Stop find_stop(MovingScene& scene, const StartGap& start, MoveResult& result) {
  SearchSettings search = zone_search(start, result.expel);
  for (int phase = 0; phase < scene.phases(); ++phase) {
    scene.set_phase(phase);
    const SearchResult found = search_contact(scene.pairs(), search);
    result.counters += found.counters;
    result.status = found.status;
    if (!found.hit && found.status == Status::ok) continue;
    result.contact = found.contact;
    return {phase, found.lo, true};
  }
  return {scene.phases() - 1, 1, false};
}

std::uint64_t budget_of(const MovingScene& scene, std::uint64_t given) {
  if (given != default_budget) return given;
  std::uint64_t sum = 0;
  for (const MovingBody& other : scene.others())
    sum = std::min(sum + usual_budget(scene.moving(), other.body), unlimited_budget / 2);
  return sum;
}

// How far the body may go. False: that is at the start.
bool search_way(MovingScene& scene, const MoveSettings& settings, MoveResult& result, Stop& stop) {
  if (starts_in_contact(scene, result)) return false;
  result.expel = settings.derive_expel ? derived_expel(scene) : settings.expel;
  // No gap wider than this is told from a free way.
  const double reach = std::max(2 * result.expel, tolerance_of(scene, settings)) * (1 + 0x1p-20);
  if (const Status status = scene.find_pairs(reach); status != Status::ok) {
    result.status = status;
    return false;
  }
  if (result.expel > 0) {
    const StartGap start = start_gap(scene, result.expel, result.counters);
    if (start.status != Status::ok) {
      result.status = start.status;
      if (start.status == Status::budget) stay(scene.moving().pose, result);
      return false;
    }
    if (start.in_zone) result.start = MoveStart::in_zone;
    stop = find_stop(scene, start, result);
    result.phase = stop.phase;
    if (stop.stopped && settings.bracket) {
      const Status status = result.status;
      result.phase = find_contact(scene, settings, stop, result).phase;
      if (result.status == Status::ok) result.status = status;
    } else if (stop.stopped) {  // not asked for
      result.answer = Answer::unknown;
      result.lower = result.upper = unknown_number;
    }
  } else {
    stop = find_contact(scene, settings, stop, result);
    result.phase = stop.phase;
  }
  return true;
}

MoveResult move_scene(MovingScene& scene, const MoveSettings& settings) {
  MoveResult result = on_its_way();
  Stop stop{0, 0};
  const std::uint64_t units = budget_of(scene, settings.budget);
  {
    const Budget budget(units);
    if (!search_way(scene, settings, result, stop)) return result;
  }
  const Budget to_stand(units == unlimited_budget ? units : units / 4 + 1);
  result.stopped = stop.stopped;
  const int phase = result.phase;
  stand(scene, stop.phase, stop.time, result.expel, result);
  result.stopped = result.stopped || result.phase != stop.phase || result.fraction < stop.time;
  result.stop_phase = result.phase;
  result.phase = phase;
  return result;
}

// A way that one descent of a tree tells to be free, without a zone: gaps are then above the tolerance at all times,
// which is at most 2^-40 of all that a MovingScene's size is made of unless it is given.
bool pass_freely(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                 const MoveSettings& settings, MoveResult& result) {
  if (settings.expel > 0 || settings.derive_expel || settings.budget != default_budget) return false;
  result = on_its_way();
  if (!surely_free(moving, motion, others, settings.tolerance.value_or(0), result.counters)) return false;
  int phases = motion.phases();
  for (const MovingBody& other : others) phases = std::max(phases, other.motion.phases());
  result.phase = result.stop_phase = phases - 1;
  result.pose = pose_at(moving.pose, motion, phases - 1, 1);
  return true;
}

// Bodies of few corners of which one turns.
bool turn_quickly(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                  const MoveSettings& settings, MoveResult& result) {
  Vec3 way;
  bool straight = straight_way(motion, way), cores = has_moving_core(moving.shape);
  for (const MovingBody& other : others) {
    straight = straight && straight_way(other.motion, way);
    cores = cores && has_moving_core(other.body.shape);
  }
  if (straight || !cores) return false;
  QuickMove quick(moving, motion, settings, QuickMove::Paths::any);
  for (std::size_t k = 0; k < others.size() && quick.usable(); ++k)
    static_cast<void>(quick.see(others[k].body, others[k].motion, k));
  if (!quick.usable()) return false;
  result = quick.result();
  return true;
}

MoveResult answer_move(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                       const MoveSettings& settings);

// Of a scene that is not of an ordinary size. False: it is answered as it is.
bool move_rescaled(const MovingScene& scene, const Motion& motion, const MoveSettings& settings, double size,
                   MoveResult& result) {
  const Body& moving = scene.moving();
  // What collide() refuses as it is, half-spaces of such sizes, is refused here, too.
  const auto is_refused = [&](const MovingBody& other) {
    return collide(moving, other.body).status == Status::out_of_range;
  };
  if (std::any_of(scene.others().begin(), scene.others().end(), is_refused)) {
    result = failed<MoveResult>(Status::out_of_range);
    return true;
  }
  const std::optional<RescaledScene> there = rescaled(moving, motion, scene.others(), settings, size);
  if (there) {
    result = answer_move(there->moving, there->motion, there->others, there->settings);
    scale_back(*there, moving, scene.others(), settings, result);
    return true;
  }
  if ((size >= least_scene && size <= most_scene) || scene.others().empty()) return false;
  if (settings.expel == 0 && !settings.derive_expel && scene.is_straight()) return false;
  result = failed<MoveResult>(Status::out_of_range);
  return true;
}

MoveResult answer_move(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                       const MoveSettings& settings) {
  QuickMove quick(moving, motion, settings);
  for (std::size_t k = 0; k < others.size() && quick.usable(); ++k)
    static_cast<void>(quick.see(others[k].body, others[k].motion, k));
  if (quick.usable()) return quick.result();
  MoveResult found;
  if (turn_quickly(moving, motion, others, settings, found)) return found;
  if (pass_freely(moving, motion, others, settings, found)) return found;
  MovingScene scene(moving, motion, others);
  if (const Status status = scene.prepare(); status != Status::ok) return failed<MoveResult>(status);
  const double size = std::max(scene.extent(), settings.expel);
  const bool ordinary = size >= least_ordinary_scene && size <= most_ordinary_scene;
  if (!ordinary && move_rescaled(scene, motion, settings, size, found)) return found;
  return move_scene(scene, settings);
}

}  // namespace

// The shell of move() (base/guard.h) keeps what is known where the budget was spent.
void settle(MoveResult& result) {
  if (result.ok() || result.status == Status::budget) return;
  const Counters counters = result.counters;
  result = failed<MoveResult>(result.status);
  result.counters = counters;
}

const char* name(MoveStart start) noexcept {
  switch (start) {
    case MoveStart::clear:
      return "clear";
    case MoveStart::in_zone:
      return "in_zone";
    case MoveStart::touching:
      return "touching";
    case MoveStart::overlapping:
      return "overlapping";
    case MoveStart::unknown:
      return "unknown";
  }
  return "unknown";
}

MoveResult move(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                const MoveSettings& settings) noexcept {
  MoveResult result = guarded<MoveResult>([&]() -> MoveResult {
    if (!(settings.expel >= 0) || (settings.tolerance && !(*settings.tolerance >= 0)))
      return failed<MoveResult>(Status::invalid);
    return answer_move(moving, motion, others, settings);
  });
  if (result.status == Status::budget && std::isnan(result.fraction)) stay(moving.pose, result);
  if (!result.ok() && result.status != Status::budget) {
    result.pose = moving.pose;
    result.stopped = true;
  }
  note_fault(result.status, [&] { return move_lines(moving, motion, others, settings); });
  return result;
}

}  // namespace graze
