// A scene of move() that is so large or so small that squares of its lengths leave the doubles or the range of kernels,
// and the same scene of an ordinary size: every length is multiplied by one power of two, and none is rounded, so that
// times and places of the one are those of the other.
#pragma once

#include <optional>
#include <vector>

#include "graze/motion.h"

namespace graze {

// Sizes in which nothing is scaled; and those in which what cannot be scaled is answered all the same: squares of
// lengths, and products of two with the angles of turns, are doubles in there (motion/moving_pair.h).
inline constexpr double least_ordinary_scene = 0x1p-40, most_ordinary_scene = 0x1p40;
inline constexpr double least_scene = 0x1p-400, most_scene = 0x1p400;

// No length of the motion is larger, in any coordinate. The motion is valid.
double size_of(const Motion& motion) noexcept;

struct RescaledScene {
  Body moving;
  Motion motion;
  std::vector<MovingBody> others;
  MoveSettings settings;
  int exponent = 0;  // lengths there are those here times 2^exponent
};

// Of a scene whose largest length is `size`. Nothing where a length would be rounded, for compounds with radii or
// margins, and below 2^-900 and above 2^1000, where answers that are scaled back could be.
std::optional<RescaledScene> rescaled(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                                      const MoveSettings& settings, double size);

// An answer about that scene as one about the given one. A pose that rounds when it is scaled back is asked for again
// whether it is clear; if not, the body stays.
void scale_back(const RescaledScene& scene, const Body& moving, std::span<const MovingBody> others,
                const MoveSettings& settings, MoveResult& result);

}  // namespace graze
