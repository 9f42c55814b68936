// The inner loops of traversal, one implementation an instruction set. All give the same bits.
#pragma once

#include <cstdint>

#include "tree/frames.h"
#include "tree/tree.h"

namespace graze {

struct Kernels {
  // mask[j] has bit i when the boxes of slot i of a and slot j of b may overlap; b.count masks are written.
  void (*overlap_nodes)(const PairFrame& frame, const Node& a, const Node& b, std::uint8_t* mask);
  // Bit i when slot i of the host's node may overlap the guest's box. `host_in_guest` is the map of the other way.
  unsigned (*overlap_box)(const FrameMap& guest_in_host, const FrameMap& host_in_guest, const Aabb& guest,
                          const Node& host);
  // Bit i when the ray may meet slot i before `limit`; entry[i] is where, for the bits that are set.
  unsigned (*ray_node)(const RayFrame& frame, float limit, const Node& node, float* entry);
};

// Those of the instruction set in use.
const Kernels& kernels() noexcept;

}  // namespace graze
