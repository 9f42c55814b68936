#include "bench/motions.h"

#include <algorithm>
#include <cmath>

#include "bench/exact.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

constexpr std::size_t least_queries = 2;
// Of the motion: what rounded poses blur, about 2^-50 of it and of the coordinates.
constexpr double blur = 0x1p-40;

struct Judge {
  const MotionScene& scene;
  Body still, moving;

  Body at(const MotionQuery& query, double time) const {
    return {moving.shape, pose_at(query.pose, query.motion, 0, std::clamp(time, 0.0, 1.0))};
  }
  bool meets(const MotionQuery& query, double time) const { return collide(at(query, time), still).yes(); }
  bool surely_meets(const MotionQuery& query, double time) const {
    return exact_collide(scene.still, scene.moving, {0, 1, {}, at(query, time).pose});
  }
  // The first of some times between `from` and `until` at which they meet; `until` when they do at none.
  double first_meeting(const MotionQuery& query, double from, double until) const {
    for (double step = blur; from + step < until; step *= 4)
      if (meets(query, from + step)) return from + step;
    return until;
  }
};

// What our own answer gets wrong by the exact predicate at some times before the bracket and after it.
bool wrong(const Judge& judge, const MotionQuery& query, const MoveResult& result) {
  if (result.status != Status::ok) return true;
  const double free = result.yes() ? result.lower - blur : 1;
  for (int k = 0; k <= 16; ++k)
    if (free > 0 && judge.meets(query, free * k / 16)) return true;
  return false;
}

struct Faults {
  double missed = 0, late = 0, latest = 0, early = 0, false_hits = 0;
};

void judge_peer(const Judge& judge, const MotionQuery& query, const MoveResult& ours, double theirs, double tolerance,
                Row& row, Faults& faults) {
  if (theirs == no_contact) {
    if (!ours.yes()) return;
    ++row.disagreements;
    const double time = judge.first_meeting(query, ours.upper, 1);
    if (!judge.surely_meets(query, time)) return;  // a touch that rounded poses cannot show: nobody is called wrong
    ++row.peer_wrong;
    ++faults.missed;
    return;
  }
  if (!ours.yes() || theirs < ours.lower - tolerance) {
    // Earlier than we are: right only when they do meet then.
    const bool meets = judge.surely_meets(query, theirs);
    if (!ours.yes() || meets) ++row.disagreements;
    if (meets) ++row.ours_wrong;
    if (!ours.yes() && !meets) {
      ++row.peer_wrong;
      ++faults.false_hits;
    }
    if (ours.yes() && !meets) ++faults.early;
    return;
  }
  if (theirs <= ours.upper + tolerance) return;
  const double time = judge.first_meeting(query, ours.upper, theirs);
  if (!(time < theirs)) return;  // a touch at our bracket, and contact only when they say so
  ++row.disagreements;
  ++row.peer_wrong;
  ++faults.late;
  faults.latest = std::max(faults.latest, theirs - ours.upper);
}

}  // namespace

std::vector<Row> compare_motions(const char* workload, const std::string& scene_name, const MotionScene& scene,
                                 std::span<const std::unique_ptr<MotionPeer>> peers, const Effort& effort,
                                 double tolerance) {
  Judge judge{scene,
              {make_mesh(scene.still.vertices, scene.still.triangles), {}},
              {make_mesh(scene.moving.vertices, scene.moving.triangles), {}}};
  prepare_pairs(judge.still.shape, 1);
  prepare_pairs(judge.moving.shape, 1);
  const MovingBody other{judge.still, {}};
  std::vector<MoveResult> ours(scene.queries.size());
  const auto ask_ours = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      ours[i] = move({judge.moving.shape, scene.queries[i].pose}, scene.queries[i].motion, {&other, 1});
    keep(ours.data());
  };
  ask_ours(scene.queries.size());
  std::size_t ours_wrong = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) ours_wrong += wrong(judge, scene.queries[i], ours[i]);

  std::vector<Row> rows;
  for (const auto& peer : peers) {
    const std::span<const MotionQuery> all(scene.queries);
    std::vector<double> theirs(all.size());
    const auto probe = all.first(std::min(least_queries, all.size()));
    const Seconds cost = time_once([&] { peer->times(probe, theirs); }) / static_cast<double>(probe.size());
    const std::size_t count =
        std::clamp(static_cast<std::size_t>(effort.seconds_a_round / cost), probe.size(), all.size());
    const auto part = all.first(count);
    const Timings times = interleave({{[&] { ask_ours(count); }}, {[&] {
                                        peer->times(part, theirs);
                                        keep(theirs.data());
                                      }}},
                                     effort.rounds, Clock::thread);
    Row row;
    row.workload = workload;
    row.scene = scene_name;
    row.peer = peer->name();
    row.peer_version = peer->version();
    row.queries = count;
    row.rounds = times.rounds;
    row.triangles = scene.still.triangles.size();
    row.ours_ns = times.medians[0] * 1e9 / static_cast<double>(count);
    row.peer_ns = times.medians[1] * 1e9 / static_cast<double>(count);
    row.ours_wrong = ours_wrong;
    // Slow ones are judged on more than they are timed on.
    const std::size_t judged =
        std::clamp(static_cast<std::size_t>(8 * effort.seconds_a_round / cost), count, all.size());
    peer->times(all.first(judged), theirs);
    Faults faults;
    double hits = 0, bracket = 0, unproven = 0;
    for (std::size_t i = 0; i < judged; ++i) {
      judge_peer(judge, all[i], ours[i], theirs[i], tolerance, row, faults);
      if (!ours[i].yes()) continue;
      ++hits;
      bracket = std::max(bracket, ours[i].upper - ours[i].lower);
      unproven += !ours[i].proven;
    }
    row.hits = hits / static_cast<double>(judged);
    row.more = {
        {"missed", faults.missed},         {"late", faults.late}, {"latest", faults.latest}, {"early", faults.early},
        {"false_hits", faults.false_hits}, {"bracket", bracket},  {"unproven", unproven}};
    rows.push_back(row);
  }
  return rows;
}

}  // namespace graze::bench
