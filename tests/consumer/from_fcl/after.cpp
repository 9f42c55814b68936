// The questions of before.cpp, asked with graze by the table "From FCL" of docs/api.md.
#include <graze/graze.h>

#include "../scene.h"

graze::Shape shape_of(const Mesh& mesh) {
  std::vector<graze::Vec3> vertices;
  for (const auto& v : mesh.vertices) vertices.push_back({v[0], v[1], v[2]});
  return graze::make_mesh(vertices, mesh.triangles);
}

graze::Pose pose_of(const Place& place) {
  const auto& [p, q] = place;
  return graze::make_pose({p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]});
}

int main() {
  const graze::Shape mesh = shape_of(ring());
  const graze::Body still{mesh, {}};

  int number = 0;
  for (const Place& place : places(40)) {
    const std::string n = std::to_string(number++);
    const graze::Body moved{mesh, pose_of(place)};
    const graze::CollideResult met = graze::collide(still, moved, {.all = true});
    say("mesh_collide_" + n, met.yes());
    say("mesh_pairs_" + n, met.pairs.size());
    say("mesh_distance_" + n, graze::find_distance(still, moved).distance);
  }

  const graze::Shape ball = graze::make_sphere(0.5);        // FCL's Sphere(radius)
  const graze::Body crate{graze::make_box({1, 1, 1}), {}};  // FCL's Box(2, 2, 2): halves here
  say("ball_distance", graze::find_distance({ball, graze::make_pose({3, 0.25, 0})}, crate).distance);
  say("ball_corner_distance", graze::find_distance({ball, graze::make_pose({2, 2, 2})}, crate).distance);
  say("ball_inside_crate", graze::collide({ball, graze::make_pose({0.1, 0, 0})}, crate).yes());

  say("touching_crates", graze::collide(crate, {crate.shape, graze::make_pose({2, 0, 0})}).yes());
  say("touching_corners", graze::collide(crate, {crate.shape, graze::make_pose({2, 2, 2})}).yes());

  Mesh small = ring();
  for (auto& v : small.vertices) v = {v[0], v[1], 0.5 * v[2]};
  for (auto& v : small.vertices) {
    const double r = std::hypot(v[0], v[1]), thin = 1 + 0.5 * (r - 1);
    v = {v[0] * thin / r, v[1] * thin / r, v[2]};
  }
  const graze::Shape core = shape_of(small);
  say("nested_surfaces", graze::collide({core, {}}, still).yes());
  say("nested_solids", graze::collide({core, {}}, {graze::as_solid(mesh), {}}).yes());

  for (double x : {3.0, 4.0, 6.0}) {
    const graze::Body moving{mesh, graze::make_pose({x, 0.3, 0.2})};
    const graze::MovingBody other{still};
    const graze::MoveResult way = graze::move(moving, graze::translation_by({-6, 0, 0}), {&other, 1});
    say("move_hits_" + std::to_string(int(x)), way.yes());
    say("move_time_" + std::to_string(int(x)), way.upper);
  }

  graze::World world;
  for (const Place& place : places(60)) world.add({mesh, pose_of(place)}, {});
  graze::Pipeline pipeline(world);
  say("manager_pairs", pipeline.step().pairs.size());
}
