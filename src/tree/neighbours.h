// Which triangles of two leaves have a vertex in common.
#pragma once

#include <cstdint>

#include "math/isa.h"
#include "tree/tree.h"

namespace graze {

// The numbers of the vertices of a leaf's triangles: corner, slot. Unused slots repeat the last triangle.
struct alignas(32) LeafCorners {
  std::uint32_t vertex[3][Leaf::width];
};

// Bit 8i + j when triangle i of one leaf and j of the other have a vertex in common.
using Neighbours = std::uint64_t (*)(const LeafCorners& one, const LeafCorners& other);

// That of the instruction set in use.
Neighbours neighbours_kernel() noexcept;
// That of a given one; the processor must have it.
Neighbours neighbours_kernel(Isa isa) noexcept;

std::uint64_t neighbours_scalar(const LeafCorners& one, const LeafCorners& other);
std::uint64_t neighbours_avx2(const LeafCorners& one, const LeafCorners& other);
std::uint64_t neighbours_avx512(const LeafCorners& one, const LeafCorners& other);

}  // namespace graze
