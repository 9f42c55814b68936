// Hostile files (tests/property/hostile_files.h): each is refused by its name, soon, in little memory, without output.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>

#include "run.h"
#include "tests/property/hostile_files.h"

namespace graze::test {
namespace {

using models::HostileFile;

struct Cost {
  Output output;
  double seconds = 0;    // of the processor, of all processes
  double megabytes = 0;  // of the largest process
};

Cost check(const std::string& path, const std::string& review = "") {
  const std::string out = folder() + "out", err = folder() + "err";
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{20, 20};
    setrlimit(RLIMIT_CPU, &limit);
    dup2(open(out.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), 1);
    dup2(open(err.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), 2);
    if (review.empty()) execl(GRAZE_BINARY, GRAZE_BINARY, "check", path.c_str(), nullptr);
    execl(GRAZE_BINARY, GRAZE_BINARY, "check", path.c_str(), "--review", review.c_str(), nullptr);
    _exit(127);
  }
  Cost cost;
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  cost.output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  cost.output.out = read_file(out);
  cost.output.err = read_file(err);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + 1e-6 * double(time.tv_usec); };
  cost.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  cost.megabytes = double(used.ru_maxrss) / 1024;
  return cost;
}

void expect_refused(const HostileFile& hostile, const Cost& cost) {
  EXPECT_EQ(cost.output.exit_code, 2) << cost.output.out.substr(0, 300);
  EXPECT_EQ(cost.output.out, "");
  EXPECT_NE(cost.output.err.find(hostile.name), std::string::npos) << cost.output.err;
  EXPECT_NE(cost.output.err.find(hostile.word), std::string::npos) << cost.output.err;
  EXPECT_LT(cost.output.err.size(), 2000u);
  EXPECT_LT(cost.seconds, 2);
  EXPECT_LT(cost.megabytes, 512);
}

TEST(Hostile, FilesAreRefusedAtOnce) {
  std::map<std::string, int> count;
  double slowest = 0, largest = 0;
  for (const HostileFile& hostile : models::hostile_files()) {
    SCOPED_TRACE(hostile.name + ": " + hostile.title);
    const Cost cost = check(file(hostile.name, hostile.bytes));
    expect_refused(hostile, cost);
    slowest = std::max(slowest, cost.seconds);
    largest = std::max(largest, cost.megabytes);
    ++count[hostile.name.substr(hostile.name.rfind('.'))];
  }
  std::printf("hostile files: slowest %.2f s, largest %.0f MB\n", slowest, largest);
  for (const char* ending : {".obj", ".ply", ".stl", ".gltf", ".3mf", ".bt", ".ifc", ".dae"}) {
    EXPECT_GE(count[ending], 20) << ending;
  }
  EXPECT_GE(count[".step"], 19);
}

TEST(Hostile, ReviewsAreRefusedAtOnce) {
  const std::string model = file("good.obj", models::obj(models::assembly(0)));
  int count = 0;
  for (const HostileFile& hostile : models::hostile_reviews()) {
    SCOPED_TRACE(hostile.name + ": " + hostile.title);
    expect_refused(hostile, check(model, file(hostile.name, hostile.bytes)));
    ++count;
  }
  EXPECT_GE(count, 20);
}

// A symbolic link in the folder of the model leads out of it.
TEST(Hostile, LinksLeadNowhere) {
  const std::string outside = folder() + "outside.bin", inside = folder() + "in/a.gltf";
  std::filesystem::create_directories(folder() + "in");
  write_file(outside, std::string(36, '\0'));
  std::filesystem::remove(folder() + "in/link.bin");
  std::filesystem::create_symlink(outside, folder() + "in/link.bin");
  write_file(inside, R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":"link.bin"}],"nodes":[{}]})");
  const Output refused = run("info " + inside);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("outside of the model's folder"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace graze::test
