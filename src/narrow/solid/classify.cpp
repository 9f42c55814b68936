#include "graze/solid.h"
#include "math/exact.h"
#include "narrow/placement.h"
#include "narrow/posed.h"
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

Status make_solid(const Body& body, PlacedBody& result) {
  if (const Status status = make_posed(body, result.body); status != Status::ok) return status;
  if (!result.body.shape->solid) return Status::unsupported;
  result.placement = place(*result.body.shape, result.body.pose);
  return Status::ok;
}

}  // namespace

const char* name(PairClass value) noexcept {
  constexpr const char* names[] = {"clear", "touching", "overlapping", "enclosed", "encloses", "equal"};
  return names[static_cast<std::size_t>(value)];
}

ClassifyResult classify(const Body& a, const Body& b, const ClassifySettings& settings) noexcept {
  ClassifyResult result;
  try {
    if (!(settings.contact >= 0)) {
      result.status = Status::invalid;
      return result;
    }
    PlacedBody placed_a, placed_b;
    result.status = make_solid(a, placed_a);
    if (result.status == Status::ok) result.status = make_solid(b, placed_b);
    if (result.status != Status::ok) return result;
    const std::uint64_t exact_before = exact_count();
    result.value = class_of(placed_a, placed_b, result.counters);
    result.counters.exact_tests += exact_count() - exact_before;
    if (settings.contact > 0 && result.value == PairClass::clear) {
      const WithinResult near = within(a, b, settings.contact);
      result.status = near.status;
      result.counters += near.counters;
      if (near.within) result.value = PairClass::touching;
    }
  } catch (...) {
    result = {};
    result.status = Status::out_of_memory;
  }
  return result;
}

}  // namespace graze
