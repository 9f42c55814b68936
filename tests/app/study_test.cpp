#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/run.h"

namespace graze::test {
namespace {

TEST(Study, ListsPapersAndExperiments) {
  const Output output = run("study --list");
  EXPECT_EQ(output.exit_code, 0);
  for (const char* name : {"van-waveren", "blow", "lin", "zachmann", "maia", "figure3", "stages"})
    EXPECT_NE(output.out.find(name), std::string::npos) << name;
}

TEST(Study, RunsAnExperimentAsTextAndJson) {
  const Output text = run("study lin box-tests --quick --svg " + folder() + "svg");
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.out.find("| obb-144 |"), std::string::npos) << text.out;
  const Output curves = run("study lin parallel --quick --json --svg " + folder() + "svg");
  EXPECT_EQ(curves.exit_code, 0);
  const auto result = nlohmann::json::parse(curves.out);
  EXPECT_EQ(result["paper"], "lin");
  EXPECT_EQ(result["plots"][0]["series"].size(), 5u);
  // Oriented boxes need the fewest tests of all where surfaces are parallel and near (Lin, 5.2).
  const auto& lines = result["plots"][0]["series"];
  EXPECT_LT(lines[0]["points"].back()[1], 0.2 * lines[4]["points"].back()[1].get<double>());
  EXPECT_NE(read_file(folder() + "svg/study-lin-parallel-1.svg").find("<polyline"), std::string::npos);
}

TEST(Study, NothingGoesThroughAWallWithASpeedbox) {
  const auto result = nlohmann::json::parse(run("study blow speedbox --quick --json").out);
  EXPECT_EQ(result["tables"][0]["rows"].back()[2].get<std::string>().substr(0, 2), "0 ");
}

TEST(Study, FiguresAreDrawnFromAnswers) {
  const auto zone =
      nlohmann::json::parse(run("study van-waveren figures --quick --json --svg " + folder() + "svg").out);
  // Figures 2 to 4: not at all; to the top of an arc that stays in the zone; out of it, until it comes back.
  const auto& turns = zone["tables"][1]["rows"];
  const auto number = [&](std::size_t row, std::size_t cell) { return std::stod(turns[row][cell].get<std::string>()); };
  EXPECT_EQ(number(0, 2), 0);
  EXPECT_GT(number(1, 2), 0);
  EXPECT_LT(number(1, 2), number(1, 3));
  EXPECT_LE(number(1, 4), 0.5);
  EXPECT_GT(number(1, 4), number(1, 1));
  EXPECT_GT(number(2, 2), 1);
  EXPECT_LT(number(2, 2), number(2, 3));
  EXPECT_NEAR(number(2, 4), 0.5, 1e-3);
  EXPECT_NE(read_file(folder() + "svg/study-van-waveren-figures-2.svg").find("<polyline"), std::string::npos);
}

TEST(Study, NothingMeetsInTheLanding) {
  const auto result = nlohmann::json::parse(run("study blow landing --quick --json").out);
  EXPECT_NE(result["compared"].back().get<std::string>().find(": 0 meet"), std::string::npos) << result["compared"];
  // The tank stands in the hollow of the pad, where no plane divides: the trees decide.
  double hard = 0;
  for (const auto& row : result["tables"][0]["rows"])
    if (row[0] == "BSP hard case") hard = std::stod(row[2].get<std::string>());
  EXPECT_GT(hard, 20);
}

TEST(Study, BadUsageExitsWithTwo) {
  for (const char* arguments : {"study", "study nobody", "study lin none", "study lin --seed x"}) {
    const Output output = run(arguments);
    EXPECT_EQ(output.exit_code, 2) << arguments;
    EXPECT_EQ(output.out, "") << arguments;
  }
}

}  // namespace
}  // namespace graze::test
