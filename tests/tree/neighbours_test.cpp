#include "tree/neighbours.h"

#include <gtest/gtest.h>

#include "tests/oracle/dice.h"

namespace graze {
namespace {

TEST(Neighbours, AreThoseWithACommonVertexOnEveryInstructionSet) {
  oracle::Dice dice(oracle::fixed_seed);
  int some = 0, none = 0;
  for (int round = 0; round < 20000; ++round) {
    LeafCorners leaf[2];
    const int range = dice.chance(2) ? 40 : 4000;
    const std::uint32_t offset = dice.chance(3) ? 0xffff0000u : 0;
    for (LeafCorners& one : leaf)
      for (auto& corner : one.vertex)
        for (std::uint32_t& vertex : corner) vertex = offset + static_cast<std::uint32_t>(dice.integer(0, range));
    std::uint64_t expected = 0;
    for (int i = 0; i < Leaf::width; ++i)
      for (int j = 0; j < Leaf::width; ++j)
        for (int c = 0; c < 3; ++c)
          for (int d = 0; d < 3; ++d)
            if (leaf[0].vertex[c][i] == leaf[1].vertex[d][j]) expected |= std::uint64_t{1} << (8 * i + j);
    for (const Isa isa : instruction_sets()) {
      ASSERT_EQ(neighbours_kernel(isa)(leaf[0], leaf[1]), expected) << round;
    }
    ++(expected != 0 ? some : none);
  }
  EXPECT_GT(some, 1000);
  EXPECT_GT(none, 1000);
}

}  // namespace
}  // namespace graze
