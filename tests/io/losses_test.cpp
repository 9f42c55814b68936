// Every reader and every way to lose geometry: nothing is lost without a word (tests/property/lossy_files.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>

#include "graze/error.h"
#include "graze/io.h"
#include "graze/readers.h"
#include "io/formats.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"
#include "tests/property/expect_lossy.h"
#include "tests/property/lossy_scenes.h"

namespace graze {
namespace {

using models::LossOutcome;
using models::LossyFile;

TEST(Losses, EveryReaderAndEveryWay) {
  std::map<LossOutcome, int> count = models::expect_lossy(models::lossy_files());
  EXPECT_GE(count[LossOutcome::read], 10);
  EXPECT_GE(count[LossOutcome::noted], 15);
  EXPECT_GE(count[LossOutcome::lost], 18);
  EXPECT_GE(count[LossOutcome::refused], 40);
}

// Cutting a face along diagonals visits all pairs of its corners: 40,000 random ones took 45 s.
TEST(Losses, FacesOfManyCornersEnd) {
  oracle::Dice dice(oracle::run_seed());
  std::string vertices, face = "f";
  for (int i = 1; i <= 40'000; ++i) {
    vertices += "v " + std::to_string(dice.uniform(0, 1)) + " " + std::to_string(dice.uniform(0, 1)) + " 0\n";
    face += " " + std::to_string(i);
  }
  const auto start = std::chrono::steady_clock::now();
  const Assembly read = read_assembly(file_of("a.obj", vertices + face + "\n"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_TRUE(std::any_of(read.notes.begin(), read.notes.end(),
                          [](const std::string& note) { return note.find("too many corners") != std::string::npos; }));
}

#if GRAZE_HAS_ASSIMP
TEST(Losses, OfCollada) {
  std::map<LossOutcome, int> count = models::expect_lossy(models::lossy_collada(), {.readers = {assimp_reader()}});
  EXPECT_EQ(count[LossOutcome::read], 1);
  EXPECT_EQ(count[LossOutcome::noted], 1);
  EXPECT_EQ(count[LossOutcome::lost], 3);
  EXPECT_EQ(count[LossOutcome::refused], 3);
}
#endif

// read_mesh() has no list of losses: what is lost is an error.
TEST(Losses, OfASingleMeshAreErrors) {
  int read = 0, refused = 0;
  for (const LossyFile& file : models::lossy_files()) {
    if (format_of(file.name)->read_shape == nullptr) continue;
    SCOPED_TRACE(file.name + ": " + file.title);
    ASSERT_NE(file.outcome, LossOutcome::lost);
    try {
      const Shape shape = read_mesh(models::write_lossy(file));
      ++read;
      EXPECT_NE(file.outcome, LossOutcome::refused);
      EXPECT_GT(shape.triangle_count() + (file.title == "points alone"), 0u);
    } catch (const Error& error) {
      ++refused;
      EXPECT_EQ(file.outcome, LossOutcome::refused) << error.what();
      EXPECT_TRUE(models::has(error.what(), file.word)) << error.what();
    }
  }
  EXPECT_GE(read, 10);
  EXPECT_GE(refused, 25);
}

}  // namespace
}  // namespace graze
