// collide-all: every meeting pair of triangles. Disagreements are pairs that one of the two lists and the other does
// not, over all poses.
#include <algorithm>
#include <iterator>

#include "bench/exact.h"
#include "bench/stage.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

struct Totals {
  std::size_t ours = 0, peer = 0, colliding = 0;  // pairs, pairs, poses
};

Totals compare(std::vector<Stage>& stages, const Measurement& measurement, Row& row) {
  Totals totals;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    Stage& stage = stages[i];
    for (const Pose& pose : measurement.part.poses[i]) {
      const std::vector<TrianglePair> ours = stage.ours->pairs(pose);
      const std::vector<TrianglePair> theirs = stage.peers[measurement.peer]->pairs(pose);
      totals.ours += ours.size();
      totals.peer += theirs.size();
      totals.colliding += !ours.empty();
      std::vector<TrianglePair> only_ours, only_theirs;
      std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(only_ours));
      std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(), std::back_inserter(only_theirs));
      row.disagreements += only_ours.size() + only_theirs.size();
      for (TrianglePair pair : only_ours) ++(exact_meet(stage.mesh, pose, pair) ? row.peer_wrong : row.ours_wrong);
      for (TrianglePair pair : only_theirs) ++(exact_meet(stage.mesh, pose, pair) ? row.ours_wrong : row.peer_wrong);
    }
  }
  return totals;
}

}  // namespace

std::vector<Row> collide_all(Bench& bench) {
  std::vector<Stage>& stages = bench.stages();
  const Effort& effort = bench.settings().effort;
  std::vector<std::vector<Pose>> poses;
  for (const Stage& stage : stages) {
    poses.push_back(deep(stage.contacts, effort.deep_poses, bench.settings().seed + poses.size()));
  }
  std::vector<std::size_t> peers;
  for (std::size_t i = 0; i < stages.front().peers.size(); ++i) {
    if (stages.front().peers[i]->lists_pairs()) peers.push_back(i);
  }

  std::vector<std::size_t> counts(stages.size() * static_cast<std::size_t>(effort.deep_poses));
  const StageQuery query = [&](CollidePeer& peer, std::span<const Pose> some, std::size_t first) {
    peer.count_pairs(some, std::span(counts).subspan(first, some.size()));
    keep(counts.data());
  };
  std::vector<Row> rows;
  for (const Measurement& measurement : measure(stages, peers, poses, 1, query, effort)) {
    Row row = make_row("collide-all", bench.scene(), *stages.front().peers[measurement.peer], measurement);
    const Totals totals = compare(stages, measurement, row);
    const auto queries = static_cast<double>(row.queries);
    row.hits = static_cast<double>(totals.colliding) / queries;
    row.ours_ns_per_pair = row.ours_ns * queries / static_cast<double>(std::max<std::size_t>(1, totals.ours));
    row.peer_ns_per_pair = row.peer_ns * queries / static_cast<double>(std::max<std::size_t>(1, totals.peer));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace graze::bench
