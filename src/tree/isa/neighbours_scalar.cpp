#include "tree/isa/neighbours.inl"

namespace graze {

std::uint64_t neighbours_scalar(const LeafCorners& one, const LeafCorners& other) {
  return find_neighbours(one, other);
}

}  // namespace graze
