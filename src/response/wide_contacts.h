// Contacts solved eight at a time: sets that have no moving body in common make a colour, and eight of a colour a
// group.
//
// Numbers are floats here: only impulses are found, and what they lead to is proven by the guard. Colours are given in
// the order of the sets, which is that of keys, so that neither threads nor the order of adding matter; products are
// not fused with sums, so that every instruction set gives the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "response/solver.h"

namespace graze {

// Nothing here crosses from one instruction set to another by value.
#pragma GCC diagnostic ignored "-Wpsabi"
typedef float Float8 __attribute__((vector_size(32)));

// Two rows of eight for the gathers; then how the body has moved.
struct alignas(32) WideBody {
  float velocity[3], inverse_mass, spin[3], unused;
  float inertia[6], same_mass, unused_too;  // inverse: xx, yy, zz, xy, yz, zx; the inverse mass again
  float moved[3], turned[9];                // the rotation less the identity, by columns
  float rest[4];
};

// Arms are in the frame of the normal and the sides.
struct alignas(32) WideRow {
  Float8 arm_a[3], arm_b[3];
  Float8 gap;  // now, less the skin
  Float8 mass_n, mass_1, mass_2;
  Float8 normal, first, second, most;
};

// What gaps are measured by.
struct alignas(32) WideGap {
  Float8 core_a[3], core_b[3], gap;
};
struct alignas(32) WideGaps {
  WideGap rows[4];
};

struct alignas(32) WideGroup {
  Float8 n[3], side_1[3], side_2[3], friction, radius_a, radius_b;
  Float8 inertia_a[6], inertia_b[6];  // inverse, in the frame of the normal and the sides
  WideRow rows[4];
  std::uint32_t a[8], b[8];
  std::uint32_t set[8];  // none: ~0
  int count = 0;         // rows of the longest
};

struct WidePass {
  float substep = 0, rate = 0, mass = 1, give = 0, push_speed = 0;
  bool push = false;
};

// All contacts without restitution or rolling friction.
class WideContacts {
 public:
  // Takes what it can of the sets; the others are left().
  void arrange(std::span<const ContactSet> sets, std::span<const SolverBody> bodies, int threads);
  const std::vector<std::uint32_t>& left() const noexcept { return left_; }
  bool alone = false;  // nothing else changes velocities between warm_start() and solve()
  // Masses, arms, and impulses of the last tick; again for those with a body whose masses are stale.
  void prepare(std::span<const ContactSet> sets, std::span<const SolverBody> bodies, bool stale_only);
  // Gaps after bodies have moved.
  void measure(std::span<const SolverBody> bodies);
  void warm_start(std::span<SolverBody> bodies);
  void solve(std::span<SolverBody> bodies, const SolverSettings& settings, const Softness& soft, bool push);
  // The impulses, back to the sets.
  void finish(std::span<ContactSet> sets);

 private:
  struct Mark {  // what the arrangement of a set depends on
    std::uint64_t key = 0;
    bool taken = false, mass_a = false, mass_b = false;
    bool operator==(const Mark&) const = default;
  };
  std::vector<Mark> marks_;
  std::vector<std::uint32_t> left_;
  bool loaded_ = false;
  std::vector<WideGroup> groups_;
  std::vector<WideGaps> gaps_;
  std::vector<std::size_t> colour_;  // where the groups of each begin
  int threads_ = 1;
  std::vector<WideBody> wide_;
  std::vector<std::uint32_t> touched_;  // bodies with mass in a group

  template <class Work>
  void each_touched(const Work& work);
  template <class Work>
  void side_by_side(const Work& work);  // of a first group, and how many
  // Groups of a colour side by side, one colour after the other.
  template <class Work>
  void by_colours(const Work& work);
  void load(std::span<const SolverBody> bodies);
  void load_masses(std::span<const SolverBody> bodies);
  void store(std::span<SolverBody> bodies);
};

}  // namespace graze
