#include "broad/columns.h"

#include <algorithm>

namespace graze {

void Columns::gather(const BoxSet& set, std::span<const std::uint32_t> order) {
  const std::size_t stride = (order.size() + ColumnView::lanes + 15) / 16 * 16;
  float* const values = values_.need(6 * stride);
  std::uint32_t* const ids = ids_.need(stride);
  float* columns[6];
  for (std::size_t k = 0; k < 6; ++k) {
    columns[k] = values + k * stride;
    view_.lo[k % 3] = values + k % 3 * stride;
    view_.hi[k % 3] = values + (k % 3 + 3) * stride;
  }
  view_.ids = ids;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const FloatBox& box = set.floats()[order[i]];
    for (int axis = 0; axis < 3; ++axis) {
      columns[axis][i] = box.lo[axis];
      columns[axis + 3][i] = box.hi[axis];
    }
    ids[i] = order[i];
  }
  for (std::size_t i = order.size(); i < stride; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      columns[axis][i] = std::numeric_limits<float>::infinity();
      columns[axis + 3][i] = -std::numeric_limits<float>::infinity();
    }
    ids[i] = BoxSet::none;
  }
}

void FoundPairs::append(const ColumnView& columns, std::span<const Run> runs, const BoxSet& set,
                        BroadCounters& counters) {
  const BroadKernels& kernels = broad_kernels();
  const Exact exact{set.boxes(), set.floats(), set.slack()};
  for (const Run& run : runs) counters.box_tests += run.end - run.begin;
  PairSink sink;
  while (!runs.empty()) {
    const std::size_t room = count + (runs[0].end - runs[0].begin) + 2 * ColumnView::lanes;
    sink.pairs = keys.need(std::max(room, std::size_t{1024}), count);
    sink.capacity = keys.capacity();
    sink.count = count;
    runs = runs.subspan(kernels.runs(columns, runs.data(), runs.size(), exact, sink));
    count = sink.count;
  }
  counters.doubts += sink.doubts;
}

}  // namespace graze
