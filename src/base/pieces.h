// Loops whose parts leave lists that are put together in order: where the parts begin and end is known beforehand.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/executor.h"

namespace graze {

// [0, count) in pieces of `grain`; for one thread in one piece, so that nothing needs to be put together.
class Pieces {
 public:
  Pieces(std::size_t count, std::size_t grain, int threads) noexcept
      : count_(count), each_(threads == 1 ? std::max<std::size_t>(count, 1) : grain) {}

  std::size_t size() const noexcept { return (count_ + each_ - 1) / each_; }
  std::size_t begin(std::size_t piece) const noexcept { return piece * each_; }
  std::size_t end(std::size_t piece) const noexcept { return std::min(count_, (piece + 1) * each_); }

  // body(piece, begin, end) for each of them.
  template <class Body>
  void run(int threads, const Body& body) const {
    parallel_for(size(), 1, threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t piece = first; piece < last; ++piece) body(piece, begin(piece), end(piece));
    });
  }

 private:
  std::size_t count_, each_;
};

// Puts together what pieces have left at the beginning of their places in `list`: of piece p the first left(p)
// elements. How many there are.
template <class List, class Left>
std::size_t close_up(List& list, const Pieces& pieces, const Left& left) {
  std::size_t to = 0;
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    const auto from = list.begin() + static_cast<std::ptrdiff_t>(pieces.begin(piece));
    const std::size_t count = left(piece);
    if (to != pieces.begin(piece)) std::copy_n(from, count, list.begin() + static_cast<std::ptrdiff_t>(to));
    to += count;
  }
  return to;
}

}  // namespace graze
