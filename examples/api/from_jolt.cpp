// NarrowPhaseQuery with layers, ShapeCast, CollideShape, events of contacts, and CharacterVirtual.
#include <graze/graze.h>

#include <cstdio>

int main() {
  constexpr std::uint8_t terrain = 0, debris = 1;  // object layers: groups, with masks
  graze::World world;
  world.add({graze::make_box({20, 20, 1}), graze::make_pose({0, 0, -1})}, {.key = 1, .fixed = true, .group = terrain});
  world.add({graze::make_box({1, 1, 0.1}), graze::make_pose({2, 0, 0.1})}, {.key = 2, .fixed = true, .group = terrain});
  const graze::ObjectId crate =
      world.add({graze::make_box({0.5, 0.5, 1}), graze::make_pose({0, 6, 1})}, {.key = 3, .user = 77, .group = debris});
  graze::Pipeline pipeline(world);  // PhysicsSystem, as far as it finds collisions

  // ContactListener: what began to touch in a step is in a list, sorted by keys.
  for (const graze::Event& event : pipeline.step().events)
    if (event.kind == graze::PairEvent::begin)
      std::printf("%d began to touch %d\n", int(event.key_b), int(event.key_a));
  world.move(crate, graze::make_pose({0, 6, 3}));
  const graze::StepResult& step = pipeline.step();
  if (step.events.size() != 1 || step.events[0].kind != graze::PairEvent::end) return 1;

  // CastRay and CastShape, at one layer only: a filter in place of ObjectLayerFilter.
  const graze::WorldRayResult seen =
      graze::cast(world, graze::ray_between({-5, 6, 3}, {5, 6, 3}), {.filter = {.groups = 1u << debris}});
  const graze::Body ball{graze::make_sphere(0.3), graze::make_pose({2, 0, 5})};
  const graze::WorldMoveResult fall = graze::move(world, ball, graze::translation_by({0, 0, -10}));
  if (!seen.ok() || !seen.yes() || !fall.result.ok() || !fall.result.yes()) return 1;
  std::printf("the ray meets %d at %g, the ball falls onto %d\n", int(seen.closest.object.user), seen.closest.hit.t,
              int(fall.object.key));

  // CharacterVirtual::ExtendedUpdate: walks, climbs the step of 0.2, and stands on it.
  graze::Body walker{graze::make_capsule(0.3, 0.6), graze::make_pose({0, 0, 0.902})};
  graze::MoverCache cache;
  for (int i = 0; i < 20; ++i) {
    const graze::WorldWalkResult result = graze::walk(world, walker, {0.1, 0, 0}, {}, &cache);
    if (!result.result.ok()) return 1;
    walker.pose = result.result.pose;
  }
  return walker.pose.translation.z > 1.1 && seen.closest.object.user == 77 && fall.object.key == 2 ? 0 : 1;
}
