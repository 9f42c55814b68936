// STEP and IGES: the same assembly as in every other format, curved faces, damaged files.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/error.h"
#include "graze/query.h"
#include "graze/readers.h"
#include "tests/io/files.h"
#include "tests/property/damaged_files.h"
#include "tests/property/expect_format.h"
#include "tests/property/step_formats.h"

namespace graze {
namespace {

ReadOptions options(double deflection = 1e-4) { return {deflection, {step_reader()}}; }

TEST(Step, TheAssemblyIsThatOfTheOtherFormats) {
  for (const models::Format& format : models::step_formats()) models::expect_format(format, folder(), options());
}

// The triangles' corners are on the cylinder, and their sides within the deflection of it.
TEST(Step, CurvedFacesAreAsNearAsAsked) {
  for (const double deflection : {1e-3, 1e-4, 1e-5}) {
    const Assembly read = read_assembly(file_of("a.step", models::step_of_cylinder(0.1, 0.5)), options(deflection));
    ASSERT_EQ(read.parts.size(), 1u);
    EXPECT_EQ(read.parts[0].name, "shaft");
    EXPECT_DOUBLE_EQ(read.deflection, deflection / 0.001);
    EXPECT_EQ(read.parts[0].remark, "");
    ASSERT_TRUE(read.parts[0].shape.solid());
    const double whole = std::numbers::pi * 100 * 100 * 500, volume = read.parts[0].shape.topology().signed_volume;
    EXPECT_LT(volume, whole);
    EXPECT_GT(volume, whole * (1 - 2 * deflection / 0.1));
  }
}

TEST(Step, DamagedFiles) {
  const property::Tally tally = property::check_damaged_files(oracle::run_seed(), oracle::scaled(20),
                                                              models::step_formats(), folder(), options());
  tally.print("damaged STEP files");
  EXPECT_EQ(tally.failure, "") << "GRAZE_SEED=" << tally.seed;
}

TEST(Step, WhatIsNoStepFileIsAnError) {
  EXPECT_THROW(read_assembly(file_of("a.stp", "hello"), options()), Error);
  EXPECT_THROW(read_assembly(file_of("a.igs", "hello"), options()), Error);
  EXPECT_THROW(read_assembly(file_of("b.stp", models::step(models::assembly(0))), options(0)), Error);
}

}  // namespace
}  // namespace graze
