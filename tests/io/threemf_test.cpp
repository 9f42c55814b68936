// 3MF: units, components, transforms, and what is said of what is not there.
#include <gtest/gtest.h>

#include "graze/assembly.h"
#include "graze/error.h"
#include "shape/data.h"
#include "tests/io/files.h"
#include "tests/io/ifc_files.h"

namespace graze {
namespace {

std::string model(const std::string& build) {
  return "<?xml version=\"1.0\"?>\n<model unit=\"inch\" "
         "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n"
         "<resources>\n<object id=\"1\" name=\"wedge\" type=\"model\"><mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/>"
         "<vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1\" z=\"0\"/><vertex x=\"0\" y=\"0\" "
         "z=\"1\"/></vertices>"
         "<triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/>"
         "<triangle v1=\"1\" v2=\"2\" v3=\"3\"/><triangle v1=\"2\" v2=\"0\" v3=\"3\"/></triangles></mesh></object>\n"
         "<object id=\"2\"><components><component objectid=\"1\"/><component objectid=\"1\" "
         "transform=\"0 1 0 -1 0 0 0 0 1 5 0 0\"/></components></object>\n</resources>\n<build>" +
         build + "</build>\n</model>\n";
}

Assembly read(const std::string& build) {
  return read_incomplete(file_of("a.3mf", models::zip_of("3D/3dmodel.model", model(build))));
}

TEST(ThreeMf, ItemsAndComponentsAreParts) {
  const Assembly a = read("<item objectid=\"1\"/><item objectid=\"2\" transform=\"1 0 0 0 1 0 0 0 1 0 0 7\"/>");
  ASSERT_EQ(a.parts.size(), 3u);
  EXPECT_EQ(a.parts[0].path, "wedge");
  EXPECT_EQ(a.parts[2].path, "object 2/wedge#2");
  EXPECT_TRUE(a.parts[0].shape.solid());
  EXPECT_EQ(&data_of(a.parts[0].shape), &data_of(a.parts[2].shape));
  EXPECT_EQ((a.parts[2].pose * Vec3{1, 0, 0}), (Vec3{5, 1, 7}));
  EXPECT_EQ(a.metres_per_unit, 0.0254);
  EXPECT_EQ(a.up, UpAxis::z);
}

TEST(ThreeMf, WhatIsMissingIsSaid) {
  const Assembly a = read("<item objectid=\"9\"/><item objectid=\"1\"/>");
  EXPECT_EQ(a.parts.size(), 1u);
  ASSERT_EQ(a.skipped.size(), 1u);
  EXPECT_EQ(a.skipped[0].path, "object 9");
  EXPECT_THROW(read(""), Error);
  EXPECT_THROW(read_assembly(file_of("b.3mf", "PK")), Error);
  EXPECT_THROW(read_assembly(file_of("c.3mf", models::zip_of("a.txt", "x"))), Error);
}

TEST(Formats, UsdIsRefused) {
  try {
    read_assembly(file_of("a.usdz", "x"));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("USD, which is not read"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace graze
