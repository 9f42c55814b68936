// The entry of classify: members of both bodies (solid_member.h), facts about pairs of them (facts.h), then the class.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/guard.h"
#include "graze/record.h"
#include "graze/solid.h"
#include "math/exact.h"
#include "narrow/body/body_order.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/budget_of.h"
#include "narrow/body/members.h"
#include "narrow/body/near_parts.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/body/so_far.h"
#include "narrow/classify/as_solid_mesh.h"
#include "narrow/classify/cells.h"
#include "narrow/classify/facts.h"
#include "narrow/classify/surface_in.h"
#include "narrow/depth/most_depth.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/interior.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

// A polyhedral body, placed.
struct Polyhedron : PlacedBody {
  bool winds = false;
  std::uint32_t first_thin = 0;

  bool has_thin() const { return first_thin < body.shape->triangle_count; }
};

Status make_polyhedron(const PolyhedralSet& set, Polyhedron& result) {
  const Status status = prepare(set.body, result);
  result.winds = set.winds;
  result.first_thin = set.first_thin;
  return status;
}

PairClass class_of(bool a_in_b, bool b_in_a, PairClass neither) {
  if (a_in_b) return b_in_a ? PairClass::equal : PairClass::enclosed;
  return b_in_a ? PairClass::encloses : neither;
}

// What finding cells leaves open: parts of a compound that have no interior, of a body whose others are in b.
bool thin_parts_in(const Polyhedron& a, const Polyhedron& b, Counters& counters) {
  return !a.has_thin() || surface_in(a, a.first_thin, b, b.winds, counters);
}

// A body with interior that has none in common with the other is no part of it; one without is when its surface is.
PairClass class_without_interior(const Polyhedron& a, bool thin_a, const Polyhedron& b, bool thin_b,
                                 Counters& counters) {
  const bool in_b = thin_a && surface_in(a, 0, b, b.winds && !thin_b, counters);
  const bool in_a = thin_b && surface_in(b, 0, a, a.winds && !thin_a, counters);
  return class_of(in_b, in_a, PairClass::touching);
}

// Have bodies without interior in common common points? Where the cells of both were looked for, their surfaces do not
// meet.
bool meet_otherwise(const PolyhedralSet& set_a, const Polyhedron& a, const PolyhedralSet& set_b, const Polyhedron& b,
                    Counters& counters) {
  Inside inside;
  if (a.winds && b.winds) return find_inside(a, b, counters, inside);
  return collide(set_a.body, set_b.body).yes();
}

// Two polyhedral bodies.
ClassifyResult classify_polyhedra(const PolyhedralSet& set_a, const PolyhedralSet& set_b) {
  ClassifyResult result = clear_so_far();
  Polyhedron a, b;
  result.status = make_polyhedron(set_a, a);
  if (result.status == Status::ok) result.status = make_polyhedron(set_b, b);
  if (result.status != Status::ok) return result;
  Counters& counters = result.counters;
  const std::uint64_t exact_before = exact_count();
  CellsFound found;
  if (a.winds && b.winds) found = find_cells(a, b, Cells::both | Cells::only_a | Cells::only_b, counters);
  if (found.cells.has(Cells::both)) {
    const bool in_b = !found.cells.has(Cells::only_a) && thin_parts_in(a, b, counters);
    const bool in_a = !found.cells.has(Cells::only_b) && thin_parts_in(b, a, counters);
    result.answer = class_of(in_b, in_a, PairClass::overlapping);
  } else if (found.surfaces_meet || meet_otherwise(set_a, a, set_b, b, counters)) {
    bool thin_a = !a.winds, thin_b = !b.winds;
    if (a.winds && b.winds) {
      thin_a = !found.cells.has(Cells::only_a);
      thin_b = !found.cells.has(Cells::only_b);
    } else if (a.winds || b.winds) {
      (a.winds ? thin_a : thin_b) = !has_interior(a.winds ? a : b, counters);
    }
    result.answer = class_without_interior(a, thin_a, b, thin_b, counters);
  }
  counters.exact_tests += exact_count() - exact_before;
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
  ClassifyResult result = clear_so_far();
  result.status = status;
  result.counters = counters;
  return result;
}

bool all_thin(const std::vector<SolidMember>& members) {
  return std::all_of(members.begin(), members.end(),
                     [](const SolidMember& member) { return member.kind == SolidMember::Kind::thin; });
}

