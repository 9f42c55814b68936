// Pairs of triangles in doubt, decided exactly where that can be done.
#include <algorithm>

#include "motion/exact_rotation.h"
#include "motion/exact_translation.h"
#include "motion/search_state.h"

namespace graze {
namespace {

constexpr std::uint64_t exact_steps = 64;  // that an exact decision counts for

}  // namespace

Search::Decided Search::decide(const Entry& entry) const {
  const MemberPair& pair = pairs_[entry.pair];
  const Path &path_a = pair.a->path, &path_b = pair.b->path;
  const Triangle a = pair.a->placed.body.triangle(entry.a), b = pair.b->placed.body.triangle(entry.b);
  if (separation(pair) > 0) return {};
  if (!path_a.turns() && !path_b.turns()) {
    const TranslatedContact found = exact_contact(a, path_a, b, path_b);
    return {found.known, found.hit, found.lo, found.hi};
  }
  const bool a_turns = path_a.turns();
  const Path &turning = a_turns ? path_a : path_b, &other = a_turns ? path_b : path_a;
  if (other.turns() || !other.stands() || other.shift != Vec3{}) return {};
  const double to = std::min(1.0, entry.time + 0x1p-20);
  const TurnedContact found =
      exact_turned_contact(a_turns ? a : b, turning, turning.given_axis, a_turns ? b : a, entry.time, to);
  return {found.known, found.hit, found.lo, found.hi, to};
}

// True when the pair turns out to be free for longer; contact goes to `proven_`.
bool Search::decided_exactly(const Entry& entry) {
  const Decided found = decide(entry);
  if (!found.known) return false;
  const MemberPair& pair = pairs_[entry.pair];
  const bool exact_set = pair.a->slack + pair.b->slack == 0;
  Entry later = entry;
  if (!found.hit) {
    // Of a rotation only the next part of the time is free: with a tolerance, so small a gap is contact enough.
    if (!exact_set || (found.to < 1 && settings_.tolerance > 0)) return false;
    result_.counters.triangle_tests += exact_steps;
    later.kind = Entry::Kind::triangles;
    later.time = found.to;
    if (later.time < 1 && later.time <= last_) queue_.push(later);
    return true;
  }
  if (found.hi < proven_.time && found.hi <= 1) {
    MovingPair moving = pair_of(entry);
    moving.place(entry.time);
    const MovingPair::PairPoints nearest = moving.nearest();
    proven_ = {true, found.hi, 0, contact_of(entry, moving, nearest, {})};
    last_ = std::min(last_, found.hi);
  }
  if (!exact_set || !(found.lo > entry.time)) return false;
  later.time = found.lo;
  if (later.time <= last_) queue_.push(later);
  return true;
}

}  // namespace graze
