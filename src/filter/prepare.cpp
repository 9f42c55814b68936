// All that a shape builds on first need, ahead of it. This room is the first that knows every one of its makers.
#include "filter/local_volumes.h"
#include "graze/error.h"
#include "narrow/support_body.h"
#include "shape/components.h"
#include "shape/compound.h"
#include "shape/convex_solid.h"
#include "shape/weld.h"

namespace graze {
namespace {

void prepare_one(const Shape& shape, const PrepareSettings& settings) {
  const Shape::Data& data = shape.data();
  if (settings.pairs || settings.world) {
    SupportBody made;
    make_support({shape, {}}, made);  // keeps the table of a convex shape; of others there is nothing to keep
  }
  if (data.triangle_count != 0) {
    // Whether one body is inside another is asked of a solid by rays, of the other for each of its components.
    if (settings.rays || (settings.pairs && data.solid)) data.ray_tree(settings.threads);
    if (settings.pairs) {
      data.oriented(settings.threads);
      component_triangles(data);
      data.topology();
    }
    if (settings.pairs && data.solid) {
      kept_weld(data);
      if (const Shape* const twin = convex_twin(data)) prepare(*twin, settings);
    }
  }
  if (settings.world && data.form != ShapeForm::compound && data.form != ShapeForm::halfspace) {
    local_volumes(data);
    local_hull(data);
  }
}

}  // namespace

void prepare(const Shape& shape, const PrepareSettings& settings) {
  if (!shape) throw Error("prepare: the shape is an empty handle");
  for_each_part(shape, [&](const Shape& part) { prepare(part, settings); });
  prepare_one(shape, settings);
}

}  // namespace graze
