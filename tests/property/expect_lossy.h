// What every reader makes of files that lose geometry (lossy_files.h), and the same for the formats of other libraries.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "graze/error.h"
#include "graze/io.h"
#include "tests/io/files.h"
#include "tests/property/lossy_files.h"

namespace graze::models {

inline std::string write_lossy(const LossyFile& file) {
  for (const auto& [name, bytes] : file.others) {
    std::filesystem::create_directories(std::filesystem::path(folder() + name).parent_path());
    file_of(name, bytes);
  }
  return file_of(file.name, file.bytes);
}

inline bool has(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

inline bool is_noted(const Assembly& read, const std::string& word) {
  return std::any_of(read.notes.begin(), read.notes.end(), [&](const std::string& note) { return has(note, word); }) ||
         std::any_of(read.parts.begin(), read.parts.end(), [&](const Part& part) { return has(part.remark, word); });
}

// "" where reading is no error.
inline std::string error_of(const std::string& path, ReadOptions options, bool allow_incomplete) {
  options.allow_incomplete = allow_incomplete;
  try {
    (void)read_assembly(path, options);
    return "";
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), path)) << error.what();
    return error.what();
  }
}

// How many there are of each outcome.
inline std::map<LossOutcome, int> expect_lossy(const std::vector<LossyFile>& files, const ReadOptions& options = {}) {
  std::map<LossOutcome, int> count;
  for (const LossyFile& file : files) {
    SCOPED_TRACE(file.name + ": " + file.title);
    const std::string path = write_lossy(file), error = error_of(path, options, false);
    const std::string allowed = error_of(path, options, true);
    ++count[file.outcome];
    EXPECT_EQ(error.empty(), file.outcome == LossOutcome::read || file.outcome == LossOutcome::noted) << error;
    EXPECT_EQ(allowed.empty(), file.outcome != LossOutcome::refused) << allowed;
    if (!error.empty()) {
      EXPECT_TRUE(has(error, file.word)) << error;
    }
    if (!allowed.empty()) continue;
    const Assembly read = read_incomplete(path, options);
    EXPECT_EQ(read.skipped.empty(), file.outcome != LossOutcome::lost);
    for (const SkippedPart& part : read.skipped) EXPECT_FALSE(part.path.empty() || part.reason.empty());
    if (file.outcome == LossOutcome::lost) {
      EXPECT_TRUE(std::any_of(read.skipped.begin(), read.skipped.end(),
                              [&](const SkippedPart& part) { return has(part.path + ": " + part.reason, file.word); }));
      EXPECT_TRUE(has(error, "--allow-incomplete")) << error;
    }
    if (file.outcome == LossOutcome::noted) {
      EXPECT_TRUE(is_noted(read, file.word));
    }
    if (file.outcome == LossOutcome::read) {
      EXPECT_TRUE(read.notes.empty());
    }
  }
  return count;
}

}  // namespace graze::models
