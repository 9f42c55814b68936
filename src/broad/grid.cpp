// A grid of equal cells, as in Zachmann, Optimizing the Collision Detection Pipeline, section 5.2. A box is in the cell
// of its lower corner, and none is wider than a cell but for a list of large ones, so that boxes that overlap are in
// the same cell or in neighbouring ones. Cells are not stored: boxes are sorted by the number of their cell, in which
// x counts first, so that three cells in a row are one range, and the ranges of a neighbouring row move forward as the
// boxes do.
//
// Cells are found in double: the lower bound over the edge of a cell, less than 2^32 cells from the origin, is off by
// less than 2^-19 of a cell. A box that is not wider than 1 - 2^-8 cells and overlaps another begins at most one cell
// before it, then. What lies outside of the numbered cells counts to the outermost one, which brings cells nearer only.
#include <algorithm>
#include <array>
#include <bit>

#include "broad/columns.h"
#include "broad/pair_finder.h"
#include "broad/radix_sort.h"
#include "broad/sort_pairs.h"
#include "broad/spread.h"

namespace graze {
namespace {

constexpr unsigned id_bits = 32;

struct Layout {
  int axes = 0;
  std::array<int, 3> axis{};       // from the one that counts first
  std::array<unsigned, 3> bits{};  // of its number
  std::array<unsigned, 3> shift{};
  std::array<double, 3> origin{}, cells_a_unit{}, widest{};
  unsigned all_bits = 0;

  Layout(const Spread& spread, int count) : axes(count) {
    std::array<int, 3> by_width{0, 1, 2};
    std::array<double, 3> edge{};
    for (int k = 0; k < 3; ++k) {
      // Not wider than a cell are boxes of like size; of unlike ones, those up to four times the median.
      edge[std::size_t(k)] = std::max(std::min(1.25 * spread.largest, 4 * spread.median), spread.width(k) * 0x1p-30);
      if (!(edge[std::size_t(k)] > 0)) edge[std::size_t(k)] = 1;
    }
    std::sort(by_width.begin(), by_width.end(), [&](int a, int b) {
      const double first = spread.width(a) * edge[std::size_t(b)], second = spread.width(b) * edge[std::size_t(a)];
      return first != second ? first > second : a < b;
    });
    for (int k = 0; k < axes; ++k) {
      const auto at = std::size_t(k);
      axis[at] = by_width[at];
      const double width = edge[std::size_t(axis[at])], cells = spread.width(axis[at]) / width;
      widest[at] = width * (1 - 0x1p-8);
      cells_a_unit[at] = 1 / width;
      bits[at] = unsigned(std::bit_width(std::uint64_t(std::min(cells, 0x1p30)) + 4));
      all_bits += bits[at];
    }
    while (all_bits > 64 - id_bits) {
      --*std::max_element(bits.begin(), bits.end());
      --all_bits;
    }
    unsigned next = 0;
    for (int k = 0; k < axes; ++k) {
      const auto at = std::size_t(k);
      shift[at] = next;
      next += bits[at];
      // The middle of what is numbered is the middle of the boxes.
      const double middle = 0.5 * (spread.lo[axis[at]] + spread.hi[axis[at]]);
      origin[at] = middle - double(std::uint64_t{1} << (bits[at] - 1)) / cells_a_unit[at];
    }
  }

  bool fits(const FloatBox& box) const {
    for (int k = 0; k < axes; ++k)
      if (!(double(box.hi[axis[std::size_t(k)]]) - double(box.lo[axis[std::size_t(k)]]) <= widest[std::size_t(k)]))
        return false;
    return true;
  }
  // Never the first or the last number of an axis: neighbours are one less or more.
  std::uint64_t cell(const FloatBox& box) const {
    std::uint64_t number = 0;
    for (int k = 0; k < axes; ++k) {
      const auto at = std::size_t(k);
      const double last = double((std::uint64_t{1} << bits[at]) - 2);
      const double place = (double(box.lo[axis[at]]) - origin[at]) * cells_a_unit[at];
      number |= std::uint64_t(place > 1 ? std::min(place, last) : 1) << shift[at];
    }
    return number;
  }
};

class Grid final : public PairFinder {
 public:
  explicit Grid(int axes) : axes_(axes) {}

  void find(const BoxSet& set, int, std::vector<IdPair>& pairs, BroadCounters& counters) override {
    const Layout layout(spread(set), axes_);
    sort(set, layout);
    columns_.gather(set, order_);
    list_runs(layout);
    found_.count = 0;
    found_.append(columns_.view(), runs_, set, counters);
    sorter_.sort(found_.keys.data(), found_.count, set.id_limit(), pairs);
  }

  std::string validate(const BoxSet& set) const override {
    if (order_.size() != set.ids().size()) return "the order does not hold every id";
    if (cells_.size() > order_.size() || !std::is_sorted(cells_.begin(), cells_.end())) return "cells are not sorted";
    for (const std::uint32_t id : order_)
      if (!set.has(id)) return "the order holds what is not there";
    return {};
  }

 private:
  // Boxes by cell, then the large ones.
  void sort(const BoxSet& set, const Layout& layout) {
    const std::span<const std::uint32_t> ids = set.ids();
    std::uint64_t* const items = items_.need(ids.size());
    order_.resize(ids.size());
    std::size_t small = 0, large = 0;
    for (const std::uint32_t id : ids) {
      const FloatBox& box = set.floats()[id];
      if (layout.fits(box))
        items[small++] = layout.cell(box) << id_bits | id;
      else
        order_[ids.size() - ++large] = id;
    }
    const std::uint64_t* const sorted =
        radix_sort(items, scratch_.need(ids.size()), small, id_bits, id_bits + layout.all_bits, counts_);
    cells_.resize(small);
    for (std::size_t i = 0; i < small; ++i) {
      order_[i] = std::uint32_t(sorted[i]);
      cells_[i] = sorted[i] >> id_bits;
    }
  }

  void list_runs(const Layout& layout) {
    runs_.clear();
    const auto small = std::uint32_t(cells_.size()), all = std::uint32_t(order_.size());
    // The rest of the own row, then rows that come later, each from one cell before to one cell after.
    for (std::uint32_t i = 0, end = 0; i < small; ++i) {
      while (end < small && cells_[end] <= cells_[i] + 1) ++end;
      runs_.push_back({i, i + 1, end});
    }
    const std::uint64_t row = std::uint64_t{1} << layout.shift[1];
    add_row(row);
    if (layout.axes == 3) {
      const std::uint64_t floor = std::uint64_t{1} << layout.shift[2];
      add_row(floor - row);
      add_row(floor);
      add_row(floor + row);
    }
    for (std::uint32_t i = small; i < all; ++i) runs_.push_back({i, 0, i});
  }
  void add_row(std::uint64_t offset) {
    const auto count = std::uint32_t(cells_.size());
    for (std::uint32_t i = 0, begin = 0, end = 0; i < count; ++i) {
      while (begin < count && cells_[begin] < cells_[i] + offset - 1) ++begin;
      while (end < count && cells_[end] <= cells_[i] + offset + 1) ++end;
      if (begin < end) runs_.push_back({i, begin, end});
    }
  }

  int axes_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> cells_;  // of the first boxes of the order: those that are not large
  Buffer<std::uint64_t> items_, scratch_;
  Buffer<std::uint32_t> counts_;
  Columns columns_;
  std::vector<Run> runs_;
  FoundPairs found_;
  PairSorter sorter_;
};

}  // namespace

std::unique_ptr<PairFinder> make_grid(int axes) { return std::make_unique<Grid>(axes); }

}  // namespace graze
