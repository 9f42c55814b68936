// One row for each kind of shape, which is all that the rest of the house knows of a kind by name. Code asks for the
// group, or for one of the sets below; what is given by a few numbers has a record in shape/sized_kinds.h, too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/assert.h"
#include "graze/shape.h"

namespace graze {

enum class KindGroup : std::uint8_t {
  surface,    // made of the caller's triangles; a solid where it is made one
  core,       // a few triangles, and a radius around them
  hull,       // the hull of its vertices
  curved,     // sizes and no triangles: |x_k| <= extent_k is the box around it
  halfspace,  // a normal and an offset
  compound    // made of other shapes
};

struct KindRow {
  ShapeForm form;
  const char* name;
  KindGroup group;
};

// In the order of the enumeration, which is the order of the numbers in saved files: a new kind goes to its end.
inline constexpr std::array kind_rows{
    KindRow{ShapeForm::mesh, "mesh", KindGroup::surface},
    KindRow{ShapeForm::soup, "soup", KindGroup::surface},
    KindRow{ShapeForm::strip, "strip", KindGroup::surface},
    KindRow{ShapeForm::fan, "fan", KindGroup::surface},
    KindRow{ShapeForm::terrain, "terrain", KindGroup::surface},
    KindRow{ShapeForm::box, "box", KindGroup::core},
    KindRow{ShapeForm::sphere, "sphere", KindGroup::core},
    KindRow{ShapeForm::capsule, "capsule", KindGroup::core},
    KindRow{ShapeForm::segment, "segment", KindGroup::core},
    KindRow{ShapeForm::point, "point", KindGroup::core},
    KindRow{ShapeForm::halfspace, "halfspace", KindGroup::halfspace},
    KindRow{ShapeForm::cylinder, "cylinder", KindGroup::curved},
    KindRow{ShapeForm::cone, "cone", KindGroup::curved},
    KindRow{ShapeForm::ellipsoid, "ellipsoid", KindGroup::curved},
    KindRow{ShapeForm::convex, "convex", KindGroup::hull},
    KindRow{ShapeForm::polyhedron, "polyhedron", KindGroup::surface},
    KindRow{ShapeForm::compound, "compound", KindGroup::compound},
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
template <class... Groups>
constexpr FormSet forms_of(Groups... groups) noexcept {
  FormSet set;
  for (const KindRow& row : kind_rows)
    if (((row.group == groups) || ...)) set = set | forms(row.form);
  return set;
}

inline constexpr FormSet curved_forms = forms_of(KindGroup::curved);
inline constexpr FormSet hull_forms = forms_of(KindGroup::hull);
// One thing, whose triangles results do not tell apart.
inline constexpr FormSet primitive_forms =
    forms_of(KindGroup::core, KindGroup::hull, KindGroup::curved, KindGroup::halfspace);
// Polytopes as the hull of their posed corners.
inline constexpr FormSet faceted_forms = hull_forms | forms(ShapeForm::box);
// A point or a segment, with a radius or without.
inline constexpr FormSet axis_forms =
    forms(ShapeForm::sphere, ShapeForm::capsule, ShapeForm::segment, ShapeForm::point);
// Those whose triangles are indices of vertices, as far as they have any.
inline constexpr FormSet indexed_forms = primitive_forms | forms(ShapeForm::mesh, ShapeForm::polyhedron);

}  // namespace graze
