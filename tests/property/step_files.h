// The assembly of model_files.h as a STEP file (AP214), in metres: every size of box is one product, every part a usage
// of it. And single bodies with curved faces.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/property/model_files.h"

namespace graze::models {

// The text, entity by entity; each is named by its number.
class StepText {
 public:
  std::string add(const std::string& entity) {
    const std::string id = "#" + std::to_string(++count_);
    text_ += id + "=" + entity + ";\n";
    return id;
  }

  static std::string real(double value) {
    const std::string text = number(value);
    return text.find_first_of(".e") == std::string::npos ? text + "." : text;
  }
  std::string point(Vec3 p) { return add("CARTESIAN_POINT('',(" + three_reals(p) + "))"); }
  std::string direction(Vec3 d) { return add("DIRECTION('',(" + three_reals(d) + "))"); }
  std::string placement(Vec3 at, Vec3 z = {0, 0, 1}, Vec3 x = {1, 0, 0}) {
    return add("AXIS2_PLACEMENT_3D(''," + point(at) + "," + direction(z) + "," + direction(x) + ")");
  }
  std::string vertex(Vec3 p) { return add("VERTEX_POINT(''," + point(p) + ")"); }

  // Of ids in brackets, as STEP writes lists.
  static std::string list(const std::vector<std::string>& ids) {
    std::string text = "(";
    for (const std::string& id : ids) text += (text.size() == 1 ? "" : ",") + id;
    return text + ")";
  }

  std::string file() const {
    return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','2020-01-01T00:00:00',(''),(''),'','','"
           "');\n"
           "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));\nENDSEC;\nDATA;\n" +
           text_ + "ENDSEC;\nEND-ISO-10303-21;\n";
  }

 private:
  static std::string three_reals(Vec3 v) { return real(v.x) + "," + real(v.y) + "," + real(v.z); }

  std::string text_;
  int count_ = 0;
};

// What every product needs.
class StepModel {
 public:
  explicit StepModel(StepText& text) : text_(text) {
    const std::string application = text.add("APPLICATION_CONTEXT('mechanical design')");
    text.add("APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000," + application + ")");
    product_context_ = text.add("PRODUCT_CONTEXT(''," + application + ",'mechanical')");
    definition_context_ = text.add("PRODUCT_DEFINITION_CONTEXT('part definition'," + application + ",'design')");
    const std::string length = text.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.))");
    const std::string angle = text.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
    const std::string solid = text.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())");
    const std::string accuracy =
        text.add("UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07)," + length + ",'distance_accuracy_value','')");
    context_ = text.add("(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((" + accuracy +
                        "))GLOBAL_UNIT_ASSIGNED_CONTEXT((" + length + "," + angle + "," + solid +
                        "))REPRESENTATION_CONTEXT('',''))");
    origin_ = text.placement({});
  }

  struct Product {
    std::string definition, representation;
  };

  Product product(const std::string& name, const std::string& kind, std::vector<std::string> items) {
    const std::string id = text_.add("PRODUCT('" + name + "','" + name + "','',(" + product_context_ + "))");
    const std::string version = text_.add("PRODUCT_DEFINITION_FORMATION('',''," + id + ")");
    Product made;
    made.definition = text_.add("PRODUCT_DEFINITION('design',''," + version + "," + definition_context_ + ")");
    items.insert(items.begin(), origin_);
    made.representation = text_.add(kind + "(''," + StepText::list(items) + "," + context_ + ")");
    const std::string shape = text_.add("PRODUCT_DEFINITION_SHAPE('',''," + made.definition + ")");
    text_.add("SHAPE_DEFINITION_REPRESENTATION(" + shape + "," + made.representation + ")");
    return made;
  }

  // `placement` is an item of the whole's representation.
  void use(const Product& whole, const Product& part, const std::string& name, const std::string& placement) {
    const std::string usage = text_.add("NEXT_ASSEMBLY_USAGE_OCCURRENCE('" + name + "','" + name + "',''," +
                                        whole.definition + "," + part.definition + ",$)");
    const std::string shape = text_.add("PRODUCT_DEFINITION_SHAPE('',''," + usage + ")");
    const std::string transform = text_.add("ITEM_DEFINED_TRANSFORMATION('',''," + origin_ + "," + placement + ")");
    const std::string relation = text_.add("(REPRESENTATION_RELATIONSHIP('',''," + part.representation + "," +
                                           whole.representation + ")REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(" +
                                           transform + ")SHAPE_REPRESENTATION_RELATIONSHIP())");
    text_.add("CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(" + relation + "," + shape + ")");
  }

 private:
  StepText& text_;
  std::string product_context_, definition_context_, context_, origin_;
};

