#include "tests/property/budgets.h"

#include <gtest/gtest.h>

#include <chrono>

namespace graze::property {
namespace {

TEST(Budgets, GiveTheAnswerOrNone) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_budgets(seed, oracle::scaled(2));
    tally.print("budgets");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.15);
    EXPECT_LT(tally.total().rate(), 0.95);
  }
}

// Of the start, too: a move whose budget is one unit has nothing to say, and says so.
TEST(Budgets, OfAMoveHoldFromItsStart) {
  const Shape torus = mesh_of(scenes::torus(2000));
  const Body moving{torus, {}};
  const std::vector<MovingBody> others{{{torus, make_pose({0.5, 0.5, 0.1})}, {}}};
  const MoveResult result = move(moving, translation_by({1, 0, 0}), others, {.budget = 1});
  EXPECT_EQ(result.status, Status::budget);
  EXPECT_EQ(result.start, MoveStart::unknown);
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.lower, 0);
  EXPECT_EQ(result.fraction, 0);
}

// Boxes under nearly singular poses took half a minute in `move` and ten seconds in `classify`.
TEST(Budgets, EndWhatExactArithmeticWouldNot) {
  const Body bent{make_box({0.8, 0.77, 1.34}),
                  {{{2.716008037985934, 5.432016075971868, -2.11},
                    {0.0, 1e-16, 0.997558841198425},
                    {-0.7331649149819932, -1.4663298299639864, 1.0}},
                   {0.0, 5e-324, -0.271706261212659}}};
  const std::vector<MovingBody> others{{{make_box({0.8, 0.77, 1.34}), {}}, {}}};
  const Motion turn = rotation_about({1.0, -1.02, 0.6775538377508425}, {0, -1.0476193258619237, 0}, 6.283185307179586);
  const auto before = std::chrono::steady_clock::now();
  const MoveResult moved = move(bent, turn, others);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  EXPECT_TRUE(moved.yes());
  EXPECT_LT(seconds, 2);  // about 0.05 by itself
  EXPECT_LT(move(bent, turn, others, {.budget = 1}).counters.exact_tests, 1000u);
}

}  // namespace
}  // namespace graze::property
