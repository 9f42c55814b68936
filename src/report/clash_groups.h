// Clashes that are one matter: those of one part, of one place, on one storey, or between the same kinds of parts.
#pragma once

#include <string>
#include <vector>

#include "graze/clash.h"

namespace graze {

enum class GroupBy : std::uint8_t { none, part, place, storey, types };
const char* name(GroupBy by) noexcept;
GroupBy group_by(const std::string& name);  // none for another word

struct ClashGroup {
  // The part's path; of a place the clash's id that leads it; the storey, or both where the parts are on two; the
  // classes of the two parts (their types, where files say no classes). Empty: files say nothing of it.
  std::string name;
  Vec3 point;                        // of the clash that leads it
  std::vector<std::size_t> clashes;  // numbers of clashes: worst first
};

// What the clashes of a group have in common: "of a/b", "on Level 1", "of IfcBeam x IfcDuctSegment". Not of places.
std::string group_words(GroupBy by, const std::string& name);

// Each clash is in one group; the largest group comes first, of equal ones the one with the worse clash.
// By part: the part with the most clashes takes all of its; then, of the rest, the next (of equals the one with the
// worst clash, then the lesser path). By place: the worst clash takes those whose points are within `radius` of its
// own; then the worst of the rest. By storey and by types: those of one name.
std::vector<ClashGroup> group_clashes(const std::vector<Clash>& clashes, const std::vector<Part>& parts, GroupBy by,
                                      double radius);

// Numbers of clashes, the worst first: by class (overlapping, enclosed, duplicate, clearance, touching), then the
// deepest or nearest, then in order. Surfaces that cross have no depth, and come last in their class.
std::vector<std::size_t> worst_first(const std::vector<Clash>& clashes);

}  // namespace graze
