// Whole bodies, where one has no triangles.
#include <algorithm>

#include "motion/search_state.h"

namespace graze {

MovingBodies Search::bodies_of(const Entry& entry) {
  const MemberPair& pair = pairs_[entry.pair];
  MovingBodies bodies(pair.a->body, pair.a->path, pair.b->body, pair.b->path, settings_.zone);
  if (!settings_.in_zone) return bodies;
  const MovingBodies::Advance start = bodies.advance(settings_.from, result_.counters);
  if (start.lower > 0) return bodies;
  bodies.set_zone(std::max(0.0, (settings_.zone + start.lower) * (1 - 0x1p-10)));
  return bodies;
}

MoveContact Search::contact_of(const Entry& entry, const MovingBodies::Advance& found) const {
  const MemberPair& pair = pairs_[entry.pair];
  MoveContact contact;
  contact.point = found.point_a * 0.5 + found.point_b * 0.5;
  contact.normal = found.direction + Vec3{};
  contact.moving = found.feature_a;
  contact.other = found.feature_b;
  contact.moving.triangle += pair.a->first_number;
  contact.other.triangle += pair.b->first_number;
  contact.body = pair.other;
  if (pair.mirrored) mirror(contact);
  return contact;
}

void Search::step_bodies(Entry entry) {
  const MovingBodies bodies = bodies_of(entry);
  // As for triangles: each round gains more than no_step, and the budget is kept.
  for (;;) {
    if (spent()) return queue_.push(entry);
    ++result_.counters.triangle_tests;
    const MovingBodies::Advance advance = bodies.advance(entry.time, result_.counters);
    const Status status = bodies.status() != Status::ok ? bodies.status() : advance.status;
    if (status == Status::budget) return end_unfinished(entry.time);  // spent within that question
    if (status != Status::ok) {
      result_.status = status;
      queue_.clear();
      return;
    }
    if (advance.until >= 1 || advance.until > last_) return;
    const double gained = advance.until - entry.time;
    if (settings_.zone > 0 && advance.upper <= settings_.enough &&
        !(gained * bodies.speed() > settings_.enough * 0.5)) {
      stop_at(entry.time, advance.upper, contact_of(entry, advance));
      return;
    }
    if (!(gained > no_step) || (advance.upper <= settings_.tolerance && gained < 0x1p-30)) {
      if (settings_.zone == 0) prove(bodies, entry, advance);
      entry.kind = Entry::Kind::bodies_ended;
      queue_.push(entry);
      return;
    }
    entry.time = advance.until;
    if (!queue_.empty() && queue_.least_time() < entry.time) {
      queue_.push(entry);
      return;
    }
  }
}

void Search::prove(const MovingBodies& bodies, const Entry& entry, const MovingBodies::Advance& advance) {
  const double meeting = advance.closing > 0 ? entry.time + std::max(0.0, advance.upper) / advance.closing : entry.time;
  for (double later = 0x1p-48; later < window_; later *= 4) {
    const double time = std::min(1.0, meeting + later);
    if (!(time < proven_.time)) return;
    if (bodies.surely_in_contact(time, result_.counters)) {
      proven_ = {true, time, 0, contact_of(entry, advance)};
      last_ = std::min(last_, time);
      return;
    }
    if (time == 1) return;
  }
}

void Search::end_bodies(const Entry& entry) {
  if (doubt_.found && !(entry.time < doubt_.time)) return;
  const MovingBodies::Advance advance = bodies_of(entry).advance(entry.time, result_.counters);
  if (advance.status != Status::ok) return end_unfinished(entry.time);
  stop_at(entry.time, advance.upper, contact_of(entry, advance));
}

}  // namespace graze
