// Trees with oriented boxes around triangles that moved.
#include "tree/refit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/tree/mesh_triangles.h"
#include "tree/kernels.h"

namespace graze {
namespace {

using test::triangles_of;

template <class Move>
std::vector<Triangle> moved(std::vector<Triangle> triangles, Move&& move) {
  for (Triangle& t : triangles) t = {move(t.a), move(t.b), move(t.c)};
  return triangles;
}

Vec3 bent(Vec3 p) { return {p.x + 0.2 * std::sin(3 * p.y), p.y, p.z + 0.3 * p.x * p.x}; }

using test::same_bits;

std::string fault(const std::vector<Triangle>& from, const std::vector<Triangle>& to) {
  Tree tree = build_tree(from);
  Array<OrientedNode> nodes = build_oriented(tree, from);
  refit(tree, nodes, to);
  const std::string of_tree = validate(tree, to);
  return of_tree.empty() ? validate(tree, nodes.view(), to) : of_tree;
}

// Sums of half areas, as the traversal pays for them.
double area(const Array<OrientedNode>& nodes) {
  double sum = 0;
  for (const OrientedNode& node : nodes)
    for (int i = 0; i < OrientedNode::width && node.child[i] != Node::none; ++i) {
      const double x = node.half[0][i], y = node.half[1][i], z = node.half[2][i];
      sum += x * y + y * z + z * x;
    }
  return sum;
}

TEST(RefitOriented, HoldsWhatMoved) {
  const std::vector<Triangle> knot = triangles_of(scenes::knot(3000));
  EXPECT_EQ(fault(knot, moved(knot, bent)), "");
  EXPECT_EQ(fault(knot, moved(knot, [](Vec3 p) { return p * 1e-3 + Vec3{1e6, -1e6, 1e6}; })), "");
  EXPECT_EQ(fault(knot, moved(knot, [](Vec3 p) { return p * 1e200; })), "");
  EXPECT_EQ(fault(knot, moved(knot, [](Vec3 p) { return p * 1e-310; })), "");
  EXPECT_EQ(fault(knot, moved(knot, [](Vec3 p) { return Vec3{p.x, p.y, 0}; })), "");
  EXPECT_EQ(fault(knot, moved(knot, [](Vec3) { return Vec3{1, 2, 3}; })), "");
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(fault(knot, moved(knot, [&](Vec3 p) { return p * (huge / 2); })), "");
}

TEST(RefitOriented, HoldsTrianglesThatMovedAnywhere) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    oracle::Dice dice(seed);
    for (const std::size_t count : {1, 2, 8, 9, 100, 2000}) {
      std::vector<Triangle> from(count), to(count);
      for (std::vector<Triangle>* set : {&from, &to})
        for (Triangle& t : *set) {
          const Vec3 place = dice.in_cube(1);
          const double size = std::pow(10, -6 * dice.uniform(0, 1));
          t = {place + dice.in_cube(size), place + dice.in_cube(size), place + dice.in_cube(size)};
        }
      EXPECT_EQ(fault(from, to), "") << count;
    }
  }
}

TEST(RefitOriented, IsAsTightAsNewBoxesAlongTheAxes) {
  const std::vector<Triangle> knot = triangles_of(scenes::knot(20000));
  Tree tree = build_tree(knot);
  const Array<OrientedNode> built = build_oriented(tree, knot);
  Array<OrientedNode> nodes = built;
  refit(tree, nodes, knot);
  EXPECT_LT(area(nodes), area(built) * 1.001);
  EXPECT_GT(area(nodes), area(built) * 0.999);
}

TEST(RefitOriented, IsTheSameForAnyThreadsInPlaceOrNot) {
  const std::vector<Triangle> knot = triangles_of(scenes::knot(20000)), to = moved(knot, bent);
  const Tree tree = build_tree(knot);
  const Array<OrientedNode> nodes = build_oriented(tree, knot);
  const std::vector<OrientedNode> before(nodes.begin(), nodes.end());
  Tree first = tree;
  Array<OrientedNode> first_nodes = nodes;
  refit(first, first_nodes, to, 1);
  // Others hold the arrays: they must not have changed.
  EXPECT_EQ(validate(tree, knot), "");
  EXPECT_EQ(std::memcmp(before.data(), nodes.data(), nodes.bytes()), 0);
  for (const int threads : {0, 2, 3}) {
    Tree other = build_tree(knot);
    Array<OrientedNode> other_nodes = build_oriented(other, knot);
    const Leaf* const leaves = other.leaves.data();
    const OrientedNode* const boxes = other_nodes.data();
    refit(other, other_nodes, to, threads);
    EXPECT_EQ(other.leaves.data(), leaves);
    EXPECT_EQ(other_nodes.data(), boxes);
    EXPECT_TRUE(same_bits(other.leaves, first.leaves));
    EXPECT_TRUE(same_bits(other.nodes, first.nodes));
    EXPECT_TRUE(same_bits(other_nodes, first_nodes));
  }
}

TEST(RefitOriented, MeasuresTheSameWithEveryInstructionSet) {
  const Tree tree = build_tree(triangles_of(scenes::knot(2000)));
  const float axis[3][3] = {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}};
  for (const Isa isa : instruction_sets().subspan(1)) {
    for (std::size_t first = 0; first < tree.leaves.size(); first += 10) {
      const std::size_t count = std::min<std::size_t>(first + 1, tree.leaves.size() - first);
      const Leaf* const leaves = &tree.leaves[first];
      float scalar[2][3], wide[2][3];
      kernels(Isa::scalar).extent(axis, leaves->centre, leaves, count, scalar[0], scalar[1]);
      kernels(isa).extent(axis, leaves->centre, leaves, count, wide[0], wide[1]);
      EXPECT_EQ(std::memcmp(scalar, wide, sizeof scalar), 0) << int(isa) << ' ' << first;
      for (int k = 0; k < 3; ++k) EXPECT_LT(wide[0][k], wide[1][k]);
    }
  }
}

}  // namespace
}  // namespace graze
