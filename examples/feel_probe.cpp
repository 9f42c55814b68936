// A hand presses a tool against a table and draws it over the edge: what it feels, tick by tick.
#include <graze/graze.h>

#include <cstdio>

int main() {
  using namespace graze;
  // Metres and newtons: a table of 20 cm, its top at z = 0, and a pin of 2 cm.
  const Body table{make_box({0.1, 0.1, 0.02}), make_pose({0, 0, -0.02})};
  Probe probe({make_capsule(0.003, 0.007), make_pose({0.05, 0, 0.02})}, {.stiffness = 800, .largest_force = 8});

  bool pressed = false, snapped = false, free = false;
  for (int tick = 0; tick <= 600; ++tick) {
    // Down to 5 mm below the top in 0.1 s, then along x at 0.2 m/s.
    const double down = tick < 100 ? tick * 1e-3 : 0.1, along = tick < 100 ? 0 : (tick - 100) * 1e-3;
    const Pose hand = make_pose({0.05 + 0.2 * along, 0, 0.02 - 0.15 * down});
    const ProbeResult felt = probe.tick(hand, {&table, 1});
    if (!felt.ok()) return 1;
    if (tick % 100 == 0)
      std::printf("%3d ms: force (%.2f, %.2f, %.2f) N, %d contacts\n", tick, felt.force.x, felt.force.y, felt.force.z,
                  felt.contact_count);
    pressed = pressed || felt.force.z > 3;
    snapped = snapped || felt.snapped;
    free = felt.touching == Answer::no && length(felt.force) < 0.01;
  }
  std::printf(snapped ? "it slipped off the edge\n" : "it never slipped\n");
  return pressed && snapped && free ? 0 : 1;
}
