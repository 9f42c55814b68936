// The inner loops of traversal, one implementation an instruction set. All give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "math/isa.h"
#include "tree/frames.h"
#include "tree/oriented.h"
#include "tree/tree.h"

namespace graze {

// Which triangles of two leaves may meet: bit j of possible[i] for triangle i of the guest and j of the host. Those in
// `certain` surely do. The caller says which pairs it does not ask for: bit 8i + j of `skipped`.
struct LeafMeetings {
  std::uint64_t skipped = 0;
  std::uint8_t possible[Leaf::width], certain[Leaf::width];
};

struct Kernels {
  // Bit i when the box in a slot of the host's node may overlap slot i of the guest's node. nearness[i] is small when
  // the boxes are deep in each other: squared distance of centres over squared size.
  unsigned (*overlap)(const PairMap& guest_in_host, const OrientedNode& host, int slot, const OrientedNode& guest,
                      float* nearness);
  // False when no two triangles meet. With `one`, the first certain pair is enough: others stay merely possible.
  bool (*leaf_pair)(const PairMap& guest_in_host, const Leaf& host, const Leaf& guest, bool one,
                    LeafMeetings& meetings);
  // The least and the greatest coordinates along three axes, from the origin, of the corners in the leaves.
  void (*extent)(const float (&axis)[3][3], const float (&origin)[3], const Leaf* leaves, std::size_t count, float* lo,
                 float* hi);
  // Bit i when the box meets that of slot i; both in the frame of the tree.
  unsigned (*overlap_aligned)(const Aabb& box, const Node& node);
};

// Those of the instruction set in use.
const Kernels& kernels() noexcept;
// Those of a given one; the processor must have it.
const Kernels& kernels(Isa isa) noexcept;

}  // namespace graze
