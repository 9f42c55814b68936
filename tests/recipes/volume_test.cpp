// The recipe "a bounding volume" of CONTRIBUTING.md, followed with a toy: cubes along the axes of a tree's frame.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/triangle/triangle_triangle.h"
#include "scenes/scenes.h"
#include "study/hierarchy/hierarchy.inl"
#include "study/volume/aligned_box.h"
#include "tests/oracle/dice.h"
#include "tests/property/bodies.h"

namespace graze::study {

// Step 1: the type. What it does not say is a box's.
struct Cube : AlignedBox {
  static constexpr const char* name = "cube";

  explicit Cube(const AlignedBox& box) noexcept : AlignedBox(box) {
    const float most = box.size();
    for (int k = 0; k < 3; ++k) {
      lo[k] = std::fmin(lo[k], box.centre(k) - most);
      hi[k] = std::fmax(hi[k], box.centre(k) + most);
    }
  }
  Cube() = default;

  static Cube fit(std::span<const Triangle> triangles) noexcept { return Cube(AlignedBox::fit(triangles)); }
  friend Cube merge(const Cube& a, const Cube& b) noexcept {
    AlignedBox both = a;
    both.Aabb::merge(b);
    return Cube(both);
  }
};
static_assert(Volume<Cube>);

// Step 2: the instantiation, which has a file of its own in src/study/hierarchy/.
GRAZE_HIERARCHY(Cube);

// Step 3 is a name in a list of types; this is what the tests over that list ask.
TEST(Recipes, ABoundingVolume) {
  oracle::Dice dice(oracle::fixed_seed);
  const scenes::MeshData torus = scenes::torus(120);
  const Shape shape = make_mesh(torus.vertices, torus.triangles);
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) triangles.push_back(shape.triangle(i));
  const Hierarchy<Cube> tree = build_hierarchy<Cube>(triangles, Grouping::sah);
  EXPECT_EQ(validate(tree, std::span<const Triangle>(triangles)), "");
  std::uint64_t met = 0, parted = 0;
  for (int round = 0; round < 60; ++round) {
    const Pose pose_a{},
        pose_b{property::random_linear(dice, property::PoseKind::rigid, 1), dice.direction() * dice.uniform(0, 3)};
    const auto all = triangles.size() * triangles.size();
    PairFrame frame;
    ASSERT_TRUE(pair_frame(place(data_of(shape), pose_a), place(data_of(shape), pose_b), frame));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found, truth;
    std::uint64_t candidates = 0;
    for_each_candidate(tree, tree, pair_pose(frame), [&](std::uint32_t i, std::uint32_t j) {
      ++candidates;
      if (triangles_meet(posed(pose_a, triangles[i]), posed(pose_b, triangles[j]))) found.emplace_back(i, j);
      return true;
    });
    for (std::uint32_t i = 0; i < triangles.size(); ++i)
      for (std::uint32_t j = 0; j < triangles.size(); ++j)
        if (triangles_meet(posed(pose_a, triangles[i]), posed(pose_b, triangles[j]))) truth.emplace_back(i, j);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, truth) << "round " << round;
    met += truth.empty() ? 0 : 1;
    parted += candidates < all / 2 ? 1 : 0;
  }
  EXPECT_GE(met, 15u);
  EXPECT_LE(met, 55u);
  EXPECT_GE(parted, 40u);
}

}  // namespace graze::study
