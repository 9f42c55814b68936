#include "bench/pairs.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "bench/exact.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

std::vector<PairQuery> spread(const std::vector<PairQuery>& queries, std::size_t count) {
  count = std::clamp<std::size_t>(count, 1, queries.size());
  std::vector<PairQuery> part;
  for (std::size_t i = 0; i < count; ++i) part.push_back(queries[i * queries.size() / count]);
  return part;
}

// What one call of an implementation does; the results are written, and forgotten.
std::function<void()> pass(PairPeer& peer, const std::vector<PairQuery>& queries, bool all) {
  if (all) {
    return [&peer, &queries, counts = std::vector<std::size_t>(queries.size())]() mutable {
      peer.count_pairs(queries, counts);
      keep(counts.data());
    };
  }
  return [&peer, &queries, answers = std::vector<char>(queries.size())]() mutable {
    peer.collide(queries, answers);
    keep(answers.data());
  };
}

}  // namespace

PairStage::PairStage(std::vector<MeshData> meshes, std::vector<std::unique_ptr<PairPeer>> peers,
                     std::unique_ptr<PairPeer> ours)
    : meshes_(std::move(meshes)), ours_(std::move(ours)), peers_(std::move(peers)) {
  ours_->build(meshes_);
  for (auto& peer : peers_) peer->build(meshes_);
}

std::vector<Row> PairStage::yes_no(const char* workload, const std::string& scene,
                                   const std::vector<PairQuery>& queries, const Effort& effort) {
  return run(workload, scene, queries, effort, false);
}

std::vector<Row> PairStage::all_pairs(const char* workload, const std::string& scene,
                                      const std::vector<PairQuery>& queries, const Effort& effort) {
  return run(workload, scene, queries, effort, true);
}

std::vector<Row> PairStage::run(const char* workload, const std::string& scene, const std::vector<PairQuery>& queries,
                                const Effort& effort, bool all) {
  std::vector<Row> rows;
  for (auto& peer : peers_) {
    if (all && !peer->lists_pairs()) continue;
    const std::vector<PairQuery> probe = spread(queries, 8);
    const auto try_it = pass(*peer, probe, all);
    try_it();
    const Seconds cost = time_once(try_it) / static_cast<double>(probe.size());
    const std::vector<PairQuery> part = spread(queries, static_cast<std::size_t>(effort.seconds_a_round / cost));
    const Timings times = interleave({{pass(*ours_, part, all)}, {pass(*peer, part, all)}}, effort.rounds);
    Row row;
    row.workload = workload;
    row.scene = scene;
    row.peer = peer->name();
    row.peer_version = peer->version();
    row.queries = part.size();
    row.rounds = times.rounds;
    row.ours_ns = times.medians[0] * 1e9 / static_cast<double>(part.size());
    row.peer_ns = times.medians[1] * 1e9 / static_cast<double>(part.size());
    std::set<std::uint32_t> used;
    for (const PairQuery& query : part) used.insert({query.a, query.b});
    for (std::uint32_t mesh : used) row.triangles += meshes_[mesh].triangles.size();
    if (all) {
      compare_pairs(*peer, part, row);
    } else {
      compare_answers(*peer, part, row);
    }
    rows.push_back(row);
  }
  return rows;
}

void PairStage::compare_answers(PairPeer& peer, const std::vector<PairQuery>& queries, Row& row) {
  std::vector<char> ours(queries.size()), theirs(queries.size());
  ours_->collide(queries, ours);
  peer.collide(queries, theirs);
  row.hits = static_cast<double>(std::count(ours.begin(), ours.end(), 1)) / static_cast<double>(queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (ours[i] == theirs[i]) continue;
    ++row.disagreements;
    const bool truth = exact_collide(meshes_[queries[i].a], meshes_[queries[i].b], queries[i]);
    ++((ours[i] != 0) == truth ? row.peer_wrong : row.ours_wrong);
  }
}

void PairStage::compare_pairs(PairPeer& peer, const std::vector<PairQuery>& queries, Row& row) {
  std::size_t our_pairs = 0, peer_pairs = 0, colliding = 0;
  for (const PairQuery& query : queries) {
    const std::vector<TrianglePair> ours = ours_->pairs(query), theirs = peer.pairs(query);
    our_pairs += ours.size();
    peer_pairs += theirs.size();
    colliding += !ours.empty();
    std::vector<TrianglePair> only_ours, only_theirs;
    std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(only_ours));
    std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(), std::back_inserter(only_theirs));
    row.disagreements += only_ours.size() + only_theirs.size();
    const MeshData &a = meshes_[query.a], &b = meshes_[query.b];
    for (TrianglePair pair : only_ours) ++(exact_meet(a, b, query, pair) ? row.peer_wrong : row.ours_wrong);
    for (TrianglePair pair : only_theirs) ++(exact_meet(a, b, query, pair) ? row.ours_wrong : row.peer_wrong);
  }
  const auto count = static_cast<double>(queries.size());
  row.hits = static_cast<double>(colliding) / count;
  if (our_pairs > 0) row.ours_ns_per_pair = row.ours_ns * count / static_cast<double>(our_pairs);
  if (peer_pairs > 0) row.peer_ns_per_pair = row.peer_ns * count / static_cast<double>(peer_pairs);
}

Mat3 random_rotation(scenes::Random& random) { return to_matrix(random.rotation()); }

}  // namespace graze::bench
