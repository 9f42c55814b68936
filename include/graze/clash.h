// Clashes: which parts of an assembly overlap, touch, or come closer than they should (docs/clash.md).
#pragma once

#include <atomic>
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
  overlapping,  // common interior, deeper than the tolerance; a surface that enters a solid or crosses another one
  enclosed,     // one part is within the other
  duplicate,    // the same set twice
  touching,     // common points, and no interior or none deeper than the tolerance
  clearance     // apart, but by less than the clearance
};
const char* name(ClashClass value) noexcept;  // the enumerator in words

// How deep an overlap is.
enum class ClashMeasure : std::uint8_t {
  // The local penetration of graze/interference.h: how far common points are from the surfaces. Of curved bodies, which
  // have none, the depth that separates.
  local,
  separating  // the depth of graze/penetration.h: the way by which the parts would have to be moved apart
};
const char* name(ClashMeasure value) noexcept;  // the enumerator in words

// What counts as a clash, in the unit of the assembly.
struct ClashSettings {
  // Overlap that is allowed: where it is proven to be no deeper than this (a local penetration to 1 %), parts are
  // touching. By the local penetration only if that is also at most half of the greatest distance that a point of the
  // thinner part has from its own surface: a sheet in a sheet is never allowed. Parts that are enclosed or duplicates
  // never are.
  double tolerance = 0;
  double clearance = 0;                           // gap that is required; 0: none
  double contact = 0;                             // a proven gap or depth up to this is touching
  ClashMeasure measure = ClashMeasure::local;     // what the tolerance and the distance of overlaps mean
  std::uint64_t budget = std::uint64_t{1} << 27;  // of each pair, in units of work (graze/budget.h)
  int threads = 0;                                // 0: as many as the machine has; the answer does not depend on it
  std::uint64_t first = 0;  // how many candidates to pass over: those that an earlier, stopped search has checked
};

// What a part is known by from one run to the next.
struct PartKey {
  std::string global_id = {};  // where it has one; then nothing else counts
  // Else: the names from the root on, without the file, numbers that tell equal ones apart, and names that readers made
  // up by counting.
  std::string path = {};
  std::uint64_t shape = 0;  // of its triangles in its own frame, in any order
  std::uint64_t place = 0;  // of where its middle is, to 2^-16 of its size
  std::uint32_t rank = 0;   // among parts that are alike in all this

  std::string text() const;  // equal exactly for the same part
};
// One per part. `origin` is that of the assembly.
std::vector<PartKey> part_keys(std::span<const Part> parts, Vec3 origin = {});
// The id of the clash of two parts, in either order: 16 hexadecimal digits.
std::string clash_id(const PartKey& a, const PartKey& b);

// Of pairs for which no rule holds.
inline constexpr std::uint32_t no_rule = 0xffffffffu;

// How a shaft sits in a bore.
enum class FitKind : std::uint8_t {
  none,       // there is no shaft in a bore
  fit,        // the radii are the same to within `contact` and 1e-6
  clearance,  // the bore is wider
  press       // the shaft is
};
const char* name(FitKind value) noexcept;  // the enumerator in words

// A shaft in a bore, round faces about one axis, as found from the corners of their facets.
struct Fit {
  FitKind kind = FitKind::none;  // of the two radii
  double shaft = 0, bore = 0;    // radii
  bool shaft_is_a = false;       // else b has the shaft
  Vec3 point, axis;              // in the middle of where they lie beside each other; a unit direction
};

// Two parts that clash, and where.
struct Clash {
  std::uint32_t a = 0, b = 0;               // numbers of the parts; a is of set A
  std::string id;                           // clash_id() of the two
  ClashClass value = ClashClass::touching;  // how they clash
  bool a_is_inside = false;                 // enclosed: a in b; else b in a
  // The gap; or minus the depth, by the measure that was asked for. |distance - true| <= bound. Infinite bound:
  // a surface crosses the other part, or lies in it, which has no depth.
  double distance = 0, bound = 0;
  Vec3 point;   // of the overlap or touch, or midway between the nearest points
  Vec3 normal;  // unit, from a to b: a moves away along -normal; 0 where no direction is known
  Box box;      // world frame: where the boxes of the parts, grown by half the clearance, overlap
  // The rest of the measures are of parts with common interior; NaN and empty for others.
  double local_lower = unknown_number, local_upper = unknown_number;    // bracket of the local penetration
  double volume_lower = unknown_number, volume_upper = unknown_number;  // bracket of the volume in common
  Box region;                                                           // around what is in common
  double depth_lower = unknown_number, depth_upper = unknown_number;    // bracket of the depth that separates
  std::uint32_t rule = no_rule;  // the number of the settings that held, where ClashSets has several
  // A shaft in a bore. Where it is all that the parts have to do with each other, facets that are in each other only as
  // far as facets of such radii may be do not count: distance, bound and class are those of the radii.
  Fit fit;
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

// Which parts are checked: a pair is when one is in A and the other in B, and it is not ignored.
struct ClashSets {
  // The sets that a part is in: none, a alone, b alone, or both.
  enum Side : std::uint8_t { none = 0, a = 1, b = 2, both = 3 };
  std::vector<Side> sides = {};                                    // one per part; none given: all are in both
  std::function<bool(std::uint32_t, std::uint32_t)> ignored = {};  // of two parts; none given: no pair is
  // What is asked of pairs, where it is not the same of all: the number of one of `each` for two parts, or no_rule: not
  // checked. Measure, tolerance and clearance are read from there, and all else from the settings.
  std::function<std::uint32_t(std::uint32_t, std::uint32_t)> rule_of = {};
  std::vector<ClashSettings> each = {};
  std::vector<PartKey> keys = {};  // one per part; none given: part_keys() of the parts
  // Which boxes overlap, as pairs of their numbers, each once in any order; none given: found here. gpu::pairs() of
  // graze/gpu.h is such a search.
  std::function<std::vector<std::pair<std::uint32_t, std::uint32_t>>(std::span<const Box>)> overlaps = {};
  const std::atomic<bool>* stop = nullptr;  // once it is set, the search ends, within a pair, too
};

// Given done and candidates now and then, from the calling thread; false stops the work.
using ClashProgress = std::function<bool(std::uint64_t, std::uint64_t)>;

// Throws Error for settings that are negative or not finite, and for a number of sides or keys that is not that of
// parts. Pairs whose budget is spent before their class is known are undecided.
ClashResult find_clashes(std::span<const Part> parts, const ClashSettings& settings, const ClashSets& sets = {},
                         const ClashProgress& progress = {});

}  // namespace graze
