// How the boxes of a world are searched for those that overlap; docs/broad.md.
#pragma once

#include <cstdint>

namespace graze {

// Every kind finds the same pairs.
enum class BroadKind : std::uint8_t {
  automatic,  // one of the others, chosen again as the boxes change
  brute_force,
};
inline constexpr BroadKind broad_kinds[] = {BroadKind::automatic, BroadKind::brute_force};
// "automatic", "brute_force", ...
const char* name(BroadKind kind) noexcept;

}  // namespace graze
