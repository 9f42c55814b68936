// Sorting in several threads: runs side by side, then merged two by two, every merge by all threads. The order is the
// one of `less`, which must tell any two elements apart for it to be the same whatever the threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/pieces.h"

namespace graze {

// How many of the first `count` elements of two sorted lists, merged, are of the first one.
template <class At, class Less>
std::size_t part_of_first(At a, std::size_t in_a, At b, std::size_t in_b, std::size_t count, const Less& less) {
  std::size_t least = count > in_b ? count - in_b : 0, most = std::min(count, in_a);
  while (least < most) {
    const std::size_t i = least + (most - least) / 2, j = count - i;
    // Is the element i of the first before the last that the second would give?
    if (j > 0 && !less(b[static_cast<std::ptrdiff_t>(j - 1)], a[static_cast<std::ptrdiff_t>(i)]))
      least = i + 1;
    else
      most = i;
  }
  return least;
}

// `scratch` is kept for its memory. Lists that are in order already, as those of objects that stay are, cost a look.
template <class T, class Less>
void parallel_sort(std::vector<T>& list, std::vector<T>& scratch, int threads, const Less& less) {
  if (std::is_sorted(list.begin(), list.end(), less)) return;
  constexpr std::size_t shortest = 512;
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
    // Two runs of `length` elements are merged by as many pieces as they have, each of which finds what goes there.
    Pieces(list.size(), shortest, 0).run(threads, [&](std::size_t, std::size_t begin, std::size_t end) {
      while (begin < end) {
        const std::size_t runs = begin - begin % (2 * length), middle = std::min(list.size(), runs + length);
        const std::size_t last = std::min(list.size(), runs + 2 * length), until = std::min(end, last);
        const auto split = [&](std::size_t count) {
          return part_of_first(at(list, runs), middle - runs, at(list, middle), last - middle, count, less);
        };
        const std::size_t first_a = split(begin - runs), last_a = split(until - runs);
        const std::size_t first_b = begin - runs - first_a, last_b = until - runs - last_a;
        std::merge(at(list, runs + first_a), at(list, runs + last_a), at(list, middle + first_b),
                   at(list, middle + last_b), at(scratch, begin), less);
        begin = until;
      }
    });
    std::swap(list, scratch);
  }
}

}  // namespace graze
