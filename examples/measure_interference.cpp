// A pipe runs through a beam: how deep is it in it, and how much do they have in common?
#include <graze/graze.h>
#include <graze/interference.h>

#include <cmath>
#include <cstdio>
#include <vector>

// Of many sides, along z.
graze::Shape pipe(double radius, double half, int sides) {
  std::vector<graze::Vec3> corners;
  for (int i = 0; i < sides; ++i) {
    const double angle = 6.283185307179586 * i / sides;
    for (const double z : {-half, half}) corners.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  return graze::make_convex(corners);
}

int main() {
  const graze::Body beam{graze::make_box({2, 0.15, 0.1}), {}};
  const graze::Body through{pipe(0.05, 1, 32), graze::make_pose({0.3, 0.02, 0})};
  const graze::InterferenceResult found = graze::find_interference(beam, through);
  if (!found.ok()) return 1;
  std::printf("a common point is %.6g to %.6g from a surface\n", found.lower, found.upper);
  std::printf("%.6g to %.6g cubic metres in common\n", found.volume_lower, found.volume_upper);
  // Half of the beam's height: the pipe goes through.
  return found.lower > 0.0999 && found.upper < 0.1001 ? 0 : 1;
}
