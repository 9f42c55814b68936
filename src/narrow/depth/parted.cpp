#include "narrow/depth/parted.h"

#include "narrow/classify/cells.h"
#include "narrow/distance/nearest_search.h"

namespace graze {

bool interiors_apart(const Body& a, const Body& b) {
  // Most questions are about bodies that do not even touch.
  const CollideResult touch = collide(a, b);
  if (touch.status != Status::ok || !touch.yes()) return touch.status == Status::ok;
  PlacedBody placed_a, placed_b;
  if (prepare(a, placed_a) != Status::ok || prepare(b, placed_b) != Status::ok) return false;
  Counters counters;
  return !find_cells(placed_a, placed_b, Cells::both, counters).cells.has(Cells::both);
}

}  // namespace graze
