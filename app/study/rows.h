// Rows of benchmark workloads as tables and plots of experiments.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>

#include "app/study/experiment.h"
#include "measure/workloads.h"
#include "scenes/scenes.h"

namespace graze::app {

inline measure::Settings measure_settings(const StudySettings& settings) {
  measure::Settings result;
  result.quick = settings.quick;
  result.seed = settings.seed;
  result.effort.rounds = settings.quick ? 3 : 5;
  return result;
}

// Seconds that this process had of processors: other work on the machine does not count. In nanoseconds, where
// std::clock() has microseconds.
inline double processor_now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

// 0 where the row has none of that name.
inline double more_of(const measure::Row& row, const std::string& name) {
  for (const auto& [key, value] : row.more)
    if (key == name) return value;
  return 0;
}

// A table of times: a line for each scene, a column for ours and for each peer; and the same as curves over the number
// at the end of the scene's name.
inline void add_times(const std::vector<measure::Row>& rows, const std::string& title, const std::string& ours,
                      const std::string& x, StudyResult& result) {
  std::vector<std::string> scenes, peers{ours};
  std::map<std::pair<std::string, std::string>, double> seconds;
  for (const measure::Row& row : rows) {
    if (scenes.empty() || scenes.back() != row.scene) scenes.push_back(row.scene);
    seconds[{row.scene, ours}] = row.ours_ns * 1e-9;
    if (row.alone()) continue;
    if (std::find(peers.begin(), peers.end(), row.peer) == peers.end()) peers.push_back(row.peer);
    seconds[{row.scene, row.peer}] = row.peer_ns * 1e-9;
  }
  StudyTable table{title, {"scene"}, {}};
  StudyPlot plot{title, x, "seconds", {}};
  table.columns.insert(table.columns.end(), peers.begin(), peers.end());
  for (const std::string& peer : peers) plot.series.push_back({peer, {}});
  for (const std::string& scene : scenes) {
    std::vector<std::string> line{scene};
    for (std::size_t k = 0; k < peers.size(); ++k) {
      const auto found = seconds.find({scene, peers[k]});
      line.push_back(found == seconds.end() ? "" : time_text(found->second));
      const std::size_t at = scene.find_last_of('-');
      if (found != seconds.end() && at != std::string::npos)
        plot.series[k].second.emplace_back(std::strtod(scene.c_str() + at + 1, nullptr), found->second);
    }
    table.rows.push_back(line);
  }
  result.tables.push_back(std::move(table));
  if (!x.empty()) result.plots.push_back(std::move(plot));
}

}  // namespace graze::app
