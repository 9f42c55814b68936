// Which pairs of objects anyone wants to know about: the collision interest matrix (Zachmann 2001, section 3), sparse.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "base/hash.h"
#include "graze/world.h"

namespace graze {

struct Object;

class InterestMatrix {
 public:
  explicit InterestMatrix(bool by_default) : by_default_(by_default) {}

  // The two differ, and are there.
  void set(Object& a, Object& b, Interest interest);
  void set(std::uint8_t group_a, std::uint8_t group_b, Interest interest);
  // Forgets all pairs with it; `objects` by slot.
  void forget(Object& object, std::span<Object> objects);

  bool wants(const Object& a, const Object& b) const noexcept;

  // What was said, for files.
  bool by_default() const noexcept { return by_default_; }
  const std::array<std::uint64_t, 64>& groups_on() const noexcept { return group_on_; }  // bit h of word g
  const std::array<std::uint64_t, 64>& groups_off() const noexcept { return group_off_; }
  Interest of_pair(const Object& a, const Object& b) const noexcept;

  std::size_t pairs() const noexcept { return pairs_.size(); }
  std::size_t memory() const noexcept;

 private:
  struct Hash {
    std::size_t operator()(std::uint64_t pair) const noexcept { return mix(pair); }
  };

  bool by_default_;
  std::unordered_map<std::uint64_t, bool, Hash> pairs_;  // by slots, the lesser first
  std::array<std::uint64_t, 64> group_on_{}, group_off_{};
};

}  // namespace graze
