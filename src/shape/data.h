// The geometry behind a Shape handle, and the one accessor through which every form is read.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/array.h"
#include "base/assert.h"
#include "base/shared_count.h"
#include "graze/shape.h"
#include "shape/kinds.h"
#include "tree/oriented.h"
#include "tree/ray_tree.h"
#include "tree/tree.h"

namespace graze {

struct Polytope;
struct Compound;

struct GRAZE_HIDDEN ShapeData {
  ShapeForm form = ShapeForm::mesh;
  bool solid = false;
  std::uint32_t triangle_count = 0;
  Box bounds;                                // of the triangles; a vertex that none uses does not count; no -0
  Array<Vec3> vertices;                      // all forms but terrain
  Array<Index3> triangles;                   // mesh
  Array<std::int32_t> indices;               // strip, fan: as given, restarts included
  Array<std::uint32_t> run_starts;           // strip, fan: the first triangle of each run between restarts
  std::uint32_t rows = 0, columns = 0;       // terrain
  double dx = 0, dy = 0;                     // terrain
  Array<double> heights;                     // terrain
  Array<std::uint32_t> tags;                 // one per triangle, or none
  Array<std::uint32_t> faces;                // polyhedron: the face of each triangle
  double radius = 0;                         // sphere, capsule: around the triangles, local frame
  double world_margin = 0;                   // around the posed shape
  Vec3 extent;                               // curved: half of the box around it: radius, radius, half height; radii
  Vec3 normal;                               // halfspace, which has no triangles
  double offset = 0;                         // halfspace
  std::shared_ptr<const Polytope> hull;      // convex
  double thickness = 0;                      // convex: the radius of a ball in it, but for rounding; 0: flat
  std::shared_ptr<const Compound> compound;  // compound, which has no triangles of its own

  bool primitive() const noexcept { return primitive_forms.has(form); }
  bool curved() const noexcept { return curved_forms.has(form); }
  bool is_hull() const noexcept { return hull_forms.has(form); }     // has `hull`
  bool faceted() const noexcept { return faceted_forms.has(form); }  // the hull of its posed vertices
  bool indexed() const noexcept { return indexed_forms.has(form); }  // uses `triangles`
  // What results call a triangle: a primitive is one thing, and a polyhedron has faces.
  std::uint32_t number(std::uint32_t triangle) const noexcept {
    return primitive() ? 0 : form == ShapeForm::polyhedron ? faces[triangle] : triangle;
  }
  std::uint32_t number_count() const noexcept;  // how many such numbers there are

  // index < triangle_count
  Triangle triangle(std::uint32_t index) const noexcept;
  // Which points triangle `index` uses: positions in `vertices`, or in `heights` for a terrain.
  std::array<std::size_t, 3> corners(std::uint32_t index) const noexcept;
  Box triangle_box(std::uint32_t index) const noexcept;
  // Asks for the memory of a triangle that will be read soon: first which corners it has, then these.
  void prefetch_indices(std::uint32_t index) const noexcept {
    if (indexed()) __builtin_prefetch(&triangles[index]);
  }
  void prefetch(std::uint32_t index) const noexcept {
    if (form == ShapeForm::terrain) return;
    for (const std::size_t corner : corners(index)) __builtin_prefetch(&vertices[corner]);
  }

  // Built on first need, once, thread-safe; shared by copies of the data (as_solid). A build that throws may be
  // retried.
  const RayTree& ray_tree(int threads = 0) const;
  const Tree& tree(int threads = 0) const;
  std::span<const OrientedNode> oriented(int threads = 0) const;  // boxes over the tree's nodes, for pairs
  const Topology& topology() const;
  // Bytes of all of the above, as far as built. Copies count what they share in full.
  std::size_t memory() const noexcept;

  struct Lazy;
  std::shared_ptr<Lazy> lazy;
  mutable SharedCount handles;  // a copy of the data has none yet
};

struct ShapeInternals {
  static const ShapeData& data(const Shape& shape) noexcept { return *shape.data_; }
  static Shape shape(std::unique_ptr<const ShapeData> data) noexcept { return Shape(data.release()); }
  static Shape borrowed(const Shape& shape) noexcept { return Shape(shape.data_, Shape::borrowed); }
};
// The way into a handle that is not empty, and back.
inline const ShapeData& data_of(const Shape& shape) noexcept { return ShapeInternals::data(shape); }
inline Shape shape_of(std::unique_ptr<const ShapeData> data) noexcept { return ShapeInternals::shape(std::move(data)); }

// A handle that is not counted, nor are its copies: queries hand bodies on by it, so that threads that ask about one
// shape do not write to the same place. The given handle must outlive them all: none may get into a result or a cache.
inline Shape borrowed(const Shape& shape) noexcept { return ShapeInternals::borrowed(shape); }

// What the tree is built over.
std::vector<Triangle> all_triangles(const ShapeData& data, int threads = 1);

inline std::array<std::size_t, 3> ShapeData::corners(std::uint32_t index) const noexcept {
  switch (form) {
    case ShapeForm::soup: {
      const std::size_t first = std::size_t{3} * index;
      return {first, first + 1, first + 2};
    }
    case ShapeForm::strip:
    case ShapeForm::fan: {
      // A run of n indices makes n - 2 triangles and is parted from the next by one restart, so that the indices of
      // triangle t in run r begin at t + 3r.
      std::size_t run = 0;
      if (run_starts.size() > 1) {
        run = static_cast<std::size_t>(std::upper_bound(run_starts.begin(), run_starts.end(), index) -
                                       run_starts.begin()) -
              1;
      }
      const std::size_t at = index + 3 * run;
      const std::uint32_t nth = index - run_starts[run];
      const auto vertex = [this](std::size_t i) { return static_cast<std::size_t>(indices[i]); };
      if (form == ShapeForm::fan) return {vertex(at - nth), vertex(at + 1), vertex(at + 2)};
      if (nth % 2 != 0) return {vertex(at + 1), vertex(at), vertex(at + 2)};
      return {vertex(at), vertex(at + 1), vertex(at + 2)};
    }
    case ShapeForm::terrain: {
      const std::uint32_t cell = index / 2;
      const std::uint32_t row = cell / (columns - 1);
      const std::size_t at = std::size_t{cell} + row;  // row * columns + column
      const std::size_t across = at + columns + 1;
      if (index % 2 == 0) return {at, at + 1, across};
      return {at, across, across - 1};
    }
    default:  // indexed
      return {triangles[index][0], triangles[index][1], triangles[index][2]};
  }
}

inline Triangle ShapeData::triangle(std::uint32_t index) const noexcept {
  GRAZE_ASSERT(index < triangle_count);
  if (indexed()) {
    const Index3& corner = triangles[index];
    return {vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]};
  }
  if (form == ShapeForm::terrain) {
    const std::uint32_t cell = index / 2;
    const std::uint32_t i = cell / (columns - 1);
    const std::uint32_t j = cell - i * (columns - 1);
    const std::size_t at = std::size_t{i} * columns + j;
    const double x0 = j * dx, x1 = (j + 1) * dx, y0 = i * dy, y1 = (i + 1) * dy;
    const Vec3 near{x0, y0, heights[at]};
    const Vec3 far{x1, y1, heights[at + columns + 1]};
    if (index % 2 == 0) return {near, {x1, y0, heights[at + 1]}, far};
    return {near, far, {x0, y1, heights[at + columns]}};
  }
  const std::array<std::size_t, 3> corner = corners(index);
  return {vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]};
}

inline Box ShapeData::triangle_box(std::uint32_t index) const noexcept {
  const Triangle t = triangle(index);
  return {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)};
}

}  // namespace graze
