// A box has 24 triangles: each face cut along both diagonals. The posed corners are rounded, so that the four of a face
// need not be in one plane; the hull has the diagonal that bends outward, and the triangles of the other are inside it.
// The winding number of all 24 is at least 1 exactly in the hull (contract: a box is the hull of its posed points),
// as long as rounding does not move a corner through the opposite face (narrow/body/collapse.h tells).
#include "shape/primitive.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/float_state.h"
#include "base/ranges.h"
#include "base/words.h"
#include "graze/error.h"
#include "shape/complete.h"
#include "shape/sized_kinds.h"
#include "shape/text.h"

namespace graze {
namespace {

// Corner i of a box has the greater x when bit 0 is set, y for bit 1, z for bit 2. Counter-clockwise from outside.
constexpr std::uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

constexpr std::array<Index3, 24> box_triangles = [] {
  std::array<Index3, 24> result{};
  std::size_t next = 0;
  for (const auto& f : faces) {
    result[next++] = {f[0], f[1], f[2]};
    result[next++] = {f[0], f[2], f[3]};
    result[next++] = {f[0], f[1], f[3]};
    result[next++] = {f[1], f[2], f[3]};
  }
  return result;
}();
constexpr std::array<Index3, 1> segment_triangle{Index3{0, 1, 1}};
constexpr std::array<Index3, 1> point_triangle{Index3{0, 0, 0}};

std::vector<Vec3> box_corners(Vec3 half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(
        {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
  return corners;
}

Shape finish(ShapeForm form, std::vector<Vec3> vertices, double radius) {
  const FloatState standard;
  ShapeData data;
  data.form = form;
  data.radius = radius;
  data.vertices = std::move(vertices);
  const std::span<const Index3> triangles = primitive_triangles(form);
  data.triangles = std::vector<Index3>(triangles.begin(), triangles.end());
  data.solid = form == ShapeForm::box;
  complete(data);
  return shape_of(std::make_unique<const ShapeData>(std::move(data)));
}

void complete_halfspace(const ShapeData& data) {
  if (!is_finite(data.normal)) refuse(data.form, "normal is " + text(data.normal) + ", but must be finite");
  if (data.normal == Vec3{}) refuse(data.form, "normal must not be zero");
  if (!std::isfinite(data.offset)) refuse(data.form, "offset is " + text(data.offset) + ", but must be finite");
}

}  // namespace

std::span<const Index3> primitive_triangles(ShapeForm form) noexcept {
  switch (form) {
    case ShapeForm::box:
      return box_triangles;
    case ShapeForm::capsule:
    case ShapeForm::segment:
      return segment_triangle;
    case ShapeForm::sphere:
    case ShapeForm::point:
      return point_triangle;
    default:
      return {};
  }
}

void complete_primitive(ShapeData& data) {
  const ShapeForm form = data.form;
  data.triangle_count = static_cast<std::uint32_t>(data.triangles.size());
  if (form == ShapeForm::halfspace) return complete_halfspace(data);
  const std::size_t needed = form == ShapeForm::box ? 8 : form == ShapeForm::sphere || form == ShapeForm::point ? 1 : 2;
  const std::span<const Index3> expected = primitive_triangles(form);
  if (data.vertices.size() != needed || !ranges::equal(data.triangles.view(), expected))
    refuse(form, "the triangles are not those of " + with_article(name(form)));
  check_sizes(data);
  switch (form) {
    case ShapeForm::box:
      if (!data.solid || !ranges::equal(data.vertices.view(), box_corners(data.vertices[7])))
        refuse(form, "the corners are not those of a box");
      break;
    case ShapeForm::capsule:
      if (!(data.vertices[1] == Vec3{0, 0, data.vertices[1].z} && data.vertices[0] == -data.vertices[1]))
        refuse(form, "the ends are not those of a capsule");
      break;
    case ShapeForm::segment:
      for (std::size_t i = 0; i < 2; ++i)
        if (!is_finite(data.vertices[i]))
          refuse(form, "point " + std::to_string(i) + " has a non-finite coordinate " + text(data.vertices[i]));
      break;
    default:
      if (!(data.vertices[0] == Vec3{})) refuse(form, "the centre is not the origin");
      break;
  }
}

Shape make_box(Vec3 half) { return finish(ShapeForm::box, box_corners(half), 0); }
Shape make_sphere(double radius) { return finish(ShapeForm::sphere, {Vec3{}}, radius); }
Shape make_capsule(double radius, double half) {
  return finish(ShapeForm::capsule, {{0, 0, -half}, {0, 0, half}}, radius);
}
Shape make_segment(Vec3 p, Vec3 q) { return finish(ShapeForm::segment, {p, q}, 0); }
Shape make_point() { return finish(ShapeForm::point, {Vec3{}}, 0); }

Shape make_halfspace(Vec3 normal, double offset) {
  const FloatState standard;
  ShapeData data;
  data.form = ShapeForm::halfspace;
  data.normal = normal;
  data.offset = offset;
  complete(data);
  return shape_of(std::make_unique<const ShapeData>(std::move(data)));
}

}  // namespace graze
