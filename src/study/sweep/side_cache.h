// On which side each vertex passes each edge during a translation, evaluated once per pair (van Waveren 2005, section
// 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "study/sweep/pluecker.h"

namespace graze::study {

// Rows are the ways of vertices, columns the lines of edges.
class SideCache {
 public:
  SideCache(std::vector<Pluecker> ways, std::vector<Pluecker> lines, bool keeps)
      : ways_(std::move(ways)), lines_(std::move(lines)) {
    // Two bits per pair; a body too large for that does without.
    const std::size_t pairs = ways_.size() * lines_.size();
    if (keeps && pairs <= std::size_t{1} << 30) bits_.assign((pairs + 3) / 4, 0);
  }

  // -1, 0 or 1.
  int side(std::size_t way, std::size_t line) noexcept {
    if (bits_.empty()) return evaluate(way, line);
    const std::size_t pair = way * lines_.size() + line;
    const unsigned shift = 2 * (pair % 4);
    const unsigned known = bits_[pair / 4] >> shift & 3u;
    if (known != 0) return static_cast<int>(known) - 2;
    const int side = evaluate(way, line);
    bits_[pair / 4] = static_cast<std::uint8_t>(bits_[pair / 4] | static_cast<unsigned>(side + 2) << shift);
    return side;
  }
  std::uint64_t evaluated() const noexcept { return evaluated_; }

 private:
  int evaluate(std::size_t way, std::size_t line) noexcept {
    ++evaluated_;
    const double value = study::side(ways_[way], lines_[line]);
    return value > 0 ? 1 : value < 0 ? -1 : 0;
  }

  std::vector<Pluecker> ways_, lines_;
  std::vector<std::uint8_t> bits_;
  std::uint64_t evaluated_ = 0;
};

}  // namespace graze::study
