// Experiments that draw the papers' figures.
#pragma once

#include <span>

#include "app/study/experiment.h"

namespace graze::app {

std::span<const Experiment> van_waveren_figures();
std::span<const Experiment> blow_figures();
std::span<const Experiment> zachmann_figures();
std::span<const Experiment> maia_figures();

}  // namespace graze::app
