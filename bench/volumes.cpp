// volumes: hierarchies of every volume against the default tree and each other, over the number of triangles: the
// figure of Zachmann (2001), section 4.
#include <algorithm>

#include "bench/cases.h"
#include "bench/exact.h"
#include "bench/hierarchies.h"
#include "bench/poses.h"
#include "bench/workload.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

struct Size {
  const char* name;
  std::uint32_t triangles;
};

// All of one grouping, built over one mesh and timed over the same poses.
std::vector<Row> compare(const std::string& scene, const MeshData& mesh, Grouping grouping, const Settings& settings) {
  const auto ours = make_graze_collide();
  ours->load(mesh);
  ours->build();
  const auto judge = make_fcl_obbrss();
  judge->load(mesh);
  judge->build();
  const std::vector<Pose> poses =
      around_contact(contacts(*judge, settings.effort.growth_orientations), 0.04, settings.seed);
  const auto peers = make_hierarchies(grouping);
  std::vector<Row> rows(peers.size());
  std::vector<std::vector<char>> answers(peers.size() + 1, std::vector<char>(poses.size()));
  std::vector<Task> tasks{{[&] { ours->collide(poses, answers.back()); }}};
  for (std::size_t i = 0; i < peers.size(); ++i) {
    peers[i]->load(mesh);
    const Seconds build = time_once([&] { peers[i]->build(); });
    peers[i]->collide(poses, answers[i]);
    const HierarchyCounters work = peers[i]->take_counters();
    const auto a_query = [&](std::uint64_t count) { return static_cast<double>(count) / double(poses.size()); };
    rows[i].more = {{"volume_tests_a_query", a_query(work.volume_tests)},
                    {"primitive_tests_a_query", a_query(work.primitive_tests)},
                    {"build_ns", build * 1e9},
                    {"bytes_a_triangle", double(peers[i]->tree_bytes()) / double(mesh.triangles.size())}};
    tasks.push_back({[&, i] { peers[i]->collide(poses, answers[i]); }});
  }
  const Timings times = interleave(tasks, settings.effort.rounds);
  const double to_ns = 1e9 / static_cast<double>(poses.size());
  for (std::size_t i = 0; i < peers.size(); ++i) {
    Row& row = rows[i];
    row.workload = "volumes";
    row.scene = scene;
    row.peer = peers[i]->name();
    row.peer_version = peers[i]->version();
    row.ours_ns = times.medians[0] * to_ns;
    row.peer_ns = times.medians[i + 1] * to_ns;
    row.rounds = times.rounds;
    row.queries = poses.size();
    row.triangles = mesh.triangles.size();
    row.hits = static_cast<double>(std::count(answers.back().begin(), answers.back().end(), 1)) / double(poses.size());
    for (std::size_t k = 0; k < poses.size(); ++k) {
      if (answers[i][k] == answers.back()[k]) continue;
      ++row.disagreements;
      ++((answers.back()[k] != 0) == exact_collide(mesh, poses[k]) ? row.peer_wrong : row.ours_wrong);
    }
  }
  return rows;
}

}  // namespace

std::vector<Row> volumes(const Settings& settings) {
  static constexpr Size sizes[] = {{"1k", 1000},   {"3k", 3000},     {"10k", 10000},
                                   {"30k", 30000}, {"100k", 100000}, {"300k", 300000}};
  std::vector<Row> rows;
  const auto add = [&](std::vector<Row> more) { rows.insert(rows.end(), more.begin(), more.end()); };
  using Scene = std::pair<const char*, MeshData (*)(std::uint32_t)>;
  for (const auto& [scene, make] : {Scene{"torus", scenes::torus}, Scene{"knot", scenes::knot}})
    for (const Size& size : sizes) {
      if (settings.quick && size.triangles > 10000) continue;
      add(compare(std::string(scene) + "-" + size.name, object_frame(make(size.triangles), 0.1), Grouping::sah,
                  settings));
    }
  for (const Grouping grouping : {Grouping::mean, Grouping::bottom_up})
    add(compare(std::string("knot-10k-") + study::name(grouping), object_frame(scenes::knot(10000), 0.1), grouping,
                settings));
  return rows;
}

}  // namespace graze::bench
