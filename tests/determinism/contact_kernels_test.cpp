// The kernels behind contacts of spheres and capsules: the same bits on every instruction set, and the nearest places
// that they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "math/posed_point.h"
#include "narrow/contact/ball_kernel.h"
#include "narrow/contact/stick_kernel.h"
#include "narrow/triangle/triangle_distance.h"
#include "tests/oracle/distance_cases.h"

namespace graze {
namespace {

std::uint64_t bits_of(double x) { return x != x ? 1 : std::bit_cast<std::uint64_t>(x); }

TEST(ContactKernels, FeetAreTheSameOnEveryInstructionSet) {
  const std::span<const Isa> sets = instruction_sets();
  oracle::Dice dice(oracle::fixed_seed);
  std::uint64_t corners = 0, edges = 0, faces = 0;
  for (std::size_t i = 0; i < 10000; ++i) {
    Triangle four[4];
    for (Triangle& t : four)
      t = make_distance_case(dice, oracle::distance_kinds[dice.bits() % oracle::distance_kinds.size()]).a;
    const Pose pose = dice.chance(2) ? Pose{} : make_pose(dice.in_cube(1), dice.rotation());
    const Vec3 centre = dice.in_cube(1) + four[0].a * dice.uniform(0, 1);
    std::vector<BallFeet> found(sets.size());
    for (std::size_t k = 0; k < sets.size(); ++k) find_ball_feet(sets[k])(four, pose, centre, found[k]);
    corners += found[0].corner[0] != 0 || found[0].corner[1] != 0 || found[0].corner[2] != 0;
    edges += found[0].edge[0] != 0 || found[0].edge[1] != 0 || found[0].edge[2] != 0;
    unsigned region = 0;
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(region & (found[0].corner[k] | found[0].edge[k]), 0u);
      EXPECT_EQ(found[0].corner[k] & found[0].edge[k], 0u);
      region |= found[0].corner[k] | found[0].edge[k];
    }
    faces += region != 15;
    for (std::size_t k = 1; k < sets.size(); ++k)
      for (int at = 0; at < 4; ++at) {
        if (at < 3) {
          ASSERT_EQ(found[k].corner[at], found[0].corner[at]) << "case " << i;
          ASSERT_EQ(found[k].edge[at], found[0].edge[at]) << "case " << i;
        }
        ASSERT_EQ(bits_of(found[k].distance[at]), bits_of(found[0].distance[at])) << "case " << i;
        ASSERT_EQ(bits_of(found[k].least[at]), bits_of(found[0].least[at])) << "case " << i;
        ASSERT_EQ(bits_of(found[k].far_square[at]), bits_of(found[0].far_square[at])) << "case " << i;
        ASSERT_EQ(bits_of(found[k].size[at]), bits_of(found[0].size[at])) << "case " << i;
      }
  }
  EXPECT_GT(corners, 1000u);
  EXPECT_GT(edges, 1000u);
  EXPECT_GT(faces, 100u);
}

// Of triangles that are no needles.
TEST(ContactKernels, FeetAreNearest) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::uint64_t corners = 0, edges = 0, faces = 0;
  for (std::size_t i = 0; i < 5000; ++i) {
    Triangle four[4];
    for (Triangle& t : four) {
      const bool grid = dice.chance(3);
      const auto corner = [&] { return grid ? dice.grid(-2, 2) * 0.5 : dice.in_cube(1); };
      do {
        t = {corner(), corner(), corner()};
      } while (!(length(cross(t.b - t.a, t.c - t.a)) > 0.05));
    }
    const Pose pose = dice.chance(2) ? Pose{} : make_pose(dice.in_cube(1), dice.rotation());
    const Vec3 centre = dice.chance(3) ? dice.grid(-2, 2) * 0.5 : dice.in_cube(2);
    BallFeet feet;
    find_ball_feet()(four, pose, centre, feet);
    for (unsigned lane = 0; lane < 4; ++lane) {
      const Triangle t{posed(pose, four[lane].a), posed(pose, four[lane].b), posed(pose, four[lane].c)};
      const Triangle ball{centre, centre, centre};
      ASSERT_NEAR(feet.distance[lane], triangle_distance(ball, t).distance, 1e-13) << "seed " << seed << ", case " << i;
      const Vec3 p[3] = {t.a, t.b, t.c};
      bool face = true;
      for (int k = 0; k < 3; ++k) {
        const Vec3 q = p[(k + 1) % 3];
        if ((feet.corner[k] >> lane & 1) != 0) {
          ASSERT_NEAR(feet.distance[lane], length(p[k] - centre), 1e-13) << "seed " << seed << ", case " << i;
          ++corners;
          face = false;
        }
        if ((feet.edge[k] >> lane & 1) != 0) {
          ASSERT_NEAR(feet.distance[lane], triangle_distance(ball, {p[k], q, q}).distance, 1e-13)
              << "seed " << seed << ", case " << i;
          ++edges;
          face = false;
        }
      }
      faces += face ? 1 : 0;
      const double far = std::max({length(p[0] - centre), length(p[1] - centre), length(p[2] - centre)});
      ASSERT_NEAR(feet.far_square[lane], far * far, 1e-13) << "seed " << seed << ", case " << i;
    }
  }
  for (const std::uint64_t hits : {corners, edges, faces}) EXPECT_GT(hits, 1000u) << "seed " << seed;
}

