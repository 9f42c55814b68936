// The commands on files that lose geometry (tests/property/lossy_files.h): no verdict without the loss.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "io/formats.h"
#include "run.h"
#include "tests/property/lossy_files.h"
#include "tests/property/step_files.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;
using models::LossOutcome;
using models::LossyFile;

std::string write(const LossyFile& lossy) {
  for (const auto& [name, bytes] : lossy.others) {
    std::filesystem::create_directories(std::filesystem::path(folder() + name).parent_path());
    write_file(folder() + name, bytes);
  }
  return file(lossy.name, lossy.bytes);
}

bool has(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

// What reads no model says nothing on its output.
void expect_refused(const Output& run, const std::string& word) {
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(has(run.err, word)) << run.err;
}

void expect_check(const LossyFile& file, const std::string& path) {
  const Output plain = run("check --fail-on none --json " + path);
  const Output allowed = run("check --fail-on none --json --allow-incomplete " + path);
  if (file.outcome == LossOutcome::read || file.outcome == LossOutcome::noted) {
    EXPECT_EQ(plain.exit_code, 0) << plain.err;
    EXPECT_EQ(Json::parse(plain.out)["complete"], true);
  } else {
    expect_refused(plain, file.word);
  }
  if (file.outcome == LossOutcome::refused) return expect_refused(allowed, file.word);
  EXPECT_EQ(allowed.exit_code, file.outcome == LossOutcome::lost ? 3 : 0) << allowed.err;
  const Json report = Json::parse(allowed.out);
  EXPECT_EQ(report["complete"], file.outcome != LossOutcome::lost);
  EXPECT_EQ(has(report["skipped"].dump(), file.word) && !report["skipped"].empty(), file.outcome == LossOutcome::lost);
}

void expect_info(const LossyFile& file, const std::string& path) {
  const Output info = run("info --parts " + path);
  if (file.outcome == LossOutcome::refused) return expect_refused(info, file.word);
  EXPECT_EQ(info.exit_code, file.outcome == LossOutcome::lost ? 3 : 0) << info.err;
  EXPECT_TRUE(has(info.out, file.word)) << info.out;
}

void expect_store(const LossyFile& file, const std::string& path) {
  const std::string store = folder() + "store";
  std::filesystem::remove_all(store);
  const Output plain = run("store --output " + store + " " + path);
  if (file.outcome == LossOutcome::read || file.outcome == LossOutcome::noted) {
    EXPECT_EQ(plain.exit_code, 0) << plain.err;
    return;
  }
  expect_refused(plain, file.word);
  EXPECT_FALSE(std::filesystem::exists(store));
  const Output allowed = run("store --allow-incomplete --output " + store + " " + path);
  EXPECT_EQ(allowed.exit_code, file.outcome == LossOutcome::lost ? 3 : 2) << allowed.err;
  EXPECT_TRUE(has(allowed.err, file.word)) << allowed.err;
  if (file.outcome != LossOutcome::lost) return;
  const Output check = run("check --json " + store);
  EXPECT_EQ(check.exit_code, 3) << check.err;
  EXPECT_EQ(Json::parse(check.out)["complete"], false);
}

void expect_shape(const LossyFile& file, const std::string& path) {
  const bool refused = file.outcome == LossOutcome::refused;
  const Output distance = run("distance " + path + " " + path);
  if (refused) expect_refused(distance, file.word);
  if (!refused) {
    EXPECT_LE(distance.exit_code, 1) << distance.err;
  }
  const Output info = run("info " + path);
  if (refused) expect_refused(info, file.word);
  if (!refused) {
    EXPECT_EQ(info.exit_code, 0) << info.err;
  }
  const Output query = run("query", R"({"op":"define","shape":"a","file":")" + path + "\"}\n");
  EXPECT_EQ(query.exit_code, refused ? 2 : 0) << query.out;
  if (refused) {
    EXPECT_TRUE(has(query.out, Json(file.word).dump().substr(1, file.word.size() / 2))) << query.out;
  }
}

TEST(Losses, NoCommandDecidesWithoutThem) {
  int lost = 0, shapes = 0, i = 0;
  for (const LossyFile& file : models::lossy_files()) {
    SCOPED_TRACE(file.name + ": " + file.title);
    const std::string path = write(file);
    expect_check(file, path);
    expect_info(file, path);
    if (file.outcome == LossOutcome::lost || ++i % 4 == 0) expect_store(file, path);
    lost += file.outcome == LossOutcome::lost;
    if (format_of(file.name)->read_shape == nullptr) continue;
    expect_shape(file, path);
    ++shapes;
  }
  EXPECT_GE(lost, 18);
  EXPECT_GE(shapes, 35);
}

}  // namespace
}  // namespace graze::test
