// `graze check` of several files: one frame for all of them, whatever their formats, units and axes; what is lost and
// what is only said; what IFC says of its parts in every report.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "run.h"
#include "tests/io/ifc_files.h"
#include "tests/property/model_files.h"
#include "tests/property/step_files.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;
using models::BoxPart;

std::string content(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

// In metres, z up: the duct runs through the wall. No common point is farther from a surface than half its width.
const BoxPart wall{"wall", {0, 0, 0}, {4, 0.25, 3}}, duct{"duct", {1, -1, 2}, {1.25, 1, 2.5}};
constexpr double half_duct = 0.125;

BoxPart scaled(const BoxPart& part, double by) { return {part.name, part.lo * by, part.hi * by}; }
BoxPart y_up(const BoxPart& part) {
  return {part.name, {part.lo.x, part.lo.z, -part.hi.y}, {part.hi.x, part.hi.z, -part.lo.y}};
}

// Files that do not say their unit are in millimetres, those that do not say their axes have z up.
std::string write(const std::string& ending, const BoxPart& part) {
  const BoxPart millimetres = scaled(part, 1000);
  const std::string bytes = ending == ".glb"   ? models::glb({y_up(part)})
                            : ending == ".obj" ? models::obj({millimetres})
                            : ending == ".stl" ? models::stl_binary(millimetres)
                            : ending == ".ply" ? models::ply(millimetres, true)
                            : ending == ".ifc" ? models::ifc({part})
                            : ending == ".dae" ? models::collada({part})
                            : ending == ".fbx" ? models::fbx({y_up(part)})
                                               : models::step({part});
  return file(part.name + ending, bytes);
}

TEST(Frames, TheDuctThroughTheWallIsFoundInEveryMixOfFormats) {
  const std::string help = run("check --help").out;
  std::size_t mixes = 0;
  for (const char* a : {".glb", ".obj", ".stl", ".ply", ".ifc", ".dae", ".fbx", ".step"}) {
    for (const char* b : {".glb", ".obj", ".stl", ".ply", ".ifc", ".dae", ".fbx", ".step"}) {
      if (help.find(a) == std::string::npos || help.find(b) == std::string::npos) continue;
      const Output result = run("check --json --unit mm --up z " + write(a, wall) + " " + write(b, duct));
      ASSERT_EQ(result.exit_code, 1) << a << " and " << b << ": " << result.err;
      const Json report = Json::parse(result.out);
      ASSERT_EQ(report["clashes"].size(), 1u) << a << " and " << b;
      EXPECT_EQ(report["clashes"][0]["class"], "overlapping");
      const double unit = report["units"] == "m" ? 1 : 1e-3;
      EXPECT_NEAR(report["clashes"][0]["distance"].get<double>() * unit, -half_duct, 1e-5) << a << " and " << b;
      EXPECT_EQ(report["notes"].size(), 0u);
      ++mixes;
    }
  }
  EXPECT_GE(mixes, 25u);
}

TEST(Frames, WhatIsNotKnownIsAskedFor) {
  const std::string ifc = write(".ifc", wall), stl = write(".stl", duct);
  const Output unit = run("check " + ifc + " " + stl);
  EXPECT_EQ(unit.exit_code, 2);
  EXPECT_NE(unit.err.find("duct.stl does not say its unit"), std::string::npos) << unit.err;
  EXPECT_NE(unit.err.find("--place duct.stl=unit:mm"), std::string::npos) << unit.err;
  const Output up = run("check " + stl + " " + ifc + " --unit mm");
  EXPECT_EQ(up.exit_code, 2);
  EXPECT_NE(up.err.find("duct.stl does not say which axis points up"), std::string::npos) << up.err;
  EXPECT_EQ(run("check " + ifc + " " + stl + " --place duct.stl=unit:mm,up:z").exit_code, 1);
  EXPECT_EQ(run("check " + ifc + " " + stl + " --place duct.stl=unit:mm,up:z,at:0/5m/0").exit_code, 0);
  // A quarter of a turn takes the duct to x from -1 to 1, and y from 1 to 1.25: past the wall.
  EXPECT_EQ(run("check " + ifc + " " + stl + " --place duct.stl=unit:mm,up:z,turn:90").exit_code, 0);
  EXPECT_EQ(run("check " + ifc + " " + stl + " --place duct.stl=unit:mm,up:z,turn:90,at:0/-1.1m/0").exit_code, 1);
  for (const char* bad : {"duct.stl", "duct.stl=unit:furlong", "other.stl=unit:mm", "duct.stl=up:x", "duct.stl=at:1/2",
                          "duct.stl=turn:left", "duct.stl=colour:red"}) {
    EXPECT_EQ(run("check " + ifc + " " + stl + " --unit mm --up z --place " + bad).exit_code, 2) << bad;
  }
}

TEST(Frames, FilesFarApartAreTold) {
  const Output result =
      run("check --json " + write(".ifc", wall) + " " + write(".glb", duct) + " --place duct.glb=at:0/5km/0");
  EXPECT_EQ(result.exit_code, 0);
  const Json notes = Json::parse(result.out)["notes"];
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].get<std::string>().find("far for their size"), std::string::npos);
  EXPECT_NE(result.err.find("far for their size"), std::string::npos);
}

