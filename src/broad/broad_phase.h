// Which boxes overlap: ids and boxes in, sorted unique pairs out. Nothing here knows shapes or a world.
//
// Boxes are closed and given in double; the pairs are exactly those whose boxes have a common point. Inside, boxes are
// float, rounded outward, and what float cannot decide is decided in double: so every kind gives the same pairs, on any
// instruction set and any number of threads. docs/broad.md tells what each kind does and which one `automatic` takes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "broad/box_set.h"
#include "graze/broad.h"
#include "graze/error.h"
#include "graze/math.h"

namespace graze {

// Two boxes that overlap. Orders by the lesser id, then by the greater.
struct IdPair {
  std::uint64_t key = 0;  // the lesser id in the upper half

  constexpr std::uint32_t lesser() const { return std::uint32_t(key >> 32); }
  constexpr std::uint32_t greater() const { return std::uint32_t(key); }
  friend constexpr auto operator<=>(const IdPair&, const IdPair&) = default;
};
constexpr IdPair id_pair(std::uint32_t a, std::uint32_t b) {
  return {a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a};
}

// The work of one step; the same on every instruction set.
struct BroadCounters {
  std::uint64_t box_tests = 0;  // pairs of boxes compared, those of inner nodes included
  std::uint64_t doubts = 0;     // pairs that float could not decide
};

struct BroadResult {
  Status status = Status::ok;     // out_of_memory: no pairs; the boxes are kept, and the next step starts anew
  std::span<const IdPair> pairs;  // sorted; valid until the next step
  BroadCounters counters;
};

class PairFinder;

class GRAZE_API BroadPhase {
 public:
  explicit BroadPhase(BroadKind kind = BroadKind::automatic);
  ~BroadPhase();
  BroadPhase(BroadPhase&&) noexcept;
  BroadPhase& operator=(BroadPhase&&) noexcept;

  // Ids are the caller's, below 2^32 - 1; memory grows with the largest one. `invalid`, and nothing done, for an id
  // that is there already (add) or is not (move, remove), and for a box that is empty, has NaN, or lies at infinity. A
  // side at infinity is fine.
  Status add(std::uint32_t id, const Box& box) noexcept { return set_.add(id, box); }
  Status move(std::uint32_t id, const Box& box) noexcept { return set_.move(id, box); }
  Status remove(std::uint32_t id) noexcept { return set_.remove(id); }
  // All of them, in order; ends at the first that is invalid. The spans are of one length.
  Status move(std::span<const std::uint32_t> ids, std::span<const Box> boxes) noexcept { return set_.move(ids, boxes); }

  // As BoxSet has them: moves of different ids from several threads.
  Status move(std::uint32_t id, const Box& box, BoxSet::Moves& moves) noexcept { return set_.move(id, box, moves); }
  void take(const BoxSet::Moves& moves) noexcept { set_.take(moves); }
  std::uint32_t* list_of_moves(std::size_t count) noexcept { return set_.list_of_moves(count); }

  bool has(std::uint32_t id) const noexcept { return set_.has(id); }
  const Box& box(std::uint32_t id) const noexcept { return set_.box(id); }
  std::size_t size() const noexcept { return set_.ids().size(); }

  // Every pair of boxes that overlap now. 0 threads: as many as the machine has.
  BroadResult step(int threads = 1) noexcept;

  // What it was made as, and what it does now: differs for `automatic`.
  BroadKind kind() const noexcept { return kind_; }
  BroadKind kind_in_use() const noexcept { return in_use_; }
  // Empty when every structure is as it should be since the last step; else what is wrong.
  std::string validate() const;

 private:
  void use(BroadKind kind);

  BoxSet set_;
  BroadKind kind_, in_use_;
  std::unique_ptr<PairFinder> finder_;
  std::vector<IdPair> pairs_;
  bool found_ = false;  // pairs_ is of set_, but for the changes that set_ lists
  BroadCounters counters_;
};

}  // namespace graze
