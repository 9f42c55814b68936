// The work that a query says it did.
#include <gtest/gtest.h>

#include <cstdio>

#include "graze/graze.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Shape shape_of(const scenes::MeshData& mesh) { return make_mesh(mesh.vertices, mesh.triangles); }

// Contract of speed: on ordinary poses, less than one pair of triangles in 10,000 needs exact arithmetic.
TEST(Counters, OrdinaryPosesHardlyNeedExactArithmetic) {
  const Shape knot = shape_of(scenes::knot(3000));
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    oracle::Dice dice(seed);
    Counters total;
    int hits = 0;
    constexpr int poses = 300;
    for (int i = 0; i < poses; ++i) {
      const Pose pose = make_pose(dice.in_cube(1.4), dice.rotation());
      CollideSettings settings;
      settings.all = i % 2 == 0;
      const CollideResult result = collide({knot, {}}, {knot, pose}, settings);
      hits += result.yes();
      EXPECT_LE(result.counters.double_tests, result.counters.triangle_tests);
      total += result.counters;
    }
    EXPECT_GT(hits, poses / 4);
    EXPECT_LT(hits, poses);
    EXPECT_GT(total.double_tests, 0u);
    EXPECT_LT(total.exact_tests * 10000, total.triangle_tests);
  }
}

TEST(Counters, OfFlushFacesShowTheExactWork) {
  const Shape cube = shape_of(scenes::cube(4));
  const Mat3 rotation = to_matrix({0.1, 0.7, 0.1, 0.7});
  CollideSettings settings;
  settings.all = true;
  const Counters counters =
      collide({cube, {rotation, {}}}, {cube, {rotation, rotation * Vec3{2, 0, 0}}}, settings).counters;
  EXPECT_GT(counters.double_tests, 32u);
  EXPECT_LE(counters.double_tests, counters.triangle_tests);
  EXPECT_GT(counters.exact_tests, 32u);
}

// Too extreme for a tree: every pair whose boxes meet goes to double.
TEST(Counters, WithoutATreeEveryTestIsInDouble) {
  const Shape cube = shape_of(scenes::cube(1));
  const Pose thin{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1e-300}}, {}};
  CollideSettings settings;
  settings.all = true;
  const Counters counters = collide({cube, thin}, {cube, {}}, settings).counters;
  EXPECT_GT(counters.triangle_tests, 0u);
  EXPECT_EQ(counters.double_tests, counters.triangle_tests);
}

}  // namespace
}  // namespace graze
