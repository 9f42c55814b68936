// The part of `graze demo` that runs a world.
#pragma once

#include <string>

#include "graze/pipeline.h"

namespace graze::app {

struct DemoWorld {
  std::size_t objects = 0, players = 0;
  int steps = 0;
  std::size_t begun = 0, ended = 0;  // touches
  double median_seconds = 0;         // of a step
  PipelineSettings settings;
  StepStatistics statistics;  // of all steps
};

// Two seconds of the game server, 60 steps a second, with every filter.
DemoWorld run_demo_world();

std::string plain_text(const DemoWorld& world);
std::string json_text(const DemoWorld& world);  // an object

}  // namespace graze::app
