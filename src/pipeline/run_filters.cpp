// Filters, one after another over the pairs that are left of a piece; pieces side by side.
#include <algorithm>

#include "base/executor.h"
#include "pipeline/pipeline_state.h"

namespace graze {

void Pipeline::State::run_filter(FilterKind kind, PairedUp& own) {
  const std::uint64_t before = now_nanoseconds();
  const Filter& filter = filter_of(kind);
  FilterCache unused;
  std::uint32_t* const open = open_records.data() + own.first;
  std::size_t left = 0;
  for (std::size_t i = 0; i < own.open; ++i) {
    const std::uint32_t which = open[i];
    // A pair that was told is hardly ever far apart a step later.
    if (with_rooms && rooms[which].told) {
      open[left++] = which;
      continue;
    }
    const IdPair pair = records[which].slots;
    FilterCache& cache = with_memory ? caches[which] : unused;
    const FilterBody &a = slots[pair.lesser()].volumes, &b = slots[pair.greater()].volumes;
    const double gap = sure_gap(a, b, asked_gap);
    const FilterResult found = filter.test(a, b, gap, cache);
    if (with_rooms && found.separate) rooms[which].left = (found.lower - gap) * (1 - 0x1p-50);
    open[left] = which;
    left += !found.separate;
  }
  StageStatistics& stage = own.filters[static_cast<std::size_t>(kind)];
  stage.cases = own.open;
  stage.decided = own.open - left;
  stage.seconds = 1e-9 * static_cast<double>(now_nanoseconds() - before);
  own.open = left;
}

void Pipeline::State::run_filters() {
  make_volumes();
  parallel_for(paired_up.size(), 1, settings.threads, [this](std::size_t begin, std::size_t end) {
    for (std::size_t piece = begin; piece < end; ++piece)
      for (const FilterKind kind : settings.filters) run_filter(kind, paired_up[piece]);
  });
  std::size_t left = 0;
  for (const PairedUp& own : paired_up) left += own.open;
  work.resize(left);
  std::uint32_t* to = work.data();
  for (const PairedUp& own : paired_up) {
    to = std::copy_n(open_records.data() + own.first, own.open, to);
    for (const FilterKind kind : settings.filters) {
      const auto which = static_cast<std::size_t>(kind);
      StageStatistics& stage = result.statistics.filters[which];
      stage.cases += own.filters[which].cases;
      stage.decided += own.filters[which].decided;
      stage.seconds += own.filters[which].seconds;
    }
  }
  result.statistics.survivors = work.size() + left_apart;
}

}  // namespace graze
