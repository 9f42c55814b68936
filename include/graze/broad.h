// How the boxes of a world are searched for those that overlap; docs/broad.md.
#pragma once

#include <cstdint>

#include "graze/api.h"

namespace GRAZE_API graze {

// Every kind finds the same pairs.
enum class BroadKind : std::uint8_t {
  automatic,        // one of the others, chosen again as the boxes change
  brute_force,      // every box against every other
  sweep,            // sorted along one axis
  sweep_and_prune,  // sorted along three, with what changes
  grid2,            // cells over the two axes along which the boxes are spread most
  grid3,            // cells over all three axes
  octree,           // cells halved along all axes where many boxes are
  dynamic_tree,     // a tree of boxes that is mended as they move
};
// All of them, in the order above.
inline constexpr BroadKind broad_kinds[] = {BroadKind::automatic,       BroadKind::brute_force, BroadKind::sweep,
                                            BroadKind::sweep_and_prune, BroadKind::grid2,       BroadKind::grid3,
                                            BroadKind::octree,          BroadKind::dynamic_tree};
// The enumerator in words: "automatic", "brute_force", ...
const char* name(BroadKind kind) noexcept;

}  // namespace graze
