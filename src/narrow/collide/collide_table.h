// The table of collide.
#pragma once

#include "narrow/collide/collide_ways.h"
#include "narrow/families.h"
#include "narrow/table.h"

namespace graze {

using CollideCell = Cell<CollideResult(const Body&, const Body&, const CollideSettings&, PairCache*),
                         bool(const Body&, const Body&, const CollideSettings&, CollideResult&) noexcept,
                         CollideResult(PlacedLater&, PlacedLater&, const CollideSettings&, PairCache*)>;
extern const Table<CollideCell> collide_ways;

// By the closed form that the table has for the two kinds, if any; says whether it knows. Of handles that are not
// empty.
bool closed_collide(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept;

}  // namespace graze
