// A character runs along a corridor and is told which walls it slides along.
#include <graze/graze.h>

#include <cstdio>

int main() {
  using namespace graze;
  World world;
  world.add({make_halfspace({0, 0, 1}, 0), Pose{}}, {.key = 1});
  world.add({make_box({20, 0.1, 2}), make_pose({0, 2, 2})}, {.key = 2});  // along x, to the left
  world.add({make_box({0.1, 5, 2}), make_pose({10, 0, 2})}, {.key = 3});  // across its end
  world.apply();

  Body character{make_capsule(0.3, 0.6), make_pose({0, 0, 0.901})};
  MoverCache cache;
  bool left = false, end = false;
  for (int frame = 0; frame < 40; ++frame) {
    const WorldWalkResult walked = walk(world, character, {0.4, 0.2, -0.05}, {}, &cache);
    if (!walked.result.ok()) return 1;
    character.pose = walked.result.pose;
    for (std::size_t i = 0; i < walked.walls.size(); ++i) {
      const Vec3 normal = walked.result.walls[i].normal;
      bool& known = walked.walls[i].key == 2 ? left : end;
      if (!known)
        std::printf("frame %d: object %llu, looking to (%.3g, %.3g, %.3g)\n", frame,
                    static_cast<unsigned long long>(walked.walls[i].key), normal.x, normal.y, normal.z);
      known = true;
    }
  }
  return left && end && character.pose.translation.x < 9.9 - 0.3 ? 0 : 1;
}
