// Rays against spheres, capsules and half-spaces: where they enter the solid and where they leave it.
#pragma once

#include <optional>

#include "graze/query.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"
#include "narrow/ray/ray_kernels.h"

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

// The first hit of a ball or capsule, all within `radius` of the segment between core[0] and core[1], where bounds tell
// it: then it is the very hit of SmoothTarget. The ray is one (is_ray) with max >= 0.
enum class QuickHit : std::uint8_t { no, yes, unsure };
QuickHit quick_hit(const RayKernels& kernels, const Ray& ray, const Vec3 (&core)[2], double radius,
                   RayHit& hit) noexcept;

// A half-space, or a point or segment with a radius that its pose keeps.
class SmoothTarget {
 public:
  explicit SmoothTarget(const Body& body) noexcept;

  // The exact parameters, each rounded once. ray.max is finite.
  RayResult cast(const Ray& ray, const RaySettings& settings) const;

  // A ball or capsule that can be asked: its posed core and radius.
  bool swept() const noexcept { return status_ == Status::ok && !plane_; }
  const Vec3 (&core() const noexcept)[2] { return core_; }
  double radius() const noexcept { return body_.radius; }

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
