#include "shape/data.h"

#include <vector>

#include "base/executor.h"
#include "hull/polytope.h"
#include "shape/compound.h"
#include "shape/lazy.h"

namespace graze {

namespace {

std::size_t hull_bytes(const Polytope& hull) {
  const std::size_t words = hull.sources.capacity() + hull.facet_start.capacity() + hull.loop.capacity() +
                            hull.twin.capacity() + hull.neighbour_start.capacity() + hull.neighbours.capacity();
  return sizeof(Polytope) + hull.vertices.capacity() * sizeof(Vec3) + words * sizeof(std::uint32_t);
}

}  // namespace

std::uint32_t ShapeData::number_count() const noexcept {
  if (form == ShapeForm::compound) return compound->number_count;
  if (form == ShapeForm::polyhedron) return faces[triangle_count - 1] + 1;
  return primitive() ? 1 : triangle_count;
}

std::vector<Triangle> all_triangles(const ShapeData& data, int threads) {
  std::vector<Triangle> triangles(data.triangle_count);
  parallel_for(triangles.size(), 8192, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) triangles[i] = data.triangle(std::uint32_t(i));
  });
  return triangles;
}

std::span<const OrientedNode> ShapeData::oriented(int threads) const {
  const Tree& below = tree(threads);
  const auto build = [&] { return build_oriented(below, all_triangles(*this, threads), threads); };
  return lazy->oriented.get(build).view();
}

const Tree& ShapeData::tree(int threads) const {
  return lazy->tree.get([&] { return build_tree(all_triangles(*this, threads), threads); });
}

const RayTree& ShapeData::ray_tree(int threads) const {
  return lazy->ray_tree.get([&] {
    const std::vector<Triangle> triangles = all_triangles(*this, threads);
    if (lazy->earlier_rays.nodes.empty()) return build_ray_tree(triangles, threads);
    RayTree refitted = refit(lazy->earlier_rays, triangles, threads);
    return refitted.nodes.empty() ? build_ray_tree(triangles, threads) : refitted;
  });
}

const Surface& surface(const ShapeData& data) {
  return data.lazy->surface.get([&data] { return find_surface(data); });
}

const Topology& ShapeData::topology() const { return surface(*this).topology; }

std::size_t ShapeData::memory() const noexcept {
  std::size_t bytes = sizeof(ShapeData) + sizeof(Lazy) + vertices.bytes() + triangles.bytes() + indices.bytes() +
                      run_starts.bytes() + heights.bytes() + tags.bytes() + faces.bytes();
  if (hull) bytes += hull_bytes(*hull);
  if (compound) bytes += compound->memory();
  if (const RayTree* built = lazy->ray_tree.peek()) bytes += sizeof(RayTree) + built->memory();
  if (const Tree* built = lazy->tree.peek()) bytes += sizeof(Tree) + built->memory();
  if (const Array<OrientedNode>* built = lazy->oriented.peek()) bytes += built->bytes();
  if (lazy->surface.peek() != nullptr) bytes += sizeof(Surface);
  if (const auto* built = lazy->components.peek()) bytes += sizeof(*built) + built->capacity() * sizeof(std::uint32_t);
  for (const Once<Attached>* attached :
       {&lazy->support, &lazy->facets, &lazy->sides, &lazy->filter_volumes, &lazy->filter_hull})
    if (const Attached* built = attached->peek()) bytes += built->bytes;
  // The twin is a shape, which builds things of its own.
  if (const Attached* built = lazy->convex.peek(); built != nullptr && built->object != nullptr)
    bytes += static_cast<const Shape*>(built->object.get())->memory();
  if (const Weld* built = lazy->weld.peek()) bytes += sizeof(Weld) + built->triangles.capacity() * sizeof(Index3);
  if (const NetSurface* built = lazy->net.peek()) {
    bytes += sizeof(NetSurface) + built->weight.capacity() * sizeof(std::int32_t);
    bytes += built->distinct.memory();
  }
  if (const auto* built = lazy->neighbours.peek()) bytes += sizeof(*built) + built->capacity() * sizeof(Index3);
  if (const PolygonSurface* built = lazy->polygons.peek()) bytes += built->memory();
  return bytes;
}

}  // namespace graze
