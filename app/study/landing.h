// The run that Blow's table was taken from: a hovertank drops a cargo box, a repair pad appears where it falls, turns
// and slides to rest, and the tank lands on it and flies away.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "graze/study.h"

namespace graze::app {

// About the paper's 97, 12 and 69 polygons; the pad has a hollow for the tank's belly.
Shape hovertank();
Shape cargo_box();
Shape repair_pad();

// One update: the bodies as they are after it, which stage decided about each pair that was asked, and what happens.
struct LandingUpdate {
  std::vector<Body> bodies;  // the ground first
  std::string phase;
  std::array<std::uint64_t, study::game_stages.size()> decided{};
  bool reverted = false;
};

struct Landing {
  std::array<StageStatistics, study::game_stages.size()> stages;
  std::size_t updates = 0, reverts = 0, meeting = 0;  // meeting: pairs that meet after an update, by the exact core
};

Landing run_landing(const study::GameSettings& settings, double updates_a_second,
                    const std::function<void(const LandingUpdate&)>& seen = nullptr);

}  // namespace graze::app
