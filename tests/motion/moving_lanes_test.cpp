// All instruction sets give the same bits.
#include "motion/moving_lanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "motion/moving_tree.h"
#include "narrow/distance/nearest_search.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

struct Side {
  Shape shape;
  PlacedBody placed;
  Path path;
};

Side random_side(oracle::Dice& dice, Vec3 place) {
  const scenes::MeshData mesh = scenes::knot(500);
  const Motion motions[] = {
      translation_by(dice.in_cube(2)), screw_about(dice.in_cube(1), dice.direction(), 2, 0.5),
      rotation_about(dice.in_cube(1), dice.direction(), dice.uniform(-6, 6)), Motion{},
      translation_with_rotation(dice.in_cube(2), dice.in_cube(1), dice.direction(), dice.uniform(-6, 6))};
  Side side;
  const Pose pose{to_matrix({0, 0, 0, 1}), place};
  side.shape = make_mesh(mesh.vertices, mesh.triangles);
  EXPECT_EQ(prepare({side.shape, pose}, side.placed), Status::ok);
  side.path = path_of(motions[dice.integer(0, 4)], 0);
  return side;
}

std::uint64_t sum_of(const double* values, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, values + i, sizeof bits);
    sum = sum * 0x9e3779b97f4a7c15u + bits;
  }
  return sum;
}
template <class T>
std::uint64_t sum_of(const T& values) {
  return sum_of(reinterpret_cast<const double*>(&values), sizeof values / sizeof(double));
}

// Everything that the kernels say about one pair of bodies.
std::vector<std::uint64_t> sums(const MotionKernels& kernels, const Side& side_a, const Side& side_b, double time) {
  std::vector<std::uint64_t> result;
  MovingTree a(side_a.placed, side_a.path), b(side_b.placed, side_b.path);
  const PlacedTree placed_a(a, a.centre(), time), placed_b(b, a.centre(), time);
  const std::uint32_t node = b.open(MovingTree::whole);
  const HostBox host = host_box(a, a.open(MovingTree::whole) * 8, placed_a, b, placed_b, 0.01, {0, 0, 1});
  BoxSpans spans{};
  if (a.path().angle == 0 && b.path().angle == 0) {
    kernels.translating_boxes(host, b.node(node), 1, spans);
    result.push_back(sum_of(spans));
  } else {
    const double enough[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (const double sense : {1.0, -1.0}) kernels.turning_boxes(host, b.node(node), sense, enough, spans);
    result.push_back(sum_of(spans.lasts) ^ sum_of(spans.direction));
  }
  const auto first_leaf = [](MovingTree& tree) {
    std::uint32_t box = MovingTree::whole;
    while (!tree.is_leaf(box)) box = tree.open(box) * 8;
    return box;
  };
  const MovingLeaf &leaf_a = a.leaf(first_leaf(a)), &leaf_b = b.leaf(first_leaf(b));
  PlacedLeaf at_a, at_b;
  kernels.place(leaf_a, leaf_carrier(a, leaf_a, leaf_a.base, placed_a), at_a);
  kernels.place(leaf_b, leaf_carrier(b, leaf_b, leaf_a.base, placed_b), at_b);
  result.push_back(sum_of(at_a) ^ sum_of(at_b));
  LeafPair pair{};
  pair.a = &leaf_a;
  pair.b = &leaf_b;
  pair.placed_a = &at_a;
  pair.placed_b = &at_b;
  pair.alive_a = (1u << leaf_a.count) - 1;
  pair.alive_b = (1u << leaf_b.count) - 1;
  pair.left = 1;
  pair.bend_a = a.path().angle * a.path().angle;
  pair.bend_b = b.path().angle * b.path().angle;
  pair.axis_a[2] = pair.axis_b[2] = 1;
  pair.velocity[0] = 0.75;
  pair.sense = 1;
  const double directions[2][3] = {{1, 0, 0}, {0, 0.6, 0.8}};
  LeafSpans leaves{};
  kernels.turning_leaves(pair, directions, 2, leaves);
  kernels.translating_leaves(pair, directions, 2, leaves);
  result.push_back(sum_of(leaves));
  kernels.translating_triangles(host, leaf_b, at_b, spans);
  result.push_back(sum_of(spans.lasts) ^ sum_of(spans.after));
  MovingNode carried;
  NodeCarrier carrier{{{1, 0, 0}, {0, 0.5, 0}, {0.25, 0, 1}}, {0, 0, 1}, {1, 2, 3}, 1e-12, true};
  std::memset(&carried, 0, sizeof carried);
  kernels.carry(side_b.placed.body.shape->oriented()[0], carrier, carried);
  result.push_back(sum_of(carried));
  return result;
}

TEST(MovingLanes, InstructionSetsAgree) {
  oracle::Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 60; ++i) {
    const Side a = random_side(dice, {}), b = random_side(dice, dice.direction() * dice.uniform(0.5, 3));
    const double time = dice.uniform(0, 1);
    const std::vector<std::uint64_t> expected = sums(motion_kernels(Isa::scalar), a, b, time);
    for (const Isa isa : instruction_sets()) EXPECT_EQ(sums(motion_kernels(isa), a, b, time), expected) << i;
  }
}

// As plain loops say; what is neither ahead nor behind, and 0, and a direction without numbers.
TEST(MovingLanes, DirectionsThatPartAreThoseOfPlainLoops) {
  oracle::Dice dice(oracle::fixed_seed);
  int parted = 0, neither = 0;
  for (int i = 0; i < 2000; ++i) {
    PartingDirections directions{};
    for (int k = 0; k < 26; ++k) {
      const Vec3 n = dice.chance(40) ? Vec3{std::nan(""), 0, 0} : dice.in_cube(1);
      for (int c = 0; c < 3; ++c) directions.at[c][k] = n[c];
    }
    Vec3 nine[9];
    const Vec3 middle = dice.direction();
    for (Vec3& v : nine) v = middle + dice.in_cube(dice.pick({0.1, 0.7}));
    std::uint32_t expected_ahead = 0, expected_behind = 0;
    for (int k = 0; k < PartingDirections::width; ++k) {
      bool is_ahead = true, is_behind = true;
      for (const Vec3& v : nine) {
        const double along = dot({directions.at[0][k], directions.at[1][k], directions.at[2][k]}, v);
        is_ahead = is_ahead && !(along <= 0);
        is_behind = is_behind && !(along >= 0);
      }
      expected_ahead |= std::uint32_t(is_ahead) << k;
      expected_behind |= std::uint32_t(is_behind) << k;
      parted += is_ahead != is_behind ? 1 : 0;
      neither += !is_ahead && !is_behind ? 1 : 0;
    }
    for (const Isa isa : instruction_sets()) {
      std::uint32_t ahead = 0, behind = 0;
      motion_kernels(isa).parting(directions, nine, ahead, behind);
      ASSERT_EQ(ahead, expected_ahead) << i;
      ASSERT_EQ(behind, expected_behind) << i;
    }
  }
  EXPECT_GT(parted, 10000);
  EXPECT_GT(neither, 10000);
}

}  // namespace
}  // namespace graze
