// Experiments of the papers: what was measured there, measured here. Each gives tables and plots; what is done with
// them is the command's business.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graze::app {

struct StudySettings {
  bool quick = false;  // smaller scenes and fewer repetitions, for a first look
  std::uint64_t seed = 1;
};

struct StudyTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct StudyPlot {
  std::string title, x, y;
  std::vector<std::pair<std::string, std::vector<std::pair<double, double>>>> series;  // both axes are logarithmic
};

// Drawn, as SVG (app/study/drawing.h).
struct StudyPicture {
  std::string title, svg;
};

struct StudyResult {
  std::vector<StudyTable> tables;
  std::vector<StudyPlot> plots;
  std::vector<StudyPicture> pictures;
  std::vector<std::string> compared;  // sentences: what the paper found, and what is found here
};

struct Experiment {
  const char* paper;  // a row of `study_papers`
  const char* name;
  const char* title;
  const char* about;  // what the paper did and found, and how the scene here is made
  StudyResult (*run)(const StudySettings& settings);
};

struct StudyPaper {
  const char* name;
  const char* citation;
};

std::span<const StudyPaper> study_papers();
std::span<const Experiment> study_experiments();

// One file each.
std::span<const Experiment> van_waveren_experiments();
std::span<const Experiment> blow_experiments();
std::span<const Experiment> lin_experiments();
std::span<const Experiment> zachmann_experiments();
std::span<const Experiment> maia_experiments();

// Three digits, with a unit of time where it is one.
std::string number_text(double value);
std::string time_text(double seconds);
std::string percent_text(double part);

// With what XML reserves written as entities.
std::string xml_text(const std::string& text);
std::string svg_text(const StudyPlot& plot);
// Every picture of a result: its plots, then what was drawn.
std::vector<StudyPicture> pictures_of(const StudyResult& result);
// `images`: where the plots are from the page, by "PAPER-EXPERIMENT-N.svg"; nothing: they are told as tables.
std::string markdown_text(const Experiment& experiment, const StudyResult& result, const std::string& images);
std::string json_text(const Experiment& experiment, const StudyResult& result);
std::string plot_name(const Experiment& experiment, std::size_t number);

}  // namespace graze::app
