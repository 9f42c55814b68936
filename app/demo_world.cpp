#include "app/demo_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/output.h"
#include "scenes/worlds.h"

namespace graze::app {

DemoWorld run_demo_world() {
  DemoWorld result;
  result.players = 32;
  result.steps = 120;
  result.settings.filters.assign(filter_kinds.begin(), filter_kinds.end());
  scenes::WorldScene scene = scenes::game_server(32, 500, 1);
  World world;
  Pipeline pipeline(world, result.settings);
  const std::vector<ObjectId> ids = scenes::populate(world, scene);
  std::vector<double> seconds;
  for (int step = 0; step < result.steps; ++step) {
    scene.advance(1.0 / 60);
    scenes::enqueue(world, scene, ids);
    const double start = now();
    const StepResult& told = pipeline.step();
    seconds.push_back(now() - start);
    for (const Event& event : told.events) {
      result.begun += event.kind == PairEvent::begin;
      result.ended += event.kind == PairEvent::end;
    }
  }
  std::nth_element(seconds.begin(), seconds.begin() + result.steps / 2, seconds.end());
  result.median_seconds = seconds[seconds.size() / 2];
  result.objects = world.size();
  result.statistics = pipeline.total();
  return result;
}

std::string plain_text(const DemoWorld& world) {
  return fmt::format(
             "\na game server: {} objects, {} of them players, {} steps, {:.3f} ms per step (median); {} touches "
             "began, "
             "{} "
             "ended\n",
             world.objects, world.players, world.steps, 1e3 * world.median_seconds, world.begun, world.ended) +
         filter_table(world.statistics, world.settings);
}

std::string json_text(const DemoWorld& world) {
  std::string text = fmt::format(
      "{{\"objects\":{},\"steps\":{},\"median_seconds\":{},\"begun\":{},\"ended\":{},\"candidates\":{},\"filters\":[",
      world.objects, world.steps, world.median_seconds, world.begun, world.ended, world.statistics.candidates);
  for (const FilterKind kind : world.settings.filters) {
    const StageStatistics& stage = world.statistics.filters[static_cast<std::size_t>(kind)];
    if (text.back() != '[') text += ',';
    text += fmt::format("{{\"filter\":\"{}\",\"cases\":{},\"decided\":{},\"seconds\":{}}}", name(kind), stage.cases,
                        stage.decided, stage.seconds);
  }
  return text + fmt::format("],\"survivors\":{},\"exact_seconds\":{}}}", world.statistics.survivors,
                            world.statistics.exact.seconds);
}

}  // namespace graze::app
