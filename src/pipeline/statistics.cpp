// Names, sums and tables of what a step did.
#include <cstdio>
#include <string>

#include "graze/pipeline.h"

namespace graze {

const char* name(PairEvent event) noexcept {
  switch (event) {
    case PairEvent::begin:
      return "begin";
    case PairEvent::persist:
      return "persist";
    case PairEvent::end:
      return "end";
  }
  return "unknown";
}

const char* name(Stage stage) noexcept {
  switch (stage) {
    case Stage::gone:
      return "gone";
    case Stage::fixed:
      return "fixed";
    case Stage::interest:
      return "interest";
    case Stage::boxes:
      return "boxes";
    case Stage::filter:
      return "filter";
    case Stage::exact:
      return "exact";
  }
  return "unknown";
}

StageStatistics& StageStatistics::operator+=(const StageStatistics& other) noexcept {
  cases += other.cases;
  decided += other.decided;
  seconds += other.seconds;
  return *this;
}

double StepStatistics::seconds() const {
  return apply_seconds + boxes_seconds + broad_seconds + filter_seconds + prepare_seconds + exact_seconds +
         gather_seconds;
}

StepStatistics& StepStatistics::operator+=(const StepStatistics& other) noexcept {
  steps += other.steps;
  objects += other.objects;
  changed += other.changed;
  neighbours += other.neighbours;
  unwanted += other.unwanted;
  resting += other.resting;
  candidates += other.candidates;
  for (std::size_t i = 0; i < filters.size(); ++i) filters[i] += other.filters[i];
  survivors += other.survivors;
  prepared += other.prepared;
  exact += other.exact;
  apply_seconds += other.apply_seconds;
  boxes_seconds += other.boxes_seconds;
  broad_seconds += other.broad_seconds;
  filter_seconds += other.filter_seconds;
  prepare_seconds += other.prepare_seconds;
  exact_seconds += other.exact_seconds;
  gather_seconds += other.gather_seconds;
  return *this;
}

std::string filter_table(const StepStatistics& statistics, const PipelineSettings& settings) {
  std::string table;
  char line[128];
  const auto row = [&](const char* title, const StageStatistics& stage) {
    std::snprintf(line, sizeof line, "%-18s %12llu %12llu %9.1f %% %10.3f us\n", title,
                  static_cast<unsigned long long>(stage.cases), static_cast<unsigned long long>(stage.decided),
                  stage.percent(statistics.candidates), 1e6 * stage.mean_seconds());
    table += line;
  };
  std::snprintf(line, sizeof line, "%-18s %12s %12s %11s %13s\n", "test", "cases", "decided", "of all", "mean time");
  table += line;
  for (const FilterKind kind : settings.filters) row(name(kind), statistics.filters[static_cast<std::size_t>(kind)]);
  // The exact test decides whatever comes to it.
  row("exact", {statistics.exact.cases, statistics.exact.cases, statistics.exact.seconds});
  return table;
}

}  // namespace graze
