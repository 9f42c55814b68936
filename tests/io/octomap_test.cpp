// OctoMap's binary files, written here as their format is documented.
#include <gtest/gtest.h>

#include "graze/assembly.h"
#include "graze/error.h"
#include "graze/query.h"
#include "graze/solid.h"
#include "io/readers.h"
#include "tests/io/files.h"

namespace graze {
namespace {

std::string header(const std::string& id = "OcTree") {
  return "# Octomap OcTree binary file\n# a comment\nid " + id + "\nsize 40\nres 0.25\ndata\n";
}
// Two bits for each child.
std::string node(std::initializer_list<std::pair<int, int>> children) {
  unsigned word = 0;
  for (const auto& [child, what] : children) word |= unsigned(what) << (2 * child);
  return {char(word & 255), char(word >> 8)};
}

// Child 7 of the root, then always child 0, has the origin as its lower corner.
std::string one_corner() {
  std::string data = node({{7, 3}});
  for (int level = 1; level < 14; ++level) data += node({{0, 3}});
  // A cube of four smallest ones: child 0 is free, 1 occupied, 6 occupied, 2 has children of its own.
  data += node({{0, 1}, {1, 2}, {6, 2}, {2, 3}});
  data += node({{3, 2}, {4, 1}});
  return data;
}

TEST(OctoMap, OccupiedCubesAreOneSolid) {
  const std::string path = file_of("map.bt", header() + one_corner());
  const Assembly read = read_assembly(path);
  ASSERT_EQ(read.parts.size(), 1u);
  EXPECT_EQ(read.metres_per_unit, 1);
  const Shape& shape = read.parts[0].shape;
  EXPECT_TRUE(shape.solid());
  EXPECT_EQ(shape.triangle_count(), 36u);
  // Two cubes of side 0.5 and one of 0.25.
  EXPECT_EQ(shape.topology().signed_volume, 2 * 0.125 + 0.015625);
  const auto occupied = [&](Vec3 point) { return collide({shape, {}}, {make_point(), make_pose(point)}).yes(); };
  EXPECT_TRUE(occupied({0.75, 0.25, 0.25}));
  EXPECT_FALSE(occupied({0.25, 0.25, 0.25}));
  EXPECT_TRUE(occupied({0.25, 0.75, 0.75}));
  EXPECT_TRUE(occupied({0.375, 0.875, 0.125}));
  EXPECT_FALSE(occupied({0.125, 0.625, 0.125}));
  EXPECT_FALSE(occupied({-0.25, 0.25, 0.25}));
}

TEST(OctoMap, WhatIsWrongIsSaid) {
  const auto message = [](const std::string& text) {
    try {
      (void)read_assembly(file_of("bad.bt", text));
    } catch (const Error& error) {
      const std::string what = error.what();
      return what.substr(what.rfind(": ") + 2);
    }
    return std::string("none");
  };
  EXPECT_EQ(message(header() + one_corner().substr(0, 9)), "the tree ends too soon");
  EXPECT_EQ(message(header("ColorOcTree") + one_corner()), "its id is not OcTree, the only kind that is read");
  EXPECT_EQ(message(header() + node({{3, 1}})), "nothing in it is occupied");
  EXPECT_EQ(message("# Octomap OcTree binary file\nid OcTree\nsize 1\ndata\n"), "'res' is not a number above 0");
  for (const std::string res : {"", " ", "\r", "0.25m", "-1", "nan", "0.25 0.5"}) {
    const std::string text = "# Octomap OcTree binary file\nid OcTree\nsize 40\nres " + res + "\ndata\n";
    EXPECT_EQ(message(text + one_corner()), "'res' is not a number above 0") << res;
  }
  EXPECT_EQ(message("# Octomap OcTree binary file\nid OcTree\nsize 40\nres  0.25 \r\ndata\n" + one_corner()), "none");
  EXPECT_EQ(message("# Octomap OcTree binary file\nid OcTree\n"), "has no line 'data'");
  std::string deep = node({{7, 3}});
  for (int level = 1; level < 16; ++level) deep += node({{0, 3}});
  EXPECT_EQ(message(header() + deep + deep), "the tree is deeper than 16 levels");
}

}  // namespace
}  // namespace graze
