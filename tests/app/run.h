// Runs the real binary and keeps what it said.
#pragma once

#include <string>
#include <vector>

namespace graze::test {

struct Output {
  int exit_code = -1;
  std::string out, err;
  std::vector<std::string> lines() const;  // of out
};

// `arguments` as the shell reads them.
Output run(const std::string& arguments, const std::string& input = "");
Output run_with_file(const std::string& arguments, const std::string& input_path);

// A folder of the running test alone, ending in '/'.
std::string folder();
void write_file(const std::string& path, const std::string& bytes);
std::string read_file(const std::string& path);
// Writes a file of that name in the test's folder; its path.
std::string file(const std::string& name, const std::string& text);

}  // namespace graze::test
