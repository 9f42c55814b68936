#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "io/formats.h"

namespace graze {
namespace {

TEST(FileFormats, AreToldByTheirEndings) {
  ASSERT_NE(format_of("a/b.STL"), nullptr);
  EXPECT_NE(format_of("a/b.STL")->read_shape, nullptr);
  EXPECT_EQ(format_of("b.glb")->read_shape, nullptr);
  EXPECT_EQ(format_of("b.step")->by, FileFormat::By::step);
  EXPECT_EQ(format_of("stl"), nullptr);
  EXPECT_EQ(format_of(""), nullptr);
  EXPECT_EQ(shape_endings(), ".obj, .stl, .ply, .bt");
  EXPECT_EQ(part_endings(), ".glb, .gltf, .obj, .stl, .ply, .bt, .3mf, .ifc, .ifczip");
  EXPECT_EQ(endings_by(FileFormat::By::assimp), (std::vector<std::string>{".fbx", ".dae", ".3ds"}));
}

TEST(FileFormats, ShareNoEnding) {
  std::set<std::string> endings;
  for (const FileFormat& format : file_formats()) {
    EXPECT_EQ(format.by == FileFormat::By::graze, format.has_parts());
    for (const std::string_view ending : format.endings) {
      if (ending.empty()) continue;
      EXPECT_TRUE(endings.insert(std::string(ending)).second) << ending;
    }
  }
  EXPECT_GE(endings.size(), 13u);
}

}  // namespace
}  // namespace graze
