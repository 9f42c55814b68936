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

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

// The same in another unit, and with another axis up where the format has a choice: IFC in feet, Collada in centimetres
// with y up, FBX in inches with z up, files that do not say it in inches with y up, which `options` tell.
std::string write_otherwise(const std::string& ending, const BoxPart& part, std::string& options) {
  constexpr double foot = 0.3048, inch = 0.0254;
  const BoxPart inches = scaled(y_up(part), 1 / inch);
  if (ending == ".ifc")
    return file("other " + part.name + ending,
                replaced(models::ifc({scaled(part, 1 / foot)}), "#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);",
                         "#6=IFCCONVERSIONBASEDUNIT(#61,.LENGTHUNIT.,'FOOT',#62);\n#61=IFCDIMENSIONALEXPONENTS("
                         "1,0,0,0,0,0,0);\n#62=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#63);\n"
                         "#63=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);"));
  if (ending == ".dae")
    return file("other " + part.name + ending,
                replaced(replaced(models::collada({scaled(y_up(part), 100)}), "name=\"metre\" meter=\"1\"",
                                  "name=\"centimetre\" meter=\"0.01\""),
                         "Z_UP", "Y_UP"));
  if (ending == ".fbx") {
    std::string text =
        replaced(models::fbx({scaled(part, 1 / inch)}), "\"UnitScaleFactor\", \"double\", \"Number\", \"\",100",
                 "\"UnitScaleFactor\", \"double\", \"Number\", \"\",2.54");
    text = replaced(text, "\"UpAxis\", \"int\", \"Integer\", \"\",1", "\"UpAxis\", \"int\", \"Integer\", \"\",2");
    text = replaced(text, "\"FrontAxis\", \"int\", \"Integer\", \"\",2", "\"FrontAxis\", \"int\", \"Integer\", \"\",1");
    text = replaced(text, "\"FrontAxisSign\", \"int\", \"Integer\", \"\",1",
                    "\"FrontAxisSign\", \"int\", \"Integer\", \"\",-1");
    return file("other " + part.name + ending, text);
  }
  const std::string bytes = ending == ".obj"   ? models::obj({inches})
                            : ending == ".stl" ? models::stl_binary(inches)
                            : ending == ".ply" ? models::ply(inches, true)
                                               : "";
  if (bytes.empty()) return write(ending, part);  // glTF and STEP have no choice
  options += " --place 'other " + part.name + ending + "=unit:in,up:y'";
  return file("other " + part.name + ending, bytes);
}

void expect_duct_in_wall(const std::string& arguments) {
  const Output result = run("check --json --unit mm --up z " + arguments);
  ASSERT_EQ(result.exit_code, 1) << arguments << ": " << result.err;
  const Json report = Json::parse(result.out);
  ASSERT_EQ(report["clashes"].size(), 1u) << arguments;
  EXPECT_EQ(report["clashes"][0]["class"], "overlapping");
  const std::string unit = report["units"];
  const double metres = unit == "m" ? 1 : unit == "mm" ? 1e-3 : unit == "cm" ? 1e-2 : unit == "ft" ? 0.3048 : 0.0254;
  EXPECT_NEAR(report["clashes"][0]["distance"].get<double>() * metres, -half_duct, 1e-5) << arguments;
  EXPECT_EQ(report["notes"].size(), 0u) << arguments;
}

