// Which triangles belong together: the binary trees over which hierarchies of volumes are fitted.
#pragma once

#include <cstdint>
#include <span>

#include "graze/study_trees.h"
#include "tree/binary.h"

namespace graze::study {

inline constexpr Grouping groupings[] = {Grouping::sah, Grouping::mean, Grouping::bottom_up};

// One triangle a leaf, parents before their children, no entry unused. Never deeper than 100, whatever the input.
BinaryTree group(std::span<const Triangle> triangles_in_frame, Grouping grouping);

}  // namespace graze::study
