// One page with experiments and what can be stepped through.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/study/experiment.h"

namespace graze::app {

// It needs nothing but itself: no other file, no network.
std::string explorer_page(const std::string& machine,
                          const std::vector<std::pair<const Experiment*, StudyResult>>& results);

}  // namespace graze::app
