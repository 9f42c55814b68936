// Building, refitting and validating the tree.
#include "tree/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/dice.h"
#include "tests/oracle/rational.h"
#include "tests/tree/mesh_triangles.h"
#include "tests/tree/triangle_sets.h"
#include "tree/refit.h"

namespace graze {
namespace {

using oracle::Dice;

using test::most;
using test::near;
using test::triangle_sets;
using test::TriangleSet;

// Walks the nodes without validate(): every triangle in one leaf.
bool holds_each_triangle_once(const Tree& tree) {
  std::vector<int> seen(tree.triangles(), 0);
  std::vector<int> leaf_seen(tree.leaves.size(), 0);
  for (const Node& node : tree.nodes)
    for (int slot = 0; slot < int(node.count); ++slot) {
      if (!node.is_leaf(slot)) continue;
      if (node.leaf(slot) >= tree.leaves.size() || leaf_seen[node.leaf(slot)]++ != 0) return false;
      const Leaf& leaf = tree.leaves[node.leaf(slot)];
      if (leaf.count < 1 || leaf.count > Leaf::width) return false;
      for (std::uint32_t t = leaf.first; t < leaf.first + leaf.count; ++t)
        if (t >= tree.triangles() || tree.order[t] >= tree.triangles() || seen[tree.order[t]]++ != 0) return false;
    }
  const auto once = [](int times) { return times == 1; };
  return std::all_of(seen.begin(), seen.end(), once) && std::all_of(leaf_seen.begin(), leaf_seen.end(), once);
}

Vec3 corner(const Triangle& t, int c) { return c == 0 ? t.a : c == 1 ? t.b : t.c; }

// Every leaf slot's stored box, carried back, holds the corners of its triangles, exactly.
bool boxes_hold_triangles(const Tree& tree, const std::vector<Triangle>& triangles) {
  for (const Node& node : tree.nodes)
    for (int slot = 0; slot < int(node.count); ++slot) {
      if (!node.is_leaf(slot)) continue;
      const Leaf& leaf = tree.leaves[node.leaf(slot)];
      for (int axis = 0; axis < 3; ++axis) {
        const auto world = [&](float x) {
          return oracle::Rational(oracle::exact(tree.frame.origin[axis]) +
                                  oracle::exact(tree.frame.scale) * oracle::exact(double(x)));
        };
        double lo = most, hi = -most;
        for (std::uint32_t t = leaf.first; t < leaf.first + leaf.count; ++t)
          for (int c = 0; c < 3; ++c) {
            lo = std::min(lo, corner(triangles[tree.order[t]], c)[axis]);
            hi = std::max(hi, corner(triangles[tree.order[t]], c)[axis]);
          }
        if (world(node.lo[axis][slot]) > oracle::exact(lo)) return false;
        if (world(node.hi[axis][slot]) < oracle::exact(hi)) return false;
      }
    }
  return true;
}

// Every packed corner, exactly carried back, is its triangle's to within 2^-24 of the leaf and 2^-50 of the frame; and
// slots past the last repeat it.
bool leaves_hold_corners(const Tree& tree, const std::vector<Triangle>& triangles) {
  const oracle::Rational scale = oracle::exact(tree.frame.scale);
  for (const Leaf& leaf : tree.leaves)
    for (std::uint32_t i = 0; i < Leaf::width; ++i) {
      const Triangle& t = triangles[tree.order[leaf.first + std::min(i, leaf.count - 1)]];
      for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) {
          const float stored = leaf.corner[c][k][i];
          if (!(std::fabs(stored) <= leaf.radius)) return false;
          const oracle::Rational local = oracle::exact(double(leaf.centre[k])) + oracle::exact(double(stored));
          const oracle::Rational off =
              (oracle::exact(corner(t, c)[k]) - oracle::exact(tree.frame.origin[k])) / scale - local;
          if (abs(off) > oracle::exact(double(leaf.radius) * 0x1p-23 + 0x1p-50)) return false;
        }
    }
  return true;
}

using test::same_bits;

bool same_bits(const Tree& a, const Tree& b) {
  return a.frame.origin == b.frame.origin && a.frame.scale == b.frame.scale && same_bits(a.nodes, b.nodes) &&
         same_bits(a.leaves, b.leaves) && same_bits(a.order, b.order);
}

TEST(Tree, IsValidOverAnyTriangles) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    for (const std::size_t count : {1, 2, 3, 7, 8, 9, 17, 64, 65, 1000, 5000}) {
      for (const TriangleSet& set : triangle_sets(dice, count)) {
        const Tree tree = build_tree(set.triangles);
        EXPECT_EQ(tree.triangles(), count) << set.name;
        EXPECT_EQ(validate(tree, set.triangles), "") << set.name << ' ' << count;
        EXPECT_TRUE(holds_each_triangle_once(tree)) << set.name << ' ' << count;
        EXPECT_TRUE(boxes_hold_triangles(tree, set.triangles)) << set.name << ' ' << count;
        EXPECT_TRUE(leaves_hold_corners(tree, set.triangles)) << set.name << ' ' << count;
        EXPECT_EQ(tree.memory(), tree.nodes.size() * sizeof(Node) + tree.leaves.size() * sizeof(Leaf) + count * 4);
      }
    }
  }
}

