// Shapes bounded by curved surfaces: sizes, and nothing else.
#include <memory>
#include <string>

#include "base/float_state.h"
#include "graze/error.h"
#include "shape/complete.h"
#include "shape/primitive.h"
#include "shape/sized_kinds.h"

namespace graze {
namespace {

Shape finish(ShapeForm form, Vec3 extent) {
  const FloatState standard;
  ShapeData data;
  data.form = form;
  data.extent = extent;
  complete(data);
  return shape_of(std::make_unique<const ShapeData>(std::move(data)));
}

}  // namespace

void complete_curved(ShapeData& data) {
  check_sizes(data);
  if (data.form != ShapeForm::ellipsoid && data.extent.x != data.extent.y)
    throw Error(std::string(name(data.form)) + ": two radii are given");
  data.triangle_count = 0;
}

Shape make_cylinder(double radius, double half) { return finish(ShapeForm::cylinder, {radius, radius, half}); }
Shape make_cone(double radius, double half) { return finish(ShapeForm::cone, {radius, radius, half}); }
Shape make_ellipsoid(Vec3 radii) { return finish(ShapeForm::ellipsoid, radii); }

}  // namespace graze
