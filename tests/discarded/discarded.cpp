// Every statement throws an answer away, and must make the compiler say so: tests/discarded/count counts.
#include <graze/graze.h>

using namespace graze;

void discard(const Body& a, const Body& b, const World& world, const Ray& way, const FourPoints& points,
             std::span<const MovingBody> others, std::span<const Body> bodies, BoxTree& tree) {
  collide(a, b);
  self_collide(a);
  cast(a, way);
  find_distance(a, b);
  within(a, b, 1);
  inside(a, Vec3{});
  winding(a, Vec3{});
  classify(a, b);
  find_penetration(a, b);
  find_signed_distance(a, b);
  find_contacts(a, b);
  move(a, Motion{}, others);
  walk(a, Vec3{}, bodies);
  ccd(CcdKind::edge_edge, points, points);
  cast(world, way);
  find_overlaps(world, a);
  within(world, a, 1);
  find_nearest(world, a, 1);
  move(world, a, Motion{});
  walk(world, a, Vec3{});
  tree.ray(way);
}