TEST(Tree, IsTheSameEachTime) {
  Dice dice(oracle::fixed_seed);
  for (const TriangleSet& set : triangle_sets(dice, 700))
    EXPECT_TRUE(same_bits(build_tree(set.triangles), build_tree(set.triangles))) << set.name;
}

TEST(Tree, FillsItsLeaves) {
  Dice dice(oracle::fixed_seed);
  for (const TriangleSet& set : triangle_sets(dice, 4000))
    EXPECT_LT(build_tree(set.triangles).leaves.size(), 4000u / 2) << set.name;
}

TEST(Tree, SpendsItsFloatsOnTheBodyAndNotOnItsPlace) {
  Dice dice(oracle::fixed_seed);
  std::vector<Triangle> triangles;
  const double apart = 1e-3;
  for (int i = 0; i < 500; ++i) {
    const Vec3 place{1e6 + i % 10 * apart, 1e6 + i / 10 % 10 * apart, 1e6 + i / 100 * apart};
    triangles.push_back(near(dice, place, 1e-4));
  }
  const Tree tree = build_tree(triangles);
  double widest = 0;
  for (const Node& node : tree.nodes)
    for (int slot = 0; slot < int(node.count); ++slot) {
      if (node.is_leaf(slot))
        for (int axis = 0; axis < 3; ++axis)
          widest = std::max(widest, tree.frame.scale * static_cast<double>(node.hi[axis][slot] - node.lo[axis][slot]));
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_GE(node.lo[axis][slot], -1.00001f);
        EXPECT_LE(node.hi[axis][slot], 1.00001f);
      }
    }
  EXPECT_LT(widest, 8 * apart);
  float radius = 0;
  for (const Leaf& leaf : tree.leaves) radius = std::max(radius, leaf.radius);
  EXPECT_LT(radius * tree.frame.scale, 4 * apart);
}

TEST(Refit, IsValidAroundMovedTriangles) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    Dice dice(seed);
    for (const std::size_t count : {1, 8, 9, 300}) {
      const std::vector<TriangleSet> sets = triangle_sets(dice, count);
      for (const TriangleSet& from : sets)
        for (const TriangleSet& to : sets) {
          const Tree tree = build_tree(from.triangles);
          const Tree moved = refit(tree, to.triangles);
          EXPECT_EQ(validate(moved, to.triangles), "") << from.name << " to " << to.name << ' ' << count;
          EXPECT_TRUE(boxes_hold_triangles(moved, to.triangles)) << from.name << " to " << to.name << ' ' << count;
          EXPECT_EQ(moved.nodes.size(), tree.nodes.size());
          EXPECT_TRUE(same_bits(moved.order, tree.order));
        }
    }
  }
}

TEST(Refit, ToTheSameTrianglesChangesNothing) {
  Dice dice(oracle::fixed_seed);
  for (const TriangleSet& set : triangle_sets(dice, 200)) {
    const Tree tree = build_tree(set.triangles);
    EXPECT_TRUE(same_bits(refit(tree, set.triangles), tree)) << set.name;
  }
}

// What can be changed in a tree.
struct Parts {
  LocalFrame frame;
  std::vector<Node> nodes;
  std::vector<Leaf> leaves;
  std::vector<std::uint32_t> order;
};

