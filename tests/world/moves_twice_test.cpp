// Many moves of one step take effect side by side: also where an object is moved several times, what is listed for the
// tree of boxes is in the order of the commands.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "graze/world.h"
#include "tests/oracle/dice.h"
#include "world/world_state.h"

namespace graze {
namespace {

TEST(MovesTwice, AreListedInTheOrderOfTheCommands) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  oracle::Dice dice(seed);
  const Shape ball = make_sphere(1);
  constexpr int objects = 3000;
  World one, many;
  std::vector<ObjectId> ids;
  for (int i = 0; i < objects; ++i) {
    ids.push_back(one.add({ball, {}}, {.key = static_cast<std::uint64_t>(i)}));
    ASSERT_EQ(many.add({ball, {}}, {.key = static_cast<std::uint64_t>(i)}), ids.back());
  }
  WorldState &serial = state_of(one), &threaded = state_of(many);
  int repeated = 0;
  for (int round = 0; round < 40; ++round) {
    serial.apply(1);
    threaded.apply(4);
    serial.tree.refresh(serial.objects);
    threaded.tree.refresh(threaded.objects);
    // The same few hundred again and again, from pieces that run at once; in some rounds one of them is gone.
    if (round % 8 == 7) {
      const ObjectId gone = ids[static_cast<std::size_t>(dice.integer(0, objects - 1))];
      one.remove(gone);
      many.remove(gone);
    }
    const int some = round % 4 == 0 ? objects : 300;
    for (int k = 0; k < 4000; ++k) {
      const ObjectId id = ids[static_cast<std::size_t>(dice.integer(0, some - 1))];
      const Pose pose = make_pose(dice.in_cube(100));
      one.move(id, pose);
      many.move(id, pose);
    }
    serial.apply(1);
    threaded.apply(4);
    const auto expected = serial.tree.touched(), found = threaded.tree.touched();
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), found.begin(), found.end())) << round;
    for (std::size_t i = 0; i < serial.objects.size(); ++i)
      ASSERT_EQ(serial.objects[i].body.pose, threaded.objects[i].body.pose);
    repeated += expected.size() < 4000;
  }
  EXPECT_EQ(repeated, 40);
}

}  // namespace
}  // namespace graze
