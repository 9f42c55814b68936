// Trimesh.is_watertight, contains, proximity.closest_point and signed_distance, ray, and CollisionManager.
#include <graze/graze.h>

#include <cstdio>
#include <vector>

int main() {
  const graze::Shape surface =
      graze::make_mesh({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  if (!surface.topology().closed) return 1;               // mesh.is_watertight
  std::printf("%g\n", surface.topology().signed_volume);  // mesh.volume
  const graze::Body mesh{graze::as_solid(surface), {}};   // throws where the mesh has no inside

  // mesh.contains(points): three answers, and a point on the surface is `on`.
  const std::vector<graze::Vec3> points{{0.5, 0.5, 0.5}, {0.5, 0.5, 0}, {2, 2, 2}};
  const std::vector<graze::InsideResult> where = graze::inside(mesh, points);
  for (const graze::InsideResult& each : where) std::printf("%s\n", name(each.answer));

  // trimesh.proximity.signed_distance is positive inside; ours is negative there.
  const graze::Body probe{graze::make_point(), graze::make_pose({0.25, 0.5, 0.5})};
  const graze::SignedDistanceResult depth = graze::find_signed_distance(probe, mesh);
  // trimesh.proximity.closest_point: to the surface, from either side.
  const graze::DistanceResult closest = graze::find_distance(probe, {surface, {}});
  if (!depth.ok() || !closest.ok()) return 1;
  std::printf("%g, and the closest point is %g %g %g\n", depth.distance, closest.point_b.x, closest.point_b.y,
              closest.point_b.z);

  // mesh.ray.intersects_location(multiple_hits=True)
  const graze::RayResult hits = graze::cast(mesh, {{0.5, 0.5, -1}, {0, 0, 1}}, {.want = graze::RayWant::all});

  // CollisionManager.in_collision_single and min_distance_single
  graze::World world;
  world.add(mesh, {.key = 1});
  world.add({mesh.shape, graze::make_pose({5, 0, 0})}, {.key = 2});
  world.apply();
  const graze::Body other{graze::make_sphere(0.5), graze::make_pose({4, 0.5, 0.5})};
  const graze::WorldOverlapResult met = graze::find_overlaps(world, other);
  const graze::WorldNearestResult nearest = graze::find_nearest(world, other, 1);
  if (!hits.ok() || !met.no() || !nearest.ok()) return 1;
  return where[0].answer == graze::Where::inside && where[1].answer == graze::Where::on && hits.hits.size() == 2 &&
                 nearest.objects[0].object.key == 2 && closest.distance == 0.25
             ? 0
             : 1;
}
