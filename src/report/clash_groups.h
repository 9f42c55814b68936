// Clashes that are one matter: those of one part, or of one place.
#pragma once

#include <string>
#include <vector>

#include "graze/clash.h"

namespace graze {

enum class GroupBy : std::uint8_t { none, part, place };

struct ClashGroup {
  std::string name;                  // the part's path; of a place the clash's id that leads it
  Vec3 point;                        // of the clash that leads it
  std::vector<std::size_t> clashes;  // numbers of clashes: worst first
};

// Each clash is in one group; the largest group comes first, of equal ones the one with the worse clash.
// By part: the part with the most clashes takes all of its; then, of the rest, the next (of equals the one with the
// worst clash, then the lesser path). By place: the worst clash takes those whose points are within `radius` of its
// own; then the worst of the rest.
std::vector<ClashGroup> group_clashes(const std::vector<Clash>& clashes, const std::vector<Part>& parts, GroupBy by,
                                      double radius);

// Numbers of clashes, the worst first: by class (overlapping, enclosed, duplicate, clearance, touching), then the
// deepest or nearest, then in order. Surfaces that cross have no depth, and come last in their class.
std::vector<std::size_t> worst_first(const std::vector<Clash>& clashes);

}  // namespace graze
