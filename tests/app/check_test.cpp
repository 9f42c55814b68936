// `graze check` and `graze scene`: classes, exit codes, sets, reports.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "run.h"
#include "tests/app/obj_box.h"
#include "tests/property/model_files.h"
#include "tests/property/step_files.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

TEST(Check, AlignedWallsOverlapOrTouchAlsoAfterANudge) {
  for (const double nudge : {0.0, 0.002}) {
    const std::string path =
        file("walls.obj", obj_box("a", 0, 0, 4) + obj_box("b", 8, 3.95, 8, nudge) + obj_box("c", 16, 8, 12, nudge));
    const Output result = run("check --json " + path);
    EXPECT_EQ(result.exit_code, 1);
    const Json report = Json::parse(result.out);
    ASSERT_EQ(report["clashes"].size(), 2u) << nudge;
    EXPECT_EQ(report["clashes"][0]["class"], "overlapping");
    EXPECT_NEAR(report["clashes"][0]["distance"].get<double>(), -0.05, 1e-9);
    EXPECT_EQ(report["clashes"][1]["class"], "touching");
    EXPECT_EQ(report["complete"], true);
    EXPECT_EQ(report["units"], "model units");
  }
}

TEST(Check, WithADeviceTheReportIsTheSame) {
  const std::string path =
      file("three.obj", obj_box("a", 0, 0, 4) + obj_box("b", 8, 3.95, 8) + obj_box("c", 16, 8, 12));
  const Output plain = run("check --json " + path), device = run("check --json --gpu " + path);
  EXPECT_EQ(device.out, plain.out);
  EXPECT_EQ(device.exit_code, 1);
  EXPECT_NE(device.err.find("--gpu: near pairs are found by the processor: a device pays from"), std::string::npos)
      << device.err;
  const Output store = run("check --gpu --memory 1GiB " + path);
  EXPECT_EQ(store.exit_code, 2);
  EXPECT_NE(store.err.find("--gpu is for models in memory"), std::string::npos) << store.err;
}

// The binary reads every format that it was built for as the library does (tests/io, tests/step compare the answers).
TEST(Check, ReadsTheFormatsThatItNames) {
  const std::vector<models::BoxPart> parts = models::assembly(0);
  const std::string help = run("check --help").out;
  for (const auto& [ending, bytes] : {std::pair<std::string, std::string>{".glb", models::glb(parts)},
                                      {".obj", models::obj(parts)},
                                      {".ply", models::ply(parts[0], true)},
                                      {".ifc", models::ifc(parts)},
                                      {".dae", models::collada(parts)},
                                      {".step", models::step(parts)}}) {
    const std::string path = file("model" + ending, bytes);
    const Output info = run("info --parts --json " + path), result = run("check --json " + path);
    if (help.find(ending) == std::string::npos) {
      EXPECT_EQ(result.exit_code, 2) << ending;
      EXPECT_NE(result.err.find("install"), std::string::npos) << result.err;
      continue;
    }
    const std::size_t count = ending == ".ply" ? 1 : parts.size();
    EXPECT_EQ(Json::parse(info.out)["parts"].size(), count) << ending;
    EXPECT_EQ(result.exit_code, ending == ".ply" ? 0 : 1) << ending << result.err;
    EXPECT_EQ(Json::parse(result.out)["clashes"].size(), ending == ".ply" ? 0u : 4u) << ending;
    EXPECT_EQ(Json::parse(result.out)["units"], Json::parse(info.out)["units"]);
  }
  EXPECT_EQ(run("info " + file("x.step", models::step(parts)) + " --deflection 0").exit_code, 2);
}