TEST(ContactKernels, FacesNearACoreAreTheSameOnEveryInstructionSet) {
  const std::span<const Isa> sets = instruction_sets();
  oracle::Dice dice(oracle::fixed_seed);
  std::uint64_t inward = 0, nearer = 0, open = 0, closed = 0, parallel = 0;
  for (std::size_t i = 0; i < 20000; ++i) {
    StickNumbers numbers;
    numbers.way = dice.in_cube(1);
    numbers.square = dot(numbers.way, numbers.way);
    numbers.slope_square = dice.pick({0.0, 1e-12, 1e-4});
    numbers.rounding_square = 1e-28;
    numbers.parallel = (1 - numbers.slope_square) * numbers.square;
    numbers.most_square = dice.uniform(0.1, 1);
    numbers.near = dice.uniform(0.1, 1);
    numbers.inner = dice.uniform(0.1, 1);
    numbers.facing = dice.pick({-1.0, 0.0, 1.0});
    numbers.level_square = dice.pick({1e-12, 1e-4});
    StickCorner corners[8] = {};
    for (StickCorner& corner : corners) {
      corner.at = dice.chance(3) ? dice.grid(-1, 1) * 0.5 : dice.in_cube(1);
      if (dice.chance(6)) corner.at = corners[0].at + numbers.way * 0.5;
      const double t = std::min(std::max(dot(corner.at, numbers.way) / numbers.square, 0.0), 1.0);
      corner.off = corner.at - numbers.way * t;
      corner.distance = length(corner.off);
    }
    StickFace faces[4] = {};
    for (StickFace& face : faces)
      for (std::uint32_t& corner : face.corners) corner = std::uint32_t(dice.integer(0, 7));
    const auto count = unsigned(dice.integer(1, 4));
    std::vector<StickBits> found(sets.size());
    for (std::size_t k = 0; k < sets.size(); ++k) look_at_faces(sets[k])(numbers, corners, faces, count, found[k]);
    for (std::size_t k = 0; k < sets.size(); ++k) {
      ASSERT_EQ(found[k].open, found[0].open) << "case " << i;
      ASSERT_EQ(found[k].inner, found[0].inner) << "case " << i;
      ASSERT_LT(found[k].open | found[k].inner, 1u << count) << "case " << i;
      for (int e = 0; e < 3; ++e) {
        ASSERT_EQ(found[k].nearer_from[e], found[0].nearer_from[e]) << "case " << i;
        ASSERT_EQ(found[k].nearer_to[e], found[0].nearer_to[e]) << "case " << i;
        ASSERT_EQ(found[k].inward[e], found[0].inward[e]) << "case " << i;
        ASSERT_EQ(found[k].parallel[e], found[0].parallel[e]) << "case " << i;
      }
    }
    inward += found[0].inward[0] != 0;
    nearer += found[0].nearer_from[0] != 0;
    parallel += found[0].parallel[0] != 0;
    open += found[0].open != 0;
    closed += found[0].open == 0;
  }
  for (const std::uint64_t hits : {inward, nearer, parallel, open, closed}) EXPECT_GT(hits, 1000u);
}

}  // namespace
}  // namespace graze
