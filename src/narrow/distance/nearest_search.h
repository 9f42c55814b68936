// Which triangles of two bodies are nearest: the search of tree/nearest.h, its memory, and every pair in double where
// floats do not reach.
#pragma once

#include <array>
#include <vector>

#include "narrow/body/metric.h"
#include "narrow/body/posed.h"
#include "narrow/ray/ray_candidates.h"
#include "tree/nearest.h"

namespace graze {

// Two bodies with a frame for both; `usable` when there is one.
struct NearBodies {
  const PlacedBody& a;
  const PlacedBody& b;
  MetricFrame frame;
  bool usable;

  NearBodies(const PlacedBody& first, const PlacedBody& second) noexcept
      : a(first), b(second), usable(metric_frame(first.placement, second.placement, frame)) {}
};

// Checks and places a body, which may have a radius. Anything but ok: nothing can be asked of it.
GRAZE_API Status prepare(const Body& body, PlacedBody& target) noexcept;

// Which of two bodies without common surface points is inside the other, by one of its triangles.
struct Inside {
  bool a_in_b;
  std::uint32_t triangle;
};
bool find_inside(const PlacedBody& a, const PlacedBody& b, Counters& counters, Inside& inside);

// A lower bound of the distance of two boxes.
double box_gap(const Box& a, const Box& b) noexcept;

// Derived classes decide about pairs; see NearSearch.
class NearestSearch {
 public:
  explicit NearestSearch(const NearBodies& bodies);
  virtual ~NearestSearch() = default;
  NearestSearch(const NearestSearch&) = delete;
  NearestSearch& operator=(const NearestSearch&) = delete;

  // limit and enough in units of the frame; `normal` is that of a pair as far apart as the limit, from a to b, or 0.
  // True when the search was ended early.
  bool run(float limit, float enough, bool limit_is_guess, Vec3 normal = {});

  std::span<NearPair> pairs() noexcept { return {search_.pairs, search_.pair_count}; }
  float limit() const noexcept { return search_.limit; }
  std::uint64_t box_tests() const noexcept { return search_.box_tests; }

 protected:
  virtual float decide(std::uint32_t a, std::uint32_t b) = 0;

 private:
  NearSearch search_;
  NearPair first_pairs_[256];
  NearEntry first_entries_[1024];
  NearNode first_nodes_[64];
  std::vector<NearPair> more_pairs_;
  std::vector<NearEntry> more_entries_;
  std::vector<NearNode> more_nodes_;
};

}  // namespace graze
