// Pairs of triangles in doubt, decided exactly where that can be done.
#include <algorithm>
#include <cmath>

#include "motion/exact_rotation.h"
#include "motion/exact_translation.h"
#include "motion/search_state.h"

namespace graze {
namespace {

constexpr std::uint64_t exact_steps = 64;  // that an exact decision counts for

// A turn about an axis that stands, from where the body is given.
bool only_turns(const Path& path) noexcept {
  return path.angle != 0 && path.turned == 0 && path.velocity == Vec3{} && path.before == Vec3{} &&
         path.shift == Vec3{};
}

// Two turns about one axis: seen from b, which stands then, a turns by the difference of the angles, as turns about one
// axis commute. The difference is off by e = 2^-53 of itself. With x, half the angle at a time, at most pi, the tangent
// of x is off by x e / cos^2 x <= 4 pi e where |cos x| >= 1/2, and else its cotangent by x e / sin^2 x, which is less.
// What exact_turned_contact() allows for an r, 128 e of r or of 1 / |axis|, holds that beside its own: the rounding of
// the angle at a time, which is as large, sine and cosine (4 e each, 22 e in the quotient), the length of the axis and
// three operations (7 e): 12.6 + 12.6 + 22 + 7 < 128.
bool is_one_turn(const Path& a, const Path& b, Path& relative) noexcept {
  if (!only_turns(a) || !only_turns(b) || a.origin != b.origin) return false;
  const bool opposite = a.given_axis == -b.given_axis;
  if (!opposite && a.given_axis != b.given_axis) return false;
  constexpr double two_pi = 0x1.921fb54442d18p+2;
  relative = a;
  relative.angle = opposite ? a.angle + b.angle : a.angle - b.angle;
  return relative.angle != 0 && std::fabs(relative.angle) <= two_pi;
}

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
  double to = std::min(1.0, entry.time + 0x1p-20);
  if (Path relative; path_a.turns() && path_b.turns() && is_one_turn(path_a, path_b, relative)) {
    // Longer, as leads_on_exactly() asks from farther away. Times in the span h are guessed as if r were linear in
    // them: off by h^2 / 8 times r'' / r', which is the angle times r |axis|, below 2 pi sqrt 3, so by less than 2^-27.
    // They are looked for within 2^-20 of that; where that fails brackets are wider, and hold.
    if (settings_.tolerance == 0) to = std::min(1.0, entry.time + 0x1p-14);
    const TurnedContact found = exact_turned_contact(a, relative, relative.given_axis, b, entry.time, to);
    return {found.known, found.hit, found.lo, found.hi, to};
  }
  const bool a_turns = path_a.turns();
  const Path &turning = a_turns ? path_a : path_b, &other = a_turns ? path_b : path_a;
  if (other.turns() || !other.stands() || other.shift != Vec3{}) return {};
  const TurnedContact found =
      exact_turned_contact(a_turns ? a : b, turning, turning.given_axis, a_turns ? b : a, entry.time, to);
  return {found.known, found.hit, found.lo, found.hi, to};
}

bool Search::leads_on_exactly(const Entry& entry) {
  const MemberPair& pair = pairs_[entry.pair];
  if (Path relative; settings_.zone > 0 || settings_.tolerance > 0 || slack_of(pair) > 0 || separation(pair) > 0 ||
                     proven_.time <= entry.time + window_ || !is_one_turn(pair.a->path, pair.b->path, relative))
    return false;
  if (decided_exactly(entry)) return true;
  result_.counters.triangle_tests += exact_steps;
  return false;
}

// True when the pair turns out to be free for longer; contact goes to `proven_`.
bool Search::decided_exactly(const Entry& entry) {
  const Decided found = decide(entry);
  if (!found.known) return false;
  ++result_.counters.exact_tests;
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
