#include "run.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace graze::test {

std::vector<std::string> Output::lines() const {
  std::vector<std::string> all;
  std::istringstream stream(out);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

std::string folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "." + test->name();
  for (char& c : name) c = c == '/' ? '.' : c;
  const auto path = std::filesystem::temp_directory_path() / ("graze_test_" + std::to_string(getuid())) / name;
  std::filesystem::create_directories(path);
  return path.string() + "/";
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string file(const std::string& name, const std::string& text) {
  write_file(folder() + name, text);
  return folder() + name;
}

Output run_with_file(const std::string& arguments, const std::string& input_path) {
  const std::string here = folder();
  const std::string command = std::string("'") + GRAZE_BINARY + "' " + arguments + " < '" + input_path + "' > '" +
                              here + "stdout' 2> '" + here + "stderr'";
  const int status = std::system(command.c_str());
  Output run;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  run.out = read_file(here + "stdout");
  run.err = read_file(here + "stderr");
  return run;
}

Output run(const std::string& arguments, const std::string& input) {
  const std::string path = folder() + "stdin";
  write_file(path, input);
  return run_with_file(arguments, path);
}

}  // namespace graze::test
