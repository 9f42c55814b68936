// One filter after another, each over all pairs that are left.
#include "base/pieces.h"
#include "pipeline/pipeline_state.h"

namespace graze {

void Pipeline::State::run_filter(std::size_t begin, std::size_t end) {
  const std::uint64_t before = now_nanoseconds();
  FilterCache unused;
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t which = work[i];
    const IdPair pair = records[which].slots;
    FilterCache& cache = with_memory ? caches[which] : unused;
    // A pair that was told is hardly ever far apart a step later.
    if (with_rooms && rooms[which].told) {
      verdicts[i] = 0;
      continue;
    }
    const FilterBody &a = slots[pair.lesser()].volumes, &b = slots[pair.greater()].volumes;
    const double gap = sure_gap(a, b, asked_gap);
    const FilterResult found = filter->test(a, b, gap, cache);
    verdicts[i] = found.separate;
    if (with_rooms && found.separate) rooms[which].left = (found.lower - gap) * (1 - 0x1p-50);
  }
  nanoseconds += now_nanoseconds() - before;
}

void Pipeline::State::run_filters() {
  make_volumes();
  for (const FilterKind kind : settings.filters) {
    filter = &filter_of(kind);
    nanoseconds = 0;
    verdicts.resize(work.size());
    const Pieces pieces(work.size(), 256, settings.threads);
    left_over.resize(pieces.size());
    pieces.run(settings.threads, [this](std::size_t piece, std::size_t begin, std::size_t end) {
      run_filter(begin, end);
      std::size_t to = begin;
      for (std::size_t i = begin; i < end; ++i)
        if (verdicts[i] == 0) work[to++] = work[i];
      left_over[piece] = to - begin;
    });
    const std::size_t left = close_up(work, pieces, [this](std::size_t piece) { return left_over[piece]; });
    StageStatistics& stage = result.statistics.filters[static_cast<std::size_t>(kind)];
    stage.cases = work.size();
    stage.decided = work.size() - left;
    stage.seconds = 1e-9 * static_cast<double>(nanoseconds.load());
    work.resize(left);
  }
  result.statistics.survivors = work.size() + left_apart;
}

}  // namespace graze
