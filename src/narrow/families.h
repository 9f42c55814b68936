// Which family a body belongs to, by its kind and by what its pose makes of it. The tables of the verbs
// (narrow/table.h) are over families.
#pragma once

#include "graze/query.h"
#include "shape/kinds.h"

namespace graze {

inline Family family_of(ShapeForm form) noexcept { return kind_row(form).family; }

// A sphere or capsule that its pose bends is curved. An empty handle counts as triangles, which answer that it is one.
GRAZE_API Family family_of(const Body& body) noexcept;
inline bool is_curved(const Body& body) noexcept { return family_of(body) == Family::curved; }

struct Families {
  Family a, b;
};
// As collide, distance and within ask the two. A box is a hull of its corners where its triangles cannot be trusted or
// are not enough: beside triangles, and beside cores with margins, when rounding may have collapsed it; beside
// triangles also when one of the two has a margin.
Families families_of(const Body& a, const Body& b) noexcept;

// May rounding have changed more than the last digits of a box's faces (narrow/body/collapse.h)? False for other kinds.
bool is_collapsed_box(const Body& body) noexcept;
bool has_margin(const Body& a, const Body& b) noexcept;

}  // namespace graze
