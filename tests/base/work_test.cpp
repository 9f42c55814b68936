// Budgets under a flag that ends them sooner.
#include "base/work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "base/executor.h"

namespace graze {
namespace {

// Units until the work ends, at most `most`.
std::uint64_t units_until_spent(std::uint64_t most) {
  const std::uint64_t before = work::meter.done;
  for (std::uint64_t i = 0; i < most && !work::spent(); i += 16) work::charge(16);
  return work::meter.done - before;
}

TEST(Work, AFlagThatIsNotSetChangesNothing) {
  const std::atomic<bool> stop{false};
  constexpr std::uint64_t units = 5'000'000;
  const auto counted = [&] {
    const Budget budget(units);
    return units_until_spent(2 * units);
  };
  const std::uint64_t plain = counted();
  const work::Stoppable stoppable(&stop);
  EXPECT_EQ(counted(), plain);
  EXPECT_GT(plain, units);
  EXPECT_LE(plain, units + 16);
}

TEST(Work, AFlagEndsWorkWithinTenMillionUnits) {
  std::atomic<bool> stop{false};
  const work::Stoppable stoppable(&stop);
  EXPECT_FALSE(work::spent());
  EXPECT_EQ(units_until_spent(20'000'000), 20'000'000u);
  stop = true;
  EXPECT_LT(units_until_spent(20'000'000), 2'000'000u);
  // Also within a budget that had much left, and without any.
  const Budget budget(1'000'000'000);
  EXPECT_TRUE(work::spent());
  EXPECT_THROW(work::poll(), BudgetSpent);
  EXPECT_THROW(work::heed(), BudgetSpent);
  EXPECT_EQ(work::left(), 0u);
  const work::Uncounted building;  // what shapes build is not ended
  EXPECT_FALSE(work::spent());
  EXPECT_NO_THROW(work::heed());
}

TEST(Work, InnerBudgetsLeaveTheRestToTheOuterOne) {
  const std::atomic<bool> stop{false};
  for (const std::atomic<bool>* flag : {static_cast<const std::atomic<bool>*>(nullptr), &stop}) {
    const work::Stoppable stoppable(flag);
    const Budget outer(10'000'000);
    {
      const Budget inner(3'000'000);
      EXPECT_EQ(work::left(), 3'000'000u);
      EXPECT_LE(units_until_spent(20'000'000), 3'000'016u);
      EXPECT_TRUE(work::spent());
    }
    EXPECT_FALSE(work::spent());
    EXPECT_GE(work::left(), 6'999'984u);
    EXPECT_LE(units_until_spent(20'000'000), 7'000'016u);
    EXPECT_TRUE(work::spent());
  }
  EXPECT_FALSE(work::spent());
}

// A flag of the thread that begins a loop ends it in all threads that share it, also where the body itself never asks.
TEST(Work, AFlagEndsLoopsInEveryThread) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<bool> stop{false};
    const work::Stoppable stoppable(&stop);
    constexpr std::size_t count = 100'000;
    std::vector<char> done(count, 0);
    parallel_for(count, 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++done[i];
    });
    EXPECT_EQ(done, std::vector<char>(count, 1)) << threads;
    std::atomic<std::size_t> begun{0};
    EXPECT_THROW(parallel_for(count, 1, threads,
                              [&](std::size_t begin, std::size_t end) {
                                begun += end - begin;
                                if (begun >= 1000) stop = true;
                              }),
                 BudgetSpent);
    EXPECT_GE(begun, 1000u);
    EXPECT_LT(begun, 1000u + 64 * static_cast<std::size_t>(threads)) << threads;
  }
}

}  // namespace
}  // namespace graze
