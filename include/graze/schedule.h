// When to look at a pair again: as long as two bodies cannot have met, nobody need ask (Lin, "Fast and
// Accurate Collision Detection for Virtual Environments", section 4.2); docs/pipeline.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "graze/error.h"

namespace GRAZE_API graze {

// How fast the points of a body can move: at most `speed` at some time, and that much more with every unit of time
// after. Not negative; may be infinite.
struct MotionBound {
  double speed = 0;         // in units of length per unit of time
  double acceleration = 0;  // of the speed: what only turns a path, as a rotation does, counts nothing
};
// Of a body that moves at a speed and turns at an angular speed, with bounds on what both gain in a unit of time, and
// all of whose points are within `radius` of the centre of the rotation. Rounded up.
MotionBound motion_bound(double speed, double acceleration, double angular_speed, double angular_acceleration,
                         double radius) noexcept;

// The estimated time of arrival: two bodies that are at least `distance` apart do not touch sooner. Rounded down;
// infinite when neither can move; 0 for a distance of 0, and for what is not a number.
double earliest_contact(double distance, const MotionBound& a, const MotionBound& b) noexcept;

// A priority queue of pairs by the earliest time at which they can touch. Every pair of its objects is in it: memory
// and the first look are quadratic in their number.
class Schedule {
 public:
  // Two objects by their numbers.
  struct Pair {
    std::uint32_t a = 0, b = 0;  // a > b
    friend constexpr auto operator<=>(const Pair&, const Pair&) = default;
  };

  // Objects are numbered from 0. The new one's pairs with all others are due at once. The bound holds from `now` on.
  // Throws Error above some 92,000 objects.
  std::uint32_t add(const MotionBound& bound, double now);
  std::size_t size() const noexcept { return objects_.size(); }  // how many objects there are
  // From `now` on the object can move otherwise: what is known of its pairs is kept as far as it still holds. Times
  // never go back.
  void change(std::uint32_t object, const MotionBound& bound, double now);

  // The pairs that may touch at this time or have touched before it; every other one is proven apart. Sorted. Each of
  // them is due again until it is measured.
  std::span<const Pair> due(double now);
  // The pair was found to be at least so far apart now; 0: it is due again at the next look.
  void measured(Pair pair, double now, double distance) noexcept;
  // No look before this time finds anything due.
  double next() const noexcept;

  std::size_t memory() const noexcept;  // bytes held
  std::string validate() const;         // empty, or what is wrong inside; for tests

 private:
  struct Object {
    MotionBound bound;
    double since = 0;
  };
  struct Entry {
    double since = 0, distance = 0;  // at least so far apart at that time
    double due = 0;
    std::uint32_t place = 0;  // in the heap
  };

  static std::size_t index(Pair pair) noexcept { return std::size_t{pair.a} * (pair.a - 1) / 2 + pair.b; }
  static Pair pair_of(std::size_t index) noexcept;
  MotionBound bound_at(std::uint32_t object, double now) const noexcept;
  void move_to(std::size_t entry, double due) noexcept;
  void sift_up(std::uint32_t place) noexcept;
  void sift_down(std::uint32_t place) noexcept;

  std::vector<Object> objects_;
  std::vector<Entry> entries_;       // by index of the pair
  std::vector<std::uint32_t> heap_;  // entries, the one that is due first on top
  std::vector<Pair> found_;
  std::vector<std::uint32_t> visit_;  // places of the heap to look at
};

}  // namespace graze
