// build: from vertices and indices to ready for queries: pairs against those who answer pairs, rays against the others.
// What was built then answers a few queries, which are compared.
#include <algorithm>

#include "bench/cases.h"
#include "bench/exact.h"
#include "bench/rays.h"
#include "bench/stage.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

constexpr int checks = 32;

void compare_collide(CollidePeer& ours, CollidePeer& peer, const MeshData& mesh, std::span<const Pose> poses,
                     Row& row) {
  std::vector<char> mine(poses.size()), theirs(poses.size());
  ours.collide(poses, mine);
  peer.collide(poses, theirs);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (mine[i] == theirs[i]) continue;
    ++row.disagreements;
    ++((mine[i] != 0) == exact_collide(mesh, poses[i]) ? row.peer_wrong : row.ours_wrong);
  }
}

}  // namespace

std::vector<Row> build(Bench& bench) {
  const Effort& effort = bench.settings().effort;
  const MeshData mesh = rounded_to_float(object_frame(bench.scene().mesh, 0));
  const auto ours = make_graze_collide();
  const auto collide_peers = make_collide_peers();
  const auto ray_peers = make_ray_peers();
  const auto our_rays = make_graze_ray();
  std::vector<Peer*> all{ours.get(), our_rays.get()};
  for (const auto& peer : collide_peers) all.push_back(peer.get());
  for (const auto& peer : ray_peers) all.push_back(peer.get());

  std::vector<Task> tasks;
  for (Peer* peer : all) {
    peer->load(mesh);
    tasks.push_back({[peer] { peer->build(); }, [peer] { peer->release(); }});
  }
  const Timings times = interleave(tasks, effort.rounds);

  const std::vector<Contact> touching = contacts(*ours, checks / 2);
  const std::vector<Pose> poses = around_contact(touching, 0.04, bench.settings().seed);
  const std::vector<Ray> rays = random_rays(mesh, checks, bench.settings().seed);
  our_rays->build();
  std::vector<RayPeer::Hit> our_hits(rays.size()), their_hits(rays.size());
  our_rays->cast(rays, our_hits);

  std::vector<Row> rows;
  for (std::size_t i = 2; i < all.size(); ++i) {
    const bool pairs = i < 2 + collide_peers.size();
    Row row;
    row.workload = "build";
    row.scene = bench.scene().name;
    row.peer = all[i]->name();
    row.peer_version = all[i]->version();
    row.ours_ns = times.medians[pairs ? 0 : 1] * 1e9;
    row.peer_ns = times.medians[i] * 1e9;
    row.queries = 1;
    row.rounds = times.rounds;
    row.triangles = mesh.triangles.size();
    if (pairs) {
      compare_collide(*ours, *collide_peers[i - 2], mesh, poses, row);
    } else {
      ray_peers[i - 2 - collide_peers.size()]->cast(rays, their_hits);
      compare_hits(mesh, rays, our_hits, their_hits, row);
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace graze::bench
