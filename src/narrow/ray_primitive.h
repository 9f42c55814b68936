// Rays against spheres, capsules and half-spaces: where they enter the solid and where they leave it.
#pragma once

#include <optional>

#include "graze/query.h"
#include "narrow/posed.h"
#include "narrow/posed_plane.h"

namespace graze {

// Has the shape a surface that is not one of triangles: a half-space, or a radius around a point or segment?
inline bool smooth_surface(const Shape& shape) noexcept {
  if (!shape) return false;
  if (shape.form() == ShapeForm::halfspace) return shape.margin() == 0;
  const bool thin = shape.form() >= ShapeForm::sphere && shape.form() <= ShapeForm::point;
  return thin && (shape.radius() > 0 || shape.margin() > 0);
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
