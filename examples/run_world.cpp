// A world: objects that move, and a step that tells which of them touch.
#include <graze/graze.h>

#include <cstdio>

int main() {
  using namespace graze;
  World world;
  Pipeline pipeline(world, {.range = 0.5});  // pairs within half a unit are told, with their distance

  world.add({make_halfspace({0, 0, 1}, 0), {}}, {.key = 1, .fixed = true});
  const ObjectId ball = world.add({make_sphere(1), make_pose({0, 0, 4})}, {.key = 2});
  const ObjectId crate = world.add({make_box({1, 1, 1}), make_pose({3, 0, 1})}, {.key = 3});

  std::size_t touches = 0;
  for (int step = 0; step < 4; ++step) {
    // From any thread, also while a step runs.
    world.move(ball, make_pose({0.6 * step, 0, 4.0 - step}));
    if (step == 2) world.sleep(crate);

    const StepResult& result = pipeline.step();
    if (result.status != Status::ok) return 1;
    std::printf("step %d\n", step);
    for (const PairResult& pair : result.pairs)
      std::printf("  %llu and %llu are %g apart%s\n", static_cast<unsigned long long>(pair.key_a),
                  static_cast<unsigned long long>(pair.key_b), pair.distance, pair.resting ? ", at rest" : "");
    for (const Event& event : result.events) {
      std::printf("  %s: %llu and %llu\n", name(event.kind), static_cast<unsigned long long>(event.key_a),
                  static_cast<unsigned long long>(event.key_b));
      touches += event.kind == PairEvent::begin;
    }
  }
  std::printf("ball and crate: %s\n", pipeline.explain(ball, crate).text.c_str());
  return touches == 3 ? 0 : 1;
}
