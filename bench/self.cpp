// self: every pair of triangles of one mesh that meet and share no vertex. A peer that keeps no tree is compared with
// building ours and asking it.
#include <algorithm>
#include <iterator>

#include "bench/cases.h"
#include "bench/exact.h"
#include "bench/peers/self.h"
#include "bench/workload.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

std::vector<Case> self_cases(const Settings& settings) {
  std::vector<Case> cases;
  for (const std::uint32_t count : {10000u, 100000u}) {
    if (settings.quick && count > 10000) break;
    const std::string size = count == 10000 ? "-10k" : "-100k";
    const MeshData cloth = scenes::cloth(count);
    cases.push_back({"cloth" + size, {scenes::waving(cloth, 0.3), cloth.triangles}});
    cases.push_back({"pleats" + size, {scenes::pleated(cloth, 0.06), cloth.triangles}});
  }
  return cases;
}

void compare(const MeshData& mesh, std::vector<TrianglePair> ours, std::vector<TrianglePair> theirs, Row& row) {
  std::sort(ours.begin(), ours.end());
  std::sort(theirs.begin(), theirs.end());
  std::vector<TrianglePair> only_ours, only_theirs;
  std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(only_ours));
  std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(), std::back_inserter(only_theirs));
  row.disagreements = only_ours.size() + only_theirs.size();
  for (const TrianglePair& pair : only_ours) ++(exact_meet(mesh, {}, pair) ? row.peer_wrong : row.ours_wrong);
  for (const TrianglePair& pair : only_theirs) ++(exact_meet(mesh, {}, pair) ? row.ours_wrong : row.peer_wrong);
}

}  // namespace

std::vector<Row> self(const Settings& settings) {
  std::vector<Row> rows;
  for (const Case& scene : self_cases(settings)) {
    const auto ours = make_graze_self();
    ours->load(scene.mesh);
    ours->build();
    ours->pairs();
    std::vector<std::unique_ptr<SelfPeer>> peers;
    peers.push_back(make_fcl_self());
    peers.push_back(make_cgal_self());
    std::vector<TrianglePair> found;
    const auto ask = [&found](SelfPeer& peer, bool build) {
      if (build) peer.build();
      found = peer.pairs();
      keep(found.data());
    };
    std::vector<Task> tasks{{[&] { ask(*ours, false); }}, {[&] { ask(*ours, true); }}};
    for (const auto& peer : peers) {
      peer->load(scene.mesh);
      peer->build();
      tasks.push_back({[&ask, &one = *peer] { ask(one, false); }});
    }
    const Timings times = interleave(tasks, settings.effort.rounds);
    for (std::size_t i = 0; i < peers.size(); ++i) {
      Row row;
      row.workload = "self";
      row.scene = scene.name;
      row.peer = peers[i]->name();
      row.peer_version = peers[i]->version();
      row.ours_ns = times.medians[peers[i]->keeps_a_tree() ? 0 : 1] * 1e9;
      row.peer_ns = times.medians[2 + i] * 1e9;
      row.queries = 1;
      row.rounds = times.rounds;
      row.triangles = scene.mesh.triangles.size();
      const std::vector<TrianglePair> mine = ours->pairs();
      compare(scene.mesh, mine, peers[i]->pairs(), row);
      row.more = {{"pairs", static_cast<double>(mine.size())}, {"ours_query_ns", times.medians[0] * 1e9}};
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace graze::bench
