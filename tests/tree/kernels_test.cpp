// The inner loops: every instruction set gives the same bits, and what float decides about leaves is what is true.
#include "tree/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "narrow/placement.h"
#include "narrow/posed.h"
#include "narrow/ray_triangle.h"
#include "narrow/triangle_triangle.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/ray_cases.h"
#include "tests/property/bodies.h"

namespace graze {
namespace {

using oracle::Dice;
using property::PoseKind;

std::vector<Isa> sets_besides_scalar() {
  std::vector<Isa> result;
  for (const Isa isa : {Isa::avx2, Isa::avx512})
    if (isa <= best_instruction_set()) result.push_back(isa);
  return result;
}

// The values of the lanes in `bits` are the same; the others may hold anything.
bool same_lanes(const float* a, const float* b, unsigned bits) {
  for (int i = 0; i < 8; ++i)
    if ((bits >> i & 1) != 0 && std::memcmp(a + i, b + i, sizeof(float)) != 0) return false;
  return true;
}

PoseKind any_kind(Dice& dice) { return property::pose_kinds[dice.bits() % property::pose_kinds.size()]; }

// Two knots in poses that overlap about every other time; every third map is of a body in itself, whose leaves meet.
struct Knots {
  Shape shape = property::mesh_of(scenes::knot(3000));
  const Tree& tree = shape.data().tree();
  std::span<const OrientedNode> oriented = shape.data().oriented();

  PairMap random_map(Dice& dice) const {
    const Vec3 place = dice.in_cube(10);
    const Pose a{property::random_linear(dice, any_kind(dice), 1), place};
    const Pose b{dice.chance(3) ? a.linear : property::random_linear(dice, any_kind(dice), dice.pick({0.2, 1.0, 3.0})),
                 place + dice.in_cube(dice.pick({1e-3, 0.3, 1.0}))};
    PairFrame frame;
    EXPECT_TRUE(pair_frame(place_of(a), place_of(b), frame));
    return dice.chance(2) ? frame.a_in_b : frame.b_in_a;
  }
  Placement place_of(const Pose& pose) const { return place(shape.data(), pose); }
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
    for (const int rigid : {0, 1}) {
      EXPECT_GT(met[rigid], 1000) << rigid;
      EXPECT_GT(apart[rigid], 1000) << rigid;
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

TEST(Kernels, RayIsTheSameOnAllInstructionSets) {
  const Knots knots;
  const Kernels& scalar = kernels(Isa::scalar);
  std::vector<Triangle> triangles = all_triangles(knots.shape.data());
  for (const Isa isa : sets_besides_scalar()) {
    Dice dice(oracle::fixed_seed);
    int hit = 0, missed = 0, leaf_certain = 0, leaf_unsure = 0, leaf_missed = 0;
    for (int round = 0; round < 60000; ++round) {
      Ray ray = oracle::make_ray(dice, oracle::ray_kinds[dice.bits() % oracle::ray_kinds.size()], triangles, 2);
      if (dice.chance(10)) ray.direction[dice.integer(0, 2)] = 0;
      if (ray.direction == Vec3{}) continue;
      PlacedRay placed;
      if (place_ray(knots.place_of({}), ray, placed) != RayPlacing::usable) continue;
      const float limit = dice.chance(3) ? float(dice.uniform(0, 6)) : 2e6f;
      const Node& node = knots.tree.nodes[dice.bits() % (dice.chance(3) ? knots.tree.nodes.size() : 5)];
      float entry[8] = {}, entry_scalar[8] = {};
      const unsigned bits = kernels(isa).ray(placed.frame, limit, node, entry);
      ASSERT_EQ(bits, scalar.ray(placed.frame, limit, node, entry_scalar)) << round;
      ASSERT_TRUE(same_lanes(entry, entry_scalar, bits)) << round;
      ++(bits != 0 ? hit : missed);

      const Leaf& leaf = knots.tree.leaves[dice.bits() % knots.tree.leaves.size()];
      // Half of the rays go through a triangle of the leaf.
      if (dice.chance(2)) {
        const std::uint32_t slot = std::uint32_t(dice.bits() % leaf.count);
        const Triangle& t = triangles[knots.tree.order[leaf.first + slot]];
        const oracle::RayKind kind = dice.chance(2) ? oracle::RayKind::face : oracle::RayKind::edge;
        ray = oracle::make_ray(dice, kind, std::span(&t, 1), 2);
        if (place_ray(knots.place_of({}), ray, placed) != RayPlacing::usable) continue;
      }
      LeafHits wide{}, narrow{};
      kernels(isa).ray_leaf(placed.frame, limit, leaf, wide);
      scalar.ray_leaf(placed.frame, limit, leaf, narrow);
      ASSERT_EQ(wide.possible, narrow.possible) << round;
      if (wide.possible == 0) {
        ++leaf_missed;
        continue;
      }
      ASSERT_EQ(wide.certain & wide.possible, narrow.certain & narrow.possible) << round;
      ASSERT_TRUE(same_lanes(wide.lo, narrow.lo, wide.possible)) << round;
      ASSERT_TRUE(same_lanes(wide.hi, narrow.hi, wide.possible)) << round;
      ++((wide.certain & wide.possible) != 0 ? leaf_certain : leaf_unsure);
    }
    for (const int count : {hit, missed, leaf_certain, leaf_unsure, leaf_missed}) EXPECT_GT(count, 1000);
  }
}

// The bits of two doubles; two NaNs are the same.
bool same_number(double a, double b) { return a == b ? std::signbit(a) == std::signbit(b) : a != a && b != b; }

TEST(Kernels, RayParameterIsTheSameOnAllInstructionSetsAndRightWhenGiven) {
  for (const Isa isa : sets_besides_scalar()) {
    Dice dice(oracle::fixed_seed);
    int given = 0, other_bits = 0;
    for (int round = 0; round < 100000; ++round) {
      const bool extreme = dice.chance(4);
      const double size = extreme ? std::fabs(dice.magnitude(-160, 160)) : std::fabs(dice.magnitude(-6, 6));
      Triangle t{dice.in_cube(size), dice.in_cube(size), dice.in_cube(size)};
      if (dice.chance(4)) t.b.x *= extreme ? 1e140 : 1e6;
      const Ray ray =
          oracle::make_ray(dice, dice.pick({oracle::RayKind::vertex, oracle::RayKind::edge, oracle::RayKind::face}),
                           std::span(&t, 1), size);
      const RayCrossing crossing = ray_meets_triangle(ray, t);
      if (!crossing.hit || crossing.flat) continue;
      const double wide = kernels(isa).ray_parameter(&ray.origin.x, &ray.direction.x, &ray.base.x, &t.a.x);
      const double scalar = kernels(Isa::scalar).ray_parameter(&ray.origin.x, &ray.direction.x, &ray.base.x, &t.a.x);
      if (!same_number(wide, scalar)) ++other_bits;
      const Ratio exact = exact_parameter(ray, t, crossing);
      for (const double value : {wide, scalar}) {
        if (std::isnan(value)) continue;
        ++given;
        ASSERT_EQ(value, quotient(exact.numerator, exact.denominator)) << round;
      }
    }
    EXPECT_EQ(other_bits, 0);
    EXPECT_GT(given, 50000);
  }
}

}  // namespace
}  // namespace graze
