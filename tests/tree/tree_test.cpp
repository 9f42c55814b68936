// Building, refitting and validating the default tree.
#include "tree/tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/dice.h"
#include "tests/oracle/rational.h"

namespace graze {
namespace {

using oracle::Dice;

constexpr double most = std::numeric_limits<double>::max();

Box box_at(Vec3 centre, Vec3 half) { return {centre - abs(half), centre + abs(half)}; }

struct BoxSet {
  std::string name;
  std::vector<Box> boxes;
};

std::vector<BoxSet> box_sets(Dice& dice, std::size_t count) {
  std::vector<BoxSet> sets;
  const auto add = [&](const char* name, auto&& make) {
    BoxSet set{name, {}};
    for (std::size_t i = 0; i < count; ++i) set.boxes.push_back(make(static_cast<int>(i)));
    sets.push_back(std::move(set));
  };
  add("random", [&](int) { return box_at(dice.in_cube(1), dice.in_cube(0.1)); });
  add("points", [&](int) { return box_at(dice.in_cube(1), {}); });
  add("identical", [&](int) { return Box{{1, 2, 3}, {4, 5, 6}}; });
  add("one point", [&](int) { return Box{{1, 2, 3}, {1, 2, 3}}; });
  add("at zero", [&](int) { return Box{{0, 0, 0}, {0, 0, 0}}; });
  add("on a line", [&](int i) { return box_at({i * 0.5, 0, 0}, {0.5, 0, 0}); });
  add("in a plane", [&](int) {
    Vec3 p = dice.in_cube(1);
    p.z = 7;
    return box_at(p, {0.1, 0.1, 0});
  });
  add("nested", [&](int i) { return box_at({}, {i + 1.0, i + 1.0, i + 1.0}); });
  add("decades", [&](int) {
    const double x = dice.magnitude(-30, 30), y = dice.magnitude(-30, 30);
    return box_at({x, y, dice.magnitude(-30, 30)}, dice.in_cube(1));
  });
  add("far away", [&](int) { return box_at(Vec3{1e9, -1e9, 1e9} + dice.in_cube(1e-3), dice.in_cube(1e-5)); });
  add("huge", [&](int) { return box_at(dice.in_cube(1e300), dice.in_cube(1e299)); });
  add("whole range", [&](int i) {
    return i % 2 == 0 ? Box{{-most, -most, -most}, {most, most, most}}
                      : Box{dice.in_cube(1), dice.in_cube(1) + Vec3{2, 2, 2}};
  });
  add("ends of the range", [&](int i) {
    const double end = i % 2 == 0 ? most : -most;
    return Box{{end, end, end}, {end, end, end}};
  });
  add("tiny", [&](int) { return box_at(dice.in_cube(1e-300), dice.in_cube(1e-301)); });
  add("denormal", [&](int) {
    const Vec3 p = dice.grid(-9, 9) * 5e-324;
    return Box{p, p + Vec3{5e-324, 0, 1e-323}};
  });
  add("clusters", [&](int i) { return box_at(Vec3{i % 2 == 0 ? 1e6 : -1e6, 0, 0} + dice.in_cube(1e-6), {}); });
  return sets;
}

// Walks the nodes without validate(): every primitive in one leaf.
bool holds_each_primitive_once(const Tree& tree) {
  std::vector<int> seen(tree.primitives, 0);
  for (const Node& node : tree.nodes)
    for (std::uint32_t slot = 0; slot < node.count; ++slot)
      if (node.is_leaf(static_cast<int>(slot))) {
        const std::uint32_t primitive = node.primitive(static_cast<int>(slot));
        if (primitive >= tree.primitives || seen[primitive]++ != 0) return false;
      }
  for (int times : seen)
    if (times != 1) return false;
  return true;
}

// Every leaf's stored box, carried back, holds the primitive's box.
bool leaves_hold_boxes(const Tree& tree, const std::vector<Box>& boxes) {
  for (const Node& node : tree.nodes)
    for (std::uint32_t slot = 0; slot < node.count; ++slot) {
      if (!node.is_leaf(static_cast<int>(slot))) continue;
      const Box& box = boxes[node.primitive(static_cast<int>(slot))];
      for (int axis = 0; axis < 3; ++axis) {
        const auto world = [&](float x) {
          return oracle::Rational(oracle::exact(tree.frame.origin[axis]) +
                                  oracle::exact(tree.frame.scale) * oracle::exact(x));
        };
        if (world(node.lo[axis][slot]) > oracle::exact(box.lo[axis])) return false;
        if (world(node.hi[axis][slot]) < oracle::exact(box.hi[axis])) return false;
      }
    }
  return true;
}

TEST(Tree, IsValidOverAnyBoxes) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::fresh_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    for (const std::size_t count : {1, 2, 3, 7, 8, 9, 17, 64, 65, 1000, 5000}) {
      for (const BoxSet& set : box_sets(dice, count)) {
        const Tree tree = build_tree(set.boxes);
        EXPECT_EQ(tree.primitives, count) << set.name;
        EXPECT_EQ(validate(tree, set.boxes), "") << set.name << ' ' << count;
        EXPECT_TRUE(holds_each_primitive_once(tree)) << set.name << ' ' << count;
        EXPECT_TRUE(leaves_hold_boxes(tree, set.boxes)) << set.name << ' ' << count;
        EXPECT_EQ(tree.memory(), tree.nodes.size() * sizeof(Node));
      }
    }
  }
}

