// A ray through a ray tree: what float arithmetic cannot part from it, in one call of the instruction set in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/isa.h"
#include "tree/ray_tree.h"

namespace graze {

// Up to eight rays in a tree's frame, each with its start moved to the neighbourhood of the tree: start + s *
// direction, s >= 0. The largest component of a direction, along the main axis, is 1 or -1; sheared along that axis,
// which is then called z and the next ones x and y, the ray is the z axis. The last index is the ray.
struct RayFrames {
  static constexpr int width = 8;

  // A ray passes the plane at p on axis k no earlier than p * inverse[k] + enter[k], and no later than
  // p * inverse[k] + leave[k], rounding included.
  float inverse[3][width], enter[3][width], leave[3][width];
  std::uint32_t octant[width];  // bit k: direction k is negative
  std::uint32_t axis[width];    // the main one
  float start[3][width];
  float shear_x[width], shear_y[width];  // direction x and y over direction z
  float sign[width];                     // of direction z
  float side_error[width];               // bounds the error of a sheared coordinate of a corner
  float depth_error[width];              // bounds that of its s
  float corner_error[width];             // bounds how far a corner is from where the leaf has it, along any axis
};

// A triangle that the ray hits or may hit, at s within lo ... hi.
struct RayCandidate {
  std::uint32_t triangle;
  float lo, hi;
  bool sure;  // hit without doubt, and 0 < s < RayWish::surely_before
};

enum class RayAim : std::uint8_t { closest, any, all };

struct RayWish {
  RayAim aim = RayAim::closest;
  float limit = 0;          // s is at most this
  float surely_before = 0;  // a hit with s below this is not beyond the end of the ray
};

// What a cast found: with `closest`, every triangle that may be the first; with `any`, a sure one last when there is
// one, else every possible one; with `all`, all. The first few need no memory of the heap.
struct RayCandidates {
  static constexpr std::uint32_t few = 12;

  RayCandidate first[few];
  RayCandidate* data = first;
  std::uint32_t size = 0, capacity = few;
  std::uint32_t boxes = 0, triangles = 0;  // tested by the last cast
  std::uint32_t ahead = 0;                 // read for the sake of reading it
  std::vector<RayCandidate> many;

  RayCandidates() = default;
  RayCandidates(const RayCandidates&) = delete;
  RayCandidates& operator=(const RayCandidates&) = delete;
};
// Makes room for one more.
void grow(RayCandidates& candidates);

// The memory of a triangle's corners will be read: the rest of the descent hides how long it takes.
inline void ask_ahead(const std::uint32_t* corners, std::uint32_t triangle, [[maybe_unused]] RayCandidates& found) {
  if (corners == nullptr) return;
#ifdef __wasm__  // which has no instruction for it
  found.ahead = corners[std::size_t{3} * triangle];
#else
  __builtin_prefetch(corners + std::size_t{3} * triangle);
#endif
}

// A tree, bare.
struct RayNodes {
  const RayNode* nodes;
  const std::uint32_t* leaves;
  const std::uint32_t* order;
  const std::uint32_t* corners;  // null, or three of each triangle, which are asked for as soon as it is surely hit
};
inline RayNodes bare(const RayTree& tree, const std::uint32_t* corners = nullptr) {
  return {tree.nodes.data(), tree.leaves.data(), tree.order.data(), corners};
}

using RayCast = void (*)(const RayNodes& tree, const RayFrames& frames, int ray, const RayWish& wish,
                         RayCandidates& found);
// That of the instruction set in use, or of a given one, which the processor must have. Which triangles merely may be
// hit can depend on it; which are hit does not.
RayCast ray_cast() noexcept;
RayCast ray_cast(Isa isa) noexcept;

}  // namespace graze
