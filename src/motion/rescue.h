// Freeing a body that something has moved into.
#pragma once

#include <span>

#include "graze/mover.h"

namespace graze {

// No common point with any of the others, by the exact predicate; an answer that is not sure is a no.
bool is_clear(const Body& body, std::span<const Body> others, Counters& counters) noexcept;

struct Rescue {
  MoverRescue how = MoverRescue::stuck;
  Pose pose;
};
// Pushed out by what `penetration` finds, no farther than `push` and where a way leads to from the safe pose if that is
// still clear; else the safe pose; else the nearest of the places around that is clear.
Rescue rescue(const Body& body, std::span<const Body> others, const MoverSettings& settings, const MoverCache* cache,
              Counters& counters);

}  // namespace graze
