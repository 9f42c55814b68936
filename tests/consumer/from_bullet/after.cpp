// The questions of before.cpp, asked with graze by the table "From Bullet" of docs/api.md.
#include <graze/graze.h>

#include <algorithm>

#include "../scene.h"

graze::Pose pose_of(const Place& place) {
  const auto& [p, q] = place;
  return graze::make_pose({p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]});
}

int main() {
  const Mesh data = ring();
  std::vector<graze::Vec3> vertices;
  for (const auto& v : data.vertices) vertices.push_back({v[0], v[1], v[2]});
  const graze::Shape mesh = graze::make_mesh(vertices, data.triangles);
  graze::World world;
  world.add({mesh, {}}, {.fixed = true});
  world.apply();

  int number = 0;
  for (const Place& place : places(40)) {
    const auto& p = place.translation;
    const graze::WorldRayResult hit =
        graze::cast(world, graze::ray_between({3 * p[0], 3 * p[1], 3 * p[2]}, {p[1], p[2], 0.1}));
    const std::string n = std::to_string(number++);
    say("ray_hits_" + n, hit.yes());
    say("ray_fraction_" + n, hit.yes() ? hit.closest.hit.t : 1.0);
  }

  const graze::Shape ball = graze::make_sphere(0.25), crate = graze::make_box({0.3, 0.2, 0.1});
  number = 0;
  for (const Place& place : places(12)) {
    const double x = place.translation[0];
    const std::string n = std::to_string(number++);
    for (const graze::Shape& shape : {ball, crate}) {
      const graze::Body body{shape, graze::make_pose({x, 0.9, 3})};
      const graze::MoveResult way = graze::move(world, body, graze::translation_by({0, 0, -6})).result;
      const std::string name = (shape.identity() == ball.identity() ? "ball_" : "crate_") + n;
      say("sweep_hits_" + name, way.yes());
      say("sweep_fraction_" + name, way.upper);
    }
  }

  number = 0;
  for (const Place& place : places(40)) {
    const graze::Body small{graze::make_sphere(0.3), pose_of(place)};
    say("ball_touches_" + std::to_string(number++), graze::find_overlaps(world, small).yes());
  }

  number = 0;
  for (const Place& place : places(20))
    say("crate_distance_" + std::to_string(number++),
        graze::find_distance({crate, pose_of(place)}, {ball, {}}).distance);

  std::vector<graze::Vec3> corners;
  for (double x : {-1.0, 1.0})
    for (double y : {-1.0, 1.0})
      for (double z : {-1.0, 1.0}) corners.push_back({x, y, z});
  const graze::Shape hull = graze::with_margin(graze::make_convex(corners), 0.04);  // Bullet's default
  say("hull_distance", graze::find_distance({hull, {}}, {ball, graze::make_pose({3, 0.5, 0})}).distance);

  const graze::Body upper{graze::make_box({0.5, 0.5, 0.5}), graze::make_pose({0, 0, 0.99})};
  const graze::Body lower{graze::make_box({5, 5, 0.5}), {}};
  const graze::ContactResult rest = graze::find_contacts(upper, lower, {.tolerance = 0.02, .reduce = true});
  double deepest = 0, normal_z = 0;
  for (const graze::Contact& contact : rest.contacts) {
    deepest = std::max(deepest, contact.depth);
    normal_z = -contact.normal.z;  // ours is from a to b
  }
  say("manifold_contacts", rest.contacts.size());
  say("manifold_depth", deepest);
  say("manifold_normal_z", normal_z);

  const graze::Body grain{graze::make_sphere(0.05), graze::make_pose({1, 0, 0})};
  say("grain_in_tube", graze::collide(grain, {mesh, {}}).yes());
  say("grain_in_solid", graze::collide(grain, {graze::as_solid(mesh), {}}).yes());
}
