#include "motion/search.h"

#include <algorithm>

#include "base/work.h"
#include "math/norms.h"
#include "math/ordinary.h"
#include "motion/search_state.h"

namespace graze {
namespace {

// Holds the body, without its radius, at all times; infinite near the end of the doubles. A point that turns keeps its
// distance to the origin, but for what the path adds.
Box box_of_way(const MovingMember& member) {
  const Path& path = member.path;
  Box box = member.placed.body.box;
  Vec3 shift = path.shift;
  if (path.turns()) {
    const double extent =
        length(max(abs((box.lo - path.origin) + path.before), abs((box.hi - path.origin) + path.before)));
    box = {path.origin - Vec3{extent, extent, extent}, path.origin + Vec3{extent, extent, extent}};
  } else {
    shift = shift + path.before;
  }
  // Squares that leave the doubles at their lower end cost the length less than the last term.
  const double round = (std::max(largest(box.lo), largest(box.hi)) + path.most_shift()) * 0x1p-46 + 0x1p-500;
  const Vec3 slack{round, round, round};
  return {(box.lo + min(shift, shift + path.velocity)) - slack, (box.hi + max(shift, shift + path.velocity)) + slack};
}

}  // namespace

Vec3 unit_or_zero(Vec3 v) {
  const Vec3 direction = ordinary(v);
  const double size = length(direction);
  return size > 0 && size < std::numeric_limits<double>::infinity() ? direction * (1 / size) : Vec3{};
}

void mirror(MoveContact& contact) {
  std::swap(contact.moving, contact.other);
  contact.normal = Vec3{} - contact.normal;
}

SearchResult Search::run() {
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) begin(k);
  while (!queue_.empty()) {
    const Entry entry = queue_.pop();
    if (entry.time > last_) break;
    if (spent()) {
      end_unfinished(entry.time);
      break;
    }
    switch (entry.kind) {
      case Entry::Kind::boxes:
        open(entry);
        break;
      case Entry::Kind::triangles:
      case Entry::Kind::in_zone:
        step(entry);
        break;
      case Entry::Kind::ended:
        end_at(entry);
        break;
      case Entry::Kind::bodies:
        step_bodies(entry);
        break;
      case Entry::Kind::bodies_ended:
        end_bodies(entry);
        break;
    }
  }
  return finish();
}

void Search::end_unfinished(double time) {
  result_.status = Status::budget;
  if (doubt_.found && doubt_.time > time) doubt_ = {};
  if (!doubt_.found) result_.lo = time;
  queue_.clear();
}

bool Search::spent() {
  constexpr std::uint64_t units_of_step = 128;  // for a step of a pair of triangles or of bodies
  const std::uint64_t done = result_.counters.box_tests + units_of_step * result_.counters.triangle_tests;
  work::charge(done - charged_);
  charged_ = done;
  return work::spent();
}

void Search::begin(std::uint32_t k) {
  const MemberPair& pair = pairs_[k];
  Entry entry{.time = settings_.from, .pair = k, .kind = Entry::Kind::boxes};
  if (!pair.a->has_triangles || !pair.b->has_triangles) {
    window_ = curved_window;
    entry.kind = Entry::Kind::bodies;
    queue_.push(entry);
    return;
  }
  if (!pair.a->placed.placement.usable || !pair.b->placed.placement.usable) {
    entry.kind = Entry::Kind::triangles;
    for (entry.a = 0; entry.a < pair.a->placed.body.shape->triangle_count; ++entry.a)
      for (entry.b = 0; entry.b < pair.b->placed.body.shape->triangle_count; ++entry.b) queue_.push(entry);
    return;
  }
  Box way = box_of_way(*pair.a);
  const double apart = (separation(pair) + slack_of(pair)) * (1 + 0x1p-40);
  way.lo = way.lo - Vec3{apart, apart, apart};
  way.hi = way.hi + Vec3{apart, apart, apart};
  if (!overlap(way, box_of_way(*pair.b))) return;
  pair_trees_.resize(pairs_.size());
  pair_trees_[k] = {tree_of(pair.a), tree_of(pair.b)};
  begin_boxes(entry);
}

double Search::separation(const MemberPair& pair) const {
  return (pair.a->placed.body.radius + pair.b->placed.body.radius) + settings_.zone;
}

void Search::stop_at(double time, double gap, const MoveContact& contact) {
  if (doubt_.found && !(time < doubt_.time)) return;
  doubt_ = {true, time, gap, contact};
  last_ = std::min(last_, settings_.zone > 0 ? time : time + window_);
}

SearchResult Search::finish() {
  if (proven_.found && !(doubt_.found && doubt_.time + window_ < proven_.time)) {
    result_.hit = result_.proven = true;
    result_.hi = proven_.time;
    result_.contact = proven_.contact;
    if (doubt_.found) result_.lo = doubt_.time;
    result_.lo = std::min(result_.lo, result_.hi);
  } else if (doubt_.found) {
    result_.hit = true;
    result_.lo = result_.hi = doubt_.time;
    result_.gap = std::max(0.0, doubt_.gap);
    result_.contact = doubt_.contact;
  }
  return result_;
}

SearchResult search_contact(const std::vector<MemberPair>& pairs, const SearchSettings& settings) {
  return Search(pairs, settings).run();
}

}  // namespace graze