TEST(Check, ExitCodes) {
  const std::string apart = file("apart.obj", obj_box("a", 0, 0, 1) + obj_box("b", 8, 1.5, 2));
  EXPECT_EQ(run("check " + apart).exit_code, 0);
  EXPECT_EQ(run("check " + apart + " --clearance 0.75").exit_code, 1);
  EXPECT_EQ(run("check " + apart + " --clearance 0.75 --fail-on overlapping").exit_code, 0);
  EXPECT_EQ(run("check " + folder() + "none.obj").exit_code, 2);
  EXPECT_EQ(run("check " + apart + " --clearance 5furlongs").exit_code, 2);
  const Output unknown = run("check " + apart + " --clearance 5mm");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("give it with --unit"), std::string::npos);
  EXPECT_EQ(run("check " + apart + " --clearance 750mm --unit m").exit_code, 1);
  const std::string broken = file(
      "broken.gltf",
      R"({"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"name":"x","mesh":0}]})");
  const Output refused = run("check --json " + broken);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("--allow-incomplete"), std::string::npos);
  const Output skipped = run("check --allow-incomplete --json " + broken);
  EXPECT_EQ(skipped.exit_code, 3);
  EXPECT_EQ(Json::parse(skipped.out)["skipped"][0]["path"], "x");
}

TEST(Check, SetsIgnoredPairsAndEarlierReports) {
  const std::string path =
      file("three.obj", obj_box("pipe 1", 0, 0, 1) + obj_box("pipe 2", 8, 0.5, 1.5) + obj_box("wall", 16, 0.75, 3));
  EXPECT_EQ(Json::parse(run("check --json " + path).out)["clashes"].size(), 3u);
  EXPECT_EQ(Json::parse(run("check --json --a 'pipe*' --b wall " + path).out)["clashes"].size(), 2u);
  EXPECT_EQ(Json::parse(run("check --json --a 'pipe*' " + path).out)["clashes"].size(), 1u);
  EXPECT_EQ(
      Json::parse(run("check --json --a 'name=pipe* and not name=\"pipe 1\"' --b wall " + path).out)["clashes"].size(),
      1u);
  EXPECT_EQ(run("check --a nothing " + path).exit_code, 2);
  EXPECT_EQ(run("check --a colour=red " + path).exit_code, 2);

  const std::string rules =
      file("rules.txt", "set pipes = name=pipe*\nrule in walls: pipes against any, owner Ann\nskip any against any\n");
  const Json ruled = Json::parse(run("check --json --rules " + rules + " " + path).out);
  EXPECT_EQ(ruled["clashes"].size(), 3u);
  EXPECT_EQ(ruled["clashes"][0]["rule"], "in walls");
  EXPECT_EQ(ruled["rules"][0]["owner"], "Ann");
  EXPECT_EQ(run("check --rules " + rules + " --tolerance 1 " + path).exit_code, 2);
  const Output bad = run("check --rules " + file("bad.txt", "set pipes = name=pipe*\nrule x: pipes\n") + " " + path);
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("bad.txt:2: a pair is written"), std::string::npos) << bad.err;

  const std::string ignore = file("ignore.txt", "# allowed\npipe ? | wall\n");
  EXPECT_EQ(Json::parse(run("check --json --ignore " + ignore + " " + path).out)["clashes"].size(), 1u);

  const std::string earlier = folder() + "earlier.json";
  EXPECT_EQ(run("check --ignore " + ignore + " " + path + " -o " + earlier).exit_code, 1);
  const Json now = Json::parse(run("check --json --since " + earlier + " " + path).out);
  std::map<std::string, int> states;
  for (const Json& clash : now["clashes"]) ++states[clash["state"].get<std::string>()];
  EXPECT_EQ(states["new"], 2);
  EXPECT_EQ(states["persistent"], 1);
}