// All ordered pairs of the formats that this build reads, each with the units and axes that files mostly have, and with
// others in one of the two.
TEST(Frames, TheDuctThroughTheWallIsFoundInEveryMixOfFormats) {
  const std::string help = run("check --help").out;
  std::vector<std::string> endings;
  for (const char* ending : {".glb", ".obj", ".stl", ".ply", ".ifc", ".dae", ".fbx", ".step"})
    if (help.find(ending) != std::string::npos) endings.emplace_back(ending);
  ASSERT_GE(endings.size(), 5u);
  for (std::size_t i = 0; i < endings.size(); ++i) {
    for (std::size_t k = 0; k < endings.size(); ++k) {
      expect_duct_in_wall(write(endings[i], wall) + " " + write(endings[k], duct));
      std::string options;
      const std::string a = (i + k) % 2 == 0 ? write_otherwise(endings[i], wall, options) : write(endings[i], wall);
      const std::string b = (i + k) % 2 == 0 ? write(endings[k], duct) : write_otherwise(endings[k], duct, options);
      expect_duct_in_wall("'" + a + "' '" + b + "'" + options);
    }
  }
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
  const std::string site = replaced(local, "#12=IFCLOCALPLACEMENT($,#9);",
                                    "#600=IFCCARTESIANPOINT((400000.125,5000000.25,100.));\n"
                                    "#601=IFCAXIS2PLACEMENT3D(#600,$,$);\n#12=IFCLOCALPLACEMENT($,#601);");
  std::vector<BoxPart> moved = models::assembly(0);
  for (BoxPart& part : moved) {
    part.lo = part.lo + Vec3{400000.125, 5000000.25, 100};
    part.hi = part.hi + Vec3{400000.125, 5000000.25, 100};
  }
  const Json near = Json::parse(run("check --json --clearance 20mm " + file("a.ifc", local)).out);
  ASSERT_EQ(near["clashes"].size(), 5u);
  for (const std::string& text : {site, models::ifc(moved)}) {
    const Json far = Json::parse(run("check --json --clearance 20mm " + file("a.ifc", text)).out);
    EXPECT_EQ(near["settings"], far["settings"]);
    ASSERT_EQ(far["clashes"].size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) {
      const Json &a = near["clashes"][i], &b = far["clashes"][i];
      EXPECT_EQ(a["id"], b["id"]);
      EXPECT_EQ(a["class"], b["class"]);
      EXPECT_NEAR(a["distance"].get<double>(), b["distance"].get<double>(),
                  a["bound"].get<double>() + b["bound"].get<double>() + 1e-8);
      const double offset[] = {400000.125, 5000000.25, 100};
      for (int axis = 0; axis < 3; ++axis) {
        const double before = a["point"][axis].get<double>(), after = b["point"][axis].get<double>() - offset[axis];
        if (a["region"].is_null()) {
          EXPECT_NEAR(after, before, 1e-6);
        } else {  // of points that are equally deep any may be told
          EXPECT_GE(after, a["region"][0][axis].get<double>() - 1e-6);
          EXPECT_LE(after, a["region"][1][axis].get<double>() + 1e-6);
        }
      }
    }
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

// Eastings are in the unit of the map, whatever the file's is; what cannot be used of a place on a map is noted.
TEST(Frames, MapsHaveUnitsOfTheirOwn) {
  const auto on_map = [](const std::string& name, const BoxPart& part, const std::string& records) {
    std::string text = models::ifc({part});
    const std::string end = "ENDSEC;\nEND-ISO-10303-21;\n";
    return file(name, text.replace(text.rfind(end), end.size(), records + end));
  };
  const std::string crs = "#700=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,#702);\n",
                    millimetres = crs + "#702=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n",
                    feet = crs + "#702=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'FOOT',$);\n";
  const BoxPart moved{"duct", duct.lo + Vec3{-30.48, -60.96, 0}, duct.hi + Vec3{-30.48, -60.96, 0}};
  const std::string a =
      on_map("a.ifc", wall, millimetres + "#701=IFCMAPCONVERSION(#10,#700,400000000.,5000000000.,0.,1.,0.,1000.);\n");
  const std::string far = models::real(400000 / 0.3048 + 100) + "," + models::real(5000000 / 0.3048 + 200) + ",0.";
  for (const std::string& place :
       {"#701=IFCMAPCONVERSION(#10,#700," + far + ",1.,0.,3.280839895013123);\n",
        "#701=IFCMAPCONVERSIONSCALED(#10,#700," + far + ",1.,0.,3.280839895013123,1.,1.,1.);\n",
        "#701=IFCRIGIDOPERATION(#10,#700,IFCLENGTHMEASURE(" + models::real(400000 / 0.3048 + 100) +
            "),IFCLENGTHMEASURE(" + models::real(5000000 / 0.3048 + 200) + "),0.);\n"}) {
    const Json report = Json::parse(run("check --json " + a + " " + on_map("b.ifc", moved, feet + place)).out);
    ASSERT_EQ(report["clashes"].size(), 1u) << place;
    EXPECT_NEAR(report["clashes"][0]["distance"].get<double>(), -half_duct, 1e-5) << place;
    EXPECT_TRUE(report["notes"].empty()) << place << report["notes"];
  }
  const std::string angles =
      "#701=IFCRIGIDOPERATION(#10,#700,IFCPLANEANGLEMEASURE(14.),IFCPLANEANGLEMEASURE(46.),0.);\n";
  const Json noted = Json::parse(run("check --json " + on_map("c.ifc", moved, feet + angles)).out);
  ASSERT_EQ(noted["notes"].size(), 1u);
  EXPECT_NE(noted["notes"][0].get<std::string>().find("angles"), std::string::npos);
  const Json others = Json::parse(
      run("check --json " + a + " " +
          on_map(
              "d.ifc", moved,
              "#700=IFCPROJECTEDCRS('EPSG:31467',$,$,$,$,$,$);\n#701=IFCMAPCONVERSION(#10,#700,0.,0.,0.,1.,0.,1.);\n"))
          .out);
  EXPECT_NE(others["notes"].dump().find("not placed to each other by maps"), std::string::npos);
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
  const std::string path = file("a.ifc", models::ifc_of("IFC4", text));
  EXPECT_EQ(run("check --json " + path).exit_code, 2);
  const Output lost = run("check --allow-incomplete --json --html " + folder() + "a.html " + path);
  EXPECT_EQ(lost.exit_code, 3);
  const Json report = Json::parse(lost.out);
  EXPECT_EQ(report["complete"], false);
  ASSERT_EQ(report["skipped"].size(), 1u);
  EXPECT_EQ(report["skipped"][0]["global_id"], "0aBcDeFgHiJkLmNoPqR000");
  EXPECT_NE(content(folder() + "a.html").find("\"complete\":false"), std::string::npos);
  EXPECT_NE(run("check --allow-incomplete " + folder() + "a.ifc")
                .out.find("lost building/level 1/the part (0aBcDeFgHiJkLmNoPqR000)"),
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
