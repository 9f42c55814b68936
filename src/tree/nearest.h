// The nearest triangles of two trees: a best-first search that culls by certified lower bounds in float and leaves the
// rest to the caller. Lengths are world lengths over a common unit, whatever the poses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "math/isa.h"
#include "tree/oriented.h"
#include "tree/tree.h"

namespace graze {

// Two trees in one frame with the metric of the world: the world's axes, lengths over `unit`, the origin where the
// middle of a's tree is. A point y of a tree (|y_k| <= 1) goes to linear[side] * y, plus `offset` for b.
struct MetricFrame {
  double unit;             // a power of two
  double linear[2][3][3];  // side, row, column
  double offset[3];
  float linear_float[2][3][3];
  float offset_float[3];
  float norm[2];  // bounds the length of linear * unit vector
  float pad;      // bounds how far a coordinate of a posed vertex is from where the map carries it, for both bodies
  float slack;    // bounds what `pad` and float arithmetic on numbers of the size of the trees do to a distance
  bool oblique;   // do the maps shear boxes by an amount worth minding?
};

struct MetricSide {
  const OrientedNode* nodes;
  const Leaf* leaves;
  const std::uint32_t* order;
};

// A pair of triangles whose distance is at least `lower`, in units.
struct NearPair {
  std::uint32_t a, b;
  float lower;
};

// An OrientedNode carried into the frame, once per search, on first need: a node is opened against many boxes.
struct alignas(64) NearNode {
  static constexpr std::uint32_t closed = 0xffffffffu;

  float centre[3][8];
  float axis[3][3][8];  // which axis, coordinate, slot; perpendicular to each other unless the map shears them
  float half[3][8];
  float product[3][8];      // of the axis with the next
  float size[8];            // half the diagonal, squared, were it perpendicular
  float error[8];           // bounds what rounding does to a distance, in proportion to the box
  std::uint32_t child[8];   // as in Node
  std::uint32_t opened[8];  // where the child is among the nodes of the search
};

// Boxes that wait, or are free, threaded into lists.
struct NearEntry {
  float lower;
  std::uint32_t a, b;  // node of the search * 8 + slot
  std::uint32_t next;
};

// One search. Memory is the caller's: `grow_*` make the array they are named for larger and keep what is in it.
struct NearSearch {
  const MetricFrame* frame;
  MetricSide side[2];
  // Pairs farther apart than this do not matter. Shrinks to the distance of the nearest pair found, and slack.
  float limit;
  // A pair that is surely no farther apart than this ends the search. Negative: none does.
  float enough;
  bool limit_is_guess;  // begin with a dive to a near pair
  // Where `limit` is the distance of a pair: nearly how to go from b to a there, along the frame's axes. 0: not known.
  float way[3];

  NearPair* pairs;
  std::size_t pair_count, pair_capacity;
  NearEntry* entries;
  std::size_t entry_capacity;
  NearNode* nodes;
  std::size_t node_capacity;  // at least 2
  void* context;
  void (*grow_pairs)(NearSearch&);
  void (*grow_entries)(NearSearch&);
  void (*grow_nodes)(NearSearch&);
  // Decides about a pair that float cannot tell from a meeting one (or, when `enough` is not negative, from one that is
  // near enough). Returns an upper bound of its distance, which the limit may shrink to; negative: end the search.
  float (*decide)(NearSearch&, std::uint32_t a, std::uint32_t b);

  std::uint64_t box_tests, triangle_tests;
  std::uint64_t most_box_tests;  // when there are more, the search ends, as if by `decide`
};

// Collects every pair of triangles whose distance may be at most the least one of all, given limit >= that, in no
// promised order. True when the search was ended: by `decide`, or by a pair that is near enough, which is then the last
// of `pairs`.
bool find_nearest(NearSearch& search);
bool find_nearest(NearSearch& search, Isa isa);

}  // namespace graze
