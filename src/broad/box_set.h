// The boxes of a broad phase by id, and what changed since its last step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "broad/buffer.h"
#include "broad/float_box.h"
#include "broad/kernels.h"
#include "graze/error.h"
#include "graze/math.h"

namespace graze {

class BoxSet {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;  // no id

  // As BroadPhase has them.
  GRAZE_API Status add(std::uint32_t id, const Box& box) noexcept;
  GRAZE_API Status move(std::uint32_t id, const Box& box) noexcept;
  Status move(std::span<const std::uint32_t> ids, std::span<const Box> boxes) noexcept;
  Status remove(std::uint32_t id) noexcept;

  // Moves of different ids from several threads at once, each with a list of its own; take() ends them, list by list.
  struct Moves {
    std::uint32_t* changes = nullptr;  // with room for every id that is moved
    std::size_t count = 0;
    float largest = 0;
  };
  Status move(std::uint32_t id, const Box& box, Moves& moves) noexcept;
  void take(const Moves& moves) noexcept;
  // Where the lists of moves of up to `count` ids begin that are ended in order: a list that begins i ids later, and of
  // which those before are full, is where take() wants it. Null where there is no room.
  std::uint32_t* list_of_moves(std::size_t count) noexcept {
    return change_count_ + count <= changes_.capacity() ? changes_.data() + change_count_ : nullptr;
  }

  bool has(std::uint32_t id) const noexcept { return id < flags_.size() && (flags_[id] & Flag::present) != 0; }
  const Box& box(std::uint32_t id) const noexcept { return boxes_[id]; }

  // Ids that are there, in no order that means anything.
  std::span<const std::uint32_t> ids() const noexcept { return ids_; }
  // By id, up to the largest there ever was; where there is none, any finite box.
  const Box* boxes() const noexcept { return boxes_.data(); }
  const FloatBox* floats() const noexcept { return floats_.data(); }
  std::size_t id_limit() const noexcept { return flags_.size(); }
  // How near two float bounds must be for float not to decide (broad/float_box.h).
  float slack() const noexcept { return float_slack(largest_); }

  // Ids that were added, removed or moved since the last settle(), each once.
  std::span<const std::uint32_t> changes() const noexcept { return {changes_.data(), change_count_}; }
  // Were none added or removed?
  bool same_ids() const noexcept { return same_ids_; }
  // Was it there at the last settle()?
  bool was_there(std::uint32_t id) const noexcept { return (flags_[id] & Flag::settled) != 0; }
  void settle(int threads = 1);
  // As if everything had just been added: for a structure that starts anew.
  void renew() noexcept;

  std::size_t memory() const noexcept;
  std::string validate() const;

 private:
  using Flag = BoxTables::Flag;

  void write(std::uint32_t id, const Box& box) noexcept;
  void note(std::uint32_t id) noexcept;

  std::vector<Box> boxes_;
  std::vector<FloatBox> floats_;
  std::vector<std::uint8_t> flags_;    // by id
  std::vector<std::uint32_t> places_;  // by id: where it is in ids_
  std::vector<std::uint32_t> ids_;
  Buffer<std::uint32_t> changes_;  // with room for every id, and one to write to in vain
  std::size_t change_count_ = 0;
  std::size_t room_ = 0;  // of all tables
  bool same_ids_ = true;
  float largest_ = 0;
};

}  // namespace graze
