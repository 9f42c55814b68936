// Convex sets by their support functions: which point of the set is farthest in a direction?
//
// A Support is one posed set: a core under an affine pose, and everything within `radius` of it in the world (a sphere
// is a point with a radius, a capsule a segment, a margin the radius of any of them).
//
// What is meant (docs/accuracy.md): of cores of points, the convex hull of the posed vertices of the contract, each
// rounded as it says; of ellipsoids, cylinders, cones and bent capsules the exact real image under the pose.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/math.h"
#include "math/posed_point.h"

namespace graze {

// Not below the length of a vector, rounding included; where squares leave the doubles it may be as much as twice that.
inline double most_length(Vec3 v) noexcept {
  constexpr double up = 1 + 0x1p-50;
  const double square = dot(v, v);
  if (square > 1e-280 && square < 1e300) [[likely]]
    return std::sqrt(square) * up;
  return ((std::fabs(v.x) + std::fabs(v.y)) + std::fabs(v.z)) * up;
}

// Eight points, the coordinates of each axis together.
struct alignas(64) PointBlock {
  double x[8], y[8], z[8];
};

// Many points, made ready for support queries: built once for a shape, which owns it.
//
// Above `most_scanned` points directions are sorted into cells: the surface of a cube of cells x cells x cells, each
// with every point that can be farthest in one of its directions. A query then scans one cell.
struct SupportTable {
  static constexpr std::uint32_t most_scanned = 32;

  struct Range {
    std::uint32_t first = 0, blocks = 0;
  };
  struct Indices {
    std::uint32_t point[8];
  };

  // Points in local coordinates, finite, at least one; those inside the hull of the others do no harm. Throws Error.
  explicit SupportTable(std::span<const Vec3> points);

  std::uint32_t count = 0;
  std::vector<PointBlock> blocks;  // all points, the last one repeated to fill a block
  Vec3 centre;                     // in the hull but for rounding
  double spread = 0;               // no point is farther from the centre
  double farthest = 0;             // nor from the local origin

  std::uint32_t cells = 0;  // along an edge of the cube; 0: none
  std::vector<Range> cell;  // x fastest; those inside the cube are empty
  std::vector<PointBlock> cell_blocks;
  std::vector<Indices> cell_indices;  // of the points in cell_blocks

  Vec3 point(std::uint32_t index) const {
    const PointBlock& block = blocks[index / 8];
    return {block.x[index % 8], block.y[index % 8], block.z[index % 8]};
  }
  std::size_t memory() const;
};

struct Support {
  enum class Kind : std::uint8_t { few, table, ellipsoid, cylinder, cone, capsule };

  Kind kind = Kind::few;
  std::uint32_t count = 1;  // of the points; 0 for the curved kinds
  Pose pose;
  double radius = 0;                    // in the world, around the posed core
  PointBlock points;                    // few, without a table: local, the last one repeated; else not set
  const SupportTable* table = nullptr;  // few or table: not owned
  Vec3 extent;                          // curved: semi-axes, or {radius, radius, half}
  double inset = 0;                     // ellipsoid: the core is the one that this far around it gives the ellipsoid
  Vec3 centre;                          // local, in the core but for rounding
  double spread = 0, farthest = 0;      // local, as of SupportTable

  bool of_points() const { return count != 0; }
  // The posed vertex of the contract, of cores of points.
  Vec3 posed_point(std::uint32_t index) const {
    if (table != nullptr) return posed(pose, table->point(index));
    return posed(pose, Vec3{points.x[index], points.y[index], points.z[index]});
  }
};

// Local points, one to eight: a point, segment, triangle ...
Support support_of(std::span<const Vec3> few, const Pose& pose = {}, double radius = 0);
// The table must outlive the support.
inline Support support_of(const SupportTable& table, const Pose& pose = {}, double radius = 0) {
  Support result;
  result.kind = table.count <= 8 ? Support::Kind::few : Support::Kind::table;
  result.count = table.count;
  result.pose = pose;
  result.radius = radius;
  result.table = &table;
  result.centre = table.centre;
  result.spread = table.spread;
  result.farthest = table.farthest;
  return result;
}
Support support_of_box(Vec3 half, const Pose& pose = {}, double radius = 0);
Support support_of_ellipsoid(Vec3 semi_axes, const Pose& pose = {}, double radius = 0);
// Around z, from -half to half.
Support support_of_cylinder(double core_radius, double half, const Pose& pose = {}, double radius = 0);
// The same set as a smaller core with a larger radius, but for a rounding of the radius: an ellipsoid gives up a ball
// that rolls freely inside it. Nothing is left of a ball but its centre, so that few directions tell all of it.
Support with_ball_out(const Support& support);
// The disc at z = -half, the apex at z = half.
Support support_of_cone(double core_radius, double half, const Pose& pose = {}, double radius = 0);
// Everything within core_radius, before the pose, of the segment along z from -half to half.
Support support_of_capsule(double core_radius, double half, const Pose& pose = {}, double radius = 0);

}  // namespace graze
