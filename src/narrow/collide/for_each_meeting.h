// One by one, the pairs of triangles of two bodies that meet.
#pragma once

#include <cstdint>

#include "base/work.h"
#include "narrow/body/posed.h"
#include "narrow/triangle/triangle_triangle.h"
#include "tree/traverse.h"

namespace graze {

// Calls found(pair) for every pair of triangles that meets, until it returns false. No frame: the bodies are too
// extreme for float boxes.
template <class Found>
void for_each_meeting(const Posed& a, const Posed& b, const PairFrame* frame, bool first_only, Found&& found,
                      Counters& counters) {
  const auto leaf = [&](std::uint32_t i, std::uint32_t j, bool certain) {
    if (!certain) {
      ++counters.double_tests;
      work::charge(8);
      work::poll();
      if (!triangles_meet(a.triangle(i), b.triangle(j))) return true;
    }
    return found(TrianglePair{i, j});
  };
  if (frame != nullptr) {
    const PairWork work = traverse_pairs({a.shape->tree(), a.shape->oriented().data()},
                                         {b.shape->tree(), b.shape->oriented().data()}, *frame, first_only, leaf);
    counters.box_tests += work.boxes;
    counters.triangle_tests += work.triangles;
    return;
  }
  // Every pair, with boxes in double.
  for (std::uint32_t i = 0; i < a.shape->triangle_count; ++i) {
    const Box box = box_of(a.triangle(i));
    work::poll();
    for (std::uint32_t j = 0; j < b.shape->triangle_count; ++j) {
      ++counters.box_tests;
      work::charge(1);
      if (!overlap(box, box_of(b.triangle(j)))) continue;
      ++counters.triangle_tests;
      if (!leaf(i, j, false)) return;
    }
  }
}

}  // namespace graze
