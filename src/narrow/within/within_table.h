// The table of within.
#pragma once

#include "narrow/families.h"
#include "narrow/table.h"
#include "narrow/within/within_ways.h"

namespace graze {

using WithinCell = Cell<WithinResult(const Body&, const Body&, double, PairCache*),
                        bool(const Body&, const Body&, double, WithinResult&) noexcept,
                        WithinResult(PlacedLater&, PlacedLater&, double, PairCache*)>;
extern const Table<WithinCell> within_ways;

// By the closed form that the table has for the two kinds, if any; says whether it knows. Of handles that are not
// empty.
bool closed_within(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept;

}  // namespace graze
