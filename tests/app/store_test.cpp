// `graze store`, `graze check` of stores and with --memory, shards and `graze merge`.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

// A plant of 400 parts as a file, and as a store of that file.
struct Plant {
  std::string model = folder() + "plant.glb", store = folder() + "plant.store", truth = folder() + "truth.json";
  Plant() {
    std::filesystem::remove_all(store);  // with the results of an earlier run
    EXPECT_EQ(run("scene plant --parts 400 --seed 5 -o " + model + " --truth " + truth).exit_code, 0);
    EXPECT_EQ(run("store " + model + " -o " + store).exit_code, 0);
  }
};

TEST(StoreCommand, ReportsAreThoseOfTheCheckInMemory) {
  const Plant plant;
  const std::string options = " --clearance 20mm ";
  const Output memory = run("check --json" + options + plant.model + " -o " + folder() + "memory.csv");
  EXPECT_EQ(memory.exit_code, 1);
  Json expected = Json::parse(memory.out);
  ASSERT_GT(expected["clashes"].size(), 150u);
  expected.erase("fingerprint");
  for (const std::string& model : {plant.store, plant.model + " --memory 1GiB"}) {
    const Output stored = run("check --json" + options + model + " -o " + folder() + "stored.csv");
    EXPECT_EQ(stored.exit_code, 1) << stored.err;
    Json found = Json::parse(stored.out);
    found.erase("fingerprint");
    EXPECT_EQ(found, expected);
    EXPECT_EQ(read_file(folder() + "stored.csv"), read_file(folder() + "memory.csv"));
  }
  // Sets, and pairs that are not to be checked.
  write_file(folder() + "ignore.txt", "*pipe 1*|*pipe*\n");
  const std::string some = options + "--a '*pipe*' --ignore " + folder() + "ignore.txt ";
  EXPECT_EQ(Json::parse(run("check --json" + some + plant.store).out)["clashes"],
            Json::parse(run("check --json" + some + plant.model).out)["clashes"]);
  // By id, which are the same, too.
  const std::string id = expected["clashes"][3]["id"];
  write_file(folder() + "ignore.txt", id + "\n");
  const Json less =
      Json::parse(run("check --json" + options + plant.store + " --ignore " + folder() + "ignore.txt").out);
  EXPECT_EQ(less["clashes"].size() + 1, expected["clashes"].size());
}

TEST(StoreCommand, SeveralFilesAndMeasures) {
  const std::string one = folder() + "one.glb", two = folder() + "two.glb";
  EXPECT_EQ(run("scene plant --parts 60 --seed 5 -o " + one).exit_code, 0);
  EXPECT_EQ(run("scene plant --parts 50 --seed 6 -o " + two).exit_code, 0);
  for (const char* const options : {" --measure separating --budget 2000000", " --budget 1000000 --tolerance 5mm"}) {
    Json expected = Json::parse(run("check --json " + one + " " + two + options).out);
    Json found = Json::parse(run("check --json " + one + " " + two + options + " --memory 256MiB").out);
    ASSERT_GT(expected["clashes"].size(), 30u);
    for (Json* report : {&expected, &found}) report->erase("fingerprint");
    EXPECT_EQ(found, expected);
  }
}

TEST(StoreCommand, RulesAndEarlierReports) {
  const Plant plant;
  write_file(
      folder() + "rules.txt",
      "set pipes = name=pipe*\nset walls = name=wall*\nskip walls against walls\n"
      "rule pipes: pipes against pipes, clearance 20mm, severity high\nrule rest: any against any, tolerance 1mm\n");
  const std::string rules = "check --json --budget 1000000 --rules " + folder() + "rules.txt ";
  Json expected = Json::parse(run(rules + plant.model).out), found = Json::parse(run(rules + plant.store).out);
  for (Json* report : {&expected, &found}) report->erase("fingerprint");
  EXPECT_EQ(found, expected);
  std::map<std::string, int> of_rule;
  for (const Json& clash : found["clashes"]) ++of_rule[clash["rule"].get<std::string>()];
  EXPECT_GT(of_rule["pipes"], 5);
  EXPECT_GT(of_rule["rest"], 20);
  EXPECT_EQ(run("check --fail-on none --budget 1000000 --preset machine " + plant.store).out,
            run("check --fail-on none --budget 1000000 --preset machine " + plant.model).out);

  // Of the earlier model some parts are gone, and others have come.
  const std::string other = folder() + "other.glb", earlier = folder() + "earlier.json";
  const std::string check = "check --budget 1000000 --fail-on none ";
  EXPECT_EQ(run("scene plant --parts 300 --seed 5 -o " + other).exit_code, 0);
  EXPECT_EQ(run(check + "--clearance 150mm " + other + " -o " + earlier).exit_code, 0);
  const std::string since = check + "--json --clearance 20mm --since " + earlier + " ";
  expected = Json::parse(run(since + plant.model).out);
  found = Json::parse(run(since + plant.store + " -o " + folder() + "now.csv").out);
  for (Json* report : {&expected, &found}) report->erase("fingerprint");
  EXPECT_EQ(found, expected);
  std::map<std::string, int> states;
  for (const Json& clash : found["clashes"]) ++states[clash["state"].get<std::string>()];
  EXPECT_GT(states["new"], 10);
  EXPECT_GT(states["persistent"], 10);
  EXPECT_GT(found["resolved"].size(), 10u);
  EXPECT_EQ(run(check + "--clearance 20mm --since " + earlier + " " + plant.store).out,
            run(check + "--clearance 20mm --since " + earlier + " " + plant.model).out);
}

