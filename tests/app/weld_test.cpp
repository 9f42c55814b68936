// `--weld`: parts that are nearly closed have a depth, and the report says what was done.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "run.h"
#include "tests/property/model_files.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

// Boxes whose top stands off by a tenth of a millimetre, in metres.
std::string cracked(const std::vector<models::BoxPart>& parts) {
  std::string text;
  int first = 1;
  for (const models::BoxPart& part : parts) {
    text += "o " + part.name + "\n";
    for (const double up : {0.0, 1e-4})
      for (int i = 0; i < 8; ++i) text += "v " + models::three(models::corner(part, i) + Vec3{0, 0, up}) + "\n";
    for (std::size_t f = 0; f < 6; ++f) {
      text += "f";
      for (const int corner : models::cube_faces[f]) text += " " + std::to_string(first + corner + (f == 1 ? 8 : 0));
      text += "\n";
    }
    first += 16;
  }
  return text;
}

TEST(Weld, NearlyClosedPartsHaveDepth) {
  const std::string file = folder() + "cracked.obj";
  write_file(file, cracked({{"low", {0, 0, 0}, {1, 1, 1}}, {"high", {0.2, 0.3, 0.9}, {0.8, 0.7, 2}}}));
  const Json open = Json::parse(run("check --json --unit m " + file).out);
  ASSERT_EQ(open["clashes"].size(), 1u);
  EXPECT_TRUE(open["clashes"][0]["bound"].is_null());
  EXPECT_TRUE(open["notes"].empty());
  // Narrower than the crack, nothing is done.
  const Json narrow = Json::parse(run("check --json --unit m --weld 0.01mm " + file).out);
  EXPECT_TRUE(narrow["clashes"][0]["bound"].is_null());

  const Output welded = run("check --json --unit m --weld 0.2mm " + file);
  const Json report = Json::parse(welded.out);
  ASSERT_EQ(report["clashes"].size(), 1u);
  ASSERT_TRUE(report["clashes"][0]["bound"].is_number());
  EXPECT_EQ(report["clashes"][0]["class"], "overlapping");
  ASSERT_EQ(report["notes"].size(), 1u);
  EXPECT_EQ(report["notes"][0], "2 parts were nearly closed and are solids: cracks and holes up to 0.2 mm wide");
  EXPECT_NE(welded.err.find("nearly closed"), std::string::npos) << welded.err;

  const Json info = Json::parse(run("info --parts --json --weld 0.0002 " + file).out);
  EXPECT_EQ(info["parts"][0]["solid"], true);
  EXPECT_NEAR(info["parts"][0]["volume"].get<double>(), 1, 1e-3);
  EXPECT_NE(info["parts"][0]["remark"].get<std::string>().find("cracks up to"), std::string::npos);
  for (const char* bad : {"wide", "-1mm", "0.2mm"})  // the last: no unit is known
    EXPECT_EQ(run("check --weld " + std::string(bad) + " " + file).exit_code, 2) << bad;
}

}  // namespace
}  // namespace graze::test
