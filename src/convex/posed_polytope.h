// A polytope in the world, vertex by vertex: posing all of them would cost more than a query that walks over few.
#pragma once

#include <cstdint>
#include <vector>

#include "convex/support.h"
#include "graze/math.h"
#include "hull/polytope.h"
#include "math/posed_point.h"

namespace graze {

// What walking needs to know of a polytope: made once, not with every pose.
struct PolytopeFrame {
  explicit PolytopeFrame(const Polytope& polytope);

  const Polytope* polytope;  // not owned
  Vec3 magnitude;            // no local coordinate is larger
  Vec3 centre;               // local, somewhere inside
  double spread = 0;         // no corner is farther from the centre
  // Of the facets: outward, local, unit up to rounding. A hull by exact predicates can have facets that are slivers to
  // the last bit, of which doubles alone find no normal.
  std::vector<Vec3> normals;
  // The corners, the last one repeated to fill a block, where they are at most `most_scanned`: sooner looked at than
  // climbed over.
  static constexpr std::uint32_t most_scanned = 64;
  std::vector<PointBlock> scanned;
};

// The set is the hull of the posed vertices of the contract, each rounded. Posing rounds, so that its facets and edges
// are those of `polytope` only up to `rounding()`: good to steer by, never to prove with. Proofs go through `support`.
class PosedPolytope {
 public:
  PosedPolytope(const PolytopeFrame& frame, const Pose& pose) noexcept;

  const Polytope& polytope() const { return *frame_->polytope; }
  const Pose& pose() const { return pose_; }
  Vec3 vertex(std::uint32_t index) const { return posed(pose_, polytope().vertices[index]); }
  Vec3 centre() const { return posed(pose_, frame_->centre); }
  double size() const { return size_; }          // a bound on half the extent, and more off the local origin
  double rounding() const { return rounding_; }  // no posed vertex, nor a point computed from some, is farther off
  // False when coordinates are so large or not finite that the bounds do not hold.
  bool in_range() const {
    const Vec3 most = max(farthest_, frame_->magnitude);
    return is_finite(farthest_) && most.x < most_coordinate && most.y < most_coordinate && most.z < most_coordinate;
  }

  // Ends of an edge named by a half-edge; dimension 1 has the one edge 0.
  std::uint32_t from(std::uint32_t edge) const { return polytope().dimension == 1 ? 0 : polytope().loop[edge]; }
  std::uint32_t to(std::uint32_t edge) const {
    return polytope().dimension == 1 ? 1 : polytope().loop[polytope().twin[edge]];
  }
  // Outward, in the world, not of unit length; dimension 2 or 3.
  Vec3 normal(std::uint32_t facet) const { return cofactors_ * frame_->normals[facet]; }
  // The vector w with dot(w, n) = dot(normal(facet), direction) for the local normal n of every facet.
  Vec3 carried_back(Vec3 direction) const {
    return {dot(cofactors_.c0, direction), dot(cofactors_.c1, direction), dot(cofactors_.c2, direction)};
  }
  // 1, or -1 when the pose mirrors: then the loops run clockwise.
  double sense() const { return sense_; }

  struct Support {
    double upper = 0;  // no posed vertex x has direction . x above it
    std::uint32_t vertex = 0;
    std::uint32_t climbed = 0;  // vertices that were evaluated
  };
  // The direction is in the world, finite, its largest component between 1/2 and 1 (see `unit_scaled`).
  Support support(Vec3 direction, std::uint32_t start) const;
  // The same where nothing is known of the top.
  Support support(Vec3 direction) const;

 private:
  Vec3 carried_to_local(Vec3 direction) const {
    return {dot(pose_.linear.c0, direction), dot(pose_.linear.c1, direction), dot(pose_.linear.c2, direction)};
  }
  Support in_world(Support local, Vec3 direction) const;
  Support scan(Vec3 local) const;
  double plateau(Vec3 local, double doubt, std::uint32_t top) const;

  static constexpr double most_coordinate = 0x1p500;

  const PolytopeFrame* frame_;
  Pose pose_;
  Vec3 farthest_;   // |linear| * magnitude + |translation|
  Mat3 cofactors_;  // carries normals to the world, outward also when the pose mirrors
  double size_, rounding_;
  double sense_;
};

// A positive multiple of the direction as `support` wants it. False for 0, lengths beyond 2^-900 or 2^900, and what is
// not finite.
bool unit_scaled(Vec3& direction) noexcept;

}  // namespace graze
