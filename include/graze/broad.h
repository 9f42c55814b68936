// How the boxes of a world are searched for those that overlap; docs/broad.md.
#pragma once

#include <cstdint>

namespace graze {

// Every kind finds the same pairs.
enum class BroadKind : std::uint8_t {
  automatic,  // one of the others, chosen again as the boxes change
  brute_force,
  sweep,            // sorted along one axis
  sweep_and_prune,  // sorted along three, with what changes
  grid2,
  grid3,
  octree,
  dynamic_tree,
};
inline constexpr BroadKind broad_kinds[] = {BroadKind::automatic,       BroadKind::brute_force, BroadKind::sweep,
                                            BroadKind::sweep_and_prune, BroadKind::grid2,       BroadKind::grid3,
                                            BroadKind::octree,          BroadKind::dynamic_tree};
// "automatic", "brute_force", ...
const char* name(BroadKind kind) noexcept;

}  // namespace graze
