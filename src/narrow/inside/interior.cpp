#include "narrow/inside/interior.h"

#include <algorithm>

#include "hull/polytope.h"
#include "narrow/body/collapse.h"
#include "narrow/classify/cells.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/families.h"

namespace graze {

bool may_lack_interior(const Body& body) noexcept {
  const ShapeData& shape = data_of(body.shape);
  if (shape.world_margin > 0 || shape.radius > 0) return false;
  if (shape.faceted()) return collapses(body);
  if (family_of(shape.form) == Family::triangles) return !shape.solid;
  return axis_forms.has(shape.form);
}

bool lacks_interior(const Body& body) {
  const ShapeData& shape = data_of(body.shape);
  PlacedBody placed;
  if (shape.solid && shape.world_margin == 0 && family_of(shape.form) == Family::triangles) {
    Counters counters;
    return prepare(body, placed) == Status::ok && !has_interior(placed, counters);
  }
  if (!may_lack_interior(body)) return false;
  if (!shape.faceted()) return true;
  return prepare(body, placed) == Status::ok && posed_hull(shape, body.pose).dimension < 3;
}

std::vector<Member> leaves_that_count(std::vector<Member> leaves) {
  const auto thin = [](const Member& leaf) { return lacks_interior(leaf.body); };
  if (leaves.size() > 1 && !std::all_of(leaves.begin(), leaves.end(), thin)) std::erase_if(leaves, thin);
  return leaves;
}

}  // namespace graze
