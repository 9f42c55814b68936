#include "study/bsp/animated_bsp.h"

#include <cmath>
#include <string>

#include "base/executor.h"
#include "graze/error.h"
#include "study/bsp/axial_bsp.h"
#include "study/bsp/solid_bsp.h"

namespace graze::study {

AnimatedBsp::AnimatedBsp(std::span<const Shape> frames, BspKind kind, int threads) : trees_(frames.size()) {
  if (frames.empty()) throw Error("an animation needs at least one frame");
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (!frames[i]) throw Error("frame " + std::to_string(i) + " of the animation is an empty handle");
    if (frames[i].triangle_count() != frames[0].triangle_count())
      throw Error("frame " + std::to_string(i) + " of the animation has " + std::to_string(frames[i].triangle_count()) +
                  " triangles, and frame 0 has " + std::to_string(frames[0].triangle_count()));
  }
  parallel_for(frames.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (kind == BspKind::solid) {
        trees_[i] = std::make_unique<SolidBsp>(frames[i]);
      } else {
        trees_[i] = std::make_unique<AxialBsp>(frames[i]);
      }
    }
  });
}

const CandidatePolygons& AnimatedBsp::at(double seconds, double frames_a_second) const noexcept {
  const auto count = double(trees_.size());
  const double turn = std::fmod(seconds * frames_a_second, count);
  const double place = turn < 0 ? turn + count : turn;
  // NaN and what rounds up to the end go to the first frame.
  return *trees_[place >= 0 && place < count ? static_cast<std::size_t>(place) : 0];
}

std::size_t AnimatedBsp::memory() const noexcept {
  std::size_t bytes = 0;
  for (const auto& tree : trees_) bytes += tree->statistics().bytes;
  return bytes;
}

}  // namespace graze::study
