// Rays against spheres, capsules and half-spaces: where they enter the solid and where they leave it.
#pragma once

#include <optional>

#include "graze/query.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"

namespace graze {

// Finite, with a direction.
bool is_ray(const Ray& ray) noexcept;

// Between which parameters the line of a ray is in a set, each rounded once; -1 for a negative one, infinite for one
// past ray.max, which is finite.
struct RaySpan {
  double in, out;
};
// All within `radius` of the segment from p to q. Nothing when the line meets that nowhere, or only before the ray's
// start or after its end.
std::optional<RaySpan> swept_span(const Ray& ray, Vec3 p, Vec3 q, double radius);

// A half-space, or a point or segment with a radius that its pose keeps.
class SmoothTarget {
 public:
  explicit SmoothTarget(const Body& body) noexcept;

  // The exact parameters, each rounded once. ray.max is finite.
  RayResult cast(const Ray& ray, const RaySettings& settings) const;

 private:
  void cast_swept(const Ray& ray, bool all, RayResult& result) const;  // all: where it leaves, too
  void cast_plane(const Ray& ray, RayResult& result) const;
  void cast_shifted_plane(const Ray& ray, RayResult& result) const;

  Status status_;
  Posed body_;
  Vec3 core_[2];                     // sphere, capsule: the posed ends
  std::optional<PosedPlane> plane_;  // half-space
  double margin_ = 0;                // its
};

}  // namespace graze
