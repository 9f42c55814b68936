// A character of a game walks up a flight of stairs and against a wall, frame by frame.
#include <graze/graze.h>

#include <cstdio>
#include <vector>

int main() {
  using namespace graze;
  std::vector<Body> level;
  level.push_back({make_halfspace({0, 0, 1}, 0), {}});  // the ground
  for (int step = 0; step < 5; ++step)                  // 0.2 high, 0.3 deep
    level.push_back({make_box({0.15, 1, 0.1 * (step + 1)}), make_pose({1.15 + 0.3 * step, 0, 0.1 * (step + 1)})});
  level.push_back({make_box({1, 1, 0.5}), make_pose({3.5, 0, 0.5})});      // a landing at the height of the last step
  level.push_back({make_box({0.01, 1, 1.5}), make_pose({4.25, 0, 1.5})});  // a thin wall on it

  Body character{make_box({0.3, 0.3, 0.9}), make_pose({0, 0, 0.91})};
  MoverCache cache;
  bool climbed = false;
  for (int frame = 0; frame < 60; ++frame) {
    // 0.1 forward, and down as gravity has it; now and then a leap that would take it through the wall.
    const double speed = frame % 20 == 19 ? 50 : 0.1;
    const MoverResult result = walk(character, {speed, 0, -0.05}, level, {}, &cache);
    if (result.status != Status::ok) return 1;
    character.pose = result.pose;
    climbed = climbed || result.stepped;
  }
  const Vec3 at = character.pose.translation;
  std::printf("at x = %.2f, its feet %.2f high\n", at.x, at.z - 0.9);
  return climbed && at.z - 0.9 > 0.99 && at.x < 4.24 - 0.3 ? 0 : 1;
}
