// Pictures one after the other, in a file that browsers play: an animated PNG (APNG, the third edition of PNG).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "render/image.h"

namespace graze {

// Each frame is shown for `milliseconds`, the last one for `last`; it begins anew for ever. Colours are brought down to
// 255 of the frames' own, and of each frame only what differs from the one before is kept. Throws Error for no frames,
// and for frames of different sizes.
std::vector<std::uint8_t> encode_animation(std::span<const Image> frames, int milliseconds, int last);

}  // namespace graze
