#include "narrow/cells.h"

#include "narrow/posed.h"
#include "shape/data.h"

namespace graze {
namespace {

using enum Method;

// Row: family of a, column: family of b, in the order of Family.
constexpr Method methods[family_count][family_count] = {
    {triangles, triangles, support_triangles, halfspace, compound},
    {triangles, triangles, support, halfspace, compound},
    {support_triangles, support, support, halfspace_support, compound},
    {halfspace, halfspace, halfspace_support, halfspace, compound},
    {compound, compound, compound, compound, compound},
};

constexpr bool mirrors() {
  for (int a = 0; a < family_count; ++a)
    for (int b = 0; b < family_count; ++b)
      if (methods[a][b] != methods[b][a]) return false;
  return true;
}
static_assert(mirrors());

// A box with a radius around it has no exact test against triangles but as a convex set.
bool rounded_box(const Body& box, const Body& other) {
  return box.shape.form() == ShapeForm::box && (box.shape.margin() > 0 || other.shape.margin() > 0);
}

}  // namespace

const char* name(Method method) noexcept {
  switch (method) {
    case triangles:
      return "triangles";
    case support:
      return "support";
    case support_triangles:
      return "support/triangles";
    case halfspace:
      return "half-space";
    case halfspace_support:
      return "half-space/support";
    case compound:
      return "part by part";
    case unsupported:
      return "unsupported";
  }
  return "unknown";
}

bool by_support(const Body& a, const Body& b) noexcept {
  const ShapeForm form_a = a.shape.form(), form_b = b.shape.form();
  const auto has_edges = [](ShapeForm form) {
    return form == ShapeForm::box || form == ShapeForm::capsule || form == ShapeForm::segment;
  };
  return (form_a == ShapeForm::box || form_b == ShapeForm::box) && has_edges(form_a) && has_edges(form_b) &&
         a.shape.margin() == 0 && b.shape.margin() == 0;
}

bool plain_triangles(const Shape& shape) noexcept {
  return shape && family_of(shape.form()) == Family::triangles && shape.form() != ShapeForm::polyhedron &&
         shape.margin() == 0;
}

bool placed_once(const Body& a, const Shape& b) noexcept {
  if (!a.shape || !b || closed_form_of(a.shape.form(), b.form()) != ClosedForm::none || by_support(a, {b, {}}))
    return false;
  for (const Shape& shape : {a.shape, b}) {
    if (!shape || shape.form() == ShapeForm::polyhedron || shape.margin() > 0) return false;
    const Family family = family_of(shape.form());
    if (family != Family::triangles && family != Family::core) return false;
  }
  return true;
}

Family family_of(ShapeForm form) noexcept {
  switch (form) {
    case ShapeForm::mesh:
    case ShapeForm::soup:
    case ShapeForm::strip:
    case ShapeForm::fan:
    case ShapeForm::terrain:
    case ShapeForm::polyhedron:
      return Family::triangles;
    case ShapeForm::box:
    case ShapeForm::sphere:
    case ShapeForm::capsule:
    case ShapeForm::segment:
    case ShapeForm::point:
      return Family::core;
    case ShapeForm::cylinder:
    case ShapeForm::cone:
    case ShapeForm::ellipsoid:
    case ShapeForm::convex:
      return Family::support;
    case ShapeForm::halfspace:
      return Family::halfspace;
    case ShapeForm::compound:
      return Family::compound;
  }
  return Family::triangles;
}

Family family_of(const Body& body) noexcept {
  if (!body.shape) return Family::triangles;
  const double radius = body.shape.radius();
  if (radius > 0 && posed_radius(body.pose.linear, radius) < 0) return Family::support;
  return family_of(body.shape.form());
}

Method method_of(Family a, Family b) noexcept { return methods[int(a)][int(b)]; }

Method method_of(const Body& a, const Body& b) noexcept {
  const Family family_a = family_of(a), family_b = family_of(b);
  if (family_a == Family::core && family_b == Family::triangles && rounded_box(a, b)) return support_triangles;
  if (family_b == Family::core && family_a == Family::triangles && rounded_box(b, a)) return support_triangles;
  if (family_a == Family::halfspace && family_b == Family::halfspace && (a.shape.margin() > 0 || b.shape.margin() > 0))
    return unsupported;
  // The corners of a hull are all that a half-space asks for.
  if (family_a == Family::halfspace && b.shape && b.shape.form() == ShapeForm::convex) return halfspace;
  if (family_b == Family::halfspace && a.shape && a.shape.form() == ShapeForm::convex) return halfspace;
  return method_of(family_a, family_b);
}

}  // namespace graze
