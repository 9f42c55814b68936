// The second stage of ccd on a device: what float has not proven apart, through lists that grow shorter.
//
// It runs the source of the core (motion/moving_hull.h), so that its brackets have the core's bits: one step of all,
// then one more of those that need it, so that the threads of a warp end together. Where points come from, and where
// answers go, are parameters: a Source gives the points of pair i, a Sink takes no(i), yes(i, lo, hi) and open(i).
#pragma once

#include "backend/cuda/float_hull.h"
#include "backend/cuda/lists.h"

namespace graze::gpu {

inline constexpr int search_block = 128;

// Where the four points of a pair are at the ends of the motion.
struct PairPoints {
  Vec3 at_0[4], at_1[4];
};

// Numbers of pairs, and until when each is known to be apart.
struct Todo {
  std::uint32_t* list;
  double* times;
  std::uint32_t* count;

  static Todo take(Scratch& scratch, std::size_t size) {
    return {scratch.take<std::uint32_t>(size), scratch.take<double>(size), scratch.take<std::uint32_t>(1)};
  }
  void clear(cudaStream_t stream) const { cudaMemsetAsync(count, 0, sizeof(std::uint32_t), stream); }
};

// Calls work(i, time) for the pairs of one list in whole warps; who needs more goes to the next list. Without a list
// the pairs are 0, 1, 2, ..., at most `most`.
template <class Work>
__device__ void each(const Todo& todo, bool timed, const Todo& next, const Work& work, std::uint32_t most = ~0u) {
  const std::uint32_t counted = *todo.count, count = counted < most ? counted : most;
  const std::uint32_t all = (count + warp_size - 1) / warp_size * warp_size;
  for (std::uint32_t k = blockIdx.x * search_block + threadIdx.x; k < all; k += gridDim.x * search_block) {
    double time = timed && k < count ? todo.times[k] : 0;
    const std::uint32_t i = k >= count ? 0 : todo.list == nullptr ? k : todo.list[k];
    const bool more = k < count && work(i, time);
    if (next.count == nullptr) continue;
    const std::uint32_t begin = place_for(more, next.count);
    if (!more) continue;
    next.list[begin] = i;
    next.times[begin] = time;
  }
}

template <int Count, class Source, class Sink>
__global__ void __launch_bounds__(search_block)
    look_along_directions(Source source, Todo todo, int step, int last, Todo next, Sink sink) {
  each(todo, step > 0, next, [=](std::uint32_t i, double& time) {
    const PairPoints points = source(i);
    auto reached = static_cast<float>(time);
    const bool clear = clear_by_directions<Count>(points.at_0, points.at_1, step, last, reached);
    time = reached;
    if (clear) sink.no(i);
    return !clear;
  });
}

// The steps from `step` up to `last`.
// Four blocks at once take fewer registers each than the kernel would, and are faster; five are slower.
template <int Count, class Source, class Sink>
__global__ void __launch_bounds__(search_block, 4)
    solve_features(Source source, Todo todo, int step, int last, Todo next, Sink sink) {
  each(todo, step > 0, next, [=](std::uint32_t i, double& time) {
    double lo = 0, hi = 0;
    const PairPoints points = source(i);
    const MovingHull<Count> hull(points.at_0, points.at_1);
    const bool apart = step == 0 && (hull.clear_along_axis() || hull.one_sign_of_volume());
    const FirstContact contact = apart ? FirstContact::none : advance(hull, step, last, time, lo, hi);
    if (contact == FirstContact::open) {
      if (time > 1) sink.open(i);
      return time <= 1;
    }
    if (contact == FirstContact::found)
      sink.yes(i, lo, hi);
    else
      sink.no(i);
    return false;
  });
}

// Pairs that the core leaves to exact arithmetic after so many steps: most never touch, and a warp that looks at many
// pieces of the time proves it. (Of a contact the core tells the bracket that exact arithmetic finds.)
template <int Count, class Source, class Sink>
__global__ void __launch_bounds__(search_block) look_at_pieces(Source source, Todo todo, Sink sink) {
  const std::uint32_t warps = gridDim.x * (search_block / warp_size), count = *todo.count;
  const int lane = static_cast<int>(threadIdx.x % warp_size);
  static_assert(time_pieces == warp_size);
  for (std::uint32_t k = (blockIdx.x * search_block + threadIdx.x) / warp_size; k < count; k += warps) {
    const std::uint32_t i = todo.list[k];
    const PairPoints points = source(i);
    const MovingHull<Count> hull(points.at_0, points.at_1);
    const bool apart = apart_in_pieces(todo.times[k], [&](double begin, double end) {
      const double to = piece_begin(begin, end, lane + 1);
      return __ballot_sync(~0u, apart_until(hull, piece_begin(begin, end, lane), to) < to);
    });
    if (lane != 0) continue;
    if (apart)
      sink.no(i);
    else
      sink.open(i);
  }
}

// The pairs of `one`; both lists are used up. At most `pairs` of them.
template <int Count, class Source, class Sink>
void search(const Source& source, const Todo& one, const Todo& other, std::size_t pairs, const Sink& sink,
            cudaStream_t stream) {
  const unsigned blocks = std::min(blocks_for(pairs, search_block), 132u * 16);
  const auto solve = [&](const Todo& list, int step, int last, const Todo& next) {
    solve_features<Count><<<blocks, search_block, 0, stream>>>(source, list, step, last, next, sink);
  };
  const Todo *now = &one, *next = &other;
  const auto look = [&](int step, int last) {
    next->clear(stream);
    look_along_directions<Count><<<blocks, search_block, 0, stream>>>(source, *now, step, last, *next, sink);
    std::swap(now, next);
  };
  look(0, few_directions);
  look(few_directions, most_directions);
  // One step at a time while many take part, so that a warp does the same in all of its threads.
  constexpr int single = 8;
  for (int step = 0; step < single; ++step) {
    next->clear(stream);
    solve(*now, step, step + 1, *next);
    std::swap(now, next);
  }
  next->clear(stream);
  solve(*now, single, most_steps_to_contact, *next);
  look_at_pieces<Count><<<blocks, search_block, 0, stream>>>(source, *next, sink);
}

}  // namespace graze::gpu
