// collide-near and collide-tangle: yes/no around the contact distance.
#include <algorithm>
#include <map>
#include <tuple>

#include "bench/exact.h"
#include "bench/stage.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

// The exact answer, remembered: several peers stumble over the same pose.
class Referee {
 public:
  bool collide(std::size_t stage, const MeshData& mesh, const Pose& pose) {
    // The first column of a tumbled rotation is (cos, sin, 0) of its angle.
    const Key key{stage, pose.linear.c0.x, pose.linear.c0.y, pose.translation.x};
    const auto known = answers_.find(key);
    if (known != answers_.end()) return known->second;
    return answers_[key] = exact_collide(mesh, pose);
  }

 private:
  using Key = std::tuple<std::size_t, double, double, double>;
  std::map<Key, bool> answers_;
};

std::vector<char> answers_of(std::vector<Stage>& stages, std::optional<std::size_t> peer, const Part& part) {
  std::vector<char> answers(part.total);
  std::size_t first = 0;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    CollidePeer& implementation = peer ? *stages[i].peers[*peer] : *stages[i].ours;
    implementation.collide(part.poses[i], std::span(answers).subspan(first, part.poses[i].size()));
    first += part.poses[i].size();
  }
  return answers;
}

void compare(std::vector<Stage>& stages, const Measurement& measurement, Referee& referee, Row& row) {
  const Part& part = measurement.part;
  const std::vector<char> ours = answers_of(stages, std::nullopt, part);
  const std::vector<char> theirs = answers_of(stages, measurement.peer, part);
  row.hits = static_cast<double>(std::count(ours.begin(), ours.end(), 1)) / static_cast<double>(part.total);
  std::size_t i = 0;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    for (const Pose& pose : part.poses[stage]) {
      if (ours[i] != theirs[i]) {
        ++row.disagreements;
        const bool truth = referee.collide(stage, stages[stage].mesh, pose);
        ++((ours[i] != 0) == truth ? row.peer_wrong : row.ours_wrong);
      }
      ++i;
    }
  }
}

std::vector<Row> around(Bench& bench, const char* workload, double reach) {
  std::vector<Stage>& stages = bench.stages();
  const Effort& effort = bench.settings().effort;
  std::vector<std::vector<Pose>> poses;
  std::size_t count = 0;
  for (const Stage& stage : stages) {
    poses.push_back(around_contact(stage.contacts, reach, bench.settings().seed + poses.size()));
    count += poses.back().size();
  }
  std::vector<std::size_t> peers;
  for (std::size_t i = 0; i < stages.front().peers.size(); ++i) peers.push_back(i);

  std::vector<char> answers(count);
  const StageQuery query = [&](CollidePeer& peer, std::span<const Pose> some, std::size_t first) {
    peer.collide(some, std::span(answers).subspan(first, some.size()));
    keep(answers.data());
  };
  std::vector<Row> rows;
  Referee referee;
  for (const Measurement& measurement : measure(stages, peers, poses, 2, query, effort)) {
    Row row = make_row(workload, bench.scene(), *stages.front().peers[measurement.peer], measurement);
    compare(stages, measurement, referee, row);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

// The paper takes two distance steps before contact to two after; a step here is 1 % of the size of 2.
std::vector<Row> collide_near(Bench& bench) { return around(bench, "collide-near", 0.04); }

std::vector<Row> collide_tangle(Bench& bench) { return around(bench, "collide-tangle", 0.002); }

}  // namespace graze::bench
