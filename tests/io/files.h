// Files for a test, in a folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "graze/assembly.h"

namespace graze {

inline std::string folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto path = std::filesystem::temp_directory_path() / ("graze_test_" + std::to_string(getuid())) /
                    (std::string(test->test_suite_name()) + "." + test->name());
  std::filesystem::create_directories(path);
  return path.string() + "/";
}

inline std::string file_of(const std::string& name, const std::string& bytes) {
  std::ofstream file(folder() + name, std::ios::binary);
  file << bytes;
  return folder() + name;
}

// With what is lost in Assembly::skipped.
inline Assembly read_incomplete(const std::string& path, ReadOptions options = {}) {
  options.allow_incomplete = true;
  return read_assembly(path, options);
}

}  // namespace graze
