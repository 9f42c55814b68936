// Many poses of two bodies, by chunks: the inputs are read on the way, and no list of results outlives its chunk.
#pragma once

#include <algorithm>
#include <vector>

#include "arrays.h"
#include "base/executor.h"
#include "interrupt.h"

namespace graze::python {

// Two placed shapes and how many pairs they make.
struct PlacedPair {
  PlacedPair(py::handle thing_a, py::handle thing_b, py::handle pose_a, py::handle pose_b)
      : a(thing_a, pose_a, "a", "pose_a"), b(thing_b, pose_b, "b", "pose_b") {
    count = common_count(a.poses.batched(), a.poses.count(), b.poses.batched(), b.poses.count(), "pose_a and pose_b");
  }
  bool batched() const { return a.poses.batched() || b.poses.batched(); }
  Placed a, b;
  std::size_t count;
};

// How many elements are asked at once: few enough for their results to stay in the cache, and where several threads
// share them enough for each.
constexpr std::size_t chunk_for(int threads) { return threads == 1 ? 128 : 8192; }

// So many are asked in another thread at once, whose start they hardly notice.
constexpr std::size_t many_elements = 2048;

// each(i) for every i of a batch, in up to `threads`; perhaps more than once.
template <class Each>
void for_each(std::size_t count, int threads, const Each& each) {
  listening(
      [&] {
        parallel_for(count, 1, threads, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) each(i);
        });
        return true;
      },
      count >= many_elements);
}

// Asks a batch: many(a, shape, poses) where only b has many poses, of which the verb makes more than of single ones,
// else one(a, b). Hands each result to take(i, result), in order, perhaps more than once.
template <class Many, class One, class Take>
void ask_all(const PlacedPair& pair, int threads, const Many& many, const One& one, const Take& take) {
  if (pair.a.poses.batched()) {
    for_each(pair.count, threads, [&](std::size_t i) { take(i, one(pair.a[i], pair.b[i])); });
    return;
  }
  listening(
      [&] {
        const std::size_t chunk = chunk_for(threads);
        std::vector<Pose> poses;
        const Body a = pair.a[0];
        for (std::size_t first = 0; first < pair.count; first += chunk) {
          poses.resize(std::min(chunk, pair.count - first));
          for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = pair.b.poses[first + i];
          const auto results = many(a, pair.b.shape, std::span<const Pose>(poses));
          for (std::size_t i = 0; i < poses.size(); ++i) take(first + i, results[i]);
        }
        return true;
      },
      pair.count >= many_elements);
}

}  // namespace graze::python
