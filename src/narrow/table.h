// What answers a pair of families: one table per verb, with a row for the family of the first body and a column for
// that of the second. A cell is a function, the swap of the cell across the diagonal, or says that the pair is
// unsupported. A table with a cell left out does not compile.
#pragma once

#include "shape/kinds.h"

namespace graze {

inline constexpr const char* unsupported = "unsupported";

template <class Ask, class Closed = void(), class Placed = void()>
struct Cell {
  const char* name = nullptr;  // of the way, as docs/kinds.md calls it
  Ask* ask = nullptr;          // null where the pair is unsupported
  Placed* placed = nullptr;    // the same of bodies that are placed already, for batches; null where nothing is placed
  Closed* closed = nullptr;    // tried first: a closed form that says whether it knows
  bool swapped = false;        // the functions want the bodies the other way round, and their answer is to be mirrored
};

template <class C, class Closed>
constexpr C closed_first(Closed* closed, C cell) {
  cell.closed = closed;
  return cell;
}

template <class C>
struct Table {
  C cells[family_count][family_count];

  constexpr const C& at(Family a, Family b) const noexcept { return cells[int(a)][int(b)]; }
};

// With the swaps put in.
template <class C>
constexpr Table<C> filled(Table<C> table) {
  for (int a = 0; a < family_count; ++a)
    for (int b = 0; b < family_count; ++b) {
      C& cell = table.cells[a][b];
#ifndef __SANITIZE_ADDRESS__  // with sanitizers GCC does not take "this function is not null" for a constant
      if (cell.name != nullptr && cell.ask == nullptr && cell.name != unsupported) throw "a cell has no function";
#endif
      if (cell.name != nullptr) continue;
      if (!cell.swapped) throw "a cell of the table is missing";
      if (table.cells[b][a].name == nullptr) throw "the cell to be swapped is missing, or a swap itself";
      cell = table.cells[b][a];
      cell.swapped = true;
    }
  return table;
}

}  // namespace graze
