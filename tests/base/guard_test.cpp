#include "base/guard.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <stdexcept>

#include "graze/graze.h"

namespace graze {
namespace {

template <class Exception>
Status status_when_thrown(const Exception& exception) {
  return guarded<CollideResult>([&]() -> CollideResult { throw exception; }).status;
}

TEST(Guard, names_what_was_thrown) {
  EXPECT_EQ(status_when_thrown(std::bad_alloc()), Status::out_of_memory);
  EXPECT_EQ(status_when_thrown(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again))),
            Status::out_of_memory);
  EXPECT_EQ(status_when_thrown(BudgetSpent{}), Status::budget);
  EXPECT_EQ(status_when_thrown(std::logic_error("a bug")), Status::internal);
  EXPECT_EQ(status_when_thrown(std::length_error("a size that makes no sense")), Status::internal);
  EXPECT_EQ(status_when_thrown(Error("an error in the wrong place")), Status::internal);
  EXPECT_EQ(status_when_thrown(7), Status::internal);
}

TEST(Guard, restores_the_state_of_the_host) {
  const auto rounds_up = [] {
    const volatile double one = 1, tiny = 0x1p-60;
    const volatile double sum = one + tiny;
    return sum > 1;
  };
  std::fesetround(FE_UPWARD);
  const CollideResult inside = guarded<CollideResult>([&] {
    CollideResult result;
    result.answer = answer_of(rounds_up());
    return result;
  });
  const bool after = rounds_up();
  std::fesetround(FE_TONEAREST);
  EXPECT_TRUE(inside.no());
  EXPECT_TRUE(after);
}

TEST(Work, an_inner_budget_has_what_is_left) {
  const Budget outer(100);
  work::charge(60);
  EXPECT_EQ(work::left(), 40u);
  {
    const Budget inner(1000);
    EXPECT_EQ(work::left(), 40u);
  }
  {
    const Budget inner(10);
    EXPECT_EQ(work::left(), 10u);
    work::charge(11);
    EXPECT_TRUE(work::spent());
    EXPECT_THROW(work::poll(), BudgetSpent);
  }
  EXPECT_FALSE(work::spent());
  EXPECT_EQ(work::left(), 29u);
}

TEST(Work, unlimited_is_never_spent) {
  const Budget all(unlimited_budget);
  work::charge(1000);
  EXPECT_FALSE(work::spent());
  EXPECT_GT(work::left() + work::left(), work::left());
}

}  // namespace
}  // namespace graze
