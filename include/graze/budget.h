// The work that a query may do; docs/budgets.md.
//
// A unit is five to ten nanoseconds of ordinary work: a pair of boxes, a few predicates in double. An exact operation
// counts in proportion to the digits that it takes. Units depend on the question alone: not on the number of threads,
// the instruction set, the order of the arguments or a cache. A query whose budget is spent has the status `budget`,
// and claims nothing but what a bracket says.
#pragma once

#include <cstdint>
#include <limits>

#include "graze/api.h"

namespace GRAZE_API graze {

// No end is set: the query works until it has its answer.
inline constexpr std::uint64_t unlimited_budget = std::numeric_limits<std::uint64_t>::max();
// 2^23 units and 2^14 more for every pair of a triangle of one body with one of the other, which is about 50 ms for two
// boxes: far above what ordinary questions take. What it ends are bodies of few triangles under nearly singular poses.
inline constexpr std::uint64_t default_budget = 0;

}  // namespace graze
