// growth: how time and memory grow with the number of triangles: build, yes/no near contact, and rays, on knots.
#include <algorithm>

#include "bench/cases.h"
#include "bench/exact.h"
#include "bench/poses.h"
#include "bench/rays.h"
#include "bench/workload.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

struct Size {
  const char* name;
  std::uint32_t triangles;
};

struct Timed {
  double ours_ns, peer_ns;
  int rounds;
};

Timed both(const Task& ours, const Task& peer, const Effort& effort, std::size_t queries) {
  const Timings times = interleave({ours, peer}, effort.rounds);
  const double to_ns = 1e9 / static_cast<double>(queries);
  return {times.medians[0] * to_ns, times.medians[1] * to_ns, times.rounds};
}

Row make_row(const std::string& what, const Size& size, const Peer& peer, const Timed& timed, std::size_t queries) {
  Row row;
  row.workload = "growth";
  row.scene = what + "-" + size.name;
  row.peer = peer.name();
  row.peer_version = peer.version();
  row.ours_ns = timed.ours_ns;
  row.peer_ns = timed.peer_ns;
  row.rounds = timed.rounds;
  row.queries = queries;
  return row;
}

Row time_build(const std::string& what, const Size& size, Peer& ours, Peer& peer, const MeshData& mesh,
               const Effort& effort) {
  ours.load(mesh);
  peer.load(mesh);
  const auto task = [](Peer& p) { return Task{[&p] { p.build(); }, [&p] { p.release(); }}; };
  Row row = make_row(what, size, peer, both(task(ours), task(peer), effort, 1), 1);
  row.triangles = mesh.triangles.size();
  const auto count = static_cast<double>(row.triangles);
  row.more = {{"ours_bytes_a_triangle", static_cast<double>(ours.tree_bytes()) / count},
              {"peer_bytes_a_triangle", static_cast<double>(peer.tree_bytes()) / count}};
  return row;
}

// Both are built.
Row time_near(const Size& size, CollidePeer& ours, CollidePeer& peer, const MeshData& mesh, const Settings& settings) {
  const std::vector<Contact> touching = contacts(peer, settings.effort.growth_orientations);
  const std::vector<Pose> poses = around_contact(touching, 0.04, settings.seed);
  std::vector<char> mine(poses.size()), theirs(poses.size());
  const Timed timed =
      both({[&] { ours.collide(poses, mine); }}, {[&] { peer.collide(poses, theirs); }}, settings.effort, poses.size());
  Row row = make_row("near", size, peer, timed, poses.size());
  row.triangles = mesh.triangles.size();
  row.hits = static_cast<double>(std::count(mine.begin(), mine.end(), 1)) / static_cast<double>(mine.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (mine[i] == theirs[i]) continue;
    ++row.disagreements;
    ++((mine[i] != 0) == exact_collide(mesh, poses[i]) ? row.peer_wrong : row.ours_wrong);
  }
  return row;
}

Row time_rays(const Size& size, RayPeer& ours, RayPeer& peer, const MeshData& mesh, const Settings& settings) {
  const std::vector<Ray> rays = random_rays(mesh, settings.effort.rays, settings.seed);
  std::vector<RayPeer::Hit> mine(rays.size()), theirs(rays.size());
  const Timed timed =
      both({[&] { ours.cast(rays, mine); }}, {[&] { peer.cast(rays, theirs); }}, settings.effort, rays.size());
  Row row = make_row("ray", size, peer, timed, rays.size());
  row.triangles = mesh.triangles.size();
  compare_hits(mesh, rays, mine, theirs, row);
  return row;
}

}  // namespace

std::vector<Row> growth(const Settings& settings) {
  static constexpr Size sizes[] = {{"1k", 1000}, {"10k", 10000}, {"100k", 100000}, {"1M", 1000000}};
  std::vector<Row> rows;
  for (const Size& size : sizes) {
    if (settings.quick && size.triangles > 10000) continue;
    const MeshData mesh = rounded_to_float(object_frame(scenes::knot(size.triangles), 0));
    {
      const auto ours = make_graze_collide(), fcl = make_fcl_obbrss();
      rows.push_back(time_build("build-pairs", size, *ours, *fcl, mesh, settings.effort));
      rows.push_back(time_near(size, *ours, *fcl, mesh, settings));
    }
    const auto ours = make_graze_ray(), embree = make_embree_robust();
    rows.push_back(time_build("build-rays", size, *ours, *embree, mesh, settings.effort));
    rows.push_back(time_rays(size, *ours, *embree, mesh, settings));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& p, const Row& q) {
    const auto kind = [](const Row& row) { return row.scene.substr(0, row.scene.rfind('-')); };
    return kind(p) < kind(q);
  });
  return rows;
}

}  // namespace graze::bench
