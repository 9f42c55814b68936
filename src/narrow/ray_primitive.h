// Rays against spheres, capsules and half-spaces: where they enter the solid and where they leave it.
#pragma once

#include <optional>

#include "graze/query.h"
#include "narrow/posed.h"
#include "narrow/posed_plane.h"

namespace graze {

// Has the shape a surface that is not one of triangles?
inline bool smooth_surface(const Shape& shape) noexcept {
  return shape && (shape.form() == ShapeForm::halfspace || shape.data().margin > 0);
}

class SmoothTarget {
 public:
  explicit SmoothTarget(const Body& body) noexcept;

  // The exact parameters, each rounded once.
  RayResult cast(const Ray& ray, const RaySettings& settings) const;

 private:
  void cast_swept(const Ray& ray, RayResult& result) const;
  void cast_plane(const Ray& ray, RayResult& result) const;

  Status status_;
  Posed body_;
  Vec3 core_[2];                     // sphere, capsule: the posed ends
  std::optional<PosedPlane> plane_;  // half-space
};

}  // namespace graze
