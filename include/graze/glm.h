// GLM's vectors, quaternions and matrices as those of this library, and back. Nothing else includes this header, and
// the library itself neither needs nor brings GLM (Debian: libglm-dev).
//
// Every conversion keeps the numbers bit for bit. Floats become doubles without rounding; there is no way back to them
// here, because that rounds: glm::vec3(to_glm(v)) says so.
#pragma once

#include <array>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
// In older versions this header needs the ones above.
#include <glm/gtc/quaternion.hpp>

#include "graze/error.h"
#include "graze/math.h"

namespace GRAZE_API graze {

// The same three doubles.
[[nodiscard]] inline Vec3 to_vec3(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
// Floats as doubles, exactly.
[[nodiscard]] inline Vec3 to_vec3(const glm::vec3& v) { return {v.x, v.y, v.z}; }
// The same three doubles.
[[nodiscard]] inline glm::dvec3 to_glm(Vec3 v) { return {v.x, v.y, v.z}; }

// As it is: make_pose() takes unit quaternions, make_pose_normalized() others.
[[nodiscard]] inline Quat to_quat(const glm::dquat& q) { return {q.x, q.y, q.z, q.w}; }
[[nodiscard]] inline Quat to_quat(const glm::quat& q) { return {q.x, q.y, q.z, q.w}; }
// The same four doubles.
[[nodiscard]] inline glm::dquat to_glm(const Quat& q) {
  glm::dquat result;  // by name, because GLM has switches for the order that its constructor takes
  result.x = q.x;
  result.y = q.y;
  result.z = q.z;
  result.w = q.w;
  return result;
}

// Both are stored by columns.
[[nodiscard]] inline Mat3 to_mat3(const glm::dmat3& m) { return {to_vec3(m[0]), to_vec3(m[1]), to_vec3(m[2])}; }
// The same nine doubles.
[[nodiscard]] inline glm::dmat3 to_glm(const Mat3& m) { return {to_glm(m.c0), to_glm(m.c1), to_glm(m.c2)}; }

// Throws Error as pose_from_matrix(): when the last row is not 0 0 0 1, or the map is singular or not finite.
[[nodiscard]] inline Pose to_pose(const glm::dmat4& m) {
  std::array<std::array<double, 4>, 4> rows;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) rows[std::size_t(row)][std::size_t(column)] = m[column][row];
  return pose_from_matrix(rows);
}
[[nodiscard]] inline Pose to_pose(const glm::mat4& m) { return to_pose(glm::dmat4(m)); }
// With the last row 0 0 0 1.
[[nodiscard]] inline glm::dmat4 to_glm(const Pose& pose) {
  glm::dmat4 m(to_glm(pose.linear));
  m[3] = glm::dvec4(to_glm(pose.translation), 1);
  return m;
}

}  // namespace graze