// The same building where it is, and 5,000 km from the origin: by its placement, and by the places of all products.
TEST(Frames, AnOffsetChangesNothingButThePoints) {
  const std::string local = models::ifc(models::assembly(0));
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    EXPECT_NE(text.find(from), std::string::npos) << from;
    return text.replace(text.find(from), from.size(), to);
  };
  const std::string site = replaced(local, "#12=IFCLOCALPLACEMENT($,#9);",
                                    "#600=IFCCARTESIANPOINT((400000.125,5000000.25,100.));\n"
                                    "#601=IFCAXIS2PLACEMENT3D(#600,$,$);\n#12=IFCLOCALPLACEMENT($,#601);");
  const Json near = Json::parse(run("check --json --clearance 20mm " + file("a.ifc", local)).out);
  const Json far = Json::parse(run("check --json --clearance 20mm " + file("a.ifc", site)).out);
  EXPECT_EQ(near["settings"], far["settings"]);
  ASSERT_EQ(near["clashes"].size(), 5u);
  ASSERT_EQ(far["clashes"].size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const Json &a = near["clashes"][i], &b = far["clashes"][i];
    EXPECT_EQ(a["id"], b["id"]);
    EXPECT_EQ(a["class"], b["class"]);
    EXPECT_NEAR(a["distance"].get<double>(), b["distance"].get<double>(),
                a["bound"].get<double>() + b["bound"].get<double>() + 1e-12);
    EXPECT_NEAR(b["point"][0].get<double>() - a["point"][0].get<double>(), 400000.125, 1e-6);
    EXPECT_NEAR(b["point"][1].get<double>() - a["point"][1].get<double>(), 5000000.25, 1e-6);
  }
  // Both together are the same parts twice, far apart.
  const Json both = Json::parse(run("check --json " + file("a.ifc", local) + " " + file("b.ifc", site)).out);
  EXPECT_EQ(both["clashes"].size(), 8u);
  EXPECT_EQ(both["notes"].size(), 1u);
}

// Two files with places of their own on one map.
TEST(Frames, MapsJoinFiles) {
  const auto on_map = [](const BoxPart& part, const std::string& place) {
    std::string text = models::ifc({part});
    const std::string end = "ENDSEC;\nEND-ISO-10303-21;\n";
    return text.replace(
        text.rfind(end), end.size(),
        "#700=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);\n#701=IFCMAPCONVERSION(#10,#700," + place + ");\n" + end);
  };
  const BoxPart moved{"duct", duct.lo + Vec3{-100, -200, 0}, duct.hi + Vec3{-100, -200, 0}};
  const std::string a = file("a.ifc", on_map(wall, "400000.,5000000.,0.,1.,0.,1.")),
                    b = file("b.ifc", on_map(moved, "400100.,5000200.,0.,1.,0.,1."));
  const Json report = Json::parse(run("check --json " + a + " " + b).out);
  ASSERT_EQ(report["clashes"].size(), 1u);
  EXPECT_NEAR(report["clashes"][0]["distance"].get<double>(), -half_duct, 1e-9);
}

