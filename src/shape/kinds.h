// One row for each kind of shape, which is all that the rest of the house knows of a kind by name. Code asks for the
// family, or for one of the sets below; what is given by a few numbers has a record in shape/sized_kinds.h, too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/assert.h"
#include "graze/shape.h"

namespace graze {

enum class Family : std::uint8_t {
  triangles,  // mesh, soup, strip, fan, terrain, polyhedron: the caller's triangles; a solid where it is made one
  box,        // a box of its own triangles
  ball,       // sphere, point: a radius around a point
  stick,      // capsule, segment: a radius around a segment
  hull,       // the hull of its vertices
  curved,     // sizes and no triangles: |x_k| <= extent_k is the box around it
  halfspace,  // a normal and an offset
  compound    // made of other shapes
};
inline constexpr int family_count = 8;

struct KindRow {
  ShapeForm form;
  const char* name;
  Family family;
};

// In the order of the enumeration, which is the order of the numbers in saved files: a new kind goes to its end.
inline constexpr std::array kind_rows{
    KindRow{ShapeForm::mesh, "mesh", Family::triangles},
    KindRow{ShapeForm::soup, "soup", Family::triangles},
    KindRow{ShapeForm::strip, "strip", Family::triangles},
    KindRow{ShapeForm::fan, "fan", Family::triangles},
    KindRow{ShapeForm::terrain, "terrain", Family::triangles},
    KindRow{ShapeForm::box, "box", Family::box},
    KindRow{ShapeForm::sphere, "sphere", Family::ball},
    KindRow{ShapeForm::capsule, "capsule", Family::stick},
    KindRow{ShapeForm::segment, "segment", Family::stick},
    KindRow{ShapeForm::point, "point", Family::ball},
    KindRow{ShapeForm::halfspace, "halfspace", Family::halfspace},
    KindRow{ShapeForm::cylinder, "cylinder", Family::curved},
    KindRow{ShapeForm::cone, "cone", Family::curved},
    KindRow{ShapeForm::ellipsoid, "ellipsoid", Family::curved},
    KindRow{ShapeForm::convex, "convex", Family::hull},
    KindRow{ShapeForm::polyhedron, "polyhedron", Family::triangles},
    KindRow{ShapeForm::compound, "compound", Family::compound},
};

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kind_rows.size(); ++i)
    if (static_cast<std::size_t>(kind_rows[i].form) != i) return false;
  return true;
}
static_assert(rows_are_in_order());

// `form` is one of the enumeration.
constexpr const KindRow& kind_row(ShapeForm form) noexcept {
  GRAZE_ASSERT(static_cast<std::size_t>(form) < kind_rows.size());
  return kind_rows[static_cast<std::size_t>(form)];
}

// A set of kinds as bits, so that asking for one takes a shift.
struct FormSet {
  std::uint32_t bits = 0;

  constexpr bool has(ShapeForm form) const noexcept { return (bits >> static_cast<unsigned>(form) & 1) != 0; }
  constexpr FormSet operator|(FormSet other) const noexcept { return {bits | other.bits}; }
};
static_assert(kind_rows.size() <= 32);

template <class... Forms>
constexpr FormSet forms(Forms... each) noexcept {
  return {((std::uint32_t{1} << static_cast<unsigned>(each)) | ... | 0u)};
}
template <class... Families>
constexpr FormSet forms_of(Families... families) noexcept {
  FormSet set;
  for (const KindRow& row : kind_rows)
    if (((row.family == families) || ...)) set = set | forms(row.form);
  return set;
}

inline constexpr FormSet curved_forms = forms_of(Family::curved);
inline constexpr FormSet hull_forms = forms_of(Family::hull);
// One thing, whose triangles results do not tell apart.
inline constexpr FormSet primitive_forms =
    forms_of(Family::box, Family::ball, Family::stick, Family::hull, Family::curved, Family::halfspace);
// Polytopes as the hull of their posed corners.
inline constexpr FormSet faceted_forms = forms_of(Family::box, Family::hull);
// A point or a segment, with a radius or without.
inline constexpr FormSet axis_forms = forms_of(Family::ball, Family::stick);
// Those whose triangles are indices of vertices, as far as they have any.
inline constexpr FormSet indexed_forms = primitive_forms | forms(ShapeForm::mesh, ShapeForm::polyhedron);

}  // namespace graze
