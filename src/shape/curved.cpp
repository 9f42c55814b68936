// Shapes bounded by curved surfaces: sizes, and nothing else.
#include <cmath>
#include <memory>
#include <string>

#include "base/float_state.h"
#include "graze/error.h"
#include "shape/complete.h"
#include "shape/primitive.h"
#include "shape/text.h"

namespace graze {
namespace {

Shape finish(ShapeForm form, Vec3 extent) {
  const FloatState standard;
  ShapeData data;
  data.form = form;
  data.extent = extent;
  complete(data);
  return shape_of(std::make_shared<const ShapeData>(std::move(data)));
}

}  // namespace

void complete_curved(ShapeData& data) {
  static constexpr const char* of_ellipsoid[] = {"radii x", "radii y", "radii z"};
  static constexpr const char* of_axial[] = {"radius", "radius", "half"};
  const auto& fields = data.form == ShapeForm::ellipsoid ? of_ellipsoid : of_axial;
  for (int k = 0; k < 3; ++k) check_length(data.form, fields[k], data.extent[k], false);
  if (data.form != ShapeForm::ellipsoid && data.extent.x != data.extent.y)
    throw Error(std::string(name(data.form)) + ": two radii are given");
  data.triangle_count = 0;
}

Shape make_cylinder(double radius, double half) { return finish(ShapeForm::cylinder, {radius, radius, half}); }
Shape make_cone(double radius, double half) { return finish(ShapeForm::cone, {radius, radius, half}); }
Shape make_ellipsoid(Vec3 radii) { return finish(ShapeForm::ellipsoid, radii); }

}  // namespace graze
