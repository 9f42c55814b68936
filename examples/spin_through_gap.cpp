// A step of an engine: a body with a linear and an angular velocity, checked all along its way and not only at its end.
#include <graze/graze.h>

#include <cstdio>
#include <vector>

int main() {
  using namespace graze;
  // Two posts with a gap of 1 between them, and a plank of 1.6 that flies towards it, lying across.
  const Shape post = make_box({0.25, 0.25, 2}), plank = make_box({0.1, 0.8, 0.05});
  const std::vector<MovingBody> posts{{{post, make_pose({3, 0.75, 0})}, {}}, {{post, make_pose({3, -0.75, 0})}, {}}};
  const Pose start = make_pose({0, 0, 0});

  // 6 a second, for one second. Without a spin it hits both posts; the face of the posts is at 2.75.
  const MoveResult straight = move({plank, start}, motion_of_velocity({}, {6, 0, 0}, {}, 1), posts);
  if (!straight.ok() || !straight.yes() || straight.lower > 2.65 / 6 || straight.upper < 2.65 / 6) return 1;
  std::printf("straight: hits at %.4f s\n", straight.upper);

  // Half a turn a second: at the gap it points along its way, and is through before it lies across again.
  constexpr double pi = 3.141592653589793;
  const Motion spin = motion_of_velocity({}, {6, 0, 0}, {0, 0, pi}, 1);
  const MoveResult through = move({plank, start}, spin, posts);
  if (!through.ok() || !through.no()) return 1;
  std::printf("with half a turn a second: free\n");

  // Twice as fast it lies across there, and hits although it starts and ends clear.
  const Motion faster = motion_of_velocity({}, {6, 0, 0}, {0, 0, 2 * pi}, 1);
  const Pose end = pose_at(start, faster, 0, 1);
  bool clear_at_end = true;
  for (const MovingBody& other : posts) clear_at_end = clear_at_end && collide({plank, end}, other.body).no();
  const MoveResult hit = move({plank, start}, faster, posts);
  if (!clear_at_end || !hit.ok() || !hit.yes() || !hit.proven || !(hit.upper < 0.6)) return 1;
  std::printf("with a turn a second: free until %.4f s, clear again at the end\n", hit.lower);

  // The same from pose to pose: the plank goes to where the spin took it.
  const Motion between = motion_between(start, pose_at(start, spin, 0, 1));
  if (!move({plank, start}, between, posts).no()) return 1;
  const Pose reached = pose_at(start, between, 0, 1);
  if (!(length(reached.translation - Vec3{6, 0, 0}) < 1e-12)) return 1;

  // A pose of another scale is no motion, and that is told.
  try {
    (void)motion_between(start, make_pose({6, 0, 0}, {}, {2, 2, 2}));
    return 1;
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
  }
  return 0;
}
