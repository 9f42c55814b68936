#include "narrow/methods.h"

#include "narrow/body/collapse.h"
#include "narrow/body/posed.h"
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

bool is_halfspace(const Body& body) { return body.shape && data_of(body.shape).form == ShapeForm::halfspace; }
bool is_convex(const Body& body) { return body.shape && data_of(body.shape).primitive() && !is_halfspace(body); }
bool is_compound(const Body& body) { return body.shape && data_of(body.shape).form == ShapeForm::compound; }

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
  }
  return "unknown";
}

const char* name(DepthWay way) noexcept {
  constexpr const char* names[] = {"unsupported", "half-space", "convex", "search", "trial"};
  return names[static_cast<std::size_t>(way)];
}
const char* name(ContactWay way) noexcept {
  constexpr const char* names[] = {"unsupported", "triangles", "deepest", "half-space", "part by part"};
  return names[static_cast<std::size_t>(way)];
}
const char* name(RayWay way) noexcept {
  constexpr const char* names[] = {"unsupported", "triangles", "smooth", "curved", "rounded", "part by part"};
  return names[static_cast<std::size_t>(way)];
}

DepthWay depth_way(const Body& a, const Body& b, bool polyhedral) noexcept {
  if (is_halfspace(a) && is_halfspace(b)) return DepthWay::unsupported;
  if (is_halfspace(a) || is_halfspace(b)) return DepthWay::halfspace;
  if (is_convex(a) && is_convex(b)) return DepthWay::convex;
  return polyhedral ? DepthWay::search : DepthWay::trial;
}

ContactWay contact_way(const Body& a, const Body& b) noexcept {
  if (is_compound(a) || is_compound(b)) return ContactWay::compound;
  if (is_halfspace(a) && is_halfspace(b)) return ContactWay::unsupported;
  if (is_halfspace(a) || is_halfspace(b)) return ContactWay::halfspace;
  return is_curved(a) || is_curved(b) ? ContactWay::deepest : ContactWay::triangles;
}

RayWay ray_way(const Body& body) noexcept {
  if (!body.shape) return RayWay::triangles;
  if (is_halfspace(body)) return RayWay::smooth;
  if (is_compound(body)) return RayWay::compound;
  const ShapeData& shape = data_of(body.shape);
  const bool margin = shape.world_margin > 0;
  if (is_curved(body)) return margin ? RayWay::unsupported : RayWay::curved;
  if (axis_forms.has(shape.form) && (margin || shape.radius > 0)) return RayWay::smooth;
  return margin ? RayWay::rounded : RayWay::triangles;
}

bool by_support(const Body& a, const Body& b) noexcept {
  const ShapeData &shape_a = data_of(a.shape), &shape_b = data_of(b.shape);
  const ShapeForm form_a = shape_a.form, form_b = shape_b.form;
  const auto has_edges = [](ShapeForm form) {
    return form == ShapeForm::box || form == ShapeForm::capsule || form == ShapeForm::segment;
  };
  return (form_a == ShapeForm::box || form_b == ShapeForm::box) && has_edges(form_a) && has_edges(form_b) &&
         shape_a.world_margin == 0 && shape_b.world_margin == 0;
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
  return by_triangles(a);
}

bool by_triangles(const Body& body) noexcept {
  const Family family = family_of(body);
  return family == Family::triangles || family == Family::core;
}

Family family_of(ShapeForm form) noexcept {
  switch (kind_row(form).group) {
    case KindGroup::surface:
      return Family::triangles;
    case KindGroup::core:
      return Family::core;
    case KindGroup::hull:
    case KindGroup::curved:
      return Family::support;
    case KindGroup::halfspace:
      return Family::halfspace;
    case KindGroup::compound:
      return Family::compound;
  }
  return Family::triangles;
}

namespace {

// Of a body that does not collapse.
Family family_of_thick(const Body& body) {
  if (!body.shape) return Family::triangles;
  const ShapeData& shape = data_of(body.shape);
  if (shape.radius > 0 && posed_radius(body.pose.linear, shape.radius) < 0) return Family::support;
  return family_of(shape.form);
}

bool is_collapsed_box(const Body& body) {
  return body.shape && data_of(body.shape).form == ShapeForm::box && box_collapses(data_of(body.shape), body.pose);
}

}  // namespace

Family family_of(const Body& body) noexcept { return is_collapsed_box(body) ? Family::support : family_of_thick(body); }

bool is_curved(const Body& body) noexcept {
  if (!body.shape) return false;
  return !data_of(body.shape).faceted() && family_of(body) == Family::support;
}

Method method_of(Family a, Family b) noexcept { return methods[int(a)][int(b)]; }

Method method_of(const Body& a, const Body& b) noexcept {
  Family family_a = family_of_thick(a), family_b = family_of_thick(b);
  // Beside convex sets and compounds a box is taken as it is, whether it collapses or not.
  const auto matters = [](Family other) { return other != Family::support && other != Family::compound; };
  if (matters(family_b) && is_collapsed_box(a)) family_a = Family::support;
  if (matters(family_a) && is_collapsed_box(b)) family_b = Family::support;
  if (family_a == Family::core && family_b == Family::triangles && rounded_box(a, b)) return support_triangles;
  if (family_b == Family::core && family_a == Family::triangles && rounded_box(b, a)) return support_triangles;
  // The corners of a hull are all that a half-space asks for.
  if (family_a == Family::halfspace && family_b == Family::support && !is_curved(b)) return halfspace;
  if (family_b == Family::halfspace && family_a == Family::support && !is_curved(a)) return halfspace;
  return method_of(family_a, family_b);
}

}  // namespace graze
