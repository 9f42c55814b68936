// fcl::collide, fcl::distance, fcl::continuousCollide and a collision manager.
#include <graze/graze.h>

#include <cstdio>

int main() {
  const graze::Shape crate = graze::make_box({1, 1, 1});  // fcl::Box(2, 2, 2)
  const graze::Shape tent = graze::make_mesh(             // fcl::BVHModel
      {{0, 0, 0}, {2, 0, 0}, {1, 2, 0}, {1, 1, 2}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, {.solid = true});
  const graze::Body a{crate, {}};
  const graze::Body b{tent, graze::make_pose({1, -1, -1})};  // on the side of the crate
  const graze::Body c{tent, graze::make_pose({3, -1, -1})};

  const graze::CollideResult met = graze::collide(a, b);  // fcl::collide
  if (!met.ok() || !met.yes()) return 1;

  const graze::DistanceResult gap = graze::find_distance(a, c);  // fcl::distance, with the nearest points
  if (!gap.ok()) return 1;
  std::printf("%g apart, to within %g, at x = %g and x = %g\n", gap.distance, gap.bound, gap.point_a.x, gap.point_b.x);

  const graze::MovingBody still{a};  // fcl::continuousCollide with a TranslationMotion
  const graze::MoveResult way = graze::move(c, graze::translation_by({-4, 0, 0}), {&still, 1});
  if (!way.ok() || !way.yes()) return 1;
  std::printf("contact not before %.12g and by %.12g\n", way.lower, way.upper);

  graze::World world;  // fcl::DynamicAABBTreeCollisionManager
  for (int i = 0; i < 10; ++i) world.add({crate, graze::make_pose({2.0 * i, 0, 0})}, {});
  graze::Pipeline pipeline(world);
  const std::size_t pairs = pipeline.step().pairs.size();  // neighbours share a face: 9 pairs
  return pairs == 9 && gap.lower <= 2 && gap.upper >= 2 && way.lower <= 0.5 && way.upper >= 0.5 ? 0 : 1;
}