TEST(StoreCommand, TheTableTellsWhatThatInMemoryTells) {
  const Plant plant;
  EXPECT_EQ(run("check --clearance 20mm " + plant.store).out, run("check --clearance 20mm " + plant.model).out);
}

TEST(StoreCommand, ShardsAreMerged) {
  const Plant plant;
  const std::string check = "check --clearance 20mm " + plant.store, merge = "merge --clearance 20mm --json ";
  const Json whole = Json::parse(run("check --clearance 20mm --json " + plant.model).out);
  EXPECT_EQ(run(check + " --shard 2/3").exit_code, 0);
  const Output early = run(merge + plant.store);
  EXPECT_EQ(early.exit_code, 2);
  EXPECT_NE(early.err.find("units are done"), std::string::npos) << early.err;
  EXPECT_EQ(early.out, "");
  EXPECT_EQ(run(check + " --shard 3/3").exit_code, 0);
  EXPECT_EQ(run(check + " --shard 1/3").exit_code, 0);
  const Output merged = run(merge + plant.store);
  EXPECT_EQ(merged.exit_code, 1) << merged.err;
  EXPECT_EQ(Json::parse(merged.out)["clashes"].size(), whole["clashes"].size());
}

TEST(StoreCommand, EarlierResultsAreTakenOver) {
  const Plant plant;
  const std::string later = folder() + "later.store";
  std::filesystem::remove_all(later);
  EXPECT_EQ(run("check --clearance 20mm " + plant.store).exit_code, 1);
  EXPECT_EQ(run("store " + plant.model + " -o " + later).exit_code, 0);
  const Output again = run("check --clearance 20mm " + later + " --reuse " + plant.store);
  EXPECT_NE(again.err.find(" 0 pairs checked"), std::string::npos) << again.err;
}

TEST(StoreCommand, IllustratedReports) {
  const Plant plant;
  const Output result = run("check --clearance 20mm --pictures 1 " + plant.store + " --bcf " + folder() +
                            "clashes.bcfzip --html " + folder() + "clashes.html");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_GT(std::filesystem::file_size(folder() + "clashes.bcfzip"), 10000u);
  EXPECT_NE(read_file(folder() + "clashes.html").find("pipe 1"), std::string::npos);
}

TEST(StoreCommand, TellsOfStoresAndOfMistakes) {
  const Plant plant;
  const Json told = Json::parse(run("store --verify --json " + plant.store).out);
  EXPECT_EQ(told["parts"], 400);
  EXPECT_EQ(told["shapes"], 4);
  for (const auto& [arguments, said] : {
           std::pair<std::string, std::string>{"store " + plant.model, "--output"},
           {"check " + plant.store + " --shard 0/3", "--shard"},
           {"check " + plant.store + " --shard 4", "--shard"},
           {"check " + plant.store + " --memory 2mm", "--memory"},
           {"check " + plant.store + " --memory 1MiB", "memory"},
           {"check " + plant.store + " --since x.json", "x.json: cannot be read"},
           {"check " + plant.store + " --rules x.rules", "x.rules: cannot be read"},
           {"check " + plant.store + " --preset machines", "machines"},
           {"check " + plant.store + " --resume x.json", "goes on"},
           {"check " + plant.store + " --group part", "without --store"},
           {"check " + plant.store + " --a 'Pset_WallCommon.IsExternal=true'", "no part matches"},
           {"check " + plant.store + " " + plant.model, "alone"},
           {"check " + plant.store + " --reuse " + plant.model, "--reuse"},
           {"check " + plant.model + " --shard 1/2", "graze store"},
           {"merge " + plant.model, "not a part store"},
           {"scene plant --parts 2000000 -o big.glb", "part store"},
       }) {
    const Output result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_NE(result.err.find(said), std::string::npos) << arguments << ": " << result.err;
    EXPECT_EQ(result.out, "") << arguments;
  }
  std::filesystem::resize_file(plant.store + "/parts", 5000);
  const Output cut = run("check " + plant.store);
  EXPECT_EQ(cut.exit_code, 2);
  EXPECT_NE(cut.err.find("plant.store/parts"), std::string::npos) << cut.err;
}

}  // namespace
}  // namespace graze::test
