#include "narrow/families.h"

#include "narrow/body/collapse.h"
#include "narrow/body/posed.h"
#include "shape/data.h"

namespace graze {

Family family_of(const Body& body) noexcept {
  if (!body.shape) return Family::triangles;
  const ShapeData& shape = data_of(body.shape);
  const bool bent = shape.radius > 0 && posed_radius(body.pose.linear, shape.radius) < 0;
  return bent ? Family::curved : family_of(shape.form);
}

bool is_collapsed_box(const Body& body) noexcept {
  return body.shape && data_of(body.shape).form == ShapeForm::box && box_collapses(data_of(body.shape), body.pose);
}

bool has_margin(const Body& a, const Body& b) noexcept {
  return (a.shape && data_of(a.shape).world_margin > 0) || (b.shape && data_of(b.shape).world_margin > 0);
}

namespace {

bool is_hull_beside(const Body& box, Family other, bool margin) {
  switch (other) {
    case Family::triangles:
      return margin || is_collapsed_box(box);
    case Family::ball:
      return is_collapsed_box(box);
    case Family::box:
    case Family::stick:  // without margins their cells take the box for a convex set, whatever its pose does to it
      return margin && is_collapsed_box(box);
    case Family::hull:
    case Family::curved:
    case Family::halfspace:
    case Family::compound:
      return false;
  }
  return false;
}

}  // namespace

Families families_of(const Body& a, const Body& b) noexcept {
  const Families given{family_of(a), family_of(b)};
  Families result = given;
  if (given.a != Family::box && given.b != Family::box) return result;
  const bool margin = has_margin(a, b);
  if (given.a == Family::box && is_hull_beside(a, given.b, margin)) result.a = Family::hull;
  if (given.b == Family::box && is_hull_beside(b, given.a, margin)) result.b = Family::hull;
  return result;
}

}  // namespace graze
