// Worlds so large that every stage of a step is divided among threads: the same bits for any number of them, any order
// of insertion, any broad phase and any filters.
#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "graze/pipeline.h"
#include "scenes/worlds.h"
#include "tests/oracle/dice.h"
#include "tests/property/tally.h"
#include "tests/property/worlds.h"

namespace graze::property {

inline scenes::WorldScene random_crowd(oracle::Dice& dice, std::uint64_t kind, std::uint32_t objects) {
  const std::uint64_t seed = dice.bits();
  switch (kind % 5) {
    case 0:
      return scenes::bouncing_spheres(objects, dice.uniform(0.05, 0.4), 0, seed);
    case 1:
      return scenes::bouncing_spheres(objects, dice.uniform(0.05, 0.2), 80, seed);
    case 2:
      return scenes::city(objects / 2, objects / 2, seed);
    case 3:
      return scenes::deformables(objects / 20 + 4, 100, seed);
    default:
      return scenes::game_server(objects / 4, objects - objects / 4, seed);
  }
}

// The scene in one world.
struct Crowd {
  World world;
  std::unique_ptr<Pipeline> pipeline;
  std::vector<ObjectId> ids;

  Crowd(const scenes::WorldScene& scene, const PipelineSettings& settings, oracle::Dice& dice)
      : pipeline(std::make_unique<Pipeline>(world, settings)), ids(scene.actors.size()) {
    std::vector<std::size_t> order(scene.actors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice.bits() % i]);
    for (const std::size_t i : order) ids[i] = scenes::add(world, scene.actors[i]);
  }
};

// Worlds of 1, 2, 4 and 8 threads. Hits are the neighbours that touch.
inline Tally check_crowds(std::uint64_t seed, std::uint64_t scenarios, int steps, std::uint32_t most_objects) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t scenario = 0; scenario < scenarios && !tally.failed(); ++scenario) {
    PipelineSettings asked;
    if (dice.chance(4)) asked.range = dice.uniform(0.05, 0.3);
    asked.triangles = dice.chance(3);
    asked.contacts = dice.chance(4);
    asked.continuous = dice.chance(4);
    const auto most = static_cast<int>(asked.contacts || asked.continuous ? most_objects / 4 : most_objects);
    scenes::WorldScene scene = random_crowd(dice, scenario, std::uint32_t(dice.integer(most / 2, most)));
    std::vector<std::unique_ptr<Crowd>> crowds;
    for (const int threads : {1, 2, 4, 8}) {
      PipelineSettings settings = random_pipeline(dice, asked);
      settings.threads = threads;
      crowds.push_back(std::make_unique<Crowd>(scene, settings, dice));
    }
    for (int step = 0; step < steps && !tally.failed(); ++step) {
      if (step > 0) scene.advance(1.0 / 30);
      for (const auto& crowd : crowds) {
        if (step > 0) scenes::enqueue(crowd->world, scene, crowd->ids);
        if (asked.continuous)
          for (std::size_t i = 0; i < scene.actors.size(); i += 3)
            if (scene.actors[i].drive == scenes::Drive::bounce)
              crowd->world.move(crowd->ids[i], translation_by(scene.actors[i].velocity * 0.1));
        const StepResult& result = crowd->pipeline->step();
        const std::string which = std::to_string(crowd->pipeline->settings().threads) + " threads, " +
                                  name(crowd->pipeline->settings().broad) + ": ";
        if (const std::string fault = unbalanced(result.statistics); !fault.empty()) tally.failure = which + fault;
        if (const std::string differs = difference(crowds[0]->pipeline->last(), result); !differs.empty())
          tally.failure = which + differs + " differs from that of one thread";
      }
      Tally::Kind& kind = tally.kinds[scene.name];
      kind.cases += crowds[0]->pipeline->last().statistics.neighbours;
      for (const PairResult& pair : crowds[0]->pipeline->last().pairs) kind.hits += pair.touching == Answer::yes;
      if (tally.failed())
        tally.failure +=
            " (" + scene.name + ", scenario " + std::to_string(scenario) + ", step " + std::to_string(step) + ")";
    }
  }
  return tally;
}

}  // namespace graze::property
