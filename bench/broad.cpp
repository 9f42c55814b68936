// broad: every pair of overlapping boxes, step after step, all boxes moving. Each implementation has the scene to
// itself and goes through the same steps in turns; only taking over the new boxes and finding the pairs is timed.
#include <algorithm>
#include <iterator>

#include "bench/moving_boxes.h"
#include "bench/peers/boxes.h"
#include "bench/workload.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

struct Runner {
  std::unique_ptr<BoxPeer> peer;
  MovingBoxes scene;
  std::vector<Seconds> turns = {};  // mean time of a step

  Seconds turn(int steps) {
    peer->prepare();
    Seconds sum = 0;
    for (int i = 0; i < steps; ++i) {
      scene.advance();
      peer->place(scene);
      sum += time_once([&] { peer->step(); });
    }
    return sum / steps;
  }
  Seconds median() {
    const auto middle = turns.begin() + static_cast<std::ptrdiff_t>(turns.size() / 2);
    std::nth_element(turns.begin(), middle, turns.end());
    return *middle;
  }
};

void compare(const MovingBoxes& scene, const std::vector<IdPair>& ours, const std::vector<IdPair>& theirs, Row& row) {
  std::vector<IdPair> differ;
  std::set_symmetric_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(differ));
  row.disagreements = differ.size();
  for (const IdPair pair : differ) {
    const bool meet = overlap(scene.boxes()[pair.lesser()], scene.boxes()[pair.greater()]);
    ++(std::binary_search(ours.begin(), ours.end(), pair) == meet ? row.peer_wrong : row.ours_wrong);
  }
}

void run_scene(BoxScene which, std::size_t count, const Settings& settings, std::vector<Row>& rows) {
  std::vector<std::unique_ptr<BoxPeer>> all;
  all.push_back(make_graze_boxes(BroadKind::automatic));
  all.push_back(make_fcl_dynamic_tree(false));
  all.push_back(make_fcl_dynamic_tree(true));
  all.push_back(make_fcl_ssap());
  all.push_back(make_bullet_dbvt());
  all.push_back(make_bullet_axis_sweep());
  for (const BroadKind kind : broad_kinds)
    if (kind != BroadKind::automatic) all.push_back(make_graze_boxes(kind));
  std::vector<Runner> runners;
  for (auto& peer : all)
    if (count <= peer->most()) runners.push_back({std::move(peer), MovingBoxes(which, count, settings.seed)});
  for (Runner& runner : runners) runner.peer->load(runner.scene);
  const int steps = count <= 1000 ? 40 : count <= 10000 ? 12 : 4;
  const int rounds = settings.effort.rounds | 1;
  for (int round = -1; round < rounds; ++round)
    for (Runner& runner : runners) {
      const Seconds time = runner.turn(steps);
      if (round >= 0) runner.turns.push_back(time);
    }
  const std::vector<IdPair> ours = runners[0].peer->pairs();
  for (std::size_t i = 1; i < runners.size(); ++i) {
    Row row;
    row.workload = "broad";
    row.scene = std::string(name(which)) + "-" + std::to_string(count / 1000) + "k";
    row.peer = runners[i].peer->name();
    row.peer_version = runners[i].peer->version();
    row.ours_ns = runners[0].median() * 1e9;
    row.peer_ns = runners[i].median() * 1e9;
    row.queries = static_cast<std::size_t>(steps);
    row.rounds = rounds;
    compare(runners[0].scene, ours, runners[i].peer->pairs(), row);
    row.more = {{"pairs", static_cast<double>(ours.size())}};
    rows.push_back(row);
  }
}

}  // namespace

std::vector<Row> broad(const Settings& settings) {
  std::vector<Row> rows;
  for (const std::size_t count : {std::size_t{1000}, std::size_t{10000}, std::size_t{100000}})
    if (!settings.quick || count <= 10000) run_scene(BoxScene::uniform, count, settings, rows);
  for (const BoxScene scene : {BoxScene::sizes, BoxScene::clusters, BoxScene::flat, BoxScene::line})
    run_scene(scene, settings.quick ? 1000 : 10000, settings, rows);
  return rows;
}

}  // namespace graze::bench