// A box from the origin to `size`, as a solid.
inline std::string step_box(StepText& text, Vec3 size) {
  const BoxPart box{"", {}, size};
  std::vector<std::string> vertices;
  for (int i = 0; i < 8; ++i) vertices.push_back(text.vertex(corner(box, i)));
  std::map<std::pair<int, int>, std::string> edges;
  const auto edge = [&](int from, int to) {
    const std::pair<int, int> ends = std::minmax(from, to);
    std::string& id = edges[ends];
    if (id.empty()) {
      const Vec3 p = corner(box, ends.first), way = corner(box, ends.second) - p;
      const double far = length(way);
      const std::string vector =
          text.add("VECTOR(''," + text.direction(way * (1 / far)) + "," + StepText::real(far) + ")");
      const std::string line = text.add("LINE(''," + text.point(p) + "," + vector + ")");
      id = text.add("EDGE_CURVE(''," + vertices[static_cast<std::size_t>(ends.first)] + "," +
                    vertices[static_cast<std::size_t>(ends.second)] + "," + line + ",.T.)");
    }
    return text.add("ORIENTED_EDGE('',*,*," + id + (from < to ? ",.T.)" : ",.F.)"));
  };
  std::vector<std::string> faces;
  for (const auto& face : cube_faces) {
    std::vector<std::string> loop;
    for (std::size_t k = 0; k < 4; ++k) loop.push_back(edge(face[k], face[(k + 1) % 4]));
    const Vec3 p = corner(box, face[0]), x = corner(box, face[1]) - p, y = corner(box, face[3]) - p, z = cross(x, y);
    const std::string plane = text.add("PLANE(''," + text.placement(p, z * (1 / length(z)), x * (1 / length(x))) + ")");
    const std::string bound =
        text.add("FACE_OUTER_BOUND(''," + text.add("EDGE_LOOP(''," + StepText::list(loop) + ")") + ",.T.)");
    faces.push_back(text.add("ADVANCED_FACE('',(" + bound + ")," + plane + ",.T.)"));
  }
  return text.add("MANIFOLD_SOLID_BREP(''," + text.add("CLOSED_SHELL(''," + StepText::list(faces) + ")") + ")");
}

// A cylinder on the origin along z, as a solid: its side is one face that meets itself in a seam.
inline std::string step_cylinder(StepText& text, double radius, double height) {
  const std::string low = text.vertex({radius, 0, 0}), high = text.vertex({radius, 0, height});
  const auto circle = [&](const std::string& vertex, double z) {
    const std::string curve = text.add("CIRCLE(''," + text.placement({0, 0, z}) + "," + StepText::real(radius) + ")");
    return text.add("EDGE_CURVE(''," + vertex + "," + vertex + "," + curve + ",.T.)");
  };
  const std::string below = circle(low, 0), above = circle(high, height);
  const std::string vector = text.add("VECTOR(''," + text.direction({0, 0, 1}) + ",1.)");
  const std::string line = text.add("LINE(''," + text.point({radius, 0, 0}) + "," + vector + ")");
  const std::string seam = text.add("EDGE_CURVE(''," + low + "," + high + "," + line + ",.T.)");
  const auto face = [&](const std::vector<std::pair<std::string, bool>>& edges, const std::string& surface, bool same) {
    std::vector<std::string> loop;
    for (const auto& [edge, forward] : edges) {
      loop.push_back(text.add("ORIENTED_EDGE('',*,*," + edge + (forward ? ",.T.)" : ",.F.)")));
    }
    const std::string bound =
        text.add("FACE_OUTER_BOUND(''," + text.add("EDGE_LOOP(''," + StepText::list(loop) + ")") + ",.T.)");
    return text.add("ADVANCED_FACE('',(" + bound + ")," + surface + (same ? ",.T.)" : ",.F.)"));
  };
  const std::string side =
      text.add("CYLINDRICAL_SURFACE(''," + text.placement({}) + "," + StepText::real(radius) + ")");
  const std::string bottom = text.add("PLANE(''," + text.placement({}) + ")");
  const std::string top = text.add("PLANE(''," + text.placement({0, 0, height}) + ")");
  return text.add(
      "MANIFOLD_SOLID_BREP(''," +
      text.add("CLOSED_SHELL(''," +
               StepText::list({face({{below, true}, {seam, true}, {above, false}, {seam, false}}, side, true),
                               face({{below, false}}, bottom, false), face({{above, true}}, top, true)}) +
               ")") +
      ")");
}

inline std::string step(const std::vector<BoxPart>& parts) {
  StepText text;
  StepModel model(text);
  std::vector<std::pair<Vec3, StepModel::Product>> products;
  std::vector<std::string> placements;
  for (const BoxPart& part : parts) placements.push_back(text.placement(part.lo));
  const StepModel::Product whole = model.product("hall", "SHAPE_REPRESENTATION", placements);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Vec3 size = parts[i].hi - parts[i].lo;
    const StepModel::Product* product = nullptr;
    for (const auto& [of, made] : products) {
      if (of == size) product = &made;
    }
    if (product == nullptr) {
      const std::string name = "box " + std::to_string(products.size() + 1);
      products.emplace_back(size, model.product(name, "ADVANCED_BREP_SHAPE_REPRESENTATION", {step_box(text, size)}));
      product = &products.back().second;
    }
    model.use(whole, *product, parts[i].name, placements[i]);
  }
  return text.file();
}

inline std::string step_of_cylinder(double radius, double height) {
  StepText text;
  StepModel model(text);
  model.product("shaft", "ADVANCED_BREP_SHAPE_REPRESENTATION", {step_cylinder(text, radius, height)});
  return text.file();
}

}  // namespace graze::models
