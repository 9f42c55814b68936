#include "bench/stage.h"

#include <algorithm>
#include <functional>
#include <map>

#include "bench/cases.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

// Runs an implementation over a part; peer = nullopt is ours.
void run(std::vector<Stage>& stages, std::optional<std::size_t> peer, const Part& part, const StageQuery& query) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    CollidePeer& implementation = peer ? *stages[i].peers[*peer] : *stages[i].ours;
    query(implementation, part.poses[i], first);
    first += part.poses[i].size();
  }
}

}  // namespace

std::vector<Stage> make_stages(const Case& scene, const Settings& settings) {
  scenes::Random random(settings.seed);
  const double turn = random.uniform();
  std::vector<Stage> stages;
  for (int frame = 0; frame < settings.effort.frames; ++frame) {
    Stage stage;
    stage.mesh = object_frame(scene.mesh, turn + static_cast<double>(frame) / settings.effort.frames / 3);
    stage.ours = make_graze_collide();
    stage.peers = make_collide_peers();
    stage.ours->load(stage.mesh);
    stage.ours->build();
    for (auto& peer : stage.peers) {
      peer->load(stage.mesh);
      peer->build();
    }
    const auto judge = make_fcl_obbrss();
    judge->load(stage.mesh);
    judge->build();
    stage.contacts = contacts(*judge, settings.effort.orientations);
    if (stage.contacts.empty()) throw std::runtime_error(scene.name + ": the two copies never touch");
    stages.push_back(std::move(stage));
  }
  return stages;
}

Part spread(const std::vector<std::vector<Pose>>& poses, std::size_t count, std::size_t group) {
  Part part;
  const std::size_t groups_a_stage = std::max<std::size_t>(1, count / (group * poses.size()));
  for (const std::vector<Pose>& all : poses) {
    const std::size_t available = all.size() / group, taken = std::min(available, groups_a_stage);
    std::vector<Pose> chosen;
    for (std::size_t i = 0; i < taken; ++i) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * available / taken * group);
      chosen.insert(chosen.end(), begin, begin + static_cast<std::ptrdiff_t>(group));
    }
    part.total += chosen.size();
    part.poses.push_back(std::move(chosen));
  }
  return part;
}

std::vector<Measurement> measure(std::vector<Stage>& stages, const std::vector<std::size_t>& peers,
                                 const std::vector<std::vector<Pose>>& poses, std::size_t group,
                                 const StageQuery& query, const Effort& effort) {
  std::vector<Measurement> measurements;
  for (std::size_t peer : peers) {
    const Part probe = spread(poses, 4 * poses.size(), group);
    run(stages, peer, probe, query);
    const Seconds cost = time_once([&] { run(stages, peer, probe, query); }) / static_cast<double>(probe.total);
    const auto count = static_cast<std::size_t>(effort.seconds_a_round / cost);
    measurements.push_back({peer, spread(poses, count, group)});
  }
  // Ours runs once a round on each part that is different; parts of one size are the same.
  std::vector<Task> tasks;
  std::map<std::size_t, std::size_t> ours_on;
  for (const Measurement& m : measurements) {
    if (ours_on.try_emplace(m.part.total, tasks.size()).second) {
      tasks.push_back({[&] { run(stages, std::nullopt, m.part, query); }});
    }
  }
  const std::size_t first_peer = tasks.size();
  for (const Measurement& m : measurements) {
    tasks.push_back({[&] { run(stages, m.peer, m.part, query); }});
  }
  const Timings times = interleave(tasks, effort.rounds);
  for (std::size_t i = 0; i < measurements.size(); ++i) {
    Measurement& m = measurements[i];
    const double to_ns = 1e9 / static_cast<double>(m.part.total);
    m.ours_ns = times.medians[ours_on.at(m.part.total)] * to_ns;
    m.peer_ns = times.medians[first_peer + i] * to_ns;
    m.rounds = times.rounds;
  }
  return measurements;
}

Row make_row(const char* workload, const Case& scene, const CollidePeer& peer, const Measurement& measurement) {
  Row row;
  row.workload = workload;
  row.scene = scene.name;
  row.peer = peer.name();
  row.peer_version = peer.version();
  row.ours_ns = measurement.ours_ns;
  row.peer_ns = measurement.peer_ns;
  row.queries = measurement.part.total;
  row.rounds = measurement.rounds;
  row.triangles = scene.mesh.triangles.size();
  return row;
}

}  // namespace graze::bench
