// Results may have the names that one would give them: verbs are called otherwise, so that no variable hides one.
#include <graze/graze.h>

#include <cstdio>

using namespace graze;

int main() {
  const Body table{make_box({1, 1, 0.5}), {}};
  const Body crate{make_box({0.25, 0.25, 0.25}), make_pose({0.5, 0, 0.75})};
  const Body ball{make_sphere(0.5), make_pose({0, 0, 3})};

  const auto contacts = find_contacts(table, crate);
  const auto distance = find_distance(table, ball);
  const auto penetration = find_penetration(table, crate);
  if (!contacts.ok() || !distance.ok() || !penetration.ok()) return 1;
  std::printf("%zu contacts, %g apart, %g deep\n", contacts.contacts.size(), distance.distance, penetration.depth);

  const Ray ray{{0, 0, 10}, {0, 0, -1}};
  const auto hit = cast(ball, ray);
  if (!hit.yes()) return 1;
  std::printf("hit at %g\n", hit.closest.t);

  World world;
  for (const Body& body : {table, crate, ball}) world.add(body);
  world.apply();
  const auto nearest = find_nearest(world, crate, 1);
  const auto overlaps = find_overlaps(world, crate);
  if (!nearest.ok() || !overlaps.yes()) return 1;

  // The names are still there to be called.
  const auto again = find_distance(table, ball);
  return contacts.contacts.size() == 4 && hit.closest.t == 6.5 && overlaps.objects.size() == 2 &&
                 again.distance == distance.distance
             ? 0
             : 1;
}
