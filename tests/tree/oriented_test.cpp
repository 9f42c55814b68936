// Oriented boxes over the nodes of a tree.
#include "tree/oriented.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "scenes/scenes.h"
#include "tests/tree/mesh_triangles.h"

namespace graze {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

using test::triangles_of;

std::string fault(const std::vector<Triangle>& triangles) {
  const Tree tree = build_tree(triangles);
  const std::string of_tree = validate(tree, triangles);
  return of_tree.empty() ? validate(tree, build_oriented(tree, triangles).view(), triangles) : of_tree;
}

TEST(Oriented, HoldsEveryTriangle) {
  for (const double offset : {0.0, 1e6})
    for (const double size : {1e-3, 1.0, 1e5}) {
      const Pose pose{{{size, 0, 0}, {0, size, 0}, {0, 0, size}}, {offset, -offset, offset}};
      EXPECT_EQ(fault(triangles_of(scenes::knot(2000), pose)), "") << "offset " << offset << " size " << size;
    }
}

TEST(Oriented, TakesDegenerateAndEqualTriangles) {
  std::vector<Triangle> triangles(20, Triangle{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
  EXPECT_EQ(fault(triangles), "");
  for (int i = 0; i < 20; ++i) triangles[std::size_t(i)].b.x += i;
  EXPECT_EQ(fault(triangles), "");
  triangles.assign(1, Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  EXPECT_EQ(fault(triangles), "");
  // Squashed so far that squares of its normals underflow.
  EXPECT_EQ(fault(triangles_of(scenes::torus(200), {{{1e-162, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}})), "");
  const double huge = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  triangles = {{{-huge, 0, 0}, {huge, 0, 0}, {0, huge, 0}}, {{tiny, 0, 0}, {0, tiny, 0}, {0, 0, tiny}}};
  EXPECT_EQ(fault(triangles), "");
  triangles.assign(30, Triangle{{tiny, 0, 0}, {0, tiny, 0}, {0, 0, tiny}});
  EXPECT_EQ(fault(triangles), "");
}

// A thin slab askew: boxes along it are what the oriented ones are for.
TEST(Oriented, FollowsTheSurface) {
  const Mat3 askew = to_matrix({0.5, 0.5, 0.1, std::sqrt(1 - 0.51)});
  const Pose pose{askew * Mat3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1e-3}}, {}};
  const std::vector<Triangle> triangles = triangles_of(scenes::torus(3000), pose);
  const Tree tree = build_tree(triangles);
  const Array<OrientedNode> nodes = build_oriented(tree, triangles);
  ASSERT_EQ(nodes.size(), tree.nodes.size());
  double thickest = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (int i = 0; i < int(tree.nodes[n].count); ++i) {
      if (!nodes[n].is_leaf(i)) continue;
      const auto& half = nodes[n].half;
      thickest = std::max(thickest, double(std::min({half[0][i], half[1][i], half[2][i]})) * tree.frame.scale);
    }
  EXPECT_LT(thickest, 1e-2);
  EXPECT_GT(thickest, 0);
}

class DamagedOriented : public ::testing::Test {
 protected:
  // The fault that validate() finds after the change.
  template <class Change>
  std::string after(Change&& change) const {
    std::vector<OrientedNode> nodes(nodes_.begin(), nodes_.end());
    change(nodes);
    return validate(tree_, nodes, triangles_);
  }
  // A node with an unused slot, and that slot.
  std::pair<std::size_t, int> unused_slot() const {
    for (std::size_t n = 0; n < tree_.nodes.size(); ++n)
      if (tree_.nodes[n].count < Node::width) return {n, int(tree_.nodes[n].count)};
    ADD_FAILURE() << "every node is full";
    return {};
  }

  using Nodes = std::vector<OrientedNode>;
  const std::vector<Triangle> triangles_ = triangles_of(scenes::torus(500));
  const Tree tree_ = build_tree(triangles_);
  const Array<OrientedNode> nodes_ = build_oriented(tree_, triangles_);
};

TEST_F(DamagedOriented, OrNot) {
  EXPECT_EQ(after([](Nodes&) {}), "");
}

TEST_F(DamagedOriented, BoxIsFoundInEverySlot) {
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (int i = 0; i < int(tree_.nodes[n].count); ++i)
      for (int k = 0; k < 3; ++k) {
        const std::string where =
            "oriented node " + std::to_string(n) + ", slot " + std::to_string(i) + ": the box does not hold triangle ";
        EXPECT_EQ(after([&](Nodes& nodes) {
                    nodes[n].half[k][i] = nodes[n].half[k][i] * 0.9f - 1e-6f;
                  }).substr(0, where.size()),
                  where);
        EXPECT_EQ(after([&](Nodes& nodes) {
                    for (int c = 0; c < 3; ++c) nodes[n].centre[c][i] += nodes[n].axis[k][c][i] * 0.01f;
                  }).substr(0, where.size()),
                  where);
      }
  EXPECT_NE(after([](Nodes& nodes) { nodes[0].half[1][0] = std::nanf(""); }), "");
  EXPECT_NE(after([](Nodes& nodes) { nodes[0].half[1][0] = -nodes[0].half[1][0]; }), "");
  EXPECT_NE(after([](Nodes& nodes) { nodes[0].centre[2][0] = std::nanf(""); }), "");
  EXPECT_NE(after([](Nodes& nodes) { nodes[0].centre[2][0] = infinity; }), "");
}

// The kernel multiplies: infinity times 0 is no number, and what compares with it is lost.
TEST_F(DamagedOriented, InfiniteBoxIsFound) {
  EXPECT_NE(after([](Nodes& nodes) { nodes[0].half[1][0] = infinity; }), "");
  EXPECT_NE(after([](Nodes& nodes) { nodes[0].half[1][0] = std::numeric_limits<float>::max(); }), "");
}

TEST_F(DamagedOriented, AxesAreFound) {
  const std::string message = "oriented node 0, slot 0: the axes are not those of a box";
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(after([&](Nodes& nodes) {
                for (int c = 0; c < 3; ++c) nodes[0].axis[k][c][0] *= 1.01f;
              }),
              message);
    EXPECT_EQ(after([&](Nodes& nodes) {
                for (int c = 0; c < 3; ++c) nodes[0].axis[k][c][0] = 0;
              }),
              message);
    EXPECT_EQ(after([&](Nodes& nodes) {
                for (int c = 0; c < 3; ++c) nodes[0].axis[k][c][0] = nodes[0].axis[(k + 1) % 3][c][0];
              }),
              message);
    for (int c = 0; c < 3; ++c) {
      EXPECT_EQ(after([&](Nodes& nodes) { nodes[0].axis[k][c][0] = std::nanf(""); }), message);
      EXPECT_EQ(after([&](Nodes& nodes) { nodes[0].axis[k][c][0] += 0.01f; }), message);
    }
  }
}

TEST_F(DamagedOriented, ChildrenAreFound) {
  const std::string message = "oriented node 0, slot 0: the child is not that of the node";
  EXPECT_EQ(after([](Nodes& nodes) { nodes[0].child[0] = nodes[0].child[1]; }), message);
  EXPECT_EQ(after([](Nodes& nodes) { nodes[0].child[0] = Node::leaf_bit | 500000u; }), message);
  EXPECT_EQ(after([](Nodes& nodes) { nodes[0].child[0] = Node::none; }), message);
  EXPECT_EQ(after([](Nodes& nodes) { nodes[0].child[0] = 500000u; }), message);
  EXPECT_NE(after([](Nodes& nodes) { nodes.back().child[0] = Node::leaf_bit | 500000u; }), "");
  EXPECT_NE(after([](Nodes& nodes) { nodes.back().child[Node::width - 1] = 0; }), "");
}

TEST_F(DamagedOriented, CountIsFound) {
  EXPECT_EQ(after([](Nodes& nodes) { nodes.pop_back(); }), "there are not as many oriented nodes as nodes");
  EXPECT_EQ(after([](Nodes& nodes) { nodes.push_back(nodes.back()); }),
            "there are not as many oriented nodes as nodes");
  EXPECT_EQ(after([](Nodes& nodes) { nodes.clear(); }), "there are not as many oriented nodes as nodes");
}

// A box there, be it ever so little less than empty, would lead a traversal to no child: tests allow for rounding.
TEST_F(DamagedOriented, UnusedSlotIsFound) {
  const auto [n, slot] = unused_slot();
  const std::string message =
      "oriented node " + std::to_string(n) + ", slot " + std::to_string(slot) + ": an unused slot is not empty";
  for (const float half : {1.0f, 0.0f, -1e-30f, -0.5f, std::nanf("")})
    EXPECT_EQ(after([&, n = n, slot = slot](Nodes& nodes) {
                for (int k = 0; k < 3; ++k) nodes[n].half[k][slot] = half;
              }),
              message)
        << half;
}

TEST_F(DamagedOriented, IsFoundWhenATriangleMoved) {
  std::vector<Triangle> moved = triangles_;
  moved[123].b.x *= 1.2;
  EXPECT_NE(validate(tree_, nodes_.view(), moved), "");
}

}  // namespace
}  // namespace graze
