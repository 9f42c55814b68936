// Two tori of radii 1 and 0.35, one through the other's hole. Pulled along x they meet after 0.3; the facets of both
// lie inside the tori, by less than 0.0012 where they meet (chords of 59 sides, and of 169 rings), and the polygons
// that the tubes are may be missed by as much where edge meets edge: between 0.3 and 0.306.
#include "scenes/motion_parts.h"

namespace graze::scenes {

MotionScene interlocked_tori(const std::string& variant) {
  if (variant != "pull" && variant != "spin") unknown_variant("interlocked-tori", variant);
  const MeshData ring = torus(20000);
  MeshData link = ring;
  for (Vec3& v : link.vertices) v = {v.x + 1, -v.z, v.y};
  MotionScene scene;
  const bool pull = variant == "pull";
  scene.moving = {{"link", snapped_solid(std::move(link)), {}},
                  pull ? translation_by({3, 0, 0}) : rotation_about({1, 0, 0}, {0, 1, 0}, 350 * radian)};
  scene.others = {{{"ring", snapped_solid(ring), {}}}};
  if (pull)
    scene.truth = {.hit = true,
                   .phase = 0,
                   .earliest = 0.3 / 3 - 1e-9,
                   .latest = 0.306 / 3,
                   .body = 0,
                   .bodies = 1,
                   .grazing = false};
  return scene;
}

}  // namespace graze::scenes
