// What waits in the search of motion/search.h, the least time first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "graze/math.h"

namespace graze {

// Two parts of a pair of bodies. They are proven clear of each other until `time`, and from `end` on.
struct SearchEntry {
  // In zone: triangles that began nearer to each other than the zone is thick.
  enum class Kind : std::uint32_t { boxes, triangles, in_zone, ended, bodies, bodies_ended };
  static constexpr double no_end = 2;

  double time, end = no_end;
  std::uint32_t pair;
  std::uint32_t a = 0, b = 0;  // boxes or triangles
  Kind kind;
  // Boxes: the directions that proved it, worth another try for what is inside them. 0 for none.
  float first[3] = {}, last[3] = {};

  auto key() const { return std::tie(time, pair, kind, a, b); }
  // For a heap with the least on top.
  friend bool operator<(const SearchEntry& x, const SearchEntry& y) { return y.key() < x.key(); }
};

class SearchQueue {
 public:
  bool empty() const noexcept { return heap_.empty(); }
  void clear() noexcept { heap_.clear(); }
  double least_time() const noexcept { return heap_.front().time; }
  void push(const SearchEntry& entry) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end());
  }
  SearchEntry pop() {
    std::pop_heap(heap_.begin(), heap_.end());
    const SearchEntry entry = heap_.back();
    heap_.pop_back();
    return entry;
  }

 private:
  std::vector<SearchEntry> heap_;
};

}  // namespace graze
