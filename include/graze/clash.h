// Clashes: which parts of an assembly overlap, touch, or come closer than they should (docs/clash.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "graze/assembly.h"
#include "graze/query.h"

namespace GRAZE_API graze {

// How two parts clash.
enum class ClashClass : std::uint8_t {
  overlapping,  // common interior, deeper than the tolerance; surfaces that run through each other
  enclosed,     // one part is within the other
  duplicate,    // the same set twice
  touching,     // common points, and no interior or none deeper than the tolerance
  clearance     // apart, but by less than the clearance
};
const char* name(ClashClass value) noexcept;  // the enumerator in words

// What counts as a clash, in the unit of the assembly.
struct ClashSettings {
  double tolerance = 0;     // overlap that is allowed: no deeper than this, parts are touching
  double clearance = 0;     // gap that is required; 0: none
  double contact = 0;       // a proven gap or depth up to this is touching
  int threads = 0;          // 0: as many as the machine has; the answer does not depend on it
  std::uint64_t first = 0;  // how many candidates to pass over: those that an earlier, stopped search has checked
};

// Two parts that clash, and where.
struct Clash {
  std::uint32_t a = 0, b = 0;               // numbers of the parts; a is of set A
  std::string id;                           // of the two paths, in either order: the same whenever they are
  ClashClass value = ClashClass::touching;  // how they clash
  bool a_is_inside = false;                 // enclosed: a in b; else b in a
  // The gap; minus the depth. |distance - true| <= bound. Infinite bound: surfaces cross, which have no depth.
  double distance = 0, bound = 0;
  Vec3 point;   // of the overlap or touch, or midway between the nearest points
  Vec3 normal;  // unit, from a to b: a moves away along -normal; 0 where no direction is known
  Box box;      // world frame: where the boxes of the parts, grown by half the clearance, overlap
};

// Two parts of which nothing is claimed, and why.
struct UndecidedPair {
  std::uint32_t a = 0, b = 0;  // numbers of the parts
  std::string reason;          // a sentence
};

// All clashes between the pairs of parts that were checked.
struct ClashResult {
  bool complete = true;                  // false: stopped before the last pair
  std::vector<Clash> clashes;            // sorted by the paths of a, then of b
  std::vector<UndecidedPair> undecided;  // sorted in the same way
  std::uint64_t candidates = 0;          // pairs of parts whose boxes are near enough
  std::uint64_t checked = 0;             // of these, done, from the first on
};

// The id of the clash of two parts.
std::string clash_id(const std::string& path_a, const std::string& path_b);

// Which parts are checked: a pair is when one is in A and the other in B, and it is not ignored.
struct ClashSets {
  // The sets that a part is in: none, a alone, b alone, or both.
  enum Side : std::uint8_t { none = 0, a = 1, b = 2, both = 3 };
  std::vector<Side> sides = {};                                    // one per part; none given: all are in both
  std::function<bool(std::uint32_t, std::uint32_t)> ignored = {};  // of two parts; none given: no pair is
};

// Given done and candidates now and then, from the calling thread; false stops the work.
using ClashProgress = std::function<bool(std::uint64_t, std::uint64_t)>;

// Throws Error for settings that are negative or not finite, and for a number of sides that is not that of parts.
ClashResult find_clashes(std::span<const Part> parts, const ClashSettings& settings, const ClashSets& sets = {},
                         const ClashProgress& progress = {});

}  // namespace graze
