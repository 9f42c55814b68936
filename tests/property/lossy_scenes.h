// The table of lossy_files.h for the formats that graze reads through other libraries: Collada, STEP and IGES.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "tests/property/lossy_files.h"
#include "tests/property/step_files.h"

namespace graze::models {

namespace detail {

// A Collada file with a tetrahedron, named g, another geometry, and a node for each.
inline std::string lossy_dae(const std::string& geometry, const std::string& instance = "#s",
                             const std::string& triangles = "0 2 1 0 1 3 1 2 3 2 0 3") {
  return "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><asset><unit "
         "meter=\"1\"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id=\"g\"><mesh><source "
         "id=\"p\"><float_array id=\"a\" count=\"12\">0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common><accessor "
         "source=\"#a\" count=\"4\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" "
         "type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices "
         "id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"4\"><input "
         "semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>" +
         triangles + "</p></triangles></mesh></geometry>" + geometry +
         "</library_geometries><library_visual_scenes><visual_scene id=\"vs\"><node id=\"one\"><instance_geometry "
         "url=\"#g\"/></node><node id=\"two\"><instance_geometry url=\"" +
         instance +
         "\"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
         "url=\"#vs\"/></scene></COLLADA>";
}

// A box, and beside it, or in a product of its own, what `add` makes.
template <class Add>
std::string lossy_step(bool beside, const Add& add) {
  StepText text;
  StepModel model(text);
  std::vector<std::string> items = {step_box(text, {1, 1, 1})}, others = add(text);
  if (beside) items.insert(items.end(), others.begin(), others.end());
  model.product("box", "SHAPE_REPRESENTATION", items);
  if (!beside) model.product("other", "SHAPE_REPRESENTATION", others);
  return text.file();
}

// An IGES file: a ruled surface along a line, and other entities, each by its number, form and parameters.
struct IgesEntity {
  int type, form;
  std::string parameters;
  const char* status = "00000000";
};

inline std::string lossy_iges(std::vector<IgesEntity> entities) {
  entities.insert(entities.begin(), {{110, 0, "0.,0.,0.,1.,0.,0.", "00010000"}, {122, 0, "1,0.,1.,0."}});
  std::string directory, parameters;
  int line = 1;
  const auto add = [](std::string& to, const char* format, auto... values) {
    char text[100];
    std::snprintf(text, sizeof text, format, values...);
    to += text;
  };
  for (const IgesEntity& entity : entities) {
    add(directory, "%8d%8d%8d%8d%8d%8d%8d%8d%8sD%7d\n", entity.type, (line + 1) / 2, 0, 0, 0, 0, 0, 0, entity.status,
        line);
    add(directory, "%8d%8d%8d%8d%8d%24s%8dD%7d\n", entity.type, 0, 0, 1, entity.form, "", 0, line + 1);
    add(parameters, "%-64s%8dP%7d\n", (std::to_string(entity.type) + "," + entity.parameters + ";").c_str(), line,
        (line + 1) / 2);
    line += 2;
  }
  std::string file;
  add(file, "%-72sS%7d\n", "a", 1);
  add(file, "%-72sG%7d\n", "1H,,1H;,1Hx,1Hx,1Hx,1Hx,32,38,6,308,15,1Hx,1.,6,1HM,1,0.01,15H20200101.0", 1);
  add(file, "%-72sG%7d\n", "00000,1E-6,10.,1Hx,1Hx,11,0,15H20200101.000000;", 2);
  file += directory + parameters;
  add(file, "S%7dG%7dD%7dP%7d%40sT%7d\n", 1, 2, line - 1, (line - 1) / 2, "", 1);
  return file;
}

}  // namespace detail

inline std::vector<LossyFile> lossy_collada() {
  using detail::lossy_dae;
  using enum LossOutcome;
  return {
      {"two nodes of a mesh", "a.dae", lossy_dae("", "#g"), read, ""},
      {"a spline", "a.dae", lossy_dae("<geometry id=\"s\"><spline/></geometry>"), noted, "no faces"},
      {"a hull", "a.dae", lossy_dae("<geometry id=\"s\"><convex_mesh convex_hull_of=\"#g\"/></geometry>"), lost,
       "no <mesh>"},
      {"a solid", "a.dae", lossy_dae("<geometry id=\"s\"><brep/></geometry>"), lost, "no <mesh>"},
      {"a geometry that is not there", "a.dae", lossy_dae(""), lost, "no such <geometry>"},
      {"an index beyond", "a.dae", lossy_dae("", "#g", "0 2 1 0 1 9 1 2 3 2 0 3"), refused, "(9/4)"},
      {"cut off", "a.dae", lossy_dae("").substr(0, 300), refused, "a.dae"},
      {"nothing", "a.dae", "", refused, "a.dae"},
  };
}

inline std::vector<LossyFile> lossy_step() {
  using Items = std::vector<std::string>;
  using enum LossOutcome;
  const auto block = [](StepText& text) {
    return Items{text.add("BLOCK(''," + text.placement({5, 0, 0}) + ",1.,1.,1.)")};
  };
  const auto sphere = [](StepText& text) { return Items{text.add("SPHERE('',1.," + text.point({5, 0, 0}) + ")")}; };
  const auto solid = [&](StepText& text) { return Items{text.add("CSG_SOLID(''," + block(text)[0] + ")")}; };
  const auto extruded = [](StepText& text) {
    const std::string plane = text.add("PLANE(''," + text.placement({5, 0, 0}) + ")");
    const std::string area = text.add("RECTANGULAR_TRIMMED_SURFACE(''," + plane + ",0.,1.,0.,1.,.T.,.T.)");
    return Items{text.add("EXTRUDED_AREA_SOLID(''," + area + "," + text.direction({0, 0, 1}) + ",1.)")};
  };
  const auto unknown = [](StepText& text) { return Items{text.add("PHANTOM_SOLID('')")}; };
  const auto missing = [](StepText&) { return Items{"#9999"}; };
  const auto triangles = [](StepText& text) {
    const std::string points = text.add("COORDINATES_LIST('',3,((5.,0.,0.),(6.,0.,0.),(5.,1.,0.)))");
    const std::string set =
        text.add("COMPLEX_TRIANGULATED_SURFACE_SET(''," + points + ",3,((0.,0.,1.)),(),((1,2,3)),())");
    return Items{text.add("TESSELLATED_GEOMETRIC_SET('',(" + set + "))")};
  };
  const auto curve = [](StepText& text) {
    const std::string line = text.add("POLYLINE('',(" + text.point({5, 0, 0}) + "," + text.point({6, 0, 0}) + "))");
    return Items{text.add("GEOMETRIC_CURVE_SET('',(" + line + "))")};
  };
  const auto nothing = [](StepText&) { return Items{}; };
  std::vector<LossyFile> files;
  for (const bool beside : {true, false}) {
    const std::string where = beside ? " beside a solid" : " as a part";
    const auto add = [&](const std::string& title, const auto& make, LossOutcome outcome, const std::string& word) {
      files.push_back({title + where, "a.stp", detail::lossy_step(beside, make), outcome, word});
    };
    add("a block", block, lost, "BLOCK");
    add("a sphere", sphere, lost, "SPHERE");
    add("a solid of others", solid, lost, "CSG_SOLID");
    add("an extruded area", extruded, lost, "EXTRUDED_AREA_SOLID");
    add("an unknown entity", unknown, lost, "an item of SHAPE_REPRESENTATION");
    add("an entity that is not there", missing, lost, "an item of SHAPE_REPRESENTATION");
    add("triangles", triangles, lost, "TESSELLATED_GEOMETRIC_SET");
    add("a curve", curve, noted, "curves");
    add("nothing", nothing, beside ? read : noted, beside ? "" : "nothing");
  }
  return files;
}

inline std::vector<LossyFile> lossy_iges() {
  using detail::lossy_iges;
  using enum LossOutcome;
  return {
      {"a line", "a.igs", lossy_iges({{110, 0, "5.,0.,0.,6.,0.,0."}}), noted, "open"},
      {"a note", "a.igs", lossy_iges({{406, 15, "1,1Hx"}}), noted, "open"},
      {"a block", "a.igs", lossy_iges({{150, 0, "1.,1.,1.,5.,0.,0.,1.,0.,0.,0.,0.,1."}}), lost, "IGES entity 150"},
      {"a sphere", "a.igs", lossy_iges({{158, 0, "1.,5.,0.,0."}}), lost, "IGES entity 158"},
      {"a cylinder", "a.igs", lossy_iges({{154, 0, "1.,1.,5.,0.,0.,0.,0.,1."}}), lost, "IGES entity 154"},
      {"an unknown entity", "a.igs", lossy_iges({{5001, 0, "1.,2."}}), lost, "IGES entity 5001"},
  };
}

}  // namespace graze::models
