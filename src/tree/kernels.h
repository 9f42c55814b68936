// The inner loops of traversal, one implementation an instruction set. All give the same bits.
#pragma once

#include "math/isa.h"
#include "tree/frames.h"
#include "tree/pair_tree.h"
#include "tree/tree.h"

namespace graze {

struct Kernels {
  // Bit i when the box in a slot of the host's node may overlap slot i of the guest's node. nearness[i] is small when
  // the boxes are deep in each other: squared distance of centres over squared size.
  unsigned (*overlap)(const PairMap& guest_in_host, const PairNode& host, int slot, const PairNode& guest,
                      float* nearness);
  // Bit i when the ray may meet slot i before `limit`; entry[i] is where, for the bits that are set.
  unsigned (*ray)(const RayFrame& frame, float limit, const Node& node, float* entry);
};

// Those of the instruction set in use.
const Kernels& kernels() noexcept;
// Those of a given one; the processor must have it.
const Kernels& kernels(Isa isa) noexcept;

}  // namespace graze
