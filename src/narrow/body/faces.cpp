#include "narrow/body/faces.h"

#include <algorithm>

#include "narrow/body/box_feature.h"

namespace graze {
namespace {

// By numbers that are the same whichever of its triangles was found. The diagonal of a face, which rounding may have
// bent, is in the face.
Feature named_of_box(const ShapeData& shape, const Feature& found) {
  const Triangle t = shape.triangle(found.triangle);
  const unsigned corners[] = {corner_of_box(t.a), corner_of_box(t.b), corner_of_box(t.c)};
  const unsigned at = corners[found.index], next = corners[(found.index + 1) % 3];
  if (found.kind == Feature::Kind::vertex) return box_corner(at);
  if (found.kind == Feature::Kind::edge) return box_feature(at, next, next);
  return box_feature(corners[0], corners[1], corners[2]);
}

}  // namespace

void name_faces(const ShapeData& a, const ShapeData& b, CollideResult& result) {
  const bool faces_a = a.form == ShapeForm::polyhedron, faces_b = b.form == ShapeForm::polyhedron;
  if (!faces_a && !faces_b) return;
  for (TrianglePair& pair : result.pairs) {
    if (faces_a) pair.a = a.faces[pair.a];
    if (faces_b) pair.b = b.faces[pair.b];
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  result.pairs.erase(std::unique(result.pairs.begin(), result.pairs.end()), result.pairs.end());
}

void name_face(const ShapeData& shape, Feature& feature) noexcept {
  if (shape.form != ShapeForm::polyhedron || feature.kind == Feature::Kind::solid) return;
  const std::uint32_t triangle = feature.triangle, face = shape.faces[triangle];
  std::uint32_t first = triangle;  // of the fan
  while (first > 0 && shape.faces[first - 1] == face) --first;
  const bool last = triangle + 1 == shape.triangle_count || shape.faces[triangle + 1] != face;
  const auto nth = std::uint16_t(triangle - first);
  feature.triangle = face;
  // Corners 0, nth + 1, nth + 2 of the face.
  switch (feature.kind) {
    case Feature::Kind::vertex:
      if (feature.index > 0) feature.index = std::uint16_t(feature.index + nth);
      break;
    case Feature::Kind::edge:
      if ((feature.index == 0 && nth > 0) || (feature.index == 2 && !last)) {
        feature.kind = Feature::Kind::face;
        feature.index = 0;
      } else if (feature.index > 0) {
        feature.index = std::uint16_t(feature.index + nth);
      }
      break;
    default:
      break;
  }
}

Feature named_outside(const ShapeData& shape, Feature found) noexcept {
  if (shape.form == ShapeForm::box) return named_of_box(shape, found);
  name_face(shape, found);
  return found;
}

}  // namespace graze
