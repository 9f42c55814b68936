// rtcIntersect1, rtcOccluded1, many rays, and rtcPointQuery.
#include <graze/graze.h>

#include <cstdio>
#include <vector>

int main() {
  const graze::Shape hill = graze::make_terrain(3, 3, 1, 1, {0, 0, 0, 0, 1, 0, 0, 0, 0});
  graze::prepare_rays(hill);  // rtcCommitScene; without it the first ray builds the tree
  const graze::Body scene{hill, {}};

  // rtcIntersect1: t is ray.tfar, triangle primID, barycentric the weights of the corners (1 - u - v, u, v).
  const graze::RayResult hit = graze::cast(scene, {.origin = {1.25, 1, 5}, .direction = {0, 0, -1}});
  if (!hit.ok() || !hit.yes()) return 1;
  std::printf("triangle %u at t = %g, normal %.3f\n", hit.closest.triangle, hit.closest.t, hit.closest.normal.z);

  // rtcOccluded1: is anything between two points? The ends belong to the segment.
  const graze::RayResult shadow =
      graze::cast(scene, graze::ray_between({0, 1, 0.1}, {2, 1, 0.1}), {.want = graze::RayWant::any});
  if (!shadow.ok() || !shadow.yes()) return 1;

  // rtcIntersect8 and the like: as many as one likes, into memory that is used again.
  std::vector<graze::Ray> rays;
  for (int i = 0; i <= 100; ++i) rays.push_back({{0.02 * i, 1, 5}, {0, 0, -1}});
  std::vector<graze::RayResult> results(rays.size());
  graze::cast(scene, rays, results, {.threads = 0});
  for (const graze::RayResult& each : results)
    if (!each.yes()) return 1;  // no ray slips through between two triangles

  // rtcPointQuery: the closest point of the surface, no farther than a radius.
  const graze::Body point{graze::make_point(), graze::make_pose({1, 1, 1.5})};
  const graze::DistanceResult closest = graze::find_distance(point, scene, {.max = 2});
  return closest.ok() && closest.distance == 0.5 && hit.closest.t == 4.25 ? 0 : 1;
}
