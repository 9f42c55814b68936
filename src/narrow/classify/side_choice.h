// On which side of one surface another lies where the two are flush.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace graze {

// Flush pieces, each a pair of coplanar triangles. On each the second surface is in front of the first's triangle, 1,
// or behind it, -1.
class SideChoice {
 public:
  std::size_t piece(std::uint32_t triangle_a, std::uint32_t triangle_b) {
    const auto [at, added] = number_.try_emplace({triangle_a, triangle_b}, parent_.size());
    if (added) {
      parent_.push_back(at->second);
      sign_.push_back(1);
    }
    return at->second;
  }
  void put(std::size_t piece, int side) { put_.emplace_back(piece, side); }
  // The side of one piece is `sign` times that of the other.
  void link(std::size_t one, std::size_t other, int sign) {
    const auto [p, of_p] = root(one);
    const auto [q, of_q] = root(other);
    if (p == q) {
      contradiction_ = contradiction_ || of_p * of_q != sign;
    } else {
      parent_[p] = q;
      sign_[p] = of_p * of_q * sign;
    }
  }
  // No choice of sides is all that was said.
  bool contradicts() {
    std::vector<int> of_root(parent_.size(), 0);
    for (const auto& [piece, side] : put_) {
      const auto [p, sign] = root(piece);
      if (of_root[p] == -side * sign) return true;
      of_root[p] = side * sign;
    }
    return contradiction_;
  }

 private:
  // The piece that stands for all that are linked with it, and the sign of the side relative to that one's.
  std::pair<std::size_t, int> root(std::size_t piece) {
    std::size_t at = piece;
    int sign = 1;
    for (; parent_[at] != at; at = parent_[at]) sign *= sign_[at];
    // Shorter next time.
    int left = sign;
    for (std::size_t i = piece; parent_[i] != at && i != at;) {
      const std::size_t next = parent_[i];
      const int own = sign_[i];
      parent_[i] = at;
      sign_[i] = left;
      left *= own;
      i = next;
    }
    return {at, sign};
  }

  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> number_;
  std::vector<std::size_t> parent_;
  std::vector<int> sign_;
  std::vector<std::pair<std::size_t, int>> put_;
  bool contradiction_ = false;
};

}  // namespace graze
