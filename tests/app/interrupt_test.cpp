// Ctrl-C at any moment of `graze check` leaves a report that --resume completes to the bytes of a run that was not
// stopped.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

// The exit code of the command; 128 and the signal that ended it. SIGINT is sent after `seconds`, unless negative.
int run_interrupted(std::vector<std::string> words, double seconds) {
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
    kill(child, SIGINT);
  }
  int status = 0;
  waitpid(child, &status, 0);
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

  int stopped = 0, resumed_twice = 0;
  // More often when the machine is busy with other things, and runs end before or after they should.
  const double moments[] = {0.7, 0.4, 0.9, 0.2};
  for (std::size_t i = 0; i < 4 || (i < 16 && (stopped < 2 || resumed_twice < 1)); ++i) {
    const double moment = moments[i % 4];
    SCOPED_TRACE(moment);
    std::filesystem::remove(part);
    const int code = run_interrupted(with(part), moment * taken);
    if (code == 128 + SIGINT) {  // the command had not begun: nothing was lost
      EXPECT_FALSE(std::filesystem::exists(part));
      continue;
    }
    const Json partial = Json::parse(read_file(part));
    const bool findings = std::any_of(partial["clashes"].begin(), partial["clashes"].end(),
                                      [](const Json& clash) { return clash["class"] != "touching"; });
    EXPECT_EQ(code, findings ? 1 : 3);
    if (partial["complete"] == false) {
      ++stopped;
      EXPECT_LT(partial["checked"], report["candidates"]);
      if (run_interrupted(with(part, {"--resume", part}), 0.4 * taken) != 128 + SIGINT) ++resumed_twice;
      EXPECT_EQ(run_interrupted(with(part, {"--resume", part}), -1), 1);
    }
    EXPECT_EQ(read_file(part), truth);
  }
  EXPECT_GE(stopped, 2) << "a run of " << taken << " s";
  EXPECT_GE(resumed_twice, 1);
}

}  // namespace
}  // namespace graze::test
