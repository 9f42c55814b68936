// The op `probe` of `graze query`, through the real binary: what C++ answers, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graze/probe.h"
#include "graze/record_motion.h"
#include "run.h"
#include "scenes/scenes.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

Shape torus(std::uint32_t triangles) {
  scenes::MeshData data = scenes::torus(triangles);
  return make_mesh(std::move(data.vertices), std::move(data.triangles));
}

Json numbers(Vec3 v) { return {v.x, v.y, v.z}; }

// A torus that is pressed into another one while it turns, and drawn out again, beside a box.
TEST(ProbeOp, LinesRepeatTheTicksOfCpp) {
  const Body tool{torus(144), make_pose({0, 0, 1.5})};
  const std::vector<Body> bodies{{torus(576), {}}, {make_box({3, 3, 1}), make_pose({0, 0, -3})}};
  std::vector<Pose> hands;
  for (int k = 0; k < 60; ++k) {
    const double down = std::min({k, 30, 70 - k}) * 0.04;
    hands.push_back(make_pose({0.002 * k, 0, 1.5 - down}, normalized(Quat{0.004 * k, 0, 0.002 * k, 1})));
  }
  const ProbeSettings settings{
      .stiffness = 200, .largest_force = 40, .largest_change = 0.25, .gap = 0.02, .budget = 4000};
  const std::string lines = probe_lines(tool, hands, bodies, settings);
  const Output output = run("query", lines);
  ASSERT_EQ(output.exit_code, 0) << output.err;
  const Json answer = Json::parse(output.lines().back());
  Probe probe(tool, settings);
  EXPECT_EQ(answer["gap"], probe.gap());
  EXPECT_EQ(answer["radius"], probe.radius());
  ASSERT_EQ(answer["ticks"].size(), hands.size());
  int touching = 0, free = 0, ended = 0;
  for (std::size_t k = 0; k < hands.size(); ++k) {
    const ProbeResult expected = probe.tick(hands[k], bodies);
    const Json& tick = answer["ticks"][k];
    EXPECT_EQ(tick["status"], name(expected.status));
    EXPECT_EQ(tick["force"], numbers(expected.force)) << k;
    EXPECT_EQ(tick["torque"], numbers(expected.torque)) << k;
    EXPECT_EQ(tick["touching"], expected.touching == Answer::yes) << k;
    EXPECT_EQ(tick["snapped"], expected.snapped) << k;
    EXPECT_EQ(tick["steps"], expected.steps) << k;
    for (int row = 0; row < 3; ++row) {
      const Mat3& m = expected.shadow.linear;
      const Json cells{m.c0[row], m.c1[row], m.c2[row], expected.shadow.translation[row]};
      EXPECT_EQ(tick["shadow"]["matrix"][static_cast<std::size_t>(row)], cells) << k;
    }
    ASSERT_EQ(tick["contacts"].size(), static_cast<std::size_t>(expected.contact_count)) << k;
    for (std::size_t i = 0; i < tick["contacts"].size(); ++i) {
      EXPECT_EQ(tick["contacts"][i]["point"], numbers(expected.contacts[i].point));
      EXPECT_EQ(tick["contacts"][i]["normal"], numbers(expected.contacts[i].normal));
      EXPECT_EQ(tick["contacts"][i]["body"], expected.contacts[i].body);
      EXPECT_EQ(tick["contacts"][i]["feature"]["triangle"], expected.contacts[i].feature.triangle);
    }
    touching += expected.touching == Answer::yes;
    free += expected.touching == Answer::no;
    ended += expected.status == Status::budget;
  }
  EXPECT_GT(touching, 10);
  EXPECT_GT(free, 5);
  EXPECT_GT(ended, 0);
}

TEST(ProbeOp, RefusesWhatIsNoProbe) {
  const std::string define = R"({"op":"define","shape":"ball","sphere":{"radius":1}})"
                             "\n"
                             R"({"op":"define","shape":"plane","halfspace":{"normal":[0,0,1],"offset":0}})"
                             "\n";
  const auto error = [&](const std::string& line) {
    const Output output = run("query", define + line + "\n");
    EXPECT_EQ(output.exit_code, 2) << line;
    return Json::parse(output.lines().back()).value("error", "");
  };
  EXPECT_EQ(error(R"({"op":"probe","tool":{"shape":"plane"},"bodies":[],"hands":[]})"),
            "probe: a half-space is no tool");
  EXPECT_EQ(error(R"({"op":"probe","tool":{"shape":"ball"},"bodies":[],"hands":[],"stiffness":0})"),
            "probe: stiffness is 0, which is out of its range");
  EXPECT_EQ(error(R"({"op":"probe","tool":{"shape":"ball"},"bodies":[{"shape":"none"}],"hands":[]})"),
            "unknown shape 'none'");
  EXPECT_EQ(error(R"({"op":"probe","tool":{"shape":"ball"},"bodies":[]})"), "missing field 'hands'");
  EXPECT_EQ(error(R"({"op":"probe","tool":{"shape":"ball"},"bodies":[],"hands":[],"budget":0})"),
            "'budget' must be an integer from 1 to 9223372036854775807, not 0");
}

}  // namespace
}  // namespace graze::test
