// The guard: every two bodies are proven clear on the whole of their ways, or pushed apart, or go a part of them.
//
// A pair fails when no direction that is tried proves it (way.h). First the ends of failing pairs are pushed apart
// along the direction between the bodies at the start, by their masses, a few rounds and by no more than a cap. What
// fails then is shortened: the gap at the start is divided between the two, and each goes only as far as its side of
// it; its pushes it keeps, so that what is too near for a proof comes free again. Of a way without pushes every shorter
// part keeps to the same side (the bound of way.h grows with the part), so that a pair is divided once; should it fail
// again, both stand still, without pushes, which is proven as the end of the tick before was. Rounds end, as each
// divides a pair or stops a body. All pairs of a round are tested before anything is changed, and a body takes the
// least part that any of them allows: the order of pairs does not matter.
//
// Bodies that joints hold together are a group: they are pushed and shortened together. Groups that failing pairs
// connect go from pushing to shortening together, and groups that nothing connects do not change each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "response/way.h"

namespace graze {

struct ProofEntry {
  std::uint32_t node_a = 0, node_b = 0;
  Vec3 direction;        // 0: none yet
  bool divided = false;  // keeps its direction to the end of the tick
};

struct GuardPair {
  std::uint32_t a = 0, b = 0;
  double floor = 0;                 // gap that ends are pushed to
  std::vector<ProofEntry> entries;  // a cut of the trees of both
  std::uint32_t age = 0;            // ticks since the cut began at the roots
  bool failed = false;              // some round of this tick could not prove it
};

// A body as the guard sees it.
struct GuardBody {
  const Form* form = nullptr;
  BodyWay way;
  Quat end_rotation;
  std::uint32_t group = 0;
  bool moves = false;  // has a way at all
  double cap = 0;      // no push is longer
};

struct GuardGroup {
  double inverse_mass = 0;  // 0: cannot be pushed
  Vec3 push;
  double part = 1;
  bool pushing = true;  // not yet shortened, and pushes may still help
};

struct GuardCounts {
  std::uint64_t proofs = 0, retried = 0, pushed = 0, rounds = 0;
};

class Guard {
 public:
  std::vector<GuardBody> bodies;
  std::vector<GuardGroup> groups;
  std::vector<GuardPair> pairs;  // sorted by bodies
  int push_rounds = 6;
  bool undo = false;  // what fails goes no part of its way, and is not pushed

  // Ways are set with part 1. Ends with every pair proven. False: a pair is not even clear at the start; `failed` is
  // the first, and all that pairs connect to such a pair stands still.
  bool run(int threads, GuardCounts& counts);
  // Nothing that pairs connect to this one moves: where everything was, it was proven to be apart.
  void freeze(std::uint32_t pair);
  // A group goes a part of its way.
  bool shortened() const noexcept {
    return std::any_of(groups.begin(), groups.end(), [](const GuardGroup& group) { return group.part < 1; });
  }
  std::uint32_t failed = 0;

 private:
  std::vector<std::vector<ProofEntry>> open_;  // of each pair, what is not proven; kept for its memory
  std::vector<char> frozen_;                   // groups

  void renew(GuardPair& pair) const;
  bool pushing(const GuardPair& pair) const noexcept;
  bool examine(GuardPair& pair, bool pushing, std::vector<ProofEntry>& open, GuardCounts& counts) const;
  bool prove(const GuardPair& pair, ProofEntry& entry, bool pushing, GuardCounts& counts) const;
  bool accept(const GuardPair& pair, const ProofEntry& entry, Vec3 n, bool pushing, Gaps& result) const;
  Vec3 direction_at(const GuardPair& pair, const ProofEntry& entry, bool end) const;
  void place(std::uint32_t body);
  double climb(std::uint32_t body, const ConvexPiece& piece, Vec3 n, double part, double& most) const;
  double stop_part(std::uint32_t body, const ConvexPiece& piece, Vec3 n, double room) const;
};

}  // namespace graze
