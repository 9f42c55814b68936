// The inner loops: every instruction set gives the same bits, and what float decides about leaves is what is true.
#include "tree/kernels.h"
#include "shape/data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "tests/oracle/dice.h"
#include "tests/property/bodies.h"
#include "tests/tree/clusters.h"

namespace graze {
namespace {

using oracle::Dice;
using property::PoseKind;
using test::any_kind;

std::span<const Isa> sets_besides_scalar() { return instruction_sets().subspan(1); }

// The values of the lanes in `bits` are the same; the others may hold anything.
bool same_lanes(const float* a, const float* b, unsigned bits) {
  for (int i = 0; i < 8; ++i)
    if ((bits >> i & 1) != 0 && std::memcmp(a + i, b + i, sizeof(float)) != 0) return false;
  return true;
}

// Two knots in poses that overlap about every other time; every third map is of a body in itself, whose leaves meet.
struct Knots {
  Shape shape = property::mesh_of(scenes::knot(3000));
  const Tree& tree = data_of(shape).tree();
  std::span<const OrientedNode> oriented = data_of(shape).oriented();

  PairMap random_map(Dice& dice) const {
    const Vec3 place = dice.in_cube(10);
    const Pose a{property::random_linear(dice, any_kind(dice), 1), place};
    const Pose b{dice.chance(3) ? a.linear : property::random_linear(dice, any_kind(dice), dice.pick({0.2, 1.0, 3.0})),
                 place + dice.in_cube(dice.pick({1e-3, 0.3, 1.0}))};
    PairFrame frame;
    EXPECT_TRUE(pair_frame(place_of(a), place_of(b), frame));
    return dice.chance(2) ? frame.a_in_b : frame.b_in_a;
  }
  Placement place_of(const Pose& pose) const { return place(data_of(shape), pose); }
};

TEST(Kernels, OverlapIsTheSameOnAllInstructionSets) {
  const Knots knots;
  const Kernels& scalar = kernels(Isa::scalar);
  for (const Isa isa : sets_besides_scalar()) {
    Dice dice(oracle::fixed_seed);
    int met[2] = {0, 0}, apart[2] = {0, 0};
    for (int round = 0; round < 40000; ++round) {
      const PairMap map = knots.random_map(dice);
      const std::size_t span = dice.chance(3) ? knots.oriented.size() : 9;
      const OrientedNode& host = knots.oriented[dice.bits() % span];
      const OrientedNode& guest = knots.oriented[dice.bits() % span];
      const int slot = dice.integer(0, 7);
      float near[8] = {}, near_scalar[8] = {};
      const unsigned bits = kernels(isa).overlap(map, host, slot, guest, near);
      ASSERT_EQ(bits, scalar.overlap(map, host, slot, guest, near_scalar)) << round;
      ASSERT_TRUE(same_lanes(near, near_scalar, bits)) << round;
      ++(bits != 0 ? met : apart)[map.rigid ? 1 : 0];
    }
    for (const int rigid : {0, 1}) {  // compilers ask the dice in different orders: 951 of the least on aarch64
      EXPECT_GT(met[rigid], 800) << rigid;
      EXPECT_GT(apart[rigid], 800) << rigid;
    }
  }
}

TEST(Kernels, LeafPairIsTheSameOnAllInstructionSets) {
  const Knots knots;
  const Kernels& scalar = kernels(Isa::scalar);
  for (const Isa isa : sets_besides_scalar()) {
    Dice dice(oracle::fixed_seed);
    int certain = 0, unsure = 0, apart = 0;
    for (int round = 0; round < 200000; ++round) {
      const PairMap map = knots.random_map(dice);
      const std::size_t first = dice.bits() % knots.tree.leaves.size();
      // Leaves next to each other in the numbering are mostly next to each other in space.
      const std::size_t second = dice.chance(2) ? dice.bits() % knots.tree.leaves.size()
                                                : (first + dice.bits() % 4) % knots.tree.leaves.size();
      const Leaf &host = knots.tree.leaves[first], &guest = knots.tree.leaves[second];
      const bool one = dice.chance(4);
      LeafMeetings wide{}, narrow{};
      const bool some = kernels(isa).leaf_pair(map, host, guest, one, wide);
      ASSERT_EQ(some, scalar.leaf_pair(map, host, guest, one, narrow)) << round;
      if (!some) {
        ++apart;
        continue;
      }
      ASSERT_EQ(std::memcmp(&wide, &narrow, sizeof wide), 0) << round;
      bool sure = false, open = false;
      for (int i = 0; i < Leaf::width; ++i) {
        sure = sure || wide.certain[i] != 0;
        open = open || wide.possible[i] != wide.certain[i];
      }
      certain += sure ? 1 : 0;
      unsure += open ? 1 : 0;
    }
    EXPECT_GT(certain, 1000);
    EXPECT_GT(unsure, 1000);
    EXPECT_GT(apart, 1000);
  }
}

}  // namespace
}  // namespace graze
