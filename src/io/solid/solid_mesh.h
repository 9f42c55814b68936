// Triangles on the way to a part: what readers that build solids themselves put together.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/shape.h"

namespace graze {

struct SolidMesh {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  std::vector<std::uint32_t> tags = {};  // one a triangle, or none; welding and mending keep them, nothing else does

  bool empty() const noexcept { return triangles.empty(); }
  // Throws Error for more vertices than indices can tell.
  void append(const SolidMesh& other);
  void append(const SolidMesh& other, const Pose& pose);  // mirrored ones are turned, so that fronts stay fronts
  void turn() noexcept;                                   // fronts become backs
};

Box bounds(const SolidMesh& mesh) noexcept;
// Six times what the triangles enclose, fronts outward, divided by six; from a corner of the mesh, so that places far
// from the origin lose nothing.
double enclosed_volume(const SolidMesh& mesh) noexcept;
double area_of(const SolidMesh& mesh) noexcept;  // of all triangles
// Every edge as often one way as the other, positions that are equal taken for one.
bool is_closed(const SolidMesh& mesh);

// Vertices that are equal become one, and with a width those that are within it of an earlier one that stays;
// triangles that two corners of become one go, and so do pairs of triangles back to back. A closed mesh stays closed.
SolidMesh welded(const SolidMesh& mesh, double width = 0);
// The same without a width; one triangle of each pair that goes is added to `sheets`.
SolidMesh welded(const SolidMesh& mesh, SolidMesh& sheets);

}  // namespace graze
