// A mesh animation that is known beforehand: one tree for each frame of it, as the game server paper proposes. A tree
// cannot follow a mesh that changes its form in other ways.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "study/bsp/candidates.h"

namespace graze::study {

enum class BspKind { solid, axial };

class AnimatedBsp {
 public:
  // Trees are built in parallel; threads = 0: as many as the machine has. Throws Error, naming the frame, when there is
  // none, a handle is empty, or the frames do not have the same number of triangles: an index must mean one triangle.
  explicit AnimatedBsp(std::span<const Shape> frames, BspKind kind = BspKind::solid, int threads = 0);

  std::size_t frame_count() const noexcept { return trees_.size(); }
  const CandidatePolygons& frame(std::size_t index) const noexcept { return *trees_[index]; }
  // The frame shown `seconds` after the start, around and around.
  const CandidatePolygons& at(double seconds, double frames_a_second) const noexcept;
  std::size_t memory() const noexcept;  // bytes of all trees; the shapes count for themselves

 private:
  std::vector<std::unique_ptr<CandidatePolygons>> trees_;
};

}  // namespace graze::study
