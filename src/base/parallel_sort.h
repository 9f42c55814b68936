// Sorting in several threads: runs side by side, then merged two by two. The order is the one of `less`, which must
// tell any two elements apart for it to be the same whatever the threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/pieces.h"

namespace graze {

// `scratch` is kept for its memory. Lists that are in order already, as those of objects that stay are, cost a look.
template <class T, class Less>
void parallel_sort(std::vector<T>& list, std::vector<T>& scratch, int threads, const Less& less) {
  if (std::is_sorted(list.begin(), list.end(), less)) return;
  constexpr std::size_t shortest = 1024;
  if (threads == 1 || list.size() <= shortest) {
    std::sort(list.begin(), list.end(), less);
    return;
  }
  // So many runs that merging ends with few long ones, and no thread waits for another's run.
  std::size_t length = std::max(shortest, list.size() / 32 + 1);
  const auto at = [](std::vector<T>& of, std::size_t i) { return of.begin() + static_cast<std::ptrdiff_t>(i); };
  Pieces(list.size(), length, 0).run(threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::sort(at(list, begin), at(list, end), less);
  });
  scratch.resize(list.size());
  for (; length < list.size(); length *= 2) {
    Pieces(list.size(), 2 * length, 0).run(threads, [&](std::size_t, std::size_t begin, std::size_t end) {
      const std::size_t middle = std::min(end, begin + length);
      std::merge(at(list, begin), at(list, middle), at(list, middle), at(list, end), at(scratch, begin), less);
    });
    std::swap(list, scratch);
  }
}

}  // namespace graze
