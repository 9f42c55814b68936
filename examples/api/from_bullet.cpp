// rayTest, convexSweepTest, contactTest and a contact manifold.
#include <graze/graze.h>

#include <cstdio>

int main() {
  graze::World world;                                               // btCollisionWorld
  const graze::Shape ground = graze::make_halfspace({0, 0, 1}, 0);  // btStaticPlaneShape
  const graze::Shape crate = graze::make_box({0.5, 0.5, 0.5});      // btBoxShape, half extents in both
  world.add({ground, {}}, {.key = 1, .fixed = true});
  world.add({crate, graze::make_pose({4, 0, 0.5})}, {.key = 2});
  world.apply();  // the queries below see what was added before

  // rayTest: m_closestHitFraction is t.
  const graze::WorldRayResult hit = graze::cast(world, graze::ray_between({0, 0, 0.5}, {8, 0, 0.5}));
  if (!hit.ok() || !hit.yes()) return 1;
  std::printf("object %d at fraction %g\n", int(hit.closest.object.key), hit.closest.hit.t);

  // convexSweepTest: no contact before lower, and contact by upper, or a gap that is told.
  const graze::Body ball{graze::make_sphere(0.25), graze::make_pose({0, 0, 0.5})};
  const graze::WorldMoveResult way = graze::move(world, ball, graze::translation_by({8, 0, 0}));
  if (!way.result.ok() || !way.result.yes()) return 1;
  std::printf("object %d after %.9f of the way\n", int(way.object.key), way.result.lower);

  // contactTest: who has a common point with this body? The crate and the ground, on which the crate stands.
  const graze::WorldOverlapResult touched = graze::find_overlaps(world, {crate, graze::make_pose({4.5, 0, 0.5})});
  if (!touched.ok()) return 1;

  // A manifold of at most four points; normals are from a to b, and depth is minus Bullet's distance.
  const graze::Body upper{crate, graze::make_pose({0, 0, 0.49})}, lower{ground, {}};
  const graze::ContactResult manifold = graze::find_contacts(upper, lower, {.tolerance = 0.02, .reduce = true});
  if (!manifold.ok()) return 1;
  for (const graze::Contact& contact : manifold.contacts)
    std::printf("depth %.3g along z = %g\n", contact.depth, contact.normal.z);
  return touched.objects.size() == 2 && manifold.contacts.size() == 4 && hit.closest.hit.t == 3.5 / 8 ? 0 : 1;
}
