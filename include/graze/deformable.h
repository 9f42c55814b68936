// Meshes whose vertices move: the mesh is changed, its versions never are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/math.h"
#include "graze/shape.h"

namespace GRAZE_API graze {

// The work of prepare() so far.
struct DeformableCounters {
  std::uint64_t builds = 0;           // trees from nothing
  std::uint64_t refits = 0;           // whole trees around moved triangles
  std::uint64_t partial_refits = 0;   // only the leaves of moved triangles and what is above them
  std::uint64_t refitted_leaves = 0;  // by partial refits
};

// Owns vertices that move and a tree that follows them. update() only takes note; the tree is refitted when prepare()
// is asked for a version, which is a Shape like any other: immutable, and valid however the mesh goes on. While someone
// still holds the last version, what changes is copied first; else it is changed in place.
// Not for use from several threads at once; its versions are.
class DeformableMesh {
 public:
  // As make_mesh. The vertices move, the triangles and tags stay.
  DeformableMesh(std::vector<Vec3> vertices, std::vector<Index3> triangles, ShapeOptions options = {});
  // From a mesh, soup, strip or fan, with the tree that it has so far. Throws Error for a terrain and an empty handle.
  explicit DeformableMesh(const Shape& shape);
  DeformableMesh(DeformableMesh&&) noexcept;
  DeformableMesh& operator=(DeformableMesh&&) noexcept;
  ~DeformableMesh();

  std::size_t vertex_count() const noexcept;        // never changes
  std::uint32_t triangle_count() const noexcept;    // never changes
  std::span<const Vec3> vertices() const noexcept;  // as last updated; until the next update

  // All vertices; those from `first` on; those with the given indices (of one given twice, the last counts). Throws
  // Error naming the vertex when a coordinate is not finite or an index out of range, or saying that the numbers do not
  // match; nothing is changed then.
  void update(std::span<const Vec3> vertices);
  void update(std::size_t first, std::span<const Vec3> vertices);
  void update(std::span<const std::uint32_t> indices, std::span<const Vec3> vertices);

  // Has anything changed since the last prepare()?
  bool stale() const noexcept;
  // The mesh as it is now, its tree for pairs ready. A solid is checked again, which takes longer than the refit;
  // throws Error, as as_solid() does, when it is none any more: the mesh then stays stale. threads = 0: as many as the
  // machine has; the version does not depend on it.
  Shape prepare(int threads = 0);
  // The version of the last prepare(); when that is stale, an empty handle, which every query answers with
  // Status::invalid.
  Shape version() const noexcept;

  // How much larger the boxes are, measured by the surface they hold, than when the tree was built: the sum of the
  // areas of all boxes over that of all triangles, now over then. 1 for a new tree, and about how much more a query
  // costs. Takes a pass over the tree of the last prepare().
  double quality() const;
  // Is quality() above 1.5?
  bool should_rebuild() const;
  // The next prepare() builds a new tree.
  void rebuild() noexcept;

  const DeformableCounters& counters() const noexcept;  // since the mesh was made
  std::size_t memory() const noexcept;                  // bytes held, the last version included

 private:
  friend struct DeformableInternals;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graze
