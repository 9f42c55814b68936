// Experiments that draw the papers' figures.
#pragma once

#include <span>

#include "app/study/experiment.h"

namespace graze::app {

std::span<const Experiment> van_waveren_figures();
std::span<const Experiment> blow_figures();
std::span<const Experiment> maia_figures();

// Of Zachmann's, those with scenes of many objects; the list of all of his is in app/study/zachmann.cpp.
StudyResult zachmann_figure1(const StudySettings& settings);
StudyResult zachmann_figure2(const StudySettings& settings);
StudyResult zachmann_figure6(const StudySettings& settings);
StudyResult zachmann_figure7(const StudySettings& settings);
StudyResult zachmann_one_query(const StudySettings& settings);

}  // namespace graze::app
