// Surfaces made solids.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/float_state.h"
#include "graze/error.h"
#include "graze/shape.h"
#include "shape/compound.h"
#include "shape/lazy.h"
#include "shape/text.h"

namespace graze {
namespace {

[[noreturn]] void fail_open(const OpenEdge& edge, std::uint64_t open_edges) {
  std::string message = "solid: edge " + text(edge.from) + "-" + text(edge.to) + " of triangle " +
                        std::to_string(edge.triangle) + " is open: ";
  if (edge.same_way + edge.other_way == 1) {
    message += "no other triangle uses it";
  } else {
    message += "triangles run it " + std::to_string(edge.same_way) + " times this way and " +
               std::to_string(edge.other_way) + " times the other";
  }
  message += " (" + std::to_string(open_edges) + (open_edges == 1 ? " open edge" : " open edges") + " in all); ";
  message += edge.same_way + edge.other_way == 2 ? "turn triangles around until neighbours agree"
                                                 : "close the surface, or do not make it a solid";
  throw Error(message);
}

}  // namespace

Shape as_solid(const Shape& shape) {
  const FloatState standard;
  if (!shape) throw Error("solid: the shape is an empty handle");
  if (shape.solid()) return shape;
  if (shape.form() == ShapeForm::compound) {
    std::vector<CompoundPart> parts = data_of(shape).compound->parts;
    for (CompoundPart& part : parts) part.shape = as_solid(part.shape);
    return with_margin(make_compound(std::move(parts)), shape.margin());
  }
  const Surface& found = surface(data_of(shape));
  const Topology& topology = found.topology;
  if (!topology.closed) fail_open(found.open_edge, topology.open_edges);
  if (topology.volume_sign < 0) {
    throw Error("solid: the volume is negative (" + text(topology.signed_volume) +
                "): the triangles face inward; reverse the order of each triangle's vertices");
  }
  if (topology.volume_sign == 0) throw Error("solid: the volume is zero: the surface encloses nothing");
  auto data = std::make_unique<ShapeData>(data_of(shape));
  data->solid = true;
  return shape_of(std::move(data));
}

}  // namespace graze
