// Runs of columns: sixteen boxes at a time.
#pragma once

#include "broad/isa/overlap.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline Boxes16 load(const ColumnView& columns, std::size_t first) {
  Boxes16 boxes;
  for (int axis = 0; axis < 3; ++axis) {
    boxes.lo[axis] = Float16::load(columns.lo[axis] + first);
    boxes.hi[axis] = Float16::load(columns.hi[axis] + first);
  }
  return boxes;
}

inline OneBox one_box(const ColumnView& columns, std::size_t box) {
  OneBox one;
  for (int axis = 0; axis < 3; ++axis) {
    one.lo[axis] = columns.lo[axis][box];
    one.hi[axis] = columns.hi[axis][box];
  }
  return one;
}

std::size_t runs(const ColumnView& columns, const Run* runs, std::size_t count, const Exact& exact, PairSink& sink) {
  for (std::size_t r = 0; r < count; ++r) {
    const std::size_t box = runs[r].box, begin = runs[r].begin, end = runs[r].end;
    if (end - begin + ColumnView::lanes > sink.capacity - sink.count) return r;
    const OneBox one = one_box(columns, box);
    const std::uint32_t id = columns.ids[box];
    for (std::size_t i = begin; i < end; i += 16) {
      const Boxes16 boxes = load(columns, i);
      const unsigned inside = end - i < 16 ? (1u << (end - i)) - 1 : 0xffffu;
      for (unsigned bits = overlapping(one, boxes) & inside; bits != 0; bits &= bits - 1) {
        const std::size_t other = i + unsigned(__builtin_ctz(bits));
        sink.count +=
            write_pair(exact.floats[id], exact.floats[columns.ids[other]], exact, sink.doubts, sink.pairs + sink.count);
      }
    }
  }
  return count;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
