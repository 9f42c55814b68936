// A lidar: many rays, 24 bytes per ray, in memory that is used again for every frame.
#include <graze/graze.h>

#include <cstdio>
#include <vector>

int main() {
  const graze::Body room{graze::make_box({4, 3, 2}), graze::Pose{}};
  std::vector<graze::Ray> rays;
  for (int i = 0; i < 10000; ++i)
    rays.push_back({.origin = {0, 0, 0}, .direction = {i % 100 - 49.5, i / 100 - 49.5, 20}, .max = 0.101});
  std::vector<graze::RayBrief> briefs(rays.size());
  std::size_t hits = 0, open = 0;
  for (int frame = 0; frame < 3; ++frame) {
    graze::cast(room, rays, briefs, {.threads = 0});
    hits = open = 0;
    for (const graze::RayBrief& brief : briefs) {
      hits += brief.yes() ? 1 : 0;
      open += brief.no() ? 1 : 0;  // proven: nothing within reach
    }
  }
  // The same number as the full result has, to the last bit.
  const graze::RayResult full = graze::cast(room, rays[0]);
  std::printf("%zu hits, %zu open, first at %.17g\n", hits, open, briefs[0].t);
  return hits + open == rays.size() && briefs[0].yes() && briefs[0].t == full.closest.t ? 0 : 1;
}
