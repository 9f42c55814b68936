// Building shapes from what the caller gives.
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "base/float_state.h"
#include "graze/error.h"
#include "graze/shape.h"
#include "shape/complete.h"
#include "shape/compound.h"
#include "shape/text.h"

namespace graze {
namespace {

Shape finish(ShapeData data, ShapeOptions options) {
  data.tags = std::move(options.tags);
  data.world_margin = options.margin;
  complete(data);
  Shape shape = shape_of(std::make_unique<const ShapeData>(std::move(data)));
  return options.solid ? as_solid(shape) : shape;
}

Shape make_runs(ShapeForm form, std::vector<Vec3> vertices, std::vector<std::int32_t> indices, ShapeOptions options) {
  ShapeData data;
  data.form = form;
  data.vertices = std::move(vertices);
  data.indices = std::move(indices);
  return finish(std::move(data), std::move(options));
}

}  // namespace

Shape with_margin(const Shape& shape, double margin) {
  const FloatState standard;
  if (!shape) throw Error("with_margin: the shape is an empty handle");
  if (!(std::isfinite(margin) && margin >= 0))
    throw Error(std::string(name(shape.form())) + ": margin is " + text(margin) +
                ", but must be finite and not negative");
  auto data = std::make_unique<ShapeData>(data_of(shape));
  data->world_margin += margin;
  if (!std::isfinite(data->world_margin))
    throw Error(std::string(name(shape.form())) + ": the margins together are not finite");
  if (data->form == ShapeForm::compound) spread_margin(*data);
  return shape_of(std::move(data));
}

Shape make_mesh(std::vector<Vec3> vertices, std::vector<Index3> triangles, ShapeOptions options) {
  const FloatState standard;
  ShapeData data;
  data.form = ShapeForm::mesh;
  data.vertices = std::move(vertices);
  data.triangles = std::move(triangles);
  return finish(std::move(data), std::move(options));
}

Shape make_soup(std::vector<Vec3> vertices, ShapeOptions options) {
  const FloatState standard;
  ShapeData data;
  data.form = ShapeForm::soup;
  data.vertices = std::move(vertices);
  return finish(std::move(data), std::move(options));
}

Shape make_strip(std::vector<Vec3> vertices, std::vector<std::int32_t> indices, ShapeOptions options) {
  const FloatState standard;
  return make_runs(ShapeForm::strip, std::move(vertices), std::move(indices), std::move(options));
}

Shape make_fan(std::vector<Vec3> vertices, std::vector<std::int32_t> indices, ShapeOptions options) {
  const FloatState standard;
  return make_runs(ShapeForm::fan, std::move(vertices), std::move(indices), std::move(options));
}

Shape make_terrain(std::uint32_t rows, std::uint32_t columns, double dx, double dy, std::vector<double> heights,
                   ShapeOptions options) {
  const FloatState standard;
  ShapeData data;
  data.form = ShapeForm::terrain;
  data.rows = rows;
  data.columns = columns;
  data.dx = dx;
  data.dy = dy;
  data.heights = std::move(heights);
  return finish(std::move(data), std::move(options));
}

}  // namespace graze
