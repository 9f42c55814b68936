// Two machines built of convex pieces, one of which drifts by: the cache of the pair goes from step to step.
#include <graze/graze.h>

#include <cstdio>
#include <vector>

int main() {
  std::vector<graze::CompoundPart> parts;
  for (int i = 0; i < 1000; ++i) {
    const graze::Vec3 place{double(i % 10), double(i / 10 % 10), double(i / 100)};
    parts.push_back({graze::make_box({0.4, 0.4, 0.4}), graze::make_pose(place)});
  }
  const graze::Shape machine = graze::make_compound(parts);
  const graze::Body still{machine, {}};
  graze::PairCache cache;  // one for each pair that lives; every verb reads it and writes it
  double least = 1e300;
  int near = 0;
  for (int step = 0; step <= 100; ++step) {
    const graze::Body drifting{machine, graze::make_pose({10.5, 0.1 * step - 5, 0.25})};
    const graze::DistanceResult gap = graze::find_distance(still, drifting, {}, &cache);
    if (!gap.ok()) return 1;
    least = gap.upper < least ? gap.upper : least;
    near += graze::within(still, drifting, 0.75, {}, &cache).yes() ? 1 : 0;
    if (graze::collide(still, drifting, {}, &cache).yes()) return 1;
  }
  std::printf("never nearer than %.6f, and within 0.75 in %d of 101 steps\n", least, near);
  return near > 0 && least > 0.69 && least < 0.71 ? 0 : 1;
}
