#include "tree/isa/neighbours.inl"

namespace graze {

std::uint64_t neighbours_avx512(const LeafCorners& one, const LeafCorners& other) {
  return find_neighbours(one, other);
}

}  // namespace graze