TEST(Tree, IsTheSameEachTime) {
  Dice dice(oracle::fixed_seed);
  for (const BoxSet& set : box_sets(dice, 700)) {
    const Tree first = build_tree(set.boxes), second = build_tree(set.boxes);
    ASSERT_EQ(first.nodes.size(), second.nodes.size());
    for (std::size_t i = 0; i < first.nodes.size(); ++i)
      for (int slot = 0; slot < Node::width; ++slot) {
        EXPECT_EQ(first.nodes[i].child[slot], second.nodes[i].child[slot]);
        for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(first.nodes[i].lo[axis][slot], second.nodes[i].lo[axis][slot]);
      }
  }
}

TEST(Tree, SpendsItsFloatsOnTheBodyAndNotOnItsPlace) {
  Dice dice(oracle::fixed_seed);
  std::vector<Box> boxes;
  for (int i = 0; i < 500; ++i) boxes.push_back(box_at(Vec3{1e6, 1e6, 1e6} + dice.in_cube(1e-2), dice.in_cube(1e-4)));
  const Tree tree = build_tree(boxes);
  double widest = 0;
  for (const Node& node : tree.nodes)
    for (std::uint32_t slot = 0; slot < node.count; ++slot)
      if (node.is_leaf(static_cast<int>(slot)))
        widest = std::max(widest, tree.frame.scale * static_cast<double>(node.hi[0][slot] - node.lo[0][slot]));
  EXPECT_LT(widest, 3e-4);
  for (const Node& node : tree.nodes)
    for (std::uint32_t slot = 0; slot < node.count; ++slot)
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_GE(node.lo[axis][slot], -1.00001f);
        EXPECT_LE(node.hi[axis][slot], 1.00001f);
      }
}

TEST(Refit, IsValidAroundMovedBoxes) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::fresh_seed()}) {
    Dice dice(seed);
    for (const std::size_t count : {1, 8, 9, 300}) {
      const std::vector<BoxSet> sets = box_sets(dice, count);
      for (const BoxSet& from : sets)
        for (const BoxSet& to : sets) {
          const Tree tree = build_tree(from.boxes);
          const Tree moved = refit(tree, to.boxes);
          EXPECT_EQ(validate(moved, to.boxes), "") << from.name << " to " << to.name << ' ' << count;
          EXPECT_TRUE(leaves_hold_boxes(moved, to.boxes)) << from.name << " to " << to.name << ' ' << count;
          EXPECT_EQ(moved.nodes.size(), tree.nodes.size());
        }
    }
  }
}

TEST(Refit, ToTheSameBoxesChangesNothing) {
  Dice dice(oracle::fixed_seed);
  for (const BoxSet& set : box_sets(dice, 200)) {
    const Tree tree = build_tree(set.boxes), same = refit(tree, set.boxes);
    EXPECT_EQ(same.frame.origin, tree.frame.origin) << set.name;
    EXPECT_EQ(same.frame.scale, tree.frame.scale) << set.name;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
      for (int slot = 0; slot < Node::width; ++slot)
        for (int axis = 0; axis < 3; ++axis) {
          EXPECT_EQ(same.nodes[i].lo[axis][slot], tree.nodes[i].lo[axis][slot]) << set.name;
          EXPECT_EQ(same.nodes[i].hi[axis][slot], tree.nodes[i].hi[axis][slot]) << set.name;
        }
  }
}

