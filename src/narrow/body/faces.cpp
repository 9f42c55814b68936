#include "narrow/body/faces.h"

#include <algorithm>

namespace graze {

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

}  // namespace graze
