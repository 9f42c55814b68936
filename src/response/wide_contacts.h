// Contacts solved eight at a time: sets that have no moving body in common make a colour, and eight of a colour a
// group.
//
// Bodies that touch are parted into blocks, each so small that all that is known of it stays in a cache while it is
// solved: blocks are grown over the graph of contacts (wide_arrange.cpp). A block holds several components of that
// graph, or a part of one, so that how one is cut does not depend on the others. Sets between two blocks are the seam.
// A substep goes through each block once: what is left of the last substep, then the velocities, the impulses of the
// last tick and the first pass of the next. Between that the seam is solved, and the bodies that it touches move on.
// Blocks have nothing in common but what has no mass, so they may be solved side by side.
//
// Numbers are floats here: only impulses are found, and what they lead to is proven by the guard. Blocks and colours
// are given in the order of the sets, which is that of keys, so that neither threads nor the order of adding matter;
// products are not fused with sums, so that every instruction set gives the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/function_ref.h"
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

// A block of bodies and the groups between them.
struct WideBlock {
  std::uint32_t first_group = 0, last_group = 0;
  // Places in the order of bodies; from `edge` on the seam touches them, too.
  std::uint32_t first_body = 0, edge = 0, last_body = 0;
};

// All contacts without restitution or rolling friction.
class WideContacts {
 public:
  static constexpr std::uint32_t most_bodies = 512;  // of a block

  static constexpr char has_mass = 1, moves = 2, staged = 4;

  // Takes what it can of the sets, which are between the bodies that `keys` has, the first in the higher half; the
  // others are left(). Of the bodies with mass it takes those that are `in_stages`, or the others: of two with a set
  // both are, or none. `marks` says of each body which of the three above it has. Whether a set is taken depends on its
  // bodies alone, until forget().
  void arrange(std::span<const ContactSet> sets, const std::vector<std::uint64_t>& keys, const std::vector<char>& marks,
               bool in_stages, int threads);
  void forget() noexcept { wide_.clear(); }
  // Takes nothing.
  void clear() noexcept {
    forget();
    groups_.clear();
    left_.clear();
  }
  const std::vector<std::uint32_t>& left() const noexcept { return left_; }
  // Masses, arms, and impulses of the last tick.
  void prepare(std::span<const ContactSet> sets, std::span<const SolverBody> bodies);
  // All substeps of a tick, where nothing else changes velocities: bodies are moved on, too.
  void run(std::span<const ContactSet> sets, std::span<SolverBody> bodies, const SolverSettings& settings,
           const Softness& soft, int substeps, int iterations);
  // The same in stages, for who solves something else between them. Masses again for those with a stale body; gaps
  // after bodies have moved.
  void refresh(std::span<const ContactSet> sets, std::span<const SolverBody> bodies);
  void measure(std::span<const SolverBody> bodies);
  void warm_start(std::span<SolverBody> bodies);
  void solve(std::span<SolverBody> bodies, const SolverSettings& settings, const Softness& soft, bool push);
  // The impulses, back to the sets; then told(i) of each of them.
  template <class Told>
  void finish(std::span<ContactSet> sets, const Told& told) {
    give(sets, [&](std::span<const WideGroup> groups) {
      for (const WideGroup& group : groups)
        for (const std::uint32_t set : group.set)
          if (set != ~std::uint32_t{0}) told(set);
    });
  }

 private:
  // What the arrangement depends on.
  std::vector<std::uint64_t> keys_;
  std::vector<char> marks_;
  std::vector<std::uint32_t> left_;
  std::vector<WideBlock> blocks_;
  std::uint32_t seam_ = 0;           // the first group of the seam; those of blocks are before it
  std::vector<std::size_t> colour_;  // of the seam: where the groups of each begin
  std::size_t shared_ = 0;           // groups of the seam from here on may have bodies in common
  std::vector<WideGroup> groups_;
  std::vector<WideGaps> gaps_;
  int threads_ = 1;
  // Bodies of groups: those with mass by blocks, then the others; lanes without a set have one of their own, the last.
  std::vector<std::uint32_t> order_;
  std::uint32_t with_mass_ = 0;
  std::vector<std::uint32_t> edge_;   // places of those with mass that the seam touches
  std::vector<std::uint32_t> alone_;  // bodies that move and have no group
  std::vector<WideBody> wide_;
  std::vector<WideBody> kicks_;  // of the edge: what the impulses of the seam give at the start of a substep

  template <class Work>
  void each_block(const Work& work);
  template <class Work>
  void each_place(const Work& work);  // of the order
  template <class Work>
  void side_by_side(const Work& work);  // of a first group, and how many
  // Groups of the seam, of a colour side by side, one colour after the other.
  template <class Work>
  void by_colours(const Work& work);
  std::span<WideGroup> groups_of(const WideBlock& block) {
    return std::span(groups_).subspan(block.first_group, block.last_group - block.first_group);
  }
  void load(std::uint32_t place, const SolverBody& body);
  void load_masses(std::uint32_t place, const SolverBody& body);
  void load_move(std::uint32_t place, const SolverBody& body);
  void store(std::uint32_t place, SolverBody& body) const;
  void measure_groups(std::size_t first, std::size_t last);
  void refresh_groups(std::span<WideGroup> groups, std::span<const ContactSet> sets,
                      std::span<const SolverBody> bodies);
  void kick();
  void give(std::span<ContactSet> sets, FunctionRef<void(std::span<const WideGroup>)> after);
};

// The bodies from which contacts are to be solved in blocks: `neighbours` of body i are those from `first[i]` to
// `first[i + 1]`. The block of each body; ~0 of those that are not `in`. Where a component is cut depends on it alone.
std::vector<std::uint32_t> grow_blocks(std::span<const char> in, std::span<const std::uint32_t> first,
                                       std::span<const std::uint32_t> neighbours, std::uint32_t most_bodies,
                                       std::uint32_t& count);

}  // namespace graze
