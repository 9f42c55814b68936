// Poses of Eigen in, nearest points as vectors of Eigen out.
#include <graze/eigen.h>
#include <graze/graze.h>

#include <cstdio>

int main() {
  Eigen::Isometry3d gripper = Eigen::Isometry3d::Identity();
  gripper.translate(Eigen::Vector3d(0, 0, 3));
  gripper.rotate(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitZ()));
  const graze::Body a{graze::make_box({1, 1, 1}), graze::to_pose(gripper)};
  const graze::Body b{graze::make_sphere(1), graze::Pose{}};
  const graze::DistanceResult result = graze::find_distance(a, b);
  if (!result.ok()) return 1;
  const Eigen::Vector3d gap = graze::to_eigen(result.point_b) - graze::to_eigen(result.point_a);
  std::printf("apart by %g along (%g, %g, %g)\n", result.distance, gap.x(), gap.y(), gap.z());

  // A row that makes a matrix no affine map is an error, not a guess.
  Eigen::Matrix4d wrong = gripper.matrix();
  wrong(3, 3) = 2;
  try {
    (void)graze::to_pose(wrong);
    return 1;
  } catch (const graze::Error& error) {
    std::printf("%s\n", error.what());
  }
  return result.distance == 1 && (gap - Eigen::Vector3d(0, 0, -1)).norm() < 1e-9 ? 0 : 1;
}
