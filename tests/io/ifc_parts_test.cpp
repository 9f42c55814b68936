// Every product of an IFC file with a body is a part, whatever is listed twice; all others are reported.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "files.h"
#include "graze/assembly.h"
#include "graze/clash_rules.h"
#include "graze/solid.h"
#include "ifc_files.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

using models::ifc_box;
using models::ifc_of;
using models::IfcProductText;
using models::real;
using oracle::Dice;

using Quad = std::array<Vec3, 4>;

// A boundary representation #100 of such faces; takes numbers from 110 on.
std::string shell_of(const std::vector<Quad>& faces, const std::string& type = "IFCFACETEDBREP",
                     const std::string& shell = "IFCCLOSEDSHELL") {
  std::string text, list;
  int next = 110;
  const auto name = [](int i) { return "#" + std::to_string(i); };
  for (const Quad& face : faces) {
    std::string corners;
    for (const Vec3& p : face) {
      corners += (corners.empty() ? "" : ",") + name(next);
      text += name(next++) + "=IFCCARTESIANPOINT((" + real(p.x) + "," + real(p.y) + "," + real(p.z) + "));\n";
    }
    text += name(next) + "=IFCPOLYLOOP((" + corners + "));\n" + name(next + 1) + "=IFCFACEOUTERBOUND(" + name(next) +
            ",.T.);\n" + name(next + 2) + "=IFCFACE((" + name(next + 1) + "));\n";
    list += (list.empty() ? "" : ",") + name(next + 2);
    next += 3;
  }
  return text + name(next) + "=" + shell + "((" + list + "));\n#100=" + type + "(" + name(next) + ");\n";
}

Quad reversed_face(Quad face) {
  std::reverse(face.begin(), face.end());
  return face;
}

std::vector<Quad> faces_of_box(Vec3 lo, Vec3 hi) {
  const auto corner = [&](int i) { return Vec3{i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z}; };
  std::vector<Quad> faces;
  const int sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& s : sides) faces.push_back({corner(s[0]), corner(s[1]), corner(s[2]), corner(s[3])});
  return faces;
}

// A square of a grid plane.
Quad grid_square(Vec3 lo, int axis, double size) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  Quad face{lo, lo, lo, lo};
  face[1][u] = face[2][u] = lo[u] + size;
  face[2][v] = face[3][v] = lo[v] + size;
  return face;
}

bool has_remark(const Assembly& read, const std::string& text) {
  return std::any_of(read.parts.begin(), read.parts.end(),
                     [&](const Part& part) { return part.remark.find(text) != std::string::npos; });
}

// Windows are written so.
TEST(IfcParts, FacesTwiceOnceReversedAreAPart) {
  for (const bool same_diagonals : {true, false}) {
    std::vector<Quad> faces;
    for (const Quad& face : faces_of_box({0, 0, 0}, {1, 2, 3})) {
      faces.push_back(face);
      Quad back = reversed_face(face);
      if (same_diagonals) std::rotate(back.begin(), back.begin() + 1, back.end());
      faces.push_back(back);
    }
    const Assembly read = read_assembly(file_of("a.ifc", ifc_of("IFC4", {shell_of(faces), "#100", "Brep"})));
    ASSERT_EQ(read.parts.size(), 1u);
    // Of faces that are the same to the last triangle each is kept once, and they enclose the box again.
    EXPECT_EQ(read.parts[0].shape.solid(), same_diagonals);
    EXPECT_TRUE(has_remark(read, same_diagonals ? "are kept once" : "a surface, not a solid"));
    EXPECT_TRUE(read.skipped.empty());
  }
}

