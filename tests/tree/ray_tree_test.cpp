// Building, refitting and validating the tree of rays.
#include "tree/ray_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "scenes/scenes.h"
#include "shape/data.h"
#include "tests/oracle/rational.h"
#include "tests/property/bodies.h"
#include "tests/tree/mesh_triangles.h"
#include "tests/tree/triangle_sets.h"
#include "tree/ray_slots.h"

namespace graze {
namespace {

using oracle::Dice;

using test::same_bits;

bool same_bits(const RayTree& a, const RayTree& b) {
  return a.frame.origin == b.frame.origin && a.frame.scale == b.frame.scale && same_bits(a.nodes, b.nodes) &&
         same_bits(a.leaves, b.leaves) && same_bits(a.order, b.order);
}

// Without validate(): each triangle is in one leaf, whose box, carried back exactly, holds it.
void check_leaves(const RayTree& tree, const std::vector<Triangle>& triangles) {
  std::vector<int> seen(triangles.size(), 0);
  for (const RayNode& node : tree.nodes)
    for (int slot = 0; slot < RayNode::width && node.child[slot] != RayNode::none; ++slot) {
      if (!node.is_leaf(slot)) continue;
      const RayLeafView leaf(&tree.leaves[node.leaf(slot)]);
      for (std::uint32_t i = 0; i < leaf.triangles; ++i) {
        const std::uint32_t id = tree.order[leaf.first + i];
        ++seen[id];
        for (const Vec3& corner : {triangles[id].a, triangles[id].b, triangles[id].c})
          for (int k = 0; k < 3; ++k) {
            const auto world = [&](float x) {
              return oracle::Rational(oracle::exact(tree.frame.origin[k]) +
                                      oracle::exact(tree.frame.scale) * oracle::exact(double(x)));
            };
            ASSERT_LE(world(node.lo[k][slot]), oracle::exact(corner[k]));
            ASSERT_GE(world(node.hi[k][slot]), oracle::exact(corner[k]));
          }
      }
    }
  for (const int times : seen) ASSERT_EQ(times, 1);
}

TEST(RayTree, IsValidOverAnyTriangles) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    for (const std::size_t count : {1u, 2u, 5u, 17u, 300u, 2000u})
      for (const auto& [name, triangles] : test::triangle_sets(dice, count)) {
        const RayTree tree = build_ray_tree(triangles);
        ASSERT_EQ(validate(tree, triangles), "") << name << ", " << count;
        if (count > 300) continue;
        check_leaves(tree, triangles);
        ASSERT_FALSE(HasFatalFailure()) << name << ", " << count;
      }
  }
}

TEST(RayTree, SharesCorners) {
  const Shape shape = property::mesh_of(scenes::sphere(20000));
  const RayTree& tree = data_of(shape).ray_tree();
  EXPECT_LT(double(tree.memory()) / shape.triangle_count(), 30.0);  // bytes; three corners alone take 36
}

TEST(RayTree, RefitsWhileCornersStayTogether) {
  Dice dice(oracle::fixed_seed);
  const scenes::MeshData mesh = scenes::knot(3000);
  const std::vector<Triangle> before = all_triangles(data_of(property::mesh_of(mesh)));
  const RayTree tree = build_ray_tree(before);
  EXPECT_TRUE(same_bits(refit(tree, before), tree));
  for (int round = 0; round < 10; ++round) {
    scenes::MeshData moved = mesh;
    for (Vec3& v : moved.vertices) v = v * 3.0 + dice.in_cube(0.1);
    const std::vector<Triangle> after = all_triangles(data_of(property::mesh_of(moved)));
    const RayTree fitted = refit(tree, after, 1);
    ASSERT_EQ(validate(fitted, after), "");
    EXPECT_TRUE(same_bits(refit(tree, after, 2), fitted));
    check_leaves(fitted, after);
  }
  std::vector<Triangle> apart = before;
  for (std::size_t i = 0; i < apart.size(); ++i) apart[i].a.x += 1e-3 * double(i);
  EXPECT_TRUE(refit(tree, apart).nodes.empty());
}

class Corrupted : public testing::Test {
 protected:
  struct Parts {
    std::vector<RayNode> nodes;
    std::vector<std::uint32_t> leaves, order;
  };
  // What validate() says after a change.
  template <class Change>
  std::string after(Change change) const {
    Parts parts{{tree_.nodes.begin(), tree_.nodes.end()},
                {tree_.leaves.begin(), tree_.leaves.end()},
                {tree_.order.begin(), tree_.order.end()}};
    change(parts);
    return validate({tree_.frame, std::move(parts.nodes), std::move(parts.leaves), std::move(parts.order)}, triangles_);
  }
  // The first word of the first leaf.
  std::size_t leaf() const {
    for (const RayNode& node : tree_.nodes)
      for (int slot = 0; slot < RayNode::width && node.child[slot] != RayNode::none; ++slot)
        if (node.is_leaf(slot)) return node.leaf(slot);
    return 0;
  }
  const std::vector<Triangle> triangles_ = all_triangles(data_of(property::mesh_of(scenes::knot(3000))));
  const RayTree tree_ = build_ray_tree(triangles_);
};

TEST_F(Corrupted, TreesAreFound) {
  EXPECT_EQ(after([](Parts&) {}), "");
  for (int k = 0; k < 3; ++k) {
    EXPECT_NE(after([&](Parts& p) { p.nodes.back().lo[k][0] += 0.01f; }), "");
    EXPECT_NE(after([&](Parts& p) { p.nodes.back().hi[k][0] -= 0.01f; }), "");
    EXPECT_NE(after([&](Parts& p) { p.nodes[0].hi[k][0] = std::nanf(""); }), "");
    EXPECT_NE(after([&](Parts& p) { p.nodes[0].lo[k][0] += 0.01f; }), "");
  }
  EXPECT_NE(after([](Parts& p) { p.nodes.clear(); }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes.push_back(p.nodes.back()); }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].child[0] = 0; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].child[0] = std::uint32_t(p.nodes.size()); }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].child[0] = p.nodes[0].child[1]; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].child[0] = RayNode::none; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes[0].order[3][0] ^= 0x10; }), "");
  EXPECT_NE(after([](Parts& p) { p.nodes.back().child[0] = RayNode::leaf_bit | 0x7ffffff0u; }), "");
  EXPECT_NE(after([](Parts& p) { p.leaves.resize(p.leaves.size() - RayLeaf::unit); }), "");
  EXPECT_NE(after([](Parts& p) { p.leaves.clear(); }), "");
  EXPECT_NE(after([](Parts& p) { std::swap(p.order[0], p.order[100]); }), "");
  EXPECT_NE(after([](Parts& p) { p.order[5] = p.order[6]; }), "");
  EXPECT_NE(after([](Parts& p) { p.order[5] = 0xffffffffu; }), "");
  EXPECT_NE(after([&](Parts& p) { p.leaves[leaf()] += 1; }), "");                        // another first triangle
  EXPECT_NE(after([&](Parts& p) { p.leaves[leaf() + 1] += 1; }), "");                    // one triangle more
  EXPECT_NE(after([&](Parts& p) { p.leaves[leaf() + 1] |= 0x00ff0000; }), "");           // corners without end
  EXPECT_NE(after([&](Parts& p) { p.leaves[leaf() + RayLeaf::header] ^= 0x800; }), "");  // a coordinate
}

}  // namespace
}  // namespace graze
