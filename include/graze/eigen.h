// Eigen's vectors, quaternions and transforms as those of this library, and back. Nothing else includes this header,
// and the library itself neither needs nor brings Eigen (Debian: libeigen3-dev; put its folder on the include path).
//
// Every conversion keeps the numbers bit for bit, or throws. Floats become
// doubles without rounding; there is no way back to them, because that would round.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "graze/error.h"
#include "graze/math.h"

namespace GRAZE_API graze {

// Any expression of three doubles or floats.
template <class Derived>
[[nodiscard]] Vec3 to_vec3(const Eigen::MatrixBase<Derived>& v) {
  EIGEN_STATIC_ASSERT_VECTOR_SPECIFIC_SIZE(Derived, 3)
  static_assert(sizeof(typename Derived::Scalar) <= sizeof(double), "a Vec3 has doubles: convert to them first");
  const Eigen::Vector3d evaluated = v.template cast<double>();
  return {evaluated.x(), evaluated.y(), evaluated.z()};
}
// The same three doubles.
[[nodiscard]] inline Eigen::Vector3d to_eigen(Vec3 v) { return {v.x, v.y, v.z}; }

// As it is: make_pose() takes unit quaternions, make_pose_normalized() others.
[[nodiscard]] inline Quat to_quat(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }
[[nodiscard]] inline Quat to_quat(const Eigen::Quaternionf& q) { return {q.x(), q.y(), q.z(), q.w()}; }
// The same four doubles.
[[nodiscard]] inline Eigen::Quaterniond to_eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }

// The same nine doubles.
[[nodiscard]] inline Mat3 to_mat3(const Eigen::Matrix3d& m) {
  return {to_vec3(m.col(0)), to_vec3(m.col(1)), to_vec3(m.col(2))};
}
// The same nine doubles.
[[nodiscard]] inline Eigen::Matrix3d to_eigen(const Mat3& m) {
  Eigen::Matrix3d result;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) result(row, column) = m.at(row, column);
  return result;
}

// Throw Error as pose_from_matrix(): when the last row is not 0 0 0 1, which a transform has only after Identity() or
// makeAffine(), and when the map is singular or not finite.
[[nodiscard]] inline Pose to_pose(const Eigen::Matrix4d& m) {
  std::array<std::array<double, 4>, 4> rows;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) rows[std::size_t(row)][std::size_t(column)] = m(row, column);
  return pose_from_matrix(rows);
}
// Isometry3d, Affine3d, AffineCompact3d, Projective3d, and the same of floats.
template <class Scalar, int mode, int options>
[[nodiscard]] Pose to_pose(const Eigen::Transform<Scalar, 3, mode, options>& t) {
  static_assert(sizeof(Scalar) <= sizeof(double), "a pose has doubles: convert the transform to them first");
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.topRows(t.matrix().rows()) = t.matrix().template cast<double>();
  return to_pose(m);
}

// With the last row 0 0 0 1.
[[nodiscard]] inline Eigen::Matrix4d to_matrix4d(const Pose& pose) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = to_eigen(pose.linear);
  m.topRightCorner<3, 1>() = to_eigen(pose.translation);
  return m;
}
// Any pose is one.
[[nodiscard]] inline Eigen::Affine3d to_affine3d(const Pose& pose) { return Eigen::Affine3d(to_matrix4d(pose)); }
// An isometry is inverted by transposing, so that scale or shear would go wrong later and silently: throws Error where
// the columns are off unit length, or off perpendicular, by more than 1e-9, and for a reflection.
[[nodiscard]] inline Eigen::Isometry3d to_isometry3d(const Pose& pose) {
  const Mat3 product = transpose(pose.linear) * pose.linear;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      if (!(std::fabs(product.at(row, column) - (row == column ? 1 : 0)) <= 1e-9))
        throw Error("to_isometry3d: the pose has scale or shear; use to_affine3d");
  if (determinant_sign(pose.linear) < 0) throw Error("to_isometry3d: the pose is a reflection; use to_affine3d");
  return Eigen::Isometry3d(to_matrix4d(pose));
}

}  // namespace graze
