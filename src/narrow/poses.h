// Many poses of one body against another that stands: the batches of collide, distance and within.
#pragma once

#include <span>
#include <vector>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/guard.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/posed.h"
#include "narrow/families.h"
#include "narrow/table.h"

namespace graze {

// alone(body) answers any pose. Where the table says that both bodies are placed, and tries no closed form before, the
// one that stands is placed once, and placed(cell, a, b) answers; that is also out_of_range where alone() would know
// more.
template <class Result, class C, class Placed, class Alone>
std::vector<Result> ask_poses(const Table<C>& ways, const Body& a, const Shape& b, std::span<const Pose> poses,
                              int threads, const Placed& placed, const Alone& alone) {
  const FloatState standard;
  std::vector<Result> results(poses.size());
  PlacedLater standing;
  bool once = a.shape && b && make_posed_with_radius(a, standing.body) == Status::ok;
  if (once) {
    const C& cell = ways.at(family_of(a.shape.form()), family_of(b.form()));
    once = cell.placed != nullptr && cell.closed == nullptr;
  }
  if (once) standing.place();
  const auto ask_placed = [&](PlacedLater& side_a, const Body& moved, Result& result) {
    const Families families = families_of(a, moved);
    const C& cell = ways.at(families.a, families.b);
    PlacedLater side_b;
    if (cell.placed == nullptr || cell.swapped || make_posed_with_radius(moved, side_b.body) != Status::ok)
      return false;
    result = placed(cell, side_a, side_b);
    return result.status != Status::out_of_range;
  };
  parallel_for(poses.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    PlacedLater side_a = standing;
    for (std::size_t i = begin; i < end; ++i) {
      const Body moved{borrowed(b), poses[i]};
      if (!once || !ask_placed(side_a, moved, results[i])) results[i] = alone(moved);
      settle(results[i]);
    }
  });
  return results;
}

}  // namespace graze
