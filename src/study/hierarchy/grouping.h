// Which triangles belong together: the binary trees over which hierarchies of volumes are fitted.
#pragma once

#include <cstdint>
#include <span>

#include "tree/binary.h"

namespace graze::study {

enum class Grouping {
  sah,        // from the top, the surface-area heuristic over bins (tree/binary.h), to single triangles
  mean,       // from the top, at the mean of the corners along the longest axis of the surface (Lin, 5.2)
  bottom_up,  // pairs of neighbours with the smallest common box, again and again
};
inline constexpr Grouping groupings[] = {Grouping::sah, Grouping::mean, Grouping::bottom_up};
const char* name(Grouping grouping) noexcept;

// One triangle a leaf, parents before their children, no entry unused. Never deeper than 100, whatever the input.
BinaryTree group(std::span<const Triangle> triangles_in_frame, Grouping grouping);

}  // namespace graze::study