// Shells of a box and of squares on a grid, each once, twice, or twice and once reversed: every face is in some part,
// within it or on it.
TEST(IfcParts, NoFaceIsLostWhateverIsThereTwice) {
  const std::uint64_t seed = oracle::run_seed();
  Dice dice(seed);
  int reversed = 0, fins = 0, surfaces = 0;
  const int cases = static_cast<int>(oracle::scaled(300, 60));
  for (int i = 0; i < cases; ++i) {
    std::vector<Quad> faces;
    const bool box = dice.chance(2);
    if (box) faces = faces_of_box({0, 0, 0}, {2, 2, 2});
    bool doubled = false;
    for (int k = dice.integer(1, 4); k > 0; --k) {
      const Quad face = grid_square(dice.grid(-1, 3), dice.integer(0, 2), dice.integer(1, 2));
      faces.push_back(face);
      if (!box && dice.chance(2)) continue;
      doubled = true;
      faces.push_back(reversed_face(face));
      std::rotate(faces.back().begin(), faces.back().begin() + dice.integer(0, 3), faces.back().end());
    }
    const Assembly read = read_assembly(
        file_of("a.ifc", ifc_of("IFC4", {shell_of(faces), "#100", "Brep", "IFCBUILDINGELEMENTPROXY", "", {0, 0, 0}})));
    ASSERT_FALSE(read.parts.empty()) << "seed " << seed << ", case " << i;
    ASSERT_TRUE(read.skipped.empty()) << "seed " << seed << ", case " << i;
    for (const Quad& face : faces) {
      const Vec3 middle = (face[0] * 2 + face[1] * 3 + face[2] * 4 + face[3]) * 0.1;
      const Shape point = make_point();
      const bool there = std::any_of(read.parts.begin(), read.parts.end(), [&](const Part& part) {
        return within({part.shape, part.pose}, {point, make_pose(middle)}, 1e-9).yes();
      });
      ASSERT_TRUE(there) << "seed " << seed << ", case " << i;
    }
    reversed += doubled ? 1 : 0;
    fins += has_remark(read, "enclose nothing") ? 1 : 0;
    surfaces += has_remark(read, "kept once") ? 1 : 0;
  }
  std::printf("seed %llu: %d cases, %d with faces twice, %d with fins, %d surfaces\n",
              static_cast<unsigned long long>(seed), cases, reversed, fins, surfaces);
  EXPECT_GE(reversed, cases / 2);
  EXPECT_GE(fins, cases / 10);
  EXPECT_GE(surfaces, cases / 10);
}

// A shell that is inside out, beside the others, encloses nothing; it was no part of anything.
TEST(IfcParts, ShellsInsideOutAreASurface) {
  std::vector<Quad> faces = faces_of_box({0, 0, 0}, {2, 2, 2});
  for (const Quad& face : faces_of_box({5, 0, 0}, {6, 1, 1})) faces.push_back(reversed_face(face));
  const Assembly read = read_assembly(file_of("a.ifc", ifc_of("IFC4", {shell_of(faces), "#100", "Brep"})));
  ASSERT_EQ(read.parts.size(), 2u);
  EXPECT_TRUE(has_remark(read, "enclose nothing"));
  // A void is not such a shell.
  faces = faces_of_box({0, 0, 0}, {4, 4, 4});
  for (const Quad& face : faces_of_box({1, 1, 1}, {2, 2, 2})) faces.push_back(reversed_face(face));
  EXPECT_EQ(read_assembly(file_of("a.ifc", ifc_of("IFC4", {shell_of(faces), "#100", "Brep"}))).parts.size(), 1u);
}

// Two products with one GlobalId are two parts, which are checked against each other.
TEST(IfcParts, ProductsWithOneIdAreTwo) {
  IfcProductText text{ifc_box(100, {0, 0, 0}, {2, 2, 2})};
  text.more =
      "#60=IFCBEAM('0aBcDeFgHiJkLmNoPqR000',$,'other',$,$,#12,#61,$);\n#61=IFCPRODUCTDEFINITIONSHAPE($,$,(#62));\n"
      "#62=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#200));\n" +
      ifc_box(200, {11, 20, 30}, {13, 22, 32});
  const Assembly read = read_assembly(file_of("a.ifc", ifc_of("IFC4", text)));
  ASSERT_EQ(read.parts.size(), 2u);
  EXPECT_FALSE(same_product(read.parts[0], read.parts[1]));
  EXPECT_NE(read.parts[0].global_id, read.parts[1].global_id);
  EXPECT_TRUE(has_remark(read, "its GlobalId 0aBcDeFgHiJkLmNoPqR000 is that of"));
}

