// Hierarchies: what validate() finds, how walks count, and trees that stretch.
#include "study/hierarchy/hierarchy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "scenes/scenes.h"
#include "study/hierarchy/stretching.h"
#include "study/hierarchy/volumes.h"
#include "tests/oracle/dice.h"

namespace graze {
using namespace study;
namespace {

using oracle::Dice;

std::vector<Triangle> triangles_of(const scenes::MeshData& mesh) {
  std::vector<Triangle> result;
  for (const Index3& t : mesh.triangles)
    result.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  return result;
}

int depth(const BinaryTree& tree, std::uint32_t node = 0) {
  const BinaryNode& n = tree.nodes[node];
  return n.leaf() ? 0 : 1 + std::max(depth(tree, n.left), depth(tree, n.right));
}

// Sizes that shrink by half from one to the next, all nested: what makes trees deep.
std::vector<Triangle> nested(int count) {
  std::vector<Triangle> result;
  double size = 1;
  for (int i = 0; i < count; ++i, size *= 0.75) result.push_back({{size, 0, 0}, {0, size, 0}, {0, 0, size}});
  return result;
}

TEST(Groups, EndInSingleTrianglesAndAreNeverDeep) {
  Dice dice(oracle::fixed_seed);
  std::vector<std::vector<Triangle>> sets{nested(300),
                                          std::vector<Triangle>(500, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}),
                                          triangles_of(scenes::knot(3000)),
                                          nested(1),
                                          nested(2),
                                          nested(3)};
  for (const std::vector<Triangle>& triangles : sets)
    for (const Grouping grouping : groupings) {
      const BinaryTree tree = group(triangles, grouping);
      ASSERT_EQ(tree.nodes.size(), 2 * triangles.size() - 1) << name(grouping);
      EXPECT_LT(depth(tree), 100) << name(grouping);
      std::size_t leaves = 0;
      for (const BinaryNode& n : tree.nodes)
        if (n.leaf()) leaves += n.end - n.begin == 1 ? 1 : 0;
      EXPECT_EQ(leaves, triangles.size());
      std::vector<std::uint32_t> order = tree.order;
      std::sort(order.begin(), order.end());
      for (std::uint32_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i);
    }
}

TEST(Hierarchy, IsValidAfterBuildAndRefit) {
  const std::vector<Triangle> torus = triangles_of(scenes::torus(800));
  std::vector<Triangle> bent = torus;
  for (Triangle& t : bent)
    for (Vec3* p : {&t.a, &t.b, &t.c}) *p = {p->x + p->y * p->y, p->y * 2, p->z + p->x};
  Volumes::for_each([&]<class V>() {
    for (const Grouping grouping : groupings) {
      const Hierarchy<V> tree = build_hierarchy<V>(torus, grouping);
      EXPECT_EQ(validate(tree, std::span<const Triangle>(torus)), "") << V::name << ' ' << name(grouping);
      const Hierarchy<V> moved = refit(tree, std::span<const Triangle>(bent));
      EXPECT_EQ(validate(moved, std::span<const Triangle>(bent)), "") << V::name << ' ' << name(grouping);
      EXPECT_NE(validate(tree, std::span<const Triangle>(bent)), "") << V::name << ' ' << name(grouping);
    }
  });
}

TEST(Hierarchy, ValidateFindsWhatIsWrong) {
  const std::vector<Triangle> triangles = triangles_of(scenes::torus(100));
  const Hierarchy<AlignedBox> good = build_hierarchy<AlignedBox>(triangles, Grouping::sah);
  const auto after = [&](auto&& change) {
    Hierarchy<AlignedBox> tree = good;
    change(tree);
    return validate(tree, std::span<const Triangle>(triangles));
  };
  EXPECT_EQ(after([](auto&) {}), "");
  EXPECT_NE(after([](auto& t) { t.order[3] = t.order[4]; }), "");
  EXPECT_NE(after([](auto& t) { t.order.pop_back(); }), "");
  EXPECT_NE(after([](auto& t) { std::swap(t.order.front(), t.order.back()); }), "");
  EXPECT_NE(after([](auto& t) { t.nodes.clear(); }), "");
  EXPECT_NE(after([](auto& t) { t.nodes[0].end -= 1; }), "");
  EXPECT_NE(after([](auto& t) { std::swap(t.nodes[0].left, t.nodes[0].right); }), "");
  EXPECT_NE(after([](auto& t) { t.nodes[0].right = t.nodes[0].left; }), "");
  EXPECT_NE(after([](auto& t) { t.nodes[0].left = 100000; }), "");
  EXPECT_NE(after([](auto& t) { t.nodes.push_back(t.nodes.back()); }), "");
  for (std::size_t n = 0; n < good.nodes.size(); n += 11)
    for (int k = 0; k < 3; ++k) {
      EXPECT_NE(after([&](auto& t) { t.nodes[n].volume.lo[k] += 1e-3f; }), "");
      EXPECT_NE(after([&](auto& t) { t.nodes[n].volume.hi[k] -= 1e-3f; }), "");
      EXPECT_NE(after([&](auto& t) { t.nodes[n].volume.hi[k] = std::nanf(""); }), "");
    }
}

TEST(Hierarchy, CountsWhatItDoes) {
  const std::vector<Triangle> sphere = triangles_of(scenes::sphere(500));
  Volumes::for_each([&]<class V>() {
    const Hierarchy<V> tree = build_hierarchy<V>(sphere, Grouping::sah);
    const auto run = [&](Vec3 shift) {
      std::uint64_t called = 0;
      const Vec3 back = -shift;
      const PairPose pose{relative_pose({}, shift, 1e-12), relative_pose({}, back, 1e-12)};
      const HierarchyCounters counters = for_each_candidate(tree, tree, pose, [&](std::uint32_t, std::uint32_t) {
        ++called;
        return true;
      });
      EXPECT_EQ(counters.primitive_tests, called) << V::name;
      EXPECT_EQ(counters.volume_tests, 1 + 2 * counters.nodes) << V::name;
      return counters;
    };
    EXPECT_EQ(run({5, 0, 0}).volume_tests, 1u) << V::name;
    EXPECT_GT(run({0.5, 0.1, 0}).primitive_tests, 100u) << V::name;
    EXPECT_LT(run({0.5, 0.1, 0}).primitive_tests, 60000u) << V::name;  // of 250,000
  });
}

// Features that move one by one: the tree is valid after every move and every piece of tightening, and never smaller
// than it was built.
template <class V>
void check_stretching(std::uint64_t seed) {
  Dice dice(seed);
  const std::vector<Triangle> start = triangles_of(scenes::torus(300));
  const Box reach{{-4, -4, -4}, {4, 4, 4}};
  StretchingTree<V> tree(start, Grouping::sah, reach);
  const Hierarchy<V> built = tree.hierarchy();
  const auto area = [&] {
    double sum = 0;
    for (const HierarchyNode<V>& n : tree.hierarchy().nodes) sum += double(n.volume.size());
    return sum;
  };
  const auto check = [&](const char* when) {
    ASSERT_EQ(validate(tree.hierarchy(), std::span<const Triangle>(tree.triangles())), "") << when;
    for (std::size_t n = 0; n < built.nodes.size(); ++n)
      ASSERT_TRUE(tree.hierarchy().nodes[n].volume.holds(built.nodes[n].volume)) << when;
  };
  check("as built");
  const double at_first = area();
  for (int i = 0; i < 300; ++i) {
    const auto index = std::uint32_t(dice.bits() % start.size());
    const Vec3 shift = dice.in_cube(2);
    const Triangle& t = start[index];
    ASSERT_TRUE(tree.move(index, {t.a + shift, t.b + shift, t.c + shift}));
    if (i % 10 == 0) check("after a move");
    if (i % 7 == 0) tree.tighten(16);
  }
  EXPECT_FALSE(tree.move(3, {{5, 0, 0}, {0, 0, 0}, {0, 1, 0}}));
  const double stretched = area();
  EXPECT_GT(stretched, 1.2 * at_first);
  for (std::uint32_t i = 0; i < start.size(); ++i) ASSERT_TRUE(tree.move(i, start[i]));
  check("back where it was");
  EXPECT_GE(area(), stretched);  // moving back shrinks nothing
  for (int i = 0; i < 600; ++i) tree.tighten(16);
  check("tightened");
  EXPECT_EQ(area(), at_first);
}

TEST(StretchingTree, HoldsWhatMoves) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    check_stretching<AlignedBox>(seed);
    check_stretching<AlignedDop>(seed);
    check_stretching<Kdop>(seed);
  }
}

}  // namespace
}  // namespace graze
