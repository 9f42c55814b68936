// graze/glm.h, where GLM is installed.
#if __has_include(<glm/vec3.hpp>)
#include "graze/glm.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace graze {
namespace {

TEST(Glm, vectors_and_quaternions_go_there_and_back) {
  const Vec3 v{1, -0.1, 1e300};
  EXPECT_EQ(to_vec3(to_glm(v)), v);
  EXPECT_EQ(to_vec3(glm::vec3(1, 2, 0.1f)), (Vec3{1, 2, double(0.1f)}));
  const Quat q{0.1, 0.2, 0.3, 0.9};
  const glm::dquat there = to_glm(q);
  EXPECT_EQ(there.w, 0.9);
  EXPECT_EQ(there.x, 0.1);
  EXPECT_EQ(to_quat(there), q);
  EXPECT_EQ(to_quat(glm::quat_cast(glm::mat3(1))), Quat{});
}

TEST(Glm, poses_go_there_and_back) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3{normal(random), normal(random), normal(random)}; };
  for (int i = 0; i < 1000; ++i) {
    const Pose pose{{vector(), vector(), vector()}, vector()};
    EXPECT_EQ(to_pose(to_glm(pose)), pose);
    EXPECT_EQ(to_mat3(to_glm(pose.linear)), pose.linear);
    // The two libraries mean the same by a pose, and by a quaternion.
    const glm::dvec4 theirs = to_glm(pose) * glm::dvec4(1, 2, 3, 1);
    EXPECT_LT(length(to_vec3(glm::dvec3(theirs)) - pose * Vec3{1, 2, 3}), 1e-13);
    const Quat q = normalized({normal(random), normal(random), normal(random), normal(random)});
    const Mat3 turned = to_mat3(glm::mat3_cast(to_glm(q)));
    for (int column = 0; column < 3; ++column) EXPECT_LT(length(turned[column] - to_matrix(q)[column]), 1e-14);
  }
}

TEST(Glm, what_is_no_pose_is_an_error) {
  glm::dmat4 m(1);
  m[0][3] = 1e-300;
  EXPECT_THROW((void)to_pose(m), Error);
  m = glm::dmat4(1);
  m[2][2] = 0;
  EXPECT_THROW((void)to_pose(m), Error);
  m[2][2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)to_pose(m), Error);
  EXPECT_THROW((void)to_pose(glm::mat4(0)), Error);
  EXPECT_EQ(to_pose(glm::mat4(1)), Pose{});
}

}  // namespace
}  // namespace graze
#endif