TEST(IfcParts, WhatIsListedTwiceIsThereOnce) {
  const std::string box = ifc_box(100, {0, 0, 0}, {1, 2, 3});
  const Assembly item = read_assembly(file_of("a.ifc", ifc_of("IFC4", {box, "#100,#100"})));
  ASSERT_EQ(item.parts.size(), 1u);
  EXPECT_EQ(item.parts[0].shape.topology().signed_volume, 6);
  EXPECT_TRUE(has_remark(item, "#100 is listed twice"));
  std::string text = ifc_of("IFC4", {box});
  text.replace(text.find("(#20)"), 5, "(#20,#20)");
  const Assembly representation = read_assembly(file_of("a.ifc", text));
  ASSERT_EQ(representation.parts.size(), 1u);
  EXPECT_EQ(representation.parts[0].shape.topology().signed_volume, 6);
  EXPECT_TRUE(has_remark(representation, "#20 is listed twice"));
  // Two descriptions of one body, neither of them called Body: one of them.
  text = ifc_of("IFC4", {box});
  text.replace(text.find("(#20)"), 5, "(#20,#70)");
  text.replace(text.find("'Body'"), 6, "'Facetation'");
  text.insert(text.find("#21="), "#70=IFCSHAPEREPRESENTATION(#10,'Tessellation','SweptSolid',(#100));\n");
  EXPECT_EQ(read_assembly(file_of("a.ifc", text)).parts[0].shape.topology().signed_volume, 6);
}

// macOS packs a file of attributes beside each file, under the same name.
TEST(IfcParts, ArchivesOfMacsHoldOneModel) {
  const std::string text = ifc_of("IFC4", {ifc_box(100, {0, 0, 0}, {1, 2, 3})});
  const std::string path = file_of("a.ifczip", models::zip_of({{"__MACOSX/._a.ifc", "attributes"}, {"a.ifc", text}}));
  EXPECT_EQ(read_assembly(path).parts.size(), 1u);
  EXPECT_THROW(read_assembly(file_of("b.ifczip", models::zip_of({{"a.ifc", text}, {"b.ifc", text}}))), Error);
}

// Faces without area are a loss, not lines or points; so are surfaces among curves.
TEST(IfcParts, BodiesThatVanishAreLost) {
  const Quad flat{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 0, 0}, Vec3{1, 0, 0}};
  const Assembly read =
      read_assembly(file_of("a.ifc", ifc_of("IFC4", {shell_of({flat}), "#100", "Brep"})), {.allow_incomplete = true});
  EXPECT_TRUE(read.parts.empty());
  ASSERT_EQ(read.skipped.size(), 1u);
  const std::string set = ifc_box(200, {0, 0, 0}, {1, 1, 1}) +
                          "#100=IFCGEOMETRICSET((#101,#102));\n#101=IFCPOLYLINE((#1,#1));\n"
                          "#102=IFCCURVEBOUNDEDPLANE(#103,#101,());\n#103=IFCPLANE(#2);\n";
  const Assembly surface =
      read_assembly(file_of("a.ifc", ifc_of("IFC4", {set, "#200,#100"})), {.allow_incomplete = true});
  EXPECT_EQ(surface.parts.size(), 1u);
  EXPECT_EQ(surface.skipped.size(), 1u);
}

TEST(IfcParts, RecordsOfOneNumberAndSeveralModelsAreSaid) {
  std::string text = ifc_of("IFC4", {ifc_box(100, {0, 0, 0}, {1, 2, 3})});
  text.insert(text.find("#21="), "#20=IFCWALL($,$,$,$,$,$,$,$,$);\n");
  EXPECT_EQ(read_assembly(file_of("a.ifc", text), {.allow_incomplete = true}).skipped.size(), 1u);
}

}  // namespace
}  // namespace graze
