// From the camera to rays through pixels, and from points to pixels.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/query.h"

namespace graze {

struct Camera {
  Vec3 eye{0, -10, 5};
  Vec3 target;
  Vec3 up{0, 0, 1};
  double half_height = 0.4;  // tangent of half the vertical angle of view
};

inline Vec3 unit(Vec3 v) { return v * (1 / length(v)); }

// A camera's picture of so many pixels. Places in it are in pixels from the upper left corner.
struct View {
  View(const Camera& camera, int width, int height)
      : eye(camera.eye),
        forward(unit(camera.target - camera.eye)),
        right(unit(cross(forward, camera.up))),
        up(cross(right, forward)),
        scale(2 * camera.half_height / height),
        half_width(0.5 * width),
        half_height(0.5 * height) {}

  Ray ray(double x, double y) const {
    return {eye, forward + right * ((x - half_width) * scale) + up * ((half_height - y) * scale)};
  }

  // False when the point is not before the camera.
  bool project(Vec3 point, double& x, double& y) const {
    const double depth = dot(point - eye, forward);
    if (!(depth > 0)) return false;
    x = half_width + dot(point - eye, right) / (depth * scale);
    y = half_height - dot(point - eye, up) / (depth * scale);
    return true;
  }

  Vec3 eye, forward, right, up;
  double scale;  // of a pixel, at distance 1
  double half_width, half_height;
};

// Does the ray come through the box at all? Only spares queries, with slack: a wrong yes costs time, not truth.
inline bool passes(const Box& box, const Ray& ray) {
  double enter = 0, leave = ray.max;
  for (int axis = 0; axis < 3; ++axis) {
    const double inverse = 1 / ray.direction[axis];
    const double a = (box.lo[axis] - ray.origin[axis]) * inverse, b = (box.hi[axis] - ray.origin[axis]) * inverse;
    if (std::isnan(a) || std::isnan(b)) continue;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave * (1 + 1e-9) + 1e-9;
}

}  // namespace graze
