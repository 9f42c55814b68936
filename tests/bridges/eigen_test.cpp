// graze/eigen.h, where Eigen is installed.
#if __has_include(<Eigen/Geometry>)
#include "graze/eigen.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>

namespace graze {
namespace {

Pose any_pose(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3{normal(random), normal(random), normal(random)}; };
  return {{vector(), vector(), vector()}, vector()};
}

TEST(Eigen, vectors_and_quaternions_go_there_and_back) {
  const Vec3 v{1, -0.1, 1e300};
  EXPECT_EQ(to_vec3(to_eigen(v)), v);
  EXPECT_EQ(to_vec3(2 * to_eigen(v)), v * 2) << "an expression, not a vector";
  EXPECT_EQ(to_vec3(Eigen::Vector3f(1, 2, 0.1f)), (Vec3{1, 2, double(0.1f)}));
  const Quat q{0.1, 0.2, 0.3, 0.9};
  const Eigen::Quaterniond there = to_eigen(q);
  EXPECT_EQ(there.w(), 0.9);
  EXPECT_EQ(there.x(), 0.1);
  EXPECT_EQ(to_quat(there), q);
  EXPECT_EQ(to_quat(Eigen::Quaternionf(1, 0, 0.5f, 0)), (Quat{0, 0.5, 0, 1}));
}

TEST(Eigen, poses_go_there_and_back) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Pose pose = any_pose(random);
    EXPECT_EQ(to_pose(to_matrix4d(pose)), pose);
    EXPECT_EQ(to_pose(to_affine3d(pose)), pose);
    EXPECT_EQ(to_pose(Eigen::AffineCompact3d(to_affine3d(pose))), pose);
    EXPECT_EQ(to_mat3(to_eigen(pose.linear)), pose.linear);
    // The two libraries mean the same by a pose.
    const Vec3 p{1, 2, 3};
    EXPECT_LT(length(to_vec3(to_affine3d(pose) * to_eigen(p)) - pose * p), 1e-13);
  }
}

TEST(Eigen, a_rotation_is_the_same_rotation) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    const Quat q = normalized({normal(random), normal(random), normal(random), normal(random)});
    const Pose pose = make_pose({1, 2, 3}, q);
    const Eigen::Isometry3d isometry = to_isometry3d(pose);
    EXPECT_EQ(to_pose(isometry), pose);
    const Eigen::Matrix3d theirs = to_eigen(q).toRotationMatrix();
    EXPECT_LT((theirs - to_eigen(pose.linear)).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(Eigen, what_is_no_pose_is_an_error) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m(3, 0) = 1e-300;
  EXPECT_THROW((void)to_pose(m), Error);
  EXPECT_THROW((void)to_pose(Eigen::Projective3d(m)), Error);
  m = Eigen::Matrix4d::Identity();
  m(2, 2) = 0;
  EXPECT_THROW((void)to_pose(m), Error);
  m(2, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)to_pose(m), Error);
  EXPECT_THROW((void)to_isometry3d(make_pose({}, {}, {1, 1, 1.001})), Error);
  EXPECT_THROW((void)to_isometry3d(make_pose({}, {}, {-1, 1, 1})), Error);
  EXPECT_THROW((void)to_isometry3d({{{1, 0, 0}, {0.1, 1, 0}, {0, 0, 1}}, {}}), Error);
}

TEST(Eigen, transforms_of_floats_keep_their_numbers) {
  Eigen::Isometry3f t = Eigen::Isometry3f::Identity();
  t.translation() = Eigen::Vector3f(0.1f, 0.2f, 0.3f);
  EXPECT_EQ(to_pose(t).translation, (Vec3{double(0.1f), double(0.2f), double(0.3f)}));
}

}  // namespace
}  // namespace graze
#endif
