// Simulations have the same bits on every instruction set: energies, momenta and contacts of each step, as they are
// written, to the last digit. A set that the processor lacks means the best that it has.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "math/isa.h"
#include "tests/app/run.h"

namespace graze::test {
namespace {

TEST(Simulate, HasTheSameBitsOnEveryInstructionSet) {
  if (instruction_sets().size() < 2) GTEST_SKIP() << "this processor has one instruction set";
  for (const std::string scene : {"wall", "ragdoll"}) {
    std::string first;
    for (const char* const set : {"scalar", "avx2", "avx512", "neon"}) {
      setenv("GRAZE_ISA", set, 1);
      const Output told = run("simulate " + scene + " --steps 20 --json");
      unsetenv("GRAZE_ISA");
      EXPECT_GE(told.lines().size(), 20u) << set;
      if (first.empty()) first = told.out;
      EXPECT_EQ(told.out, first) << scene << ", " << set;
    }
  }
}

}  // namespace
}  // namespace graze::test
