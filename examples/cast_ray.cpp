// Where does a ray first meet a hill?
#include <graze/graze.h>

#include <cstdio>

int main() {
  const graze::Shape hill = graze::make_terrain(3, 3, 1, 1, {0, 0, 0, 0, 1, 0, 0, 0, 0});
  const graze::Body body{hill, graze::make_pose({10, 0, 0})};
  const graze::RayResult result = graze::cast(body, {.origin = {11, 1, 5}, .direction = {0, 0, -1}});
  if (!result.ok() || !result.yes()) return 1;
  const graze::Vec3 point = result.closest.point;
  std::printf("triangle %u at (%g, %g, %g), t = %g\n", result.closest.triangle, point.x, point.y, point.z,
              result.closest.t);
  return result.closest.t == 4 ? 0 : 1;
}
