#include "app/demo_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/output.h"
#include "base/json_text.h"
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
  const StepStatistics& statistics = world.statistics;
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.field("objects", world.objects).field("steps", world.steps).field("median_seconds", world.median_seconds);
    out.field("begun", world.begun).field("ended", world.ended).field("candidates", statistics.candidates);
    out.key("filters").list(world.settings.filters, [&](FilterKind kind) {
      const StageStatistics& stage = statistics.filters[static_cast<std::size_t>(kind)];
      out.object([&] {
        out.field("filter", name(kind)).field("cases", stage.cases).field("decided", stage.decided);
        out.field("seconds", stage.seconds);
      });
    });
    out.field("survivors", statistics.survivors).field("exact_seconds", statistics.exact.seconds);
  });
  return text;
}

}  // namespace graze::app