class Corruption : public ::testing::Test {
 protected:
  Corruption() {
    Dice dice(oracle::fixed_seed);
    for (int i = 0; i < 400; ++i) triangles_.push_back(near(dice, dice.in_cube(1), 0.1));
    tree_ = build_tree(triangles_);
  }
  // The fault that validate() finds after the change.
  template <class Change>
  std::string after(Change&& change) const {
    Parts parts{tree_.frame,
                {tree_.nodes.begin(), tree_.nodes.end()},
                {tree_.leaves.begin(), tree_.leaves.end()},
                {tree_.order.begin(), tree_.order.end()}};
    change(parts);
    return validate(Tree{parts.frame, std::move(parts.nodes), std::move(parts.leaves), std::move(parts.order)},
                    triangles_);
  }
  static std::pair<std::size_t, int> first_leaf(const std::vector<Node>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (int slot = 0; slot < int(nodes[i].count); ++slot)
        if (nodes[i].is_leaf(slot)) return {i, slot};
    return {};
  }
  // A leaf with an unused slot.
  static std::size_t part_leaf(const std::vector<Leaf>& leaves) {
    for (std::size_t i = 0; i < leaves.size(); ++i)
      if (leaves[i].count < Leaf::width) return i;
    ADD_FAILURE() << "every leaf is full";
    return 0;
  }
  std::vector<Triangle> triangles_;
  Tree tree_;
};

TEST_F(Corruption, OfNothingIsNotReported) {
  EXPECT_EQ(after([](Parts&) {}), "");
}

TEST_F(Corruption, OfALeafBoxIsFoundOnEverySide) {
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NE(after([&](Parts& p) {
                const auto [node, slot] = first_leaf(p.nodes);
                p.nodes[node].lo[axis][slot] += 0.01f;
              }),
              "");
    EXPECT_NE(after([&](Parts& p) {
                const auto [node, slot] = first_leaf(p.nodes);
                p.nodes[node].hi[axis][slot] -= 0.01f;
              }),
              "");
  }
}

TEST_F(Corruption, OfAnInnerBoxIsFound) {
  ASSERT_FALSE(tree_.nodes[0].is_leaf(0));
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NE(after([&](Parts& p) { p.nodes[0].hi[axis][0] -= 0.01f; }), "");
    EXPECT_NE(after([&](Parts& p) { p.nodes[0].lo[axis][0] += 0.01f; }), "");
    EXPECT_NE(after([&](Parts& p) { p.nodes[0].lo[axis][0] = std::nanf(""); }), "");
    EXPECT_NE(after([&](Parts& p) { p.nodes[0].hi[axis][0] = std::nanf(""); }), "");
  }
}

TEST_F(Corruption, OfAnUnusedSlotIsFound) {
  const auto change = [&](auto&& with) {
    return after([&](Parts& p) {
      for (Node& node : p.nodes)
        if (node.count < Node::width) return with(node, int(node.count));
      ADD_FAILURE() << "every node is full";
    });
  };
  EXPECT_NE(change([](Node& node, int slot) {
              for (int axis = 0; axis < 3; ++axis) node.lo[axis][slot] = node.hi[axis][slot] = 0;
            }),
            "");
  EXPECT_NE(change([](Node& node, int slot) { node.child[slot] = 0; }), "");
  EXPECT_NE(change([](Node& node, int slot) { node.lo[1][slot] = std::nanf(""); }), "");
}

TEST_F(Corruption, OfTheChildrenIsFound) {
  const auto leaves = std::uint32_t(tree_.leaves.size());
  const auto with_leaf = [&](std::uint32_t leaf) {
    return after([&](Parts& p) {
      const auto [node, slot] = first_leaf(p.nodes);
      p.nodes[node].child[slot] = Node::leaf_bit | leaf;
    });
  };
  EXPECT_NE(with_leaf(1), "");  // one leaf twice, another not at all
  EXPECT_NE(with_leaf(leaves), "");
  EXPECT_NE(with_leaf(0x7ffffffeu), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].child[0] = 0; }), "");  // a cycle
  EXPECT_NE(after([](Parts& p) { p.nodes[0].child[0] = static_cast<std::uint32_t>(p.nodes.size()); }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].child[0] = p.nodes[0].child[1]; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].child[0] = Node::none; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes.push_back(p.nodes.back()); }), "");  // a node that nobody has
  EXPECT_NE(after([](Parts& p) { std::swap(p.nodes[0].child[0], p.nodes[0].child[1]); }), "");
}

TEST_F(Corruption, OfCountsIsFound) {
  EXPECT_NE(after([](Parts& p) { p.nodes[0].count -= 1; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].count = 9; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes.back().count = 0; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes.clear(); }), "");
  for (std::size_t i = 0; i < tree_.leaves.size(); ++i) {
    EXPECT_NE(after([&](Parts& p) { p.leaves[i].count -= 1; }), "") << i;
    EXPECT_NE(after([&](Parts& p) { p.leaves[i].count += 1; }), "") << i;
  }
  for (const std::uint32_t count : {0u, 9u, 0x80000000u, 0xffffffffu})
    EXPECT_NE(after([&](Parts& p) { p.leaves.back().count = count; }), "") << count;
}

