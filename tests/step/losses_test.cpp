// STEP and IGES: every way to lose geometry is named (tests/property/lossy_scenes.h).
#include <gtest/gtest.h>

#include <map>

#include "graze/readers.h"
#include "tests/property/expect_lossy.h"
#include "tests/property/lossy_scenes.h"

namespace graze {
namespace {

using models::LossOutcome;

TEST(StepLosses, EveryWay) {
  std::map<LossOutcome, int> count = models::expect_lossy(models::lossy_step(), {.readers = {step_reader()}});
  EXPECT_EQ(count[LossOutcome::read], 1);
  EXPECT_EQ(count[LossOutcome::noted], 3);
  EXPECT_EQ(count[LossOutcome::lost], 14);
}

TEST(StepLosses, EveryWayInIges) {
  std::map<LossOutcome, int> count = models::expect_lossy(models::lossy_iges(), {.readers = {step_reader()}});
  EXPECT_EQ(count[LossOutcome::noted], 2);
  EXPECT_EQ(count[LossOutcome::lost], 4);
}

}  // namespace
}  // namespace graze
