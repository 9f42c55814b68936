#include "study/systems/surface.h"

#include "shape/data.h"

namespace graze::study {

std::vector<Triangle> surface_triangles(const Shape& shape) {
  if (!shape) throw Error("an empty shape has no triangles");
  const ShapeData& data = data_of(shape);
  if (data.triangle_count == 0 || data.curved() || data.radius > 0 || data.world_margin > 0)
    throw Error(
        "the shape is not of triangles alone: the papers' systems know no compounds, half-spaces, curved "
        "shapes, radii and margins");
  return all_triangles(data);
}

}  // namespace graze::study
