// The table of collide.
#pragma once

#include "narrow/collide/collide_ways.h"
#include "narrow/families.h"
#include "narrow/table.h"

namespace graze {

using CollideAsk = CollideResult(const Body&, const Body&, const CollideSettings&, PairCache*);
using CollideClosed = bool(const Body&, const Body&, const CollideSettings&, CollideResult&) noexcept;
using CollidePlaced = CollideResult(PlacedLater&, PlacedLater&, const CollideSettings&, PairCache*);
using CollideCell = Cell<CollideAsk, CollideClosed, CollidePlaced>;
extern const Table<CollideCell> collide_ways;

// By the closed form that the table has for the two kinds, if any; says whether it knows. Of handles that are not
// empty.
bool closed_collide(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept;

}  // namespace graze
