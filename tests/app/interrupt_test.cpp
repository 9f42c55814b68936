// Ctrl-C or SIGTERM at any moment of `graze check` leaves a report that --resume completes to the bytes of a run that
// was not stopped.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "graze/math.h"
#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

// Seconds of processor time that a child has had until now.
double processor_time(pid_t child) {
  std::ifstream file("/proc/" + std::to_string(child) + "/stat");
  std::string word;
  double ticks = 0;
  for (int i = 1; i <= 15 && file >> word; ++i)
    if (i >= 14) ticks += std::stod(word);
  return ticks / double(sysconf(_SC_CLK_TCK));
}

// The exit code of the command; 128 and the signal that ended it. `signal` is sent after `seconds`, unless negative;
// how long the command works after that, in seconds of processor time, which other programs do not change, is written
// to `heard`.
int run_interrupted(std::vector<std::string> words, double seconds, double* heard = nullptr, int signal = SIGINT) {
  words.insert(words.begin(), GRAZE_BINARY);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  if (seconds >= 0) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
  const double before = heard == nullptr ? 0 : processor_time(child);
  if (seconds >= 0) kill(child, signal);
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  const auto time = [](const timeval& value) { return double(value.tv_sec) + 1e-6 * double(value.tv_usec); };
  if (heard != nullptr) *heard = time(used.ru_utime) + time(used.ru_stime) - before;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

TEST(Interrupt, ResumesToTheSameBytes) {
  const std::string model = folder() + "plant.glb", whole = folder() + "whole.json", part = folder() + "part.json";
  ASSERT_EQ(run("scene plant --parts 300 --seed 11 -o " + model).exit_code, 0);
  const std::vector<std::string> check = {"check", model, "--clearance", "20mm", "--threads", "1", "-o"};
  const auto with = [&](const std::string& output, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = check;
    words.push_back(output);
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const auto start = Clock::now();
  ASSERT_EQ(run_interrupted(with(whole), -1), 1);
  const double taken = std::chrono::duration<double>(Clock::now() - start).count();
  const std::string truth = read_file(whole);
  const Json report = Json::parse(truth);
  ASSERT_EQ(report["complete"], true);

  int stopped = 0, terminated = 0, resumed_twice = 0;
  // More often when the machine is busy with other things, and runs end before or after they should.
  const double moments[] = {0.7, 0.4, 0.9, 0.2};
  for (std::size_t i = 0; i < 4 || (i < 16 && (stopped < 2 || terminated < 1 || resumed_twice < 1)); ++i) {
    const double moment = moments[i % 4];
    SCOPED_TRACE(moment);
    std::filesystem::remove(part);
    const int signal = i % 2 == 0 ? SIGINT : SIGTERM;
    const int code = run_interrupted(with(part), moment * taken, nullptr, signal);
    if (code == 128 + signal) {  // the command had not begun: nothing was lost
      EXPECT_FALSE(std::filesystem::exists(part));
      continue;
    }
    const Json partial = Json::parse(read_file(part));
    const bool findings = std::any_of(partial["clashes"].begin(), partial["clashes"].end(),
                                      [](const Json& clash) { return clash["class"] != "touching"; });
    EXPECT_EQ(code, findings ? 1 : 3);
    if (partial["complete"] == false) {
      ++stopped;
      terminated += signal == SIGTERM ? 1 : 0;
      EXPECT_LT(partial["checked"], report["candidates"]);
      if (run_interrupted(with(part, {"--resume", part}), 0.4 * taken) != 128 + SIGINT) ++resumed_twice;
      EXPECT_EQ(run_interrupted(with(part, {"--resume", part}), -1), 1);
    }
    EXPECT_EQ(read_file(part), truth);
  }
  EXPECT_GE(stopped, 2) << "a run of " << taken << " s";
  EXPECT_GE(terminated, 1);
  EXPECT_GE(resumed_twice, 1);
}

// A ball with bumps, in 4 n (n - 1) triangles.
std::string obj_bumps(const std::string& name, int n, Vec3 middle, double phase, int first) {
  constexpr double pi = 3.14159265358979323846;
  const auto corner = [&](double t, double p) {
    const double r = 1 + 0.05 * std::sin(9 * p + phase) * std::sin(11 * t + 2 * phase) +
                     0.025 * std::sin(23 * p + 3 * phase) * std::sin(19 * t);
    return "v " + std::to_string(middle.x + r * std::sin(t) * std::cos(p)) + " " +
           std::to_string(middle.y + r * std::sin(t) * std::sin(p)) + " " + std::to_string(middle.z + r * std::cos(t)) +
           "\n";
  };
  std::string text = "o " + name + "\n" + corner(0, 0);
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 2 * n; ++j) text += corner(pi * i / n, pi * j / n);
  text += corner(pi, 0);
  const auto at = [&](int i, int j) { return " " + std::to_string(first + 2 + (i - 1) * 2 * n + j % (2 * n)); };
  const std::string top = " " + std::to_string(first + 1), bottom = " " + std::to_string(first + 2 + (n - 1) * 2 * n);
  for (int j = 0; j < 2 * n; ++j) {
    text += "f" + top + at(1, j) + at(1, j + 1) + "\nf" + at(n - 1, j) + bottom + at(n - 1, j + 1) + "\n";
    for (int i = 1; i + 1 < n; ++i)
      text +=
          "f" + at(i, j) + at(i + 1, j) + at(i + 1, j + 1) + "\nf" + at(i, j) + at(i + 1, j + 1) + at(i, j + 1) + "\n";
  }
  return text;
}

// One pair that takes seconds of its budget: an interrupt ends it at once, wherever it is.
TEST(Interrupt, IsHeardWithinASecondInASlowPair) {
  constexpr int n = 64;
  const std::string model = folder() + "slow.obj", whole = folder() + "whole.json", part = folder() + "part.json";
  write_file(model,
             obj_bumps("a", n, {0, 0, 0}, 1, 0) + obj_bumps("b", n, {0.01, 0.02, 0.005}, 2, 2 + (n - 1) * 2 * n));
  const auto with = [&](const std::string& output, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"check", model, "--tolerance", "2", "--budget", "1000000000", "--threads", "1"};
    words.insert(words.end(), {"-o", output});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const auto start = Clock::now();
  ASSERT_EQ(run_interrupted(with(whole), -1), 1);
  const double taken = std::chrono::duration<double>(Clock::now() - start).count();
  const std::string truth = read_file(whole);
  ASSERT_EQ(Json::parse(truth)["candidates"], 1);

  int stopped = 0;
  for (const double moment : {0.3, 0.5, 0.65, 0.85}) {
    std::filesystem::remove(part);
    double heard = 0;
    const int code = run_interrupted(with(part), moment * taken, &heard);
    if (code == 128 + SIGINT) continue;  // while the file was read
    const Json partial = Json::parse(read_file(part));
    if (partial["complete"] == true) continue;  // it had ended
    ++stopped;
    EXPECT_LT(heard, 1) << moment << " of " << taken << " s";
    EXPECT_EQ(code, 3);
    EXPECT_EQ(partial["checked"], 0);
    EXPECT_TRUE(partial["clashes"].empty() && partial["undecided"].empty());
    std::printf("stopped at %.2f of %.1f s: %.3f s more\n", moment, taken, heard);
  }
  EXPECT_GE(stopped, 2) << "a run of " << taken << " s";
  EXPECT_EQ(run_interrupted(with(part, {"--resume", part}), -1), 1);
  EXPECT_EQ(read_file(part), truth);
}

}  // namespace
}  // namespace graze::test
