// Vec3 in float. Products are fused into sums on a device: what is derived for rounded products holds there, too.
#pragma once

#include "backend/cuda/anywhere.h"

namespace graze {

struct FloatVec3 {
  float x = 0, y = 0, z = 0;

  constexpr float operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

constexpr FloatVec3 operator+(FloatVec3 a, FloatVec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr FloatVec3 operator-(FloatVec3 a, FloatVec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr FloatVec3 operator-(FloatVec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr FloatVec3 operator*(FloatVec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
GRAZE_ANYWHERE float dot(FloatVec3 a, FloatVec3 b) noexcept {
  return gpu::multiply_add(a.z, b.z, gpu::multiply_add(a.y, b.y, a.x * b.x));
}
GRAZE_ANYWHERE FloatVec3 cross(FloatVec3 a, FloatVec3 b) noexcept {
  return {gpu::multiply_add(a.y, b.z, -(a.z * b.y)), gpu::multiply_add(a.z, b.x, -(a.x * b.z)),
          gpu::multiply_add(a.x, b.y, -(a.y * b.x))};
}
constexpr FloatVec3 abs(FloatVec3 a) { return {a.x < 0 ? -a.x : a.x, a.y < 0 ? -a.y : a.y, a.z < 0 ? -a.z : a.z}; }
constexpr FloatVec3 min(FloatVec3 a, FloatVec3 b) {
  return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}
constexpr FloatVec3 max(FloatVec3 a, FloatVec3 b) {
  return {b.x > a.x ? b.x : a.x, b.y > a.y ? b.y : a.y, b.z > a.z ? b.z : a.z};
}

}  // namespace graze
