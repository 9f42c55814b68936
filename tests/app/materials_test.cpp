// graze info lists the materials of a file.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

TEST(Info, ListsMaterials) {
  const std::string path = folder() + "floor.obj";
  write_file(path,
             "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nf 1 2 3\nusemtl red \"paint\"\nf 1 3 4\nf 1 4 3\n"
             "usemtl grass\nf 2 5 3\n");
  const Json expected = {{{"name", ""}, {"triangles", 1}},
                         {{"name", "red \"paint\""}, {"triangles", 2}},
                         {{"name", "grass"}, {"triangles", 1}}};
  for (const char* command : {"info --json ", "info --parts --json "}) {
    const Output result = run(command + path);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(Json::parse(result.out)["materials"], expected);
  }
  for (const char* command : {"info ", "info --parts "}) {
    const Output result = run(command + path);
    EXPECT_NE(result.out.find("none (1 triangle), red \"paint\" (2 triangles), grass (1 triangle)\n"),
              std::string::npos)
        << result.out;
  }
}

}  // namespace
}  // namespace graze::test
