// Stores that are damaged, cut short, mixed up, or of another version; runs that are killed; disks that are full.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "store/block_file.h"
#include "tests/oracle/dice.h"
#include "tests/store/stores.h"

namespace graze {
namespace {

namespace fs = std::filesystem;

StoreCheckSettings fine_tiles() {
  StoreCheckSettings settings;
  settings.clash.clearance = 0.02;
  settings.clash.budget = std::uint64_t{1} << 20;
  settings.parts_a_tile = 20;
  return settings;
}

void copy(const std::string& from, const std::string& to) {
  fs::remove_all(to);
  fs::copy(from, to, fs::copy_options::recursive);
}

// Every file of a folder and those in it, in order.
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    if (file.is_regular_file()) files.push_back(file.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void flip(const std::string& path, std::uint64_t at, unsigned char by) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(at));
  const char byte = static_cast<char>(file.get() ^ by);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(byte);
}

// A damaged store is told by an error that names a file in it, or what is damaged is made again and the clashes are the
// same.
TEST(Damage, IsToldOrMended) {
  const TestFolder folder("damage");
  const std::vector<Part> parts = parts_of(scenes::plant(120, 13));
  const std::string good = folder / "good", bad = folder / "bad", other = folder / "other";
  write_store(good, parts);
  // Another store with files of the same sizes.
  std::vector<Part> moved = parts;
  for (Part& part : moved) part.pose.translation.z += 0.5;
  write_store(other, moved);
  const StoreCheckSettings settings = fine_tiles();
  const std::string expected = bytes_of(check(good, settings).clashes);
  (void)check(other, settings);
  const std::vector<std::string> files = files_in(good), others = files_in(other);
  ASSERT_GT(files.size(), 12u);

  const std::uint64_t seed = 2607;
  scenes::Random random(seed);
  int told = 0, same = 0;
  for (int i = 0; i < 200; ++i) {
    copy(good, bad);
    const std::string& file = files[random.next() % files.size()];
    const std::string path = bad + file.substr(good.size());
    const std::uint64_t size = fs::file_size(path);
    std::string what;
    switch (i % 5) {
      case 0:
        what = "cut";
        fs::resize_file(path, random.next() % size);
        break;
      case 1:
        what = "flipped";
        flip(path, random.next() % size, static_cast<unsigned char>(1u << random.next() % 8));
        break;
      case 2: {
        // One of the same store, or the same one of another.
        const bool own = random.next() % 2 == 0;
        what = own ? "swapped" : "foreign";
        const std::string from =
            own ? bad + files[random.next() % files.size()].substr(good.size()) : other + file.substr(good.size());
        if (fs::exists(from) && from != path) fs::copy_file(from, path, fs::copy_options::overwrite_existing);
        break;
      }
      case 3:
        what = "version";
        flip(path, size - 64 + 8, 0x02);
        break;
      default:
        what = "grown";
        std::ofstream(path, std::ios::app | std::ios::binary) << "and more";
        break;
    }
    SCOPED_TRACE(what + " " + path + ", seed " + std::to_string(seed));
    try {
      EXPECT_EQ(bytes_of(check(bad, settings).clashes), expected);
      ++same;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(bad), std::string::npos) << error.what();
      ++told;
    }
  }
  EXPECT_GT(told, 60);
  EXPECT_GT(same, 40);
}

TEST(Damage, AFileThatIsCutWhileItIsOpenIsAnError) {
  const TestFolder folder("cut");
  write_store(folder / "s", parts_of(scenes::plant(50, 13)));
  const PartStore store(folder / "s");
  fs::resize_file(folder / "s/shapes", 100);
  EXPECT_THROW((void)store.part(3), Error);
  fs::resize_file(folder / "s/parts", 0);
  EXPECT_THROW((void)store.part_without_shape(3), Error);
}

TEST(Damage, WhatIsNoStoreIsSaidToBeNone) {
  const TestFolder folder("none");
  EXPECT_FALSE(is_store(folder / "s"));
  EXPECT_THROW(PartStore(folder / "s"), Error);
  fs::create_directories(folder / "s");
  std::ofstream(folder / "s/head") << "hello";
  EXPECT_THROW(PartStore(folder / "s"), Error);
}

// A child process that checks a store, and is killed.
TEST(Damage, KilledAtAnyMomentARunGoesOn) {
  const TestFolder folder("kill");
  const std::vector<Part> parts = parts_of(scenes::plant(700, 17));
  const StoreCheckSettings settings = fine_tiles();
  write_store(folder / "whole", parts);
  const auto start = std::chrono::steady_clock::now();
  const Found whole = check(folder / "whole", settings);
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ASSERT_GT(whole.done.units, 20u);
  scenes::Random random(2603);
  int killed = 0;
  const int runs = static_cast<int>(oracle::scaled(20));
  for (int i = 0; i < runs; ++i) {
    const std::string name = folder / ("run" + std::to_string(i));
    const pid_t child = ::fork();
    if (child == 0) {
      // Building, planning, checking and merging again and again, until it is killed.
      for (;;) {
        write_store(name, parts);
        (void)check(name, settings);
        fs::remove_all(name + "/results");
        fs::remove_all(name + "/work");
      }
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(random.uniform(0, 1.2 * taken)));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    killed += WIFSIGNALED(status);
    // If it was killed before its store was whole, that must be said.
    if (!is_store(name)) write_store(name, parts);
    const Found found = check(name, settings);
    EXPECT_EQ(bytes_of(found.clashes), bytes_of(whole.clashes));
  }
  EXPECT_EQ(killed, runs);
}

// Writes that fail, as on a full disk: by the limit on the size of files, which every system has.
TEST(Damage, WhatCannotBeWrittenIsSaidAndTheRunGoesOnAfterwards) {
  const TestFolder folder("full");
  const std::vector<Part> parts = parts_of(scenes::plant(300, 19));
  write_store(folder / "whole", parts);
  write_store(folder / "s", parts);
  const StoreCheckSettings settings = fine_tiles();
  const std::string expected = bytes_of(check(folder / "whole", settings).clashes);
  // In a child, since the limit cannot be undone in every system.
  for (const rlim_t limit : {rlim_t{100}, rlim_t{5000}, rlim_t{20000}}) {
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit size{limit, limit};
      ::setrlimit(RLIMIT_FSIZE, &size);
      int code = 1;
      try {
        write_store(folder / "t", parts);
      } catch (const Error& error) {
        code = std::string(error.what()).find("cannot") != std::string::npos ? 0 : 2;
      }
      try {
        (void)check(folder / "s", settings);
      } catch (const Error& error) {
        if (std::string(error.what()).find(folder / "s") == std::string::npos) code = 3;
      }
      ::_exit(code);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << limit << ": " << WEXITSTATUS(status);
    EXPECT_FALSE(is_store(folder / "t"));
  }
  EXPECT_EQ(bytes_of(check(folder / "s", settings).clashes), expected);
}

}  // namespace
}  // namespace graze
