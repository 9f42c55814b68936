#include <algorithm>
#include <cmath>

#include "graze/solid.h"
#include "motion/search.h"
#include "narrow/members.h"
#include "narrow/nearest.h"

namespace graze {
namespace {

double largest(Vec3 v) { return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}); }

// Bodies, their motions, and what they are made of.
class Scene {
 public:
  Scene(const Body& moving, const Motion& motion, std::span<const MovingBody> others)
      : moving_{moving, motion}, others_(others) {}

  Status prepare() {
    phases_ = moving_.motion.phases();
    if (const Status status = add(moving_, members_); status != Status::ok) return status;
    first_.push_back(members_.size());
    for (const MovingBody& other : others_) {
      phases_ = std::max(phases_, other.motion.phases());
      if (const Status status = add(other, members_); status != Status::ok) return status;
      first_.push_back(members_.size());
    }
    for (std::size_t k = 0; k < others_.size(); ++k)
      for (std::size_t i = 0; i < first_[0]; ++i)
        for (std::size_t j = first_[k]; j < first_[k + 1]; ++j) pairs_.push_back({&members_[i], &members_[j], k});
    return Status::ok;
  }

  int phases() const noexcept { return phases_; }
  const std::vector<MemberPair>& pairs() const noexcept { return pairs_; }

  void set_phase(int phase) {
    for (std::size_t i = 0; i < members_.size(); ++i) members_[i].path = path_of(*motions_[i], phase);
  }

  // What rounding, and the default tolerance, are relative to: extents, gaps at the start, and ways.
  double size() const {
    double most = 0;
    for (const MovingMember& member : members_) {
      const Box& box = member.placed.body.box;
      const Box& first = members_[0].placed.body.box;
      const Vec3 arm = max(abs(box.lo - member.path.origin), abs(box.hi - member.path.origin));
      const double way = member.path.most_shift() + member.path.most_turn() * largest(arm);
      most = std::max(most, largest(box.hi - box.lo) + way);
      most = std::max(most, std::min(largest(box.lo - first.hi), largest(first.lo - box.hi)));
    }
    return most;
  }

  // Is the moving body clear of all others at that time, by the rounded poses?
  bool clear_at(int phase, double time, Counters& counters) const {
    const Body body{moving_.body.shape, pose_at(moving_.body.pose, moving_.motion, phase, time)};
    return std::all_of(others_.begin(), others_.end(), [&](const MovingBody& other) {
      const CollideResult met = collide(body, {other.body.shape, pose_at(other.body.pose, other.motion, phase, time)});
      counters += met.counters;
      return met.status == Status::ok && !met.colliding;
    });
  }

  const MovingBody& moving() const noexcept { return moving_; }
  std::span<const MovingBody> others() const noexcept { return others_; }

 private:
  Status add(const MovingBody& body, std::vector<MovingMember>& members) {
    if (!body.body.shape || !is_valid(body.motion)) return Status::invalid;
    std::vector<Member> leaves;
    if (const Status status = find_leaves(body.body, leaves); status != Status::ok) return status;
    for (const Member& leaf : leaves) {
      MovingMember member;
      if (const Status status = graze::prepare(leaf.body, member.placed); status != Status::ok) return status;
      const ShapeForm form = leaf.body.shape.form();
      // The set is the hull of the posed corners, which its posed triangles bound but for rounding.
      if (form == ShapeForm::box || form == ShapeForm::convex)
        member.slack = 4 * largest(member.placed.placement.world_slack);
      member.first_number = leaf.first_number;
      members.push_back(member);
      motions_.push_back(&body.motion);
    }
    return Status::ok;
  }

  MovingBody moving_;
  std::span<const MovingBody> others_;
  std::vector<MovingMember> members_;
  std::vector<const Motion*> motions_;
  std::vector<std::size_t> first_;  // of each other's members, and one past the end
  std::vector<MemberPair> pairs_;
  int phases_ = 1;
};

MoveResult failed(Status status) {
  MoveResult result;
  result.status = status;
  return result;
}

// True when the bodies have a common point at the start; then the result says so.
bool starts_in_contact(const Scene& scene, MoveResult& result) {
  const Body& moving = scene.moving().body;
  for (std::size_t k = 0; k < scene.others().size(); ++k) {
    const Body& other = scene.others()[k].body;
    const CollideResult met = collide(moving, other, {.all = true, .max_results = 1});
    result.counters += met.counters;
    if (met.status != Status::ok && !met.colliding) {
      result.status = met.status;
      return true;
    }
    if (!met.colliding) continue;
    const ClassifyResult found = classify(moving, other);
    result.counters += found.counters;
    const bool touching = found.status == Status::ok && found.value == PairClass::touching;
    result.start = touching ? MoveStart::touching : MoveStart::overlapping;
    result.hit = result.proven = result.stopped = true;
    result.lo = result.hi = result.fraction = 0;
    result.pose = moving.pose;
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

// The last time not after `time` at which the rounded pose is clear, as far as steps back find one.
void stand(const Scene& scene, int phase, double time, MoveResult& result) {
  for (; phase >= 0; --phase, time = 1) {
    for (double back = 0; back < 1; back = back == 0 ? 0x1p-50 : back * 8) {
      const double at = std::max(0.0, time - back);
      if (at == 0 && phase == 0) break;
      if (scene.clear_at(phase, at, result.counters)) {
        result.fraction = at;
        result.phase = phase;
        result.pose = pose_at(scene.moving().body.pose, scene.moving().motion, phase, at);
        return;
      }
      if (at == 0) break;
    }
  }
  result.phase = 0;
  result.fraction = 0;
  result.pose = scene.moving().body.pose;
}

MoveResult move_scene(Scene& scene, const MoveSettings& settings) {
  MoveResult result;
  if (starts_in_contact(scene, result)) return result;
  SearchSettings search;
  search.budget = settings.budget;
  for (int phase = 0; phase < scene.phases(); ++phase) {
    scene.set_phase(phase);
    search.tolerance = settings.tolerance ? *settings.tolerance : scene.size() * 0x1p-40;
    const SearchResult found = search_contact(scene.pairs(), search);
    result.counters += found.counters;
    result.phase = phase;
    result.status = found.status;
    if (!found.hit && found.status == Status::ok) continue;
    result.hit = found.hit;
    result.lo = found.lo;
    result.hi = found.hi;
    result.proven = found.proven;
    result.gap = found.gap;
    result.contact = found.contact;
    break;
  }
  result.stopped = result.hit || result.status == Status::budget;
  const int phase = result.phase;
  stand(scene, phase, result.lo, result);
  if (result.phase != phase && !result.hit) result.stopped = true;
  result.phase = phase;
  return result;
}

}  // namespace

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
  }
  return "unknown";
}

MoveResult move(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                const MoveSettings& settings) noexcept {
  try {
    if (!(settings.expel >= 0) || (settings.tolerance && !(*settings.tolerance >= 0))) return failed(Status::invalid);
    Scene scene(moving, motion, others);
    if (const Status status = scene.prepare(); status != Status::ok) return failed(status);
    return move_scene(scene, settings);
  } catch (...) {  // memory, or threads to build a tree with, ran out
    return failed(Status::out_of_memory);
  }
}

}  // namespace graze
