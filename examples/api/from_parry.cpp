// query::intersection_test, distance, closest_points, contact, cast_shapes and PointQuery.
#include <graze/graze.h>

#include <cmath>
#include <cstdio>

int main() {
  const graze::Body ball{graze::make_sphere(1), graze::make_pose({0, 0, 3})};  // Ball::new(1.0)
  const graze::Body slab{graze::make_box({5, 5, 1}), {}};                      // Cuboid::new([5, 5, 1])

  if (!graze::collide(ball, slab).no()) return 1;  // query::intersection_test

  // query::distance and query::closest_points with a largest distance, in one.
  const graze::DistanceResult near = graze::find_distance(ball, slab, {.max = 2});
  if (!near.ok() || near.beyond) return 1;
  std::printf("%g apart, normal %g\n", near.distance, near.normal.z);

  // query::contact with a prediction: overlapping bodies have a depth, and a vector that parts them.
  const graze::Body sunk{ball.shape, graze::make_pose({0, 0, 1.75})};
  const graze::SignedDistanceResult deep = graze::find_signed_distance(sunk, slab);
  if (!deep.ok()) return 1;
  std::printf("dist %g: move the ball by %g along z\n", deep.distance, deep.penetration.vector.z);

  // query::cast_shapes: velocities become the way over the whole time.
  const graze::MovingBody other{slab, graze::translation_by({0, 0, 0.5})};
  const graze::MoveResult toi = graze::move(ball, graze::translation_by({0, 0, -1.5}), {&other, 1});
  if (!toi.ok() || !toi.yes()) return 1;
  std::printf("time of impact %g\n", toi.lower);

  // PointQuery::project_point and contains_point.
  const graze::DistanceResult foot = graze::find_distance({graze::make_point(), graze::make_pose({1, 2, 4})}, slab);
  if (!foot.ok() || graze::inside(slab, {0, 0, 0.5}).answer != graze::Where::inside) return 1;
  const bool right = std::abs(deep.distance + 0.25) <= deep.bound + 1e-12 && near.distance == 1;
  return right && foot.point_b == graze::Vec3{1, 2, 1} && std::abs(toi.lower - 0.5) < 1e-9 ? 0 : 1;
}