// What matches no part would pass for a model without clashes, in memory and on disk.
TEST(Check, SelectorsAndSetsWithoutPartsAreErrors) {
  const std::string path = file("two.obj", obj_box("pipe 1", 0, 0, 1) + obj_box("wall", 8, 0.5, 1.5)),
                    store = folder() + "store";
  ASSERT_EQ(run("store " + path + " -o " + store).exit_code, 0);
  const std::string wrong = file("wrong.txt", "set pipes = name=pip\nrule x: pipes against any\n"),
                    unused = file("unused.txt", "set pipes = name=pip\nrule x: any against any\n"),
                    optional = file("optional.txt", "optional set pipes = name=pip\nrule x: pipes against any\n");
  for (const std::string& model : {path, store}) {
    for (const char* sets : {"--a wall --a nothing", "--a wall --b nothing", "--a wall --b 'pipe*' --b nothing"}) {
      const Output output = run("check " + model + " " + sets);
      EXPECT_EQ(output.exit_code, 2) << sets;
      EXPECT_NE(output.err.find("'nothing': no part matches"), std::string::npos) << output.err;
    }
    for (const std::string& rules : {wrong, unused}) {
      const Output output = run("check " + model + " --rules " + rules);
      EXPECT_EQ(output.exit_code, 2) << rules;
      EXPECT_NE(output.err.find("no part is in the set 'pipes'"), std::string::npos) << output.err;
    }
    EXPECT_EQ(run("check " + model + " --rules " + optional).exit_code, 0);
    EXPECT_EQ(run("check " + model + " --unit m --preset machine").exit_code, 1);
  }
  const Output ignored = run("check " + path + " --ignore " + file("ignore.txt", "pip | wall\n"));
  EXPECT_EQ(ignored.exit_code, 1);
  EXPECT_NE(ignored.err.find("--ignore: no part matches 'pip'"), std::string::npos);
}

// Sheets that cross along their edges, that go through a solid between its vertices, that lie in one; and one that
// stands on a solid, past its edge.
TEST(Check, SheetsAreDecidedByCrossingAndContainment) {
  const auto sheet = [](const std::string& name, int first, const std::vector<Vec3>& corners) {
    std::string text = "o " + name + "\n", face = "f";
    for (const Vec3& p : corners) {
      text += "v " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
      face += " " + std::to_string(++first);
    }
    return text + face + "\n";
  };
  const auto check = [&](const std::string& model) {
    const Output output = run("check --json " + file("sheets.obj", model));
    const Json report = Json::parse(output.out);
    EXPECT_EQ(report["clashes"].size(), 1u);
    return std::pair(report["clashes"][0]["class"].get<std::string>(), output.exit_code);
  };
  const std::pair<std::string, int> overlapping{"overlapping", 1}, enclosed{"enclosed", 1}, touching{"touching", 0};
  const std::string level =
      sheet("a", 0, {{-1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {-1, 1, 0}}) + "v 1 0 0\nv 1 1 0\nf 2 5 6 3\n";
  const std::string above = sheet("b", 6, {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}});
  EXPECT_EQ(check(level + above), touching);
  EXPECT_EQ(check(level + above + "v 0 0 -1\nv 0 1 -1\nf 7 10 12 11\n"), overlapping);
  const std::string box = obj_box("box", 0, {0, 0, 0}, {4, 4, 4});
  EXPECT_EQ(check(box + sheet("b", 8, {{1, 0.25, 1}, {2, 0.25, 1}, {2, 0.25, 2}, {1, 0.25, 2}})), enclosed);
}

TEST(Check, FindsExactlyWhatWasPlanted) {
  const std::string model = folder() + "plant.glb", truth = folder() + "truth.json";
  ASSERT_EQ(run("scene plant --parts 600 --seed 7 -o " + model + " --truth " + truth).exit_code, 0);
  const Output result = run("check --json --measure separating --clearance 20mm " + model);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(run("check --json --measure separating --clearance 20mm --threads 1 " + model).out, result.out);
  std::map<std::pair<std::string, std::string>, Json> found;
  const Json report = Json::parse(result.out);
  for (const Json& clash : report["clashes"]) {
    std::string a = clash["a"]["name"], b = clash["b"]["name"];
    if (b < a) std::swap(a, b);
    found[{a, b}] = clash;
  }
  const Json pairs = Json::parse(read_file(truth))["pairs"];
  ASSERT_GT(pairs.size(), 300u);
  EXPECT_EQ(found.size(), pairs.size());
  for (const Json& pair : pairs) {
    const auto at = found.find({pair["a"].get<std::string>(), pair["b"].get<std::string>()});
    ASSERT_NE(at, found.end()) << pair;
    EXPECT_EQ(at->second["class"], pair["class"]) << pair;
    if (pair["distance"].is_null()) continue;
    EXPECT_NEAR(at->second["distance"].get<double>(), pair["distance"].get<double>(), 1e-6) << pair;
  }
}

}  // namespace
}  // namespace graze::test
