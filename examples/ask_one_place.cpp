// A scanned part lies still, and a probe asks ray after ray, each where the last one says: the pose is paid for once.
#include <graze/graze.h>

#include <cstdio>

int main() {
  const graze::Shape part = graze::make_mesh({{0, 0, 0}, {4, 0, 0}, {4, 4, 1}, {0, 4, 1}}, {{0, 1, 2}, {0, 2, 3}});
  const graze::Body where{part, graze::make_pose({1, 0, 2})};
  const graze::Prepared prepared(where);
  double x = 1.5, highest = 0;
  while (x < 5) {
    const graze::RayResult hit = graze::cast(prepared, {{x, 1 + 0.5 * x, 10}, {0, 0, -1}});
    if (!hit.yes()) break;
    highest = hit.closest.point.z > highest ? hit.closest.point.z : highest;
    x += 0.25 * hit.closest.point.z;  // farther steps where the part is higher
  }
  std::printf("highest %.4f, next at %.4f\n", highest, x);
  // The very answer of the body.
  const graze::Ray down{{2, 2, 10}, {0, 0, -1}};
  return graze::cast(prepared, down).closest.t == graze::cast(where, down).closest.t && highest > 2 ? 0 : 1;
}
