#include <cstddef>
#include <optional>

#include "graze/solid.h"
#include "math/exact.h"
#include "narrow/placement.h"
#include "narrow/posed.h"
#include "narrow/solid/as_solid_mesh.h"
#include "narrow/solid/cells.h"

namespace graze {
namespace {

PairClass class_of(const PlacedBody& a, const PlacedBody& b, Counters& counters) {
  const CellsFound found = find_cells(a, b, Cells::both | Cells::only_a | Cells::only_b, counters);
  if (found.cells.has(Cells::both)) {
    const bool a_sticks_out = found.cells.has(Cells::only_a), b_sticks_out = found.cells.has(Cells::only_b);
    if (a_sticks_out) return b_sticks_out ? PairClass::overlapping : PairClass::encloses;
    return b_sticks_out ? PairClass::enclosed : PairClass::equal;
  }
  return found.surfaces_meet && solids_touch(a, b, counters) ? PairClass::touching : PairClass::clear;
}

// How a body takes part.
enum class Part { solid, thin, other };

Part part_of(const Body& body) {
  const Shape::Data& shape = body.shape.data();
  if (shape.form == ShapeForm::halfspace || shape.radius > 0 || shape.world_margin > 0) return Part::other;
  return shape.solid ? Part::solid : Part::thin;
}

// Two solids of triangles.
ClassifyResult classify_solids(const Body& a, const Body& b) {
  ClassifyResult result;
  PlacedBody placed_a, placed_b;
  result.status = make_posed(a, placed_a.body);
  if (result.status == Status::ok) result.status = make_posed(b, placed_b.body);
  if (result.status != Status::ok) return result;
  placed_a.placement = place(*placed_a.body.shape, a.pose);
  placed_b.placement = place(*placed_b.body.shape, b.pose);
  const std::uint64_t exact_before = exact_count();
  result.value = class_of(placed_a, placed_b, result.counters);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

// Where one of the two has no interior, or is not made of triangles.
ClassifyResult classify_others(const Body& a, const Body& b) {
  const CollideResult met = collide(a, b);
  ClassifyResult result;
  result.status = met.status;
  result.counters = met.counters;
  if (met.status != Status::ok || !met.colliding) return result;
  result.value = PairClass::touching;
  if (part_of(a) != Part::thin && part_of(b) != Part::thin) result.status = Status::unsupported;
  return result;
}

// What the tolerance changes: a gap within it, decided exactly. (The depth of an overlap: `penetration`.)
void apply_contact(const Body& a, const Body& b, double contact, ClassifyResult& result) {
  if (contact == 0 || result.status != Status::ok || result.value != PairClass::clear) return;
  const WithinResult near = within(a, b, contact);
  result.status = near.status;
  result.counters += near.counters;
  if (near.within) result.value = PairClass::touching;
}

}  // namespace

const char* name(PairClass value) noexcept {
  constexpr const char* names[] = {"clear", "touching", "overlapping", "enclosed", "encloses", "equal"};
  return names[static_cast<std::size_t>(value)];
}

ClassifyResult classify(const Body& a, const Body& b, const ClassifySettings& settings) noexcept {
  ClassifyResult result;
  try {
    if (!(settings.contact >= 0) || !a.shape || !b.shape) {
      result.status = Status::invalid;
      return result;
    }
    const std::optional<Body> solid_a = as_solid_triangles(a), solid_b = as_solid_triangles(b);
    result = solid_a && solid_b ? classify_solids(*solid_a, *solid_b) : classify_others(a, b);
    apply_contact(a, b, settings.contact, result);
  } catch (...) {  // memory, or threads to build a tree with, ran out
    result = {};
    result.status = Status::out_of_memory;
  }
  return result;
}

}  // namespace graze
