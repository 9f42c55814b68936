// All that a shape builds on first need, ahead of it. This room is the first that knows every one of its makers.
#include "base/float_state.h"
#include "filter/local_volumes.h"
#include "graze/error.h"
#include "narrow/body/support_body.h"
#include "narrow/contact/posed_facets.h"
#include "narrow/inside/side_grid.h"
#include "shape/components.h"
#include "shape/compound.h"
#include "shape/convex_solid.h"
#include "shape/net_surface.h"
#include "shape/weld.h"

namespace graze {
namespace {

void prepare_one(const Shape& shape, const PrepareSettings& settings) {
  const ShapeData& data = data_of(shape);
  // A ray meets what is within a margin as a body would.
  const bool pairs = settings.pairs || (settings.rays && data.world_margin > 0);
  if (pairs || settings.world) {
    SupportBody made;
    make_support({shape, {}}, made);  // keeps the table of a convex shape; of others there is nothing to keep
    if (const Body body{shape, {}}; has_facets(body)) (void)FacetedBody(body);
  }
  if (data.triangle_count != 0) {
    // Whether one body is inside another is asked of a solid by rays, of the other for each of its components.
    if (settings.rays || (pairs && data.solid)) data.ray_tree(settings.threads);
    if (pairs) {
      data.oriented(settings.threads);
      component_triangles(data);
      data.topology();
      kept_weld(data);
    }
    if (pairs && data.solid) {
      side_grid(data);
      const NetSurface& net = net_surface(data);
      edge_neighbours(net.distinct ? data_of(net.distinct) : data, net.weight);
      if (net.distinct) {
        data_of(net.distinct).ray_tree(settings.threads);
        data_of(net.distinct).oriented(settings.threads);
      }
      if (const Shape* const twin = convex_twin(data)) prepare(*twin, settings);
    }
  }
  if (settings.world && data.form != ShapeForm::halfspace) {
    local_volumes(data);
    local_hull(data);
  }
}

}  // namespace

void prepare(const Shape& shape, const PrepareSettings& settings) {
  const FloatState standard;
  if (!shape) throw Error("prepare: the shape is an empty handle");
  if (shape.form() != ShapeForm::compound) return prepare_one(shape, settings);
  data_of(shape).compound->tree();
  for (const CompoundLeaf& leaf : data_of(shape).compound->leaves) prepare_one(leaf.shape, settings);
}

}  // namespace graze
