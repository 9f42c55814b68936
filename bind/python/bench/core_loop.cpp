// What the library itself takes for the elements that bench.py asks for through Python: balls far apart, and rays and
// points that miss one. Nanoseconds of the thread's processor for an element, the least of nine rounds.
#include <time.h>

#include <algorithm>
#include <vector>

#include "graze/graze.h"
#include "graze/ray_brief.h"
#include "graze/solid.h"

namespace {

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * double(t.tv_sec) + double(t.tv_nsec);
}

template <class Work>
double least(std::size_t count, const Work& work) {
  double best = 1e300;
  for (int round = 0; round < 9; ++round) {
    const double begin = now();
    work();
    best = std::min(best, now() - begin);
  }
  return best / double(count);
}

}  // namespace

extern "C" void core_loop(std::size_t count, double* nanoseconds) {
  using namespace graze;
  const Body ball{make_sphere(1), {}};
  const std::vector<Pose> poses(count, make_pose({100, 0, 0}));
  const std::vector<Ray> rays(count, Ray{{5, 5, 5}, {1, 0, 0}});
  const std::vector<Vec3> points(count, Vec3{5, 5, 5});
  std::vector<RayBrief> briefs(count);
  double used = 0;
  nanoseconds[0] = least(count, [&] {
    for (const Pose& pose : poses) used += collide(ball, {ball.shape, pose}).yes() ? 1 : 0;
  });
  nanoseconds[1] = least(count, [&] {
    for (const Pose& pose : poses) used += find_distance(ball, {ball.shape, pose}).distance;
  });
  nanoseconds[2] = least(count, [&] {
    cast(ball, rays, briefs);
    used += briefs.back().t;
  });
  nanoseconds[3] = least(count, [&] {
    for (const InsideResult& one : inside(ball, points)) used += one.answer == Where::inside ? 1 : 0;
  });
  nanoseconds[4] = used;  // so that none of it is left out
}