class Corruption : public ::testing::Test {
 protected:
  Corruption() {
    Dice dice(oracle::fixed_seed);
    for (int i = 0; i < 400; ++i) boxes_.push_back(box_at(dice.in_cube(1), dice.in_cube(0.1)));
    tree_ = build_tree(boxes_);
  }
  // The fault that validate() finds after the change.
  template <class Change>
  std::string after(Change&& change) const {
    std::vector<Node> nodes(tree_.nodes.begin(), tree_.nodes.end());
    Tree tree = tree_;
    change(nodes, tree);
    tree.nodes = Array<Node>(std::move(nodes));
    return validate(tree, boxes_);
  }
  static std::pair<std::size_t, int> first_leaf(const std::vector<Node>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::uint32_t slot = 0; slot < nodes[i].count; ++slot)
        if (nodes[i].is_leaf(static_cast<int>(slot))) return {i, static_cast<int>(slot)};
    return {};
  }
  std::vector<Box> boxes_;
  Tree tree_;
};

TEST_F(Corruption, OfNothingIsNotReported) {
  EXPECT_EQ(after([](std::vector<Node>&, Tree&) {}), "");
}

TEST_F(Corruption, OfALeafBoxIsFoundOnEverySide) {
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NE(after([&](std::vector<Node>& nodes, Tree&) {
                const auto [node, slot] = first_leaf(nodes);
                nodes[node].lo[axis][slot] += 0.01f;
              }),
              "");
    EXPECT_NE(after([&](std::vector<Node>& nodes, Tree&) {
                const auto [node, slot] = first_leaf(nodes);
                nodes[node].hi[axis][slot] -= 0.01f;
              }),
              "");
  }
}

TEST_F(Corruption, OfAnInnerBoxIsFound) {
  ASSERT_FALSE(tree_.nodes[0].is_leaf(0));
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes[0].hi[1][0] -= 0.01f; }), "");
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes[0].lo[2][0] = std::nanf(""); }), "");
}

TEST_F(Corruption, OfTheChildrenIsFound) {
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) {  // one primitive twice, another not at all
              const auto [node, slot] = first_leaf(nodes);
              nodes[node].child[slot] = Node::leaf_bit | ((nodes[node].primitive(slot) + 1) % 400);
            }),
            "");
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) {
              const auto [node, slot] = first_leaf(nodes);
              nodes[node].child[slot] = Node::leaf_bit | 400;
            }),
            "");
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes[0].child[0] = 0; }), "");  // a cycle
  EXPECT_NE(
      after([](std::vector<Node>& nodes, Tree&) { nodes[0].child[0] = static_cast<std::uint32_t>(nodes.size()); }), "");
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes[0].child[0] = nodes[0].child[1]; }), "");
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes[0].child[0] = Node::none; }), "");
}

TEST_F(Corruption, OfCountsIsFound) {
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes[0].count -= 1; }), "");
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes[0].count = 9; }), "");
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes.back().count = 0; }), "");
  EXPECT_NE(after([](std::vector<Node>& nodes, Tree&) { nodes.clear(); }), "");
  EXPECT_NE(after([](std::vector<Node>&, Tree& tree) { tree.primitives = 399; }), "");
  EXPECT_NE(after([](std::vector<Node>&, Tree& tree) { tree.primitives = 401; }), "");
}

TEST_F(Corruption, OfTheFrameIsFound) {
  EXPECT_NE(after([](std::vector<Node>&, Tree& tree) { tree.frame.origin.x += 0.5; }), "");
  EXPECT_NE(after([](std::vector<Node>&, Tree& tree) { tree.frame.scale *= 0.5; }), "");
  EXPECT_NE(after([](std::vector<Node>&, Tree& tree) { tree.frame.scale = 0; }), "");
  EXPECT_NE(after([](std::vector<Node>&, Tree& tree) { tree.frame.origin.z = std::nan(""); }), "");
}

TEST_F(Corruption, IsFoundWhenAPrimitiveMoved) {
  boxes_[123].hi.x += 0.5;
  EXPECT_NE(after([](std::vector<Node>&, Tree&) {}), "");
  boxes_.pop_back();
  EXPECT_NE(after([](std::vector<Node>&, Tree&) {}), "");
}

}  // namespace
}  // namespace graze
