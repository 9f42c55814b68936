// The papers' systems beside the exact query: RAPID, V-Clip and the DOOM III sweep on two boxes.
#include <cstdio>

#include "graze/graze.h"
#include "graze/study.h"

int main() {
  using namespace graze;
  const Shape box = make_box({1, 1, 1});
  const Pose here, there = make_pose({2.5, 0.3, 0}, {0, 0, 0.6, 0.8});

  const study::VolumeTree tree(box, study::rapid);
  const study::TreeCollide met = study::collide({&tree, here}, {&tree, there});
  std::printf("RAPID: %s, %d tests of boxes\n", name(met.answer), static_cast<int>(met.counters.volume_tests));

  const study::ConvexModel hull(box);
  study::ConvexMemory memory;  // kept for the next pose of the pair
  const study::ConvexFound found = study::v_clip({&hull, here}, {&hull, there}, &memory);
  const DistanceResult exact = find_distance({box, here}, {box, there});
  std::printf("V-Clip: %.6f after %u steps; exactly %.6f\n", found.upper, found.steps, exact.distance);

  const study::SweepBody moving({box, there}), still({box, here});
  const study::SweepResult swept = study::sweep(moving, translation_by({-3, 0, 0}), still, {.expel = 0.01});
  std::printf("the sweep stops at %.4f of the way\n", swept.fraction);
  return met.no() && swept.stopped ? 0 : 1;
}
