// A closed surface all of whose triangles have the hull on one side is in the hull's boundary. Then it winds around all
// points within equally often, and at least once when the volume is positive: the solid is the hull.
#include "shape/convex_solid.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "hull/polytope.h"
#include "shape/data.h"
#include "shape/lazy.h"

namespace graze {

namespace {

// Planes times corners that are worth trying: 1,000 triangles of 500 corners take a few milliseconds, once.
constexpr std::size_t most_tests = std::size_t{1} << 22;

std::optional<Shape> find_twin(const ShapeData& shape) {
  const Topology& topology = shape.topology();
  if (!topology.closed || topology.volume_sign <= 0) return std::nullopt;
  std::vector<Vec3> corners;
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    for (const std::size_t corner : shape.corners(i)) corners.push_back(shape.vertices[corner]);
  }
  const Polytope hull = convex_hull(corners);
  if (hull.vertices.size() * shape.triangle_count > most_tests) return std::nullopt;
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    const Triangle t = shape.triangle(i);
    const bool below = std::all_of(hull.vertices.begin(), hull.vertices.end(),
                                   [&](Vec3 corner) { return orient3d(t.a, t.b, t.c, corner) <= 0; });
    if (!below) return std::nullopt;
  }
  return make_convex(hull.vertices);
}

}  // namespace

const Shape* convex_twin(const ShapeData& shape) {
  if (!shape.solid || shape.world_margin != 0 || shape.primitive() || shape.form == ShapeForm::terrain ||
      shape.triangle_count == 0 || shape.triangle_count > most_tests / 4) {
    return nullptr;
  }
  const Attached& attached = shape.lazy->convex.get([&]() -> Attached {
    const std::optional<Shape> twin = find_twin(shape);
    return twin ? Attached{std::make_shared<const Shape>(*twin), 0} : Attached{};  // counted by Data::memory()
  });
  return static_cast<const Shape*>(attached.object.get());
}

}  // namespace graze
