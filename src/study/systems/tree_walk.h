// The pairs of triangles that the trees of two bodies leave.
#pragma once

#include <cstdint>

#include "base/function_ref.h"
#include "graze/study_trees.h"

namespace graze::study {

// Calls leaf(triangle of a, triangle of b) until it returns false. Anything but ok: nothing was called.
Status for_each_pair(const TreeBody& a, const TreeBody& b, TreeCounters& counters,
                     FunctionRef<bool(std::uint32_t, std::uint32_t)> leaf);

// Goes down a tree of boxes along the axes: enter(box, in the frame of the shape) tells whether to go on below it, and
// leaf(triangle) is called where it did to the end. Other trees: every triangle is a leaf of one box around all.
void descend(const VolumeTree& tree, FunctionRef<bool(const Box&)> enter, FunctionRef<void(std::uint32_t)> leaf);

}  // namespace graze::study
