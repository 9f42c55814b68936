#include "narrow/table.h"

#include <gtest/gtest.h>

namespace graze {
namespace {

int answer(int a, int b) { return 10 * a + b; }

using ToyCell = Cell<int(int, int)>;
constexpr ToyCell way{"way", answer}, swap{.swapped = true}, none{unsupported}, missing{}, hollow{"hollow"};

// Every cell `way`, but for one and the one across the diagonal.
constexpr Table<ToyCell> with(ToyCell cell, ToyCell across) {
  Table<ToyCell> table{};
  for (auto& row : table.cells)
    for (ToyCell& each : row) each = way;
  table.cells[2][5] = cell;
  table.cells[5][2] = across;
  return table;
}

// Is it a constant? A table must be one to compile.
template <class Make, int = (static_cast<void>(Make{}()), 0)>
constexpr bool compiles(Make) {
  return true;
}
constexpr bool compiles(...) { return false; }

static_assert(compiles([] { return filled(with(way, way)); }));
static_assert(compiles([] { return filled(with(way, swap)); }));
static_assert(compiles([] { return filled(with(none, swap)); }));
static_assert(!compiles([] { return filled(with(missing, way)); }));
static_assert(!compiles([] { return filled(with(way, missing)); }));
static_assert(!compiles([] { return filled(with(swap, swap)); }));
static_assert(!compiles([] { return filled(with(swap, missing)); }));
#ifndef __SANITIZE_ADDRESS__  // addresses of functions are no constants for GCC then (narrow/table.h)
static_assert(!compiles([] { return filled(with(hollow, way)); }));
#endif

TEST(Table, ASwapIsTheCellAcrossTheDiagonal) {
  static constexpr Table<ToyCell> table = filled(with(way, swap));
  const ToyCell& cell = table.at(Family(5), Family(2));
  EXPECT_TRUE(cell.swapped);
  EXPECT_EQ(cell.ask(1, 2), 12);
  EXPECT_FALSE(table.at(Family(2), Family(5)).swapped);
}

}  // namespace
}  // namespace graze
