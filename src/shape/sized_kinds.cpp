#include "shape/sized_kinds.h"

#include <array>
#include <cmath>
#include <string>

#include "graze/error.h"
#include "math/constants.h"
#include "shape/primitive.h"
#include "shape/text.h"

namespace graze {
namespace {

using Type = SizeField::Type;
using Rule = SizeField::Rule;

void put(Vec3 v, double* to) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}
Vec3 vector_at(const double* n) { return {n[0], n[1], n[2]}; }

constexpr SizeField box_fields[] = {{"half", Type::vector, Rule::above_zero}};
constexpr SizeField sphere_fields[] = {{"radius", Type::number, Rule::not_negative}};
constexpr SizeField capsule_fields[] = {{"radius", Type::number, Rule::not_negative},
                                        {"half", Type::number, Rule::not_negative}};
constexpr SizeField axial_fields[] = {{"radius", Type::number, Rule::above_zero},
                                      {"half", Type::number, Rule::above_zero}};
constexpr SizeField ellipsoid_fields[] = {{"radii", Type::vector, Rule::above_zero}};
constexpr SizeField halfspace_fields[] = {{"normal", Type::vector, Rule::by_complete},
                                          {"offset", Type::number, Rule::by_complete}};
constexpr SizeField segment_fields[] = {{"points", Type::two_points, Rule::by_complete}};

// Around z, from -extent.z to extent.z.
void axial_numbers(const ShapeData& data, double* to) {
  to[0] = data.extent.x;
  to[1] = data.extent.z;
}

using Volume = std::optional<double>;
Volume nothing(const double*) noexcept { return 0.0; }

constexpr SizedKind kinds[] = {
    {ShapeForm::box, box_fields, [](const double* n) { return make_box(vector_at(n)); },
     [](const ShapeData& data, double* to) { put(data.vertices[7], to); }, complete_primitive,
     [](const double* n) noexcept { return Volume((2 * n[0]) * (2 * n[1]) * (2 * n[2])); }},
    {ShapeForm::sphere, sphere_fields, [](const double* n) { return make_sphere(n[0]); },
     [](const ShapeData& data, double* to) { to[0] = data.radius; }, complete_primitive,
     [](const double* n) noexcept { return Volume(pi * (n[0] * n[0]) * (n[0] * (4.0 / 3))); }},
    {ShapeForm::capsule, capsule_fields, [](const double* n) { return make_capsule(n[0], n[1]); },
     [](const ShapeData& data, double* to) {
       to[0] = data.radius;
       to[1] = data.vertices[1].z;
     },
     complete_primitive,
     [](const double* n) noexcept { return Volume(pi * (n[0] * n[0]) * (n[0] * (4.0 / 3) + 2 * n[1])); }},
    {ShapeForm::cylinder, axial_fields, [](const double* n) { return make_cylinder(n[0], n[1]); }, axial_numbers,
     complete_curved, [](const double* n) noexcept { return Volume(pi * (n[0] * n[0]) * (2 * n[1])); }},
    {ShapeForm::cone, axial_fields, [](const double* n) { return make_cone(n[0], n[1]); }, axial_numbers,
     complete_curved, [](const double* n) noexcept { return Volume(pi * (n[0] * n[0]) * (2 * n[1]) / 3); }},
    {ShapeForm::ellipsoid, ellipsoid_fields, [](const double* n) { return make_ellipsoid(vector_at(n)); },
     [](const ShapeData& data, double* to) { put(data.extent, to); }, complete_curved,
     [](const double* n) noexcept { return Volume(pi * (4.0 / 3) * (n[0] * n[1] * n[2])); }},
    {ShapeForm::halfspace, halfspace_fields, [](const double* n) { return make_halfspace(vector_at(n), n[3]); },
     [](const ShapeData& data, double* to) {
       put(data.normal, to);
       to[3] = data.offset;
     },
     complete_primitive, [](const double*) noexcept { return Volume(); }},
    {ShapeForm::segment, segment_fields, [](const double* n) { return make_segment(vector_at(n), vector_at(n + 3)); },
     [](const ShapeData& data, double* to) {
       put(data.vertices[0], to);
       put(data.vertices[1], to + 3);
     },
     complete_primitive, nothing},
    {ShapeForm::point,
     {},
     [](const double*) { return make_point(); },
     [](const ShapeData&, double*) {},
     complete_primitive,
     nothing},
};

// Where the record of each form is, or none.
constexpr auto places = [] {
  std::array<const SizedKind*, kind_rows.size()> result{};
  for (const SizedKind& kind : kinds) result[static_cast<std::size_t>(kind.form)] = &kind;
  return result;
}();

constexpr bool all_fit() {
  for (const SizedKind& kind : kinds) {
    std::size_t numbers = 0;
    for (const SizeField& field : kind.fields) numbers += field.numbers();
    if (numbers > most_size_numbers) return false;
  }
  for (const KindRow& row : kind_rows) {
    const bool sized =
        row.family != Family::triangles && row.family != Family::compound && row.form != ShapeForm::convex;
    if (sized != (places[static_cast<std::size_t>(row.form)] != nullptr)) return false;
  }
  return true;
}
static_assert(all_fit());

void check(ShapeForm form, const std::string& field, double value, Rule rule) {
  const bool may_be_zero = rule == Rule::not_negative;
  if (rule == Rule::by_complete || (std::isfinite(value) && (value > 0 || (may_be_zero && value == 0)))) return;
  throw Error(std::string(name(form)) + ": " + field + " is " + text(value) + ", but must be finite and " +
              (may_be_zero ? "not negative" : "above 0"));
}

}  // namespace

std::span<const SizedKind> sized_kinds() noexcept { return kinds; }

const SizedKind* sized_kind(ShapeForm form) noexcept { return places[static_cast<std::size_t>(form)]; }

void check_sizes(const ShapeData& data) {
  const SizedKind& kind = *sized_kind(data.form);
  static constexpr const char* axes[] = {" x", " y", " z"};
  double numbers[most_size_numbers];
  kind.numbers(data, numbers);
  const double* next = numbers;
  for (const SizeField& field : kind.fields)
    for (std::size_t i = 0; i < field.numbers(); ++i, ++next)
      check(kind.form, std::string(field.name) + (field.type == Type::number ? "" : axes[i % 3]), *next, field.rule);
}

}  // namespace graze
