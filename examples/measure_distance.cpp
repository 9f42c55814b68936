// How far apart are two boards, where, and are they nearer than a clearance?
#include <graze/graze.h>

#include <cstdio>

int main() {
  const graze::Shape board = graze::make_mesh({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, {{0, 1, 2}, {0, 2, 3}});
  const graze::Body flat{board, {}};
  const graze::Body turned{board, graze::make_pose({0.5, 1, 3}, {0, 0.7071067811865476, 0, 0.7071067811865476})};
  const graze::DistanceResult gap = graze::find_distance(flat, turned);
  if (!gap.ok()) return 1;
  std::printf("%.17g apart, give or take %.2g, from (%g, %g, %g) to (%g, %g, %g)\n", gap.distance, gap.bound,
              gap.point_a.x, gap.point_a.y, gap.point_a.z, gap.point_b.x, gap.point_b.y, gap.point_b.z);
  const bool clear = graze::within(flat, turned, 0.5).no();  // proven: a failure is neither
  return gap.lower <= 1 && 1 <= gap.upper && clear ? 0 : 1;
}
