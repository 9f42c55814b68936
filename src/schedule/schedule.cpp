// In the time t a point goes v t + a t^2 / 2 at most, v and a those of both bodies together. That reaches d at
//   t = (sqrt(v^2 + 2 a d) - v) / a = 2 d / (v + sqrt(v^2 + 2 a d)),
// of which the second form loses no digits and needs no case for a = 0.
#include "graze/schedule.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/float_state.h"
#include "graze/error.h"
#include "math/constants.h"

namespace graze {
namespace {

// Sums, products and roots of a few numbers that are not negative round by less than this part of themselves.
constexpr double up = 1 + 0x1p-49, down = 1 - 0x1p-49;

double path(const MotionBound& bound, double time) {
  return time > 0 ? (bound.speed * time + 0.5 * bound.acceleration * time * time) * up : 0;
}

// Not above the exact sum.
double later(double now, double time) {
  const double sum = now + time;
  return sum < infinity ? sum - std::fabs(sum) * 0x1p-52 : sum;
}

}  // namespace

MotionBound motion_bound(double speed, double acceleration, double angular_speed, double angular_acceleration,
                         double radius) noexcept {
  const FloatState standard;
  return {(speed + angular_speed * radius) * up, (acceleration + angular_acceleration * radius) * up};
}

double earliest_contact(double distance, const MotionBound& a, const MotionBound& b) noexcept {
  const FloatState standard;
  const double speed = (a.speed + b.speed) * up, gain = (a.acceleration + b.acceleration) * up;
  if (!(distance > 0)) return 0;
  const double fastest = speed + std::sqrt(speed * speed + 2 * gain * distance);
  if (fastest == 0) return speed == 0 && gain == 0 ? infinity : 0;  // 0 also where a square underflows
  const double time = 2 * distance / (fastest * up) * down;
  return time >= 0 ? time : 0;
}

Schedule::Pair Schedule::pair_of(std::size_t index) noexcept {
  // The largest a with a (a - 1) / 2 <= index.
  auto a = static_cast<std::size_t>((1 + std::sqrt(1 + 8 * static_cast<double>(index))) / 2);
  while (a * (a - 1) / 2 > index) --a;
  while (a * (a + 1) / 2 <= index) ++a;
  return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(index - a * (a - 1) / 2)};
}

MotionBound Schedule::bound_at(std::uint32_t object, double now) const noexcept {
  const FloatState standard;
  const Object& from = objects_[object];
  return {(from.bound.speed + from.bound.acceleration * std::max(0.0, now - from.since)) * up, from.bound.acceleration};
}

std::uint32_t Schedule::add(const MotionBound& bound, double now) {
  const FloatState standard;
  const auto object = static_cast<std::uint32_t>(objects_.size());
  const std::size_t more = entries_.size() + object;
  if (more > 0xffffffff)
    throw Error("schedule: " + std::to_string(object) + " objects have as many pairs as it can hold");
  objects_.push_back({bound, now});
  for (std::uint32_t other = 0; other < object; ++other) {
    heap_.push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back({now, 0, now, static_cast<std::uint32_t>(heap_.size() - 1)});
    sift_up(entries_.back().place);
  }
  return object;
}

void Schedule::change(std::uint32_t object, const MotionBound& bound, double now) {
  const FloatState standard;
  for (std::uint32_t other = 0; other < objects_.size(); ++other) {
    if (other == object) continue;
    const Pair pair{std::max(object, other), std::min(object, other)};
    Entry& entry = entries_[index(pair)];
    // How far apart they still are, by the bounds that held until now.
    const double gone =
        path(bound_at(object, entry.since), now - entry.since) + path(bound_at(other, entry.since), now - entry.since);
    entry.distance = std::max(0.0, (entry.distance - gone * up) * down);
    entry.since = now;
    move_to(index(pair), later(now, earliest_contact(entry.distance, bound, bound_at(other, now))));
  }
  objects_[object] = {bound, now};
}

void Schedule::measured(Pair pair, double now, double distance) noexcept {
  const FloatState standard;
  Entry& entry = entries_[index(pair)];
  entry.since = now;
  entry.distance = distance > 0 ? distance : 0;
  move_to(index(pair), later(now, earliest_contact(entry.distance, bound_at(pair.a, now), bound_at(pair.b, now))));
}

std::span<const Schedule::Pair> Schedule::due(double now) {
  const FloatState standard;
  found_.clear();
  visit_.clear();
  if (!heap_.empty()) visit_.push_back(0);
  while (!visit_.empty()) {
    const std::uint32_t place = visit_.back();
    visit_.pop_back();
    if (entries_[heap_[place]].due > now) continue;
    found_.push_back(pair_of(heap_[place]));
    for (const std::uint32_t below : {2 * place + 1, 2 * place + 2})
      if (below < heap_.size()) visit_.push_back(below);
  }
  std::sort(found_.begin(), found_.end());
  return found_;
}

double Schedule::next() const noexcept { return heap_.empty() ? infinity : entries_[heap_[0]].due; }

void Schedule::move_to(std::size_t which, double due) noexcept {
  Entry& entry = entries_[which];
  const double before = entry.due;
  entry.due = due;
  if (due < before) {
    sift_up(entry.place);
  } else {
    sift_down(entry.place);
  }
}

void Schedule::sift_up(std::uint32_t place) noexcept {
  const std::uint32_t moving = heap_[place];
  for (; place > 0; place = (place - 1) / 2) {
    const std::uint32_t above = heap_[(place - 1) / 2];
    if (!(entries_[moving].due < entries_[above].due)) break;
    heap_[place] = above;
    entries_[above].place = place;
  }
  heap_[place] = moving;
  entries_[moving].place = place;
}

void Schedule::sift_down(std::uint32_t place) noexcept {
  const std::uint32_t moving = heap_[place];
  for (;;) {
    std::size_t below = 2 * std::size_t{place} + 1;
    if (below >= heap_.size()) break;
    if (below + 1 < heap_.size() && entries_[heap_[below + 1]].due < entries_[heap_[below]].due) ++below;
    if (!(entries_[heap_[below]].due < entries_[moving].due)) break;
    heap_[place] = heap_[below];
    entries_[heap_[place]].place = place;
    place = static_cast<std::uint32_t>(below);
  }
  heap_[place] = moving;
  entries_[moving].place = place;
}

std::size_t Schedule::memory() const noexcept {
  return objects_.capacity() * sizeof(Object) + entries_.capacity() * sizeof(Entry) +
         (heap_.capacity() + visit_.capacity()) * sizeof(std::uint32_t) + found_.capacity() * sizeof(Pair);
}

std::string Schedule::validate() const {
  const std::size_t count = objects_.size();
  if (entries_.size() != count * (count - (count > 0)) / 2 || heap_.size() != entries_.size())
    return "not every pair is there once";
  for (std::uint32_t place = 0; place < heap_.size(); ++place) {
    if (entries_[heap_[place]].place != place) return "a pair is elsewhere in the heap";
    if (place > 0 && entries_[heap_[place]].due < entries_[heap_[(place - 1) / 2]].due) return "the heap is no heap";
  }
  return {};
}

}  // namespace graze
