// Every reader and every way to lose geometry: nothing is lost without a word (tests/property/lossy_files.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>

#include "graze/error.h"
#include "graze/io.h"
#include "io/formats.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"
#include "tests/property/lossy_files.h"

namespace graze {
namespace {

using models::LossyFile;
using models::Outcome;

std::string write(const LossyFile& file) {
  for (const auto& [name, bytes] : file.others) {
    std::filesystem::create_directories(std::filesystem::path(folder() + name).parent_path());
    file_of(name, bytes);
  }
  return file_of(file.name, file.bytes);
}

bool has(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

bool is_noted(const Assembly& read, const std::string& word) {
  return std::any_of(read.notes.begin(), read.notes.end(), [&](const std::string& note) { return has(note, word); }) ||
         std::any_of(read.parts.begin(), read.parts.end(), [&](const Part& part) { return has(part.remark, word); });
}

// "" where reading is no error.
std::string error_of(const std::string& path, bool allow_incomplete) {
  try {
    (void)read_assembly(path, {.allow_incomplete = allow_incomplete});
    return "";
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), path)) << error.what();
    return error.what();
  }
}

TEST(Losses, EveryReaderAndEveryWay) {
  std::map<Outcome, int> count;
  for (const LossyFile& file : models::lossy_files()) {
    SCOPED_TRACE(file.name + ": " + file.title);
    const std::string path = write(file), error = error_of(path, false), allowed = error_of(path, true);
    ++count[file.outcome];
    EXPECT_EQ(error.empty(), file.outcome == Outcome::read || file.outcome == Outcome::noted) << error;
    EXPECT_EQ(allowed.empty(), file.outcome != Outcome::refused) << allowed;
    if (!error.empty()) {
      EXPECT_TRUE(has(error, file.word)) << error;
    }
    if (!allowed.empty()) continue;
    const Assembly read = read_incomplete(path);
    EXPECT_EQ(read.skipped.empty(), file.outcome != Outcome::lost);
    for (const SkippedPart& part : read.skipped) EXPECT_FALSE(part.path.empty() || part.reason.empty());
    if (file.outcome == Outcome::lost) {
      EXPECT_TRUE(std::any_of(read.skipped.begin(), read.skipped.end(),
                              [&](const SkippedPart& part) { return has(part.reason, file.word); }));
      EXPECT_TRUE(has(error, "--allow-incomplete")) << error;
    }
    if (file.outcome == Outcome::noted) {
      EXPECT_TRUE(is_noted(read, file.word));
    }
    if (file.outcome == Outcome::read) {
      EXPECT_TRUE(read.notes.empty());
    }
  }
  EXPECT_GE(count[Outcome::read], 10);
  EXPECT_GE(count[Outcome::noted], 15);
  EXPECT_GE(count[Outcome::lost], 18);
  EXPECT_GE(count[Outcome::refused], 40);
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
  const Assembly read = read_incomplete(file_of("a.obj", vertices + face + "\n"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_TRUE(is_noted(read, "too many corners"));
}

// read_mesh() has no list of losses: what is lost is an error.
TEST(Losses, OfASingleMeshAreErrors) {
  int read = 0, refused = 0;
  for (const LossyFile& file : models::lossy_files()) {
    if (format_of(file.name)->read_shape == nullptr) continue;
    SCOPED_TRACE(file.name + ": " + file.title);
    ASSERT_NE(file.outcome, Outcome::lost);
    try {
      const Shape shape = read_mesh(write(file));
      ++read;
      EXPECT_NE(file.outcome, Outcome::refused);
      EXPECT_GT(shape.triangle_count() + (file.title == "points alone"), 0u);
    } catch (const Error& error) {
      ++refused;
      EXPECT_EQ(file.outcome, Outcome::refused) << error.what();
      EXPECT_TRUE(has(error.what(), file.word)) << error.what();
    }
  }
  EXPECT_GE(read, 10);
  EXPECT_GE(refused, 25);
}

}  // namespace
}  // namespace graze
