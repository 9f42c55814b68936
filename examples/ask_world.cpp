// Asking a world: what a ray meets, what overlaps a body, what is nearest, how far a body may go.
#include <cstdio>

#include "graze/graze.h"

using namespace graze;

int main() {
  World world;
  world.add({make_halfspace({0, 0, 1}, 0), {}}, {.key = 1, .fixed = true});
  const Shape crate = make_box({0.5, 0.5, 0.5});
  for (std::uint64_t i = 0; i < 1000; ++i)
    world.add({crate, make_pose({2.0 * double(i % 40), 2.0 * double(i / 40), 0.5})},
              {.key = 10 + i, .user = i, .group = std::uint8_t(i % 2)});
  world.apply();

  const WorldRayResult seen = cast(world, {{-5, 4, 0.5}, {1, 0, 0}});
  if (seen.status != Status::ok || !seen.yes()) return 1;
  std::printf("the ray meets object %llu at t = %g\n", static_cast<unsigned long long>(seen.closest.object.key),
              seen.closest.hit.t);

  // Crates of group 1 only, without those that the callback refuses.
  QueryFilter filter{.groups = 2};
  filter.accept = [](const ObjectName& object) { return object.user != 43; };
  const Body probe{make_sphere(1.6), make_pose({6, 2, 0.5})};
  const WorldOverlapResult met = find_overlaps(world, probe, filter);
  if (met.status != Status::ok) return 1;
  std::printf("%zu crates of group 1 overlap the ball\n", met.objects.size());

  const WorldNearestResult near = find_nearest(world, Vec3{11, 11, 3}, 4);
  if (near.status != Status::ok) return 1;
  for (const WorldNear& each : near.objects)
    std::printf("object %llu is %g away\n", static_cast<unsigned long long>(each.object.key), each.result.distance);

  const Body mover{make_sphere(0.25), make_pose({-3, 2, 0.6})};
  const WorldMoveResult way = move(world, mover, translation_by({10, 0, 0}));
  if (way.result.status != Status::ok || !way.result.yes()) return 1;
  std::printf("the ball meets object %llu after %.6f of its way\n", static_cast<unsigned long long>(way.object.key),
              way.result.lower);

  // Boxes and ids of one's own, without a world.
  BoxTree tree;
  for (std::uint64_t i = 0; i < 100; ++i) tree.add(i, {{double(i), 0, 0}, {double(i) + 0.5, 1, 1}});
  tree.move(7, {{50, 0, 0}, {50.5, 1, 1}});
  const BoxTreeResult boxes = tree.overlap({{49.9, 0, 0}, {50.1, 1, 1}});
  if (boxes.status != Status::ok) return 1;
  std::printf("%zu boxes overlap\n", boxes.ids.size());
  return boxes.ids.size() == 2 && met.objects.size() == 2 && near.objects.size() == 4 ? 0 : 1;
}