TEST(Frames, LostGeometryMakesARunIncompleteAndNotesDoNot) {
  models::IfcProductText text{models::ifc_box(100, {0, 0, 0}, {1, 2, 3})};
  text.more = "#60=IFCSPACE('0aBcDeFgHiJkLmNoPqR001',$,'room',$,$,#51,#21,$,.ELEMENT.,.INTERNAL.,$);\n";
  const Output whole = run("check --json " + file("a.ifc", models::ifc_of("IFC4", text)));
  EXPECT_EQ(whole.exit_code, 0);
  EXPECT_EQ(Json::parse(whole.out)["complete"], true);
  EXPECT_EQ(Json::parse(whole.out)["notes"][0], "1 of IfcSpace are no parts");
  text.records += "#120=IFCPHANTOMSOLID(#2);\n";
  text.item = "#100,#120";
  const Output lost = run("check --json --html " + folder() + "a.html " + file("a.ifc", models::ifc_of("IFC4", text)));
  EXPECT_EQ(lost.exit_code, 3);
  const Json report = Json::parse(lost.out);
  EXPECT_EQ(report["complete"], false);
  ASSERT_EQ(report["skipped"].size(), 1u);
  EXPECT_EQ(report["skipped"][0]["global_id"], "0aBcDeFgHiJkLmNoPqR000");
  EXPECT_NE(content(folder() + "a.html").find("\"complete\":false"), std::string::npos);
  EXPECT_NE(run("check " + folder() + "a.ifc").out.find("lost building/level 1/the part (0aBcDeFgHiJkLmNoPqR000)"),
            std::string::npos);
}

TEST(Frames, GlobalIdsAndKindsReachEveryReport) {
  const std::string path = file("a.ifc", models::ifc(models::assembly(0)));
  const Output result = run("check --json " + path + " --pictures 0 -o " + folder() + "a.csv --bcf-touching --bcf " +
                            folder() + "a.bcfzip --html " + folder() + "a.html");
  EXPECT_EQ(result.exit_code, 1);
  const Json report = Json::parse(result.out);
  EXPECT_EQ(report["up"], "z");
  for (const Json& clash : report["clashes"]) {
    for (const char* side : {"a", "b"}) {
      EXPECT_EQ(clash[side]["global_id"].get<std::string>().substr(0, 20), "0aBcDeFgHiJkLmNoPqR0");
      EXPECT_EQ(clash[side]["kind"], "IfcBuildingElementProxy");
      EXPECT_EQ(clash[side]["storey"], "hall");
    }
  }
  EXPECT_NE(content(folder() + "a.csv").find("\"0aBcDeFgHiJkLmNoPqR000\",\"0aBcDeFgHiJkLmNoPqR001\""),
            std::string::npos);
  EXPECT_NE(content(folder() + "a.html").find("\"global_id\":\"0aBcDeFgHiJkLmNoPqR001\""), std::string::npos);
  const std::string bcf = content(folder() + "a.bcfzip");
  std::size_t guids = 0;
  for (std::size_t at = 0; (at = bcf.find("<Component IfcGuid=\"0aBcDeFgHiJkLmNoPqR0", at)) != std::string::npos; ++at)
    ++guids;
  EXPECT_EQ(guids, 4 * report["clashes"].size());  // selected and coloured
  const Json info = Json::parse(run("info --json " + path).out);
  EXPECT_EQ(info["parts"][0]["kind"], "IfcBuildingElementProxy");
}

}  // namespace
}  // namespace graze::test
