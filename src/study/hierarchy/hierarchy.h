// Binary trees of any volume, with one traversal for pairs that may meet and one for the nearest pair: what the papers
// compare, and what the default tree (tree/tree.h) is measured against.
//
// The functions are templates that are instantiated once per volume, in a file of its own beside this one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.h"
#include "study/hierarchy/grouping.h"
#include "study/volume/volume.h"
#include "tree/frames.h"

namespace graze::study {

template <Volume V>
struct HierarchyNode {
  V volume;
  std::uint32_t begin, end;   // its triangles, in Hierarchy::order
  std::uint32_t left, right;  // 0 in a leaf

  bool leaf() const { return left == 0; }
  std::uint32_t count() const { return end - begin; }
};

template <Volume V>
struct Hierarchy {
  LocalFrame frame;
  std::vector<HierarchyNode<V>> nodes;  // nodes[0] is the root; parents come before their children
  std::vector<std::uint32_t> order;     // every triangle once

  std::size_t memory() const { return nodes.size() * sizeof(HierarchyNode<V>) + order.size() * sizeof(order[0]); }
};

// At least one triangle. Every volume is fitted to all the triangles below it.
template <Volume V>
Hierarchy<V> build_hierarchy(std::span<const Triangle> triangles, Grouping grouping);
// In a frame that holds them all, also later.
template <Volume V>
Hierarchy<V> build_hierarchy(std::span<const Triangle> triangles, Grouping grouping, const LocalFrame& frame);
// The same nodes around moved triangles: leaves are fitted, the others merged from their children; so volumes that are
// not lattices (all but boxes along the axes and k-DOPs) become looser than built ones. The frame is that of the new
// triangles.
template <Volume V>
Hierarchy<V> refit(const Hierarchy<V>& hierarchy, std::span<const Triangle> triangles);
// Empty when every triangle is in one leaf, ranges are those of the children, and every volume holds the corners of the
// triangles below it; else what is wrong.
template <Volume V>
std::string validate(const Hierarchy<V>& hierarchy, std::span<const Triangle> triangles);

// What a traversal did.
struct HierarchyCounters {
  std::uint64_t volume_tests = 0, primitive_tests = 0, nodes = 0;  // nodes: pairs of them that were opened
};

// From the maps between two placed trees (narrow/body/placement.h).
PairPose pair_pose(const PairFrame& frame) noexcept;

// Calls leaf(triangle of a, triangle of b) for every pair that volumes cannot part, each once, until it returns false.
// `pose` is that of the pair's frames.
template <Volume V>
HierarchyCounters for_each_candidate(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose,
                                     FunctionRef<bool(std::uint32_t, std::uint32_t)> leaf);

// A pair of subtrees, by their nodes.
struct SubtreePair {
  std::uint32_t a = 0, b = 0;
};
// Pairs of subtrees that hold every pair of triangles which volumes cannot part, opened breadth first until there are
// `wanted` of them or no more can be. The work is added to `counters`.
template <Volume V>
std::vector<SubtreePair> open_pairs(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose,
                                    std::size_t wanted, HierarchyCounters& counters);
// for_each_candidate below one of them.
template <Volume V>
HierarchyCounters for_each_candidate_below(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose,
                                           SubtreePair below, FunctionRef<bool(std::uint32_t, std::uint32_t)> leaf);

struct NearestPair {
  double distance = std::numeric_limits<double>::infinity();
  std::uint32_t a = 0, b = 0;
  HierarchyCounters counters;
};

// The least distance that leaf(triangle of a, triangle of b) gives, below or at `limit`, and of equals the least pair;
// infinite when there is none. `unit_a` and `unit_b` are lower bounds of the world lengths of unit vectors of the two
// frames (study/volume/relative_pose.h, least_stretch). leaf may be off by rounding in double: lower bounds leave room
// for it.
template <Volume V>
NearestPair nearest_pair(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose, double unit_a,
                         double unit_b, FunctionRef<double(std::uint32_t, std::uint32_t)> leaf,
                         double limit = std::numeric_limits<double>::infinity());

}  // namespace graze::study
