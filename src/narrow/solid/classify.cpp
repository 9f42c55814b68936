#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/guard.h"
#include "graze/solid.h"
#include "math/exact.h"
#include "narrow/body_order.h"
#include "narrow/budget_of.h"
#include "narrow/placement.h"
#include "narrow/posed.h"
#include "narrow/solid/as_solid_mesh.h"
#include "narrow/solid/cells.h"
#include "narrow/solid/facts.h"
#include "narrow/solid/most_depth.h"

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

Fact part_of_any(const SolidMember& a, const std::vector<SolidMember>& b, Counters& counters) {
  Fact result = Fact::no;
  for (const SolidMember& member : b) {
    result = is_part(a, member, counters);
    if (result == Fact::yes) return Fact::yes;
  }
  // What is a part of no member may be one of all together.
  if (b.size() == 1) return result;
  return sticks_out(a, b, counters) ? Fact::no : Fact::open;
}

Fact all_part_of(const std::vector<SolidMember>& a, const std::vector<SolidMember>& b, Counters& counters) {
  Fact result = Fact::yes;
  for (const SolidMember& member : a) {
    const Fact next = part_of_any(member, b, counters);
    if (next == Fact::no) return Fact::no;
    if (next == Fact::open) result = Fact::open;
  }
  return result;
}

// The interior of a union of finitely many closed sets meets that of another one when those of two members do: what
// both cover is an open set that the intersections of members cover.
Fact any_common_interior(const std::vector<SolidMember>& a, const std::vector<SolidMember>& b, Counters& counters) {
  Fact result = Fact::no;
  for (const SolidMember& x : a)
    for (const SolidMember& y : b) {
      const Fact next = common_interior(x, y, counters);
      if (next == Fact::yes) return Fact::yes;
      if (next == Fact::open) result = Fact::open;
    }
  return result;
}

ClassifyResult failed(Status status, const Counters& counters) {
  ClassifyResult result;
  result.status = status;
  result.counters = counters;
  return result;
}

// From what is known of the members of each; undecided where that is not enough.
ClassifyResult classify_members(const Body& a, const Body& b) {
  const CollideResult met = collide(a, b);
  ClassifyResult result;
  Counters& counters = result.counters;
  counters = met.counters;
  if (met.status != Status::ok && met.status != Status::undecided) return failed(met.status, counters);
  if (met.status == Status::ok && !met.colliding) return result;
  std::vector<SolidMember> members_a, members_b;
  Status status = find_members(a, members_a);
  if (status == Status::ok) status = find_members(b, members_b);
  if (status != Status::ok) return failed(status, counters);
  const std::uint64_t exact_before = exact_count();
  const Fact interior = any_common_interior(members_a, members_b, counters);
  if (interior == Fact::no) {
    result.value = PairClass::touching;
    result.status = met.status;  // without interior in common they may be clear
  } else if (interior == Fact::open) {
    result.status = Status::undecided;
  } else {
    const Fact in_b = all_part_of(members_a, members_b, counters), in_a = all_part_of(members_b, members_a, counters);
    if (in_b == Fact::open || in_a == Fact::open) result.status = Status::undecided;
    result.value = in_b == Fact::yes   ? in_a == Fact::yes ? PairClass::equal : PairClass::enclosed
                   : in_a == Fact::yes ? PairClass::encloses
                                       : PairClass::overlapping;
  }
  if (result.status != Status::ok) result.value = PairClass::clear;
  counters.exact_tests += exact_count() - exact_before;
  return result;
}

// What the tolerance changes: a gap within it, decided exactly, and a depth that is proven to be.
void apply_contact(const Body& a, const Body& b, double contact, ClassifyResult& result) {
  if (contact == 0 || (result.status != Status::ok && result.status != Status::undecided)) return;
  if (result.status == Status::ok && result.value == PairClass::clear) {
    const WithinResult near = within(a, b, contact);
    result.status = near.status;
    result.counters += near.counters;
    if (near.status == Status::ok && near.within) result.value = PairClass::touching;
    return;
  }
  if (result.status == Status::ok && result.value == PairClass::touching) return;
  if (!(most_depth(a, b, result.counters) <= contact)) return;
  if (result.status == Status::undecided) {
    const WithinResult near = within(a, b, contact);
    if (near.status != Status::ok || !near.within) return;
    result.status = Status::ok;
  }
  result.value = PairClass::touching;
}

PairClass swapped(PairClass value) {
  return value == PairClass::enclosed   ? PairClass::encloses
         : value == PairClass::encloses ? PairClass::enclosed
                                        : value;
}

}  // namespace

const char* name(PairClass value) noexcept {
  constexpr const char* names[] = {"clear", "touching", "overlapping", "enclosed", "encloses", "equal"};
  return names[static_cast<std::size_t>(value)];
}

ClassifyResult classify(const Body& a, const Body& b, const ClassifySettings& settings) noexcept {
  return guarded<ClassifyResult>(budget_of(settings.budget, a, b), [&] {
    ClassifyResult result;
    if (!(settings.contact >= 0) || !a.shape || !b.shape) {
      result.status = Status::invalid;
      return result;
    }
    if (body_order(a, b) > 0) {
      result = classify(b, a, settings);
      result.value = swapped(result.value);
      return result;
    }
    const std::optional<Body> solid_a = as_solid_triangles(a), solid_b = as_solid_triangles(b);
    result = solid_a && solid_b ? classify_solids(*solid_a, *solid_b) : classify_members(a, b);
    apply_contact(a, b, settings.contact, result);
    return result;
  });
}

}  // namespace graze
