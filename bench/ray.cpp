// ray: the closest hit of random incoherent rays, one call per ray.
#include <algorithm>

#include "bench/cases.h"
#include "bench/rays.h"
#include "bench/workload.h"
#include "measure/timing.h"

namespace graze::bench {

std::vector<Row> ray(Bench& bench) {
  const Effort& effort = bench.settings().effort;
  const MeshData mesh = rounded_to_float(object_frame(bench.scene().mesh, 0));
  const std::vector<Ray> rays = random_rays(mesh, effort.rays, bench.settings().seed);

  std::vector<std::unique_ptr<RayPeer>> all;
  all.push_back(make_graze_ray());
  for (auto& peer : make_ray_peers()) all.push_back(std::move(peer));
  std::vector<std::vector<RayPeer::Hit>> hits(all.size(), std::vector<RayPeer::Hit>(rays.size()));
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i]->load(mesh);
    all[i]->build();
    tasks.push_back({[&, i] {
      all[i]->cast(rays, hits[i]);
      keep(hits[i].data());
    }});
  }
  const Timings times = interleave(tasks, effort.rounds);

  const auto count = static_cast<double>(rays.size());
  const auto hit = std::count_if(hits[0].begin(), hits[0].end(), [](const RayPeer::Hit& h) { return h.hit; });
  std::vector<Row> rows;
  for (std::size_t i = 1; i < all.size(); ++i) {
    Row row;
    row.workload = "ray";
    row.scene = bench.scene().name;
    row.peer = all[i]->name();
    row.peer_version = all[i]->version();
    row.ours_ns = times.medians[0] / count * 1e9;
    row.peer_ns = times.medians[i] / count * 1e9;
    row.queries = rays.size();
    row.rounds = times.rounds;
    row.triangles = mesh.triangles.size();
    row.hits = static_cast<double>(hit) / count;
    compare_hits(mesh, rays, hits[0], hits[i], row);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace graze::bench
