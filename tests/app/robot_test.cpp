// `graze robot`: the matrix, trajectories, exit codes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

std::string file(const std::string& name, const std::string& text) {
  write_file(folder() + name, text);
  return folder() + name;
}

std::string arm() {
  const std::string path = folder() + "arm.urdf";
  EXPECT_EQ(run("scene arm -o " + path + " --truth " + folder() + "truth.json").exit_code, 0);
  return path;
}

TEST(Robot, MatrixAsIsKnownAndTheSameForAnyThreadCount) {
  const std::string path = arm();
  const std::string srdf = folder() + "arm.srdf";
  const Output result = run("robot --json --samples 500 --seed 3 --write-srdf " + srdf + " " + path);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(run("robot --json --samples 500 --seed 3 --threads 1 " + path).out, result.out);
  const Json report = Json::parse(result.out), truth = Json::parse(read_file(folder() + "truth.json"))["pairs"];
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["samples"], 500);
  ASSERT_EQ(report["pairs"].size(), truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (const char* const field : {"a", "b", "class"}) EXPECT_EQ(report["pairs"][i][field], truth[i][field]) << i;
    EXPECT_EQ(report["pairs"][i]["proven"], true);
    if (truth[i]["class"] == "sometimes") {
      EXPECT_EQ(report["pairs"][i]["witness"].size(), 2u);
    }
  }
  const std::string written = read_file(srdf);
  EXPECT_NE(written.find("link1=\"floor\" link2=\"sign\" reason=\"Always\"/> <!-- proven -->"), std::string::npos);
  EXPECT_NE(written.find("reason=\"Adjacent\""), std::string::npos);
  EXPECT_EQ(written.find("link1=\"forearm\" link2=\"wall\""), std::string::npos);
  const Output table = run("robot --samples 500 --srdf " + srdf + " " + path);
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_NE(table.out.find("8 pairs are listed as disabled: they are not checked"), std::string::npos);
}

TEST(Robot, TrajectoryExitCodes) {
  const std::string path = arm(), srdf = folder() + "arm.srdf";
  ASSERT_EQ(run("robot --samples 100 --write-srdf " + srdf + " " + path).exit_code, 0);
  const std::string swing = file("swing.csv", "yaw,pitch\n1.2,0\n-1.2,0\n");
  const Output hit = run("robot --json --srdf " + srdf + " --trajectory " + swing + " " + path);
  EXPECT_EQ(hit.exit_code, 1);
  const Json report = Json::parse(hit.out);
  ASSERT_EQ(report["trajectory"]["contacts"].size(), 1u);
  const Json contact = report["trajectory"]["contacts"][0];
  EXPECT_EQ(contact["a"], "forearm");
  EXPECT_EQ(contact["b"], "wall");
  EXPECT_EQ(contact["kind"], "contact");
  EXPECT_EQ(contact["from"]["waypoint"], 0);
  EXPECT_NEAR(contact["to"]["fraction"].get<double>(), 0.0924212368, 1e-6);
  EXPECT_TRUE(report["pairs"].is_null());
  const std::string away = file("away.csv", "yaw,pitch\n1.2,0\n2,0.3\n");
  const Output free = run("robot --srdf " + srdf + " --trajectory " + away + " " + path);
  EXPECT_EQ(free.exit_code, 0);
  EXPECT_NE(free.out.find("free: no contact, proven"), std::string::npos);
  EXPECT_EQ(run("robot --budget 1 --srdf " + srdf + " --trajectory " + away + " " + path).exit_code, 3);
  const Output bad = run("robot --trajectory " + file("bad.csv", "yaw\n1\nx\n") + " " + path);
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("bad.csv:3: 'x' is not a number"), std::string::npos);
}

TEST(Robot, BrokenAndIncompleteFiles) {
  const Output broken = run("robot " + file("broken.urdf", "<robot name='r'>\n<link name='a'>\n</robot>"));
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_NE(broken.err.find("broken.urdf:3: </robot> closes <link>"), std::string::npos);
  EXPECT_EQ(run("robot " + folder() + "none.urdf").exit_code, 2);
  EXPECT_EQ(run("robot --samples 0 " + arm()).exit_code, 2);
  const Output missing = run("robot " + file("missing.urdf",
                                             "<robot name='r'><link name='a'><collision><geometry><mesh "
                                             "filename='package://p/a.stl'/></geometry></collision></link></robot>"));
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_NE(missing.out.find("skipped a/collision 1: there is no mesh package://p/a.stl"), std::string::npos);
}

}  // namespace
}  // namespace graze::test