TEST_F(Corruption, OfTheNumberingOfLeavesIsFound) {
  for (const std::uint32_t first : {1u, 399u, 400u, 0xffffffffu})
    EXPECT_NE(after([&](Parts& p) { p.leaves[0].first = first; }), "") << first;
  EXPECT_NE(after([](Parts& p) { p.leaves.back().first -= 1; }), "");
  EXPECT_NE(after([](Parts& p) { std::swap(p.leaves[0], p.leaves[1]); }), "");
  EXPECT_NE(after([](Parts& p) { p.leaves.pop_back(); }), "");
  EXPECT_NE(after([](Parts& p) { p.leaves.push_back(p.leaves.back()); }), "");
  EXPECT_NE(after([](Parts& p) { p.leaves.clear(); }), "");
}

TEST_F(Corruption, OfTheOrderIsFound) {
  EXPECT_NE(after([](Parts& p) { std::swap(p.order.front(), p.order.back()); }), "");
  EXPECT_NE(after([](Parts& p) { std::swap(p.order[0], p.order[1]); }), "");
  EXPECT_NE(after([](Parts& p) { p.order[0] = p.order[1]; }), "");
  EXPECT_NE(after([](Parts& p) { p.order[7] = 400; }), "");
  EXPECT_NE(after([](Parts& p) { p.order[7] = 0xffffffffu; }), "");
  EXPECT_NE(after([](Parts& p) { p.order.pop_back(); }), "");
  EXPECT_NE(after([](Parts& p) { p.order.push_back(400); }), "");
  EXPECT_NE(after([](Parts& p) { p.order.clear(); }), "");
}

TEST_F(Corruption, OfEveryCornerIsFound) {
  for (std::size_t i = 0; i < tree_.leaves.size(); i += 7)
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k)
        for (int slot = 0; slot < Leaf::width; ++slot) {  // the unused ones, too: kernels read all
          const auto with = [&](auto&& change) {
            return after([&](Parts& p) { change(p.leaves[i].corner[c][k][slot]); });
          };
          EXPECT_NE(with([](float& x) { x += 1e-4f; }), "");
          EXPECT_NE(with([](float& x) { x = std::nanf(""); }), "");
          EXPECT_NE(with([](float& x) { x = std::nextafterf(std::nextafterf(x, 9.0f), 9.0f); }), "");
        }
  EXPECT_NE(after([](Parts& p) { std::swap(p.leaves[0].corner[0][0], p.leaves[0].corner[1][0]); }), "");
  const std::size_t part = part_leaf({tree_.leaves.begin(), tree_.leaves.end()});
  EXPECT_NE(after([&](Parts& p) { p.leaves[part].corner[2][1][Leaf::width - 1] = 0; }), "");
}

TEST_F(Corruption, OfTheCentreAndTheRadiusIsFound) {
  for (int k = 0; k < 3; ++k)
    for (const float off : {1e-5f, -1e-3f, 1e30f, std::numeric_limits<float>::infinity(), std::nanf("")})
      EXPECT_NE(after([&](Parts& p) { p.leaves[3].centre[k] += off; }), "") << k << ' ' << off;
  const float right = tree_.leaves[3].radius;
  for (const float radius : {right * 0.999f, 0.0f, -right, std::numeric_limits<float>::infinity(), std::nanf("")})
    EXPECT_NE(after([&](Parts& p) { p.leaves[3].radius = radius; }), "") << radius;
}

TEST_F(Corruption, OfTheFrameIsFound) {
  EXPECT_NE(after([](Parts& p) { p.frame.origin.x += 0.5; }), "");
  EXPECT_NE(after([](Parts& p) { p.frame.scale *= 0.5; }), "");
  EXPECT_NE(after([](Parts& p) { p.frame.scale = 0; }), "");
  EXPECT_NE(after([](Parts& p) { p.frame.origin.z = std::nan(""); }), "");
}

TEST_F(Corruption, IsFoundWhenATriangleMoved) {
  triangles_[123].b.x += 0.05;
  EXPECT_NE(after([](Parts&) {}), "");
  triangles_.pop_back();
  EXPECT_NE(after([](Parts&) {}), "");
}

}  // namespace
}  // namespace graze
