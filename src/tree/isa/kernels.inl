// Written once over the lane type, compiled once per instruction set.
#include "math/wide.h"
#include "tree/kernels.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

struct Lanes3 {
  Float8 lo[3], hi[3];
};

// Plain data of this namespace: inline members of shared types must not be instantiated with these flags.
struct Scalar3 {
  float lo[3], hi[3];
};

// The eight boxes of a guest's node, carried into the host's frame and grown by the pad.
inline Lanes3 carried(const FrameMap& map, const Node& guest) {
  const Float8 half = Float8::all(0.5f);
  Float8 centre[3], extent[3];
  for (int k = 0; k < 3; ++k) {
    const Float8 lo = Float8::load(guest.lo[k]), hi = Float8::load(guest.hi[k]);
    centre[k] = (lo + hi) * half;
    extent[k] = (hi - lo) * half;
  }
  Lanes3 out;
  for (int r = 0; r < 3; ++r) {
    const Float8 c = ((Float8::all(map.linear[r][0]) * centre[0] + Float8::all(map.linear[r][1]) * centre[1]) +
                      Float8::all(map.linear[r][2]) * centre[2]) +
                     Float8::all(map.offset[r]);
    const Float8 e = ((Float8::all(map.magnitude[r][0]) * extent[0] + Float8::all(map.magnitude[r][1]) * extent[1]) +
                      Float8::all(map.magnitude[r][2]) * extent[2]) +
                     Float8::all(map.pad[r]);
    out.lo[r] = c - e;
    out.hi[r] = c + e;
  }
  return out;
}

inline Scalar3 carried(const FrameMap& map, const Aabb& guest) {
  float centre[3], extent[3];
  for (int k = 0; k < 3; ++k) {
    centre[k] = (guest.lo[k] + guest.hi[k]) * 0.5f;
    extent[k] = (guest.hi[k] - guest.lo[k]) * 0.5f;
  }
  Scalar3 out;
  for (int r = 0; r < 3; ++r) {
    const float c = ((map.linear[r][0] * centre[0] + map.linear[r][1] * centre[1]) + map.linear[r][2] * centre[2]) +
                    map.offset[r];
    const float e = ((map.magnitude[r][0] * extent[0] + map.magnitude[r][1] * extent[1]) +
                     map.magnitude[r][2] * extent[2]) +
                    map.pad[r];
    out.lo[r] = c - e;
    out.hi[r] = c + e;
  }
  return out;
}

// Unused slots are empty boxes: their lo and hi are infinities of the wrong sign in their own frame, which no box
// overlaps, and NaN once carried, which compares false.
void overlap_nodes(const PairFrame& frame, const Node& a, const Node& b, std::uint8_t* mask) {
  const Lanes3 a_in_b = carried(frame.a_in_b, a);
  const Lanes3 b_in_a = carried(frame.b_in_a, b);
  alignas(32) float lo[3][8], hi[3][8];
  Float8 a_lo[3], a_hi[3];
  for (int k = 0; k < 3; ++k) {
    b_in_a.lo[k].store(lo[k]);
    b_in_a.hi[k].store(hi[k]);
    a_lo[k] = Float8::load(a.lo[k]);
    a_hi[k] = Float8::load(a.hi[k]);
  }
  for (std::uint32_t j = 0; j < b.count; ++j) {
    Mask8 meet = (a_lo[0] <= Float8::all(hi[0][j])) & (Float8::all(lo[0][j]) <= a_hi[0]);
    meet = meet & (a_lo[1] <= Float8::all(hi[1][j])) & (Float8::all(lo[1][j]) <= a_hi[1]);
    meet = meet & (a_lo[2] <= Float8::all(hi[2][j])) & (Float8::all(lo[2][j]) <= a_hi[2]);
    meet = meet & (a_in_b.lo[0] <= Float8::all(b.hi[0][j])) & (Float8::all(b.lo[0][j]) <= a_in_b.hi[0]);
    meet = meet & (a_in_b.lo[1] <= Float8::all(b.hi[1][j])) & (Float8::all(b.lo[1][j]) <= a_in_b.hi[1]);
    meet = meet & (a_in_b.lo[2] <= Float8::all(b.hi[2][j])) & (Float8::all(b.lo[2][j]) <= a_in_b.hi[2]);
    mask[j] = std::uint8_t(meet.bits());
  }
}

unsigned overlap_box(const FrameMap& guest_in_host, const FrameMap& host_in_guest, const Aabb& guest,
                     const Node& host) {
  const Scalar3 box = carried(guest_in_host, guest);
  Mask8 meet = (Float8::load(host.lo[0]) <= Float8::all(box.hi[0])) & (Float8::all(box.lo[0]) <= Float8::load(host.hi[0]));
  for (int k = 1; k < 3; ++k)
    meet = meet & (Float8::load(host.lo[k]) <= Float8::all(box.hi[k])) &
           (Float8::all(box.lo[k]) <= Float8::load(host.hi[k]));
  if (meet.bits() == 0) return 0;
  const Lanes3 in_guest = carried(host_in_guest, host);
  for (int k = 0; k < 3; ++k)
    meet = meet & (in_guest.lo[k] <= Float8::all(guest.hi[k])) & (Float8::all(guest.lo[k]) <= in_guest.hi[k]);
  return meet.bits();
}

unsigned ray_node(const RayFrame& frame, float limit, const Node& node, float* entry) {
  Float8 near = Float8::all(0), far = Float8::all(limit);
  for (int k = 0; k < 3; ++k) {
    const Float8 inverse = Float8::all(frame.inverse[k]);
    const Float8 lo = (Float8::load(node.lo[k]) - Float8::all(frame.origin[k] + frame.pad[k])) * inverse;
    const Float8 hi = (Float8::load(node.hi[k]) - Float8::all(frame.origin[k] - frame.pad[k])) * inverse;
    near = max(near, min(lo, hi));
    far = min(far, max(lo, hi));
  }
  near.store(entry);
  return (near <= far).bits() & ((1u << node.count) - 1);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