// From what is known of the members of each; undecided where that is not enough.
ClassifyResult classify_members(const Body& a, const Body& b) {
  const CollideResult met = collide(a, b);
  ClassifyResult result = clear_so_far();
  Counters& counters = result.counters;
  counters = met.counters;
  if (met.status != Status::ok && met.status != Status::undecided) return failed(met.status, counters);
  if (met.status == Status::ok && !met.yes()) return result;
  std::vector<SolidMember> members_a, members_b;
  Status status = find_members(a, members_a);
  if (status == Status::ok) status = find_members(b, members_b);
  if (status != Status::ok) return failed(status, counters);
  const std::uint64_t exact_before = exact_count();
  const Fact interior = any_common_interior(members_a, members_b, counters);
  if (interior == Fact::open) {
    result.status = Status::undecided;
  } else {
    // Without interior in common they may be clear, and only what has none can be a part of the other.
    const bool common = interior == Fact::yes;
    if (!common) result.status = met.status;
    const Fact in_b = common || all_thin(members_a) ? all_part_of(members_a, members_b, counters) : Fact::no;
    const Fact in_a = common || all_thin(members_b) ? all_part_of(members_b, members_a, counters) : Fact::no;
    if (in_b == Fact::open || in_a == Fact::open) result.status = Status::undecided;
    result.answer =
        class_of(in_b == Fact::yes, in_a == Fact::yes, common ? PairClass::overlapping : PairClass::touching);
  }
  counters.exact_tests += exact_count() - exact_before;
  return result;
}

// What the tolerance changes: a gap within it, decided exactly, and a depth that is proven to be.
void apply_contact(const Body& a, const Body& b, double contact, ClassifyResult& result) {
  if (contact == 0 || (result.status != Status::ok && result.status != Status::undecided)) return;
  if (result.status == Status::ok && result.answer == PairClass::clear) {
    const WithinResult near = within(a, b, contact);
    result.status = near.status;
    result.counters += near.counters;
    if (near.status == Status::ok && near.yes()) result.answer = PairClass::touching;
    return;
  }
  if (result.status == Status::ok && result.answer == PairClass::touching) return;
  const bool common = result.status == Status::ok && result.answer == PairClass::overlapping;
  if (!no_deeper(a, b, contact, common, result.counters)) return;
  if (result.status == Status::undecided) {
    const WithinResult near = within(a, b, contact);
    if (near.status != Status::ok || !near.yes()) return;
    result.status = Status::ok;
  }
  result.answer = PairClass::touching;
}

// The bodies are in order.
ClassifyResult classify_whole(const Body& a, const Body& b, double contact) {
  const std::optional<PolyhedralSet> set_a = as_polyhedral(a);
  const std::optional<PolyhedralSet> set_b = set_a ? as_polyhedral(b) : std::nullopt;
  ClassifyResult result = set_a && set_b ? classify_polyhedra(*set_a, *set_b) : classify_members(a, b);
  apply_contact(a, b, contact, result);
  return result;
}

bool any_interior(const Body& body) {
  std::vector<Member> leaves;
  return find_leaves(body, leaves) == Status::ok &&
         std::any_of(leaves.begin(), leaves.end(), [](const Member& leaf) { return !lacks_interior(leaf.body); });
}

// Of compounds what comes near the other tells all but whether one body holds the other, which it does not when some of
// that is away from it. No translation of at most the tolerance brings anything else together.
ClassifyResult classify_near(const Body& a, const Body& b, double contact) {
  if (a.shape.form() != ShapeForm::compound && b.shape.form() != ShapeForm::compound)
    return classify_whole(a, b, contact);
  ClassifyResult result = clear_so_far();
  PartsInReach near;
  Counters counters;
  if (near_parts(a, b, contact, counters, near) != Status::ok) return classify_whole(a, b, contact);
  if (near.any) result = classify_whole(near.a, near.b, contact);
  result.counters += counters;
  const bool same = result.answer == PairClass::equal;
  const bool in_b = same || result.answer == PairClass::enclosed, in_a = same || result.answer == PairClass::encloses;
  if (!in_b && !in_a) return result;
  const PairClass neither = any_interior(in_b ? near.a : near.b) ? PairClass::overlapping : PairClass::touching;
  result.answer = class_of(in_b && near.whole_a, in_a && near.whole_b, neither);
  return result;
}

PairClass swapped(PairClass value) {
  return value == PairClass::enclosed   ? PairClass::encloses
         : value == PairClass::encloses ? PairClass::enclosed
                                        : value;
}

}  // namespace

const char* name(PairClass value) noexcept {
  constexpr const char* names[] = {"clear", "touching", "overlapping", "enclosed", "encloses", "equal", "unknown"};
  return names[static_cast<std::size_t>(value)];
}

ClassifyResult classify(const Body& a, const Body& b, const ClassifySettings& settings) noexcept {
  const ClassifyResult result = guarded<ClassifyResult>(budget_of(settings.budget, a, b), [&] {
    ClassifyResult result = clear_so_far();
    int orientation = 0;
    if (!(settings.tolerance >= 0) || !a.shape || !b.shape || check_pose(a.pose, orientation) != Status::ok ||
        check_pose(b.pose, orientation) != Status::ok) {
      result.status = Status::invalid;
      return result;
    }
    if (body_order(a, b) > 0) {
      result = classify(b, a, settings);
      result.answer = swapped(result.answer);
      return result;
    }
    return classify_near(borrowed(a), borrowed(b), settings.tolerance);
  });
  note_fault(result.status, [&] { return define_lines(a, b) + classify_line("a", a, "b", b, settings) + "\n"; });
  return result;
}

}  // namespace graze
