// proof: what exactness costs. Ours against ours without error bounds, slack and fallback, which is wrong now and then;
// ratio is above 1 - 0.1 when exactness costs less than a tenth.
#include <algorithm>
#include <iterator>

#include "bench/exact.h"
#include "bench/stage.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

void compare(CollidePeer& ours, CollidePeer& theirs, const MeshData& mesh, std::span<const Pose> poses, Row& row) {
  std::vector<char> mine(poses.size()), other(poses.size());
  ours.collide(poses, mine);
  theirs.collide(poses, other);
  row.hits = static_cast<double>(std::count(mine.begin(), mine.end(), 1)) / static_cast<double>(poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (mine[i] == other[i]) continue;
    ++row.disagreements;
    ++((mine[i] != 0) == exact_collide(mesh, poses[i]) ? row.peer_wrong : row.ours_wrong);
  }
}

void compare_all(CollidePeer& ours, CollidePeer& theirs, const MeshData& mesh, std::span<const Pose> poses, Row& row) {
  for (const Pose& pose : poses) {
    const std::vector<TrianglePair> mine = ours.pairs(pose), other = theirs.pairs(pose);
    std::vector<TrianglePair> different;
    std::set_symmetric_difference(mine.begin(), mine.end(), other.begin(), other.end(), std::back_inserter(different));
    row.disagreements += different.size();
    for (const TrianglePair pair : different) {
      const bool listed = std::binary_search(mine.begin(), mine.end(), pair);
      ++(listed == exact_meet(mesh, pose, pair) ? row.peer_wrong : row.ours_wrong);
    }
  }
}

}  // namespace

std::vector<Row> proof(Bench& bench) {
  const Effort& effort = bench.settings().effort;
  const std::uint64_t seed = bench.settings().seed;
  Stage& stage = bench.stages().front();
  const auto unproven = make_unproven();
  unproven->load(stage.mesh);
  unproven->build();
  std::vector<Row> rows;
  const auto add = [&](const char* what, const std::vector<Pose>& poses, bool all) {
    std::vector<char> answers(poses.size());
    std::vector<std::size_t> counts(poses.size());
    const auto work = [&](CollidePeer& peer) {
      return [&] {
        if (all) {
          peer.count_pairs(poses, counts);
          keep(counts.data());
        } else {
          peer.collide(poses, answers);
          keep(answers.data());
        }
      };
    };
    const Timings times = interleave({{work(*stage.ours)}, {work(*unproven)}}, std::max(effort.rounds, 11));
    Row row;
    row.workload = "proof";
    row.scene = bench.scene().name + "-" + what;
    row.peer = unproven->name();
    row.peer_version = unproven->version();
    row.queries = poses.size();
    row.rounds = times.rounds;
    row.triangles = stage.mesh.triangles.size();
    row.ours_ns = times.medians[0] * 1e9 / static_cast<double>(poses.size());
    row.peer_ns = times.medians[1] * 1e9 / static_cast<double>(poses.size());
    if (all) {
      compare_all(*stage.ours, *unproven, stage.mesh, poses, row);
    } else {
      compare(*stage.ours, *unproven, stage.mesh, poses, row);
    }
    row.more = {{"cost", times.medians[0] / times.medians[1] - 1}};
    rows.push_back(row);
  };
  add("near", around_contact(stage.contacts, 0.04, seed), false);
  add("tangle", around_contact(stage.contacts, 0.002, seed), false);
  add("all", deep(stage.contacts, effort.deep_poses, seed), true);
  return rows;
}

}  // namespace graze::bench
