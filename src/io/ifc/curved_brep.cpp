#include "io/ifc/curved_brep.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

#include "base/platform.h"
#include "graze/error.h"
#include "io/ending.h"
#include "io/ifc/faces.h"

namespace graze::ifc {

namespace {

constexpr std::uint64_t offset = 1000;  // of the numbers of the file behind those that STEP needs besides

struct Name {
  std::string_view ifc, step;
};
// Records whose fields are those of STEP behind a name, which is empty here.
constexpr Name names[] = {{"IFCCARTESIANPOINT", "CARTESIAN_POINT"},
                          {"IFCDIRECTION", "DIRECTION"},
                          {"IFCVECTOR", "VECTOR"},
                          {"IFCAXIS1PLACEMENT", "AXIS1_PLACEMENT"},
                          {"IFCAXIS2PLACEMENT3D", "AXIS2_PLACEMENT_3D"},
                          {"IFCLINE", "LINE"},
                          {"IFCCIRCLE", "CIRCLE"},
                          {"IFCELLIPSE", "ELLIPSE"},
                          {"IFCPOLYLINE", "POLYLINE"},
                          {"IFCBSPLINECURVEWITHKNOTS", "B_SPLINE_CURVE_WITH_KNOTS"},
                          {"IFCPLANE", "PLANE"},
                          {"IFCCYLINDRICALSURFACE", "CYLINDRICAL_SURFACE"},
                          {"IFCSPHERICALSURFACE", "SPHERICAL_SURFACE"},
                          {"IFCTOROIDALSURFACE", "TOROIDAL_SURFACE"},
                          {"IFCBSPLINESURFACEWITHKNOTS", "B_SPLINE_SURFACE_WITH_KNOTS"},
                          {"IFCVERTEXPOINT", "VERTEX_POINT"},
                          {"IFCEDGECURVE", "EDGE_CURVE"},
                          {"IFCORIENTEDEDGE", "ORIENTED_EDGE"},
                          {"IFCEDGELOOP", "EDGE_LOOP"},
                          {"IFCPOLYLOOP", "POLY_LOOP"},
                          {"IFCVERTEXLOOP", "VERTEX_LOOP"},
                          {"IFCFACEBOUND", "FACE_BOUND"},
                          {"IFCFACEOUTERBOUND", "FACE_OUTER_BOUND"},
                          {"IFCADVANCEDFACE", "ADVANCED_FACE"},
                          {"IFCFACESURFACE", "ADVANCED_FACE"},
                          {"IFCCLOSEDSHELL", "CLOSED_SHELL"},
                          {"IFCOPENSHELL", "OPEN_SHELL"},
                          {"IFCCONNECTEDFACESET", "OPEN_SHELL"}};

class StepWriter {
 public:
  explicit StepWriter(const Context& context) : context_(context) {}

  // Writes the record and all that it names, or nothing and throws.
  void add(std::uint32_t root) {
    std::string text;
    std::set<std::uint32_t> added;
    pending_.assign(1, root);
    while (!pending_.empty()) {
      const std::uint32_t id = pending_.back();
      pending_.pop_back();
      if (written_.contains(id) || !added.insert(id).second) continue;
      write(context_.record(id), text);
    }
    written_.insert(added.begin(), added.end());
    text_ += text;
  }

  const std::string& text() const noexcept { return text_; }

 private:
  // The numbers of records moved, and noted.
  std::string moved(std::string_view raw) {
    std::string text;
    for (std::size_t i = 0; i < raw.size();) {
      if (raw[i] != '#') {
        text += raw[i++];
        continue;
      }
      std::uint64_t id = 0;
      std::size_t end = i + 1;
      for (; end < raw.size() && raw[end] >= '0' && raw[end] <= '9' && id <= UINT32_MAX; ++end)
        id = id * 10 + static_cast<std::uint64_t>(raw[end] - '0');
      auto to = static_cast<std::uint32_t>(id);
      // The curve in space is all that is needed of one on a surface.
      for (int depth = 0; depth < 10; ++depth) {
        const std::string_view type = context_.file.type_of(to);
        if (type != "IFCSURFACECURVE" && type != "IFCSEAMCURVE" && type != "IFCINTERSECTIONCURVE") break;
        to = context_.record(to).ref(0);
      }
      pending_.push_back(to);
      text += "#" + std::to_string(to + offset);
      i = end;
    }
    return text;
  }

  std::string fields(const Record& record, std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t i = from; i < to; ++i) text += (i == from ? "" : ",") + moved(record.raw(i));
    return text;
  }

  void write(const Record& record, std::string& text) {
    text += "#" + std::to_string(record.id() + offset) + "=";
    if (record.is("IFCRATIONALBSPLINECURVEWITHKNOTS")) {
      text += "(BOUNDED_CURVE()B_SPLINE_CURVE(" + fields(record, 0, 5) + ")B_SPLINE_CURVE_WITH_KNOTS(" +
              fields(record, 5, 8) + ")CURVE()GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE(" +
              fields(record, 8, 9) + ")REPRESENTATION_ITEM(''));\n";
      return;
    }
    if (record.is("IFCRATIONALBSPLINESURFACEWITHKNOTS")) {
      text += "(BOUNDED_SURFACE()B_SPLINE_SURFACE(" + fields(record, 0, 7) + ")B_SPLINE_SURFACE_WITH_KNOTS(" +
              fields(record, 7, 12) + ")GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_SURFACE(" +
              fields(record, 12, 13) + ")REPRESENTATION_ITEM('')SURFACE());\n";
      return;
    }
    const auto found =
        std::find_if(std::begin(names), std::end(names), [&](const Name& n) { return record.is(n.ifc); });
    if (found == std::end(names)) record.fail("it is not read as a part of a boundary representation");
    // Curves of edges are in space, also where their points are given in the plane z = 0.
    if ((record.is("IFCCARTESIANPOINT") || record.is("IFCDIRECTION")) && record.items(0).size() == 2) {
      text += std::string(found->step) + "(''," + std::string(record.raw(0).substr(0, record.raw(0).size() - 1)) +
              ",0.));\n";
      return;
    }
    text += std::string(found->step) + "(''," + fields(record, 0, record.size()) + ");\n";
  }

  const Context& context_;
  std::string text_;
  std::set<std::uint32_t> written_;
  std::vector<std::uint32_t> pending_;
};

// A file that goes when this goes.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    static std::atomic<unsigned> count{0};
    path_ = (std::filesystem::temp_directory_path() /
             ("graze-" + std::to_string(platform::process_id()) + "-" + std::to_string(count++) + ".stp"))
                .string();
    std::ofstream file(path_, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw Error(path_ + ": cannot be written");
  }
  ~TemporaryFile() { platform::remove_file(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace

std::string step_text(const Context& context, const std::vector<std::vector<std::uint32_t>>& breps,
                      std::map<std::uint32_t, std::string>& faults) {
  StepWriter writer(context);
  std::string products;
  std::uint64_t next = offset + std::uint64_t{UINT32_MAX} + 1;
  const auto number = [&] { return "#" + std::to_string(next++); };
  const auto of = [](std::uint32_t id) { return "#" + std::to_string(id + offset); };
  for (const std::vector<std::uint32_t>& shells : breps) {
    try {
      for (const std::uint32_t shell : shells) writer.add(shell);
    } catch (const Error& error) {
      faults[shells[0]] = error.what();
      continue;
    }
    const std::string name = "'b" + std::to_string(shells[0]) + "'", item = number();
    const bool closed = context.file.type_of(shells[0]) == "IFCCLOSEDSHELL";
    std::string voids;
    for (std::size_t i = 1; i < shells.size(); ++i) {
      const std::string oriented = number();
      products += oriented + "=ORIENTED_CLOSED_SHELL('',*," + of(shells[i]) + ",.T.);\n";
      voids += (i == 1 ? "" : ",") + oriented;
    }
    products += item +
                (!closed         ? "=SHELL_BASED_SURFACE_MODEL('',(" + of(shells[0]) + "))"
                 : voids.empty() ? "=MANIFOLD_SOLID_BREP(''," + of(shells[0]) + ")"
                                 : "=BREP_WITH_VOIDS(''," + of(shells[0]) + ",(" + voids + "))") +
                ";\n";
    const std::string product = number(), formation = number(), definition = number(), shape = number(),
                      representation = number();
    products +=
        product + "=PRODUCT(" + name + "," + name + ",'',(#3));\n" + formation +
        "=PRODUCT_DEFINITION_FORMATION('',''," + product + ");\n" + definition + "=PRODUCT_DEFINITION('',''," +
        formation + ",#6);\n" + shape + "=PRODUCT_DEFINITION_SHAPE('',''," + definition + ");\n" + representation +
        (closed ? "=ADVANCED_BREP_SHAPE_REPRESENTATION(" : "=MANIFOLD_SURFACE_SHAPE_REPRESENTATION(") + name + ",(" +
        item + "),#13);\n" + number() + "=SHAPE_DEFINITION_REPRESENTATION(" + shape + "," + representation + ");\n";
  }
  if (products.empty()) return "";
  return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
         "FILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n#1=APPLICATION_CONTEXT('');\n"
         "#2=APPLICATION_PROTOCOL_DEFINITION('','automotive_design',2000,#1);\n#3=PRODUCT_CONTEXT('',#1,'mechanical');"
         "\n"
         "#6=PRODUCT_DEFINITION_CONTEXT('part definition',#1,'design');\n"
         "#9=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));\n"
         "#10=(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.));\n"
         "#11=(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT());\n"
         "#12=UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-06),#9,'distance_accuracy_value','');\n"
         "#13=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#12))"
         "GLOBAL_UNIT_ASSIGNED_CONTEXT((#9,#10,#11))REPRESENTATION_CONTEXT('',''));\n" +
         writer.text() + products + "ENDSEC;\nEND-ISO-10303-21;\n";
}

void CurvedBreps::read_all() {
  done_ = true;
  const AssemblyReader* reader = nullptr;
  for (const AssemblyReader& one : options_.readers) {
    if (std::find(one.endings.begin(), one.endings.end(), ".stp") != one.endings.end()) reader = &one;
  }
  if (reader == nullptr) {
    fault_ =
        "it has curved faces, which need OpenCASCADE: install it (Debian: libocct-data-exchange-dev) and build again";
    return;
  }
  std::vector<std::vector<std::uint32_t>> breps;
  const auto add = [&](const std::vector<std::uint32_t>& shells) {
    try {
      if (std::any_of(shells.begin(), shells.end(), [&](std::uint32_t s) { return has_curved_faces(context_, s); }))
        breps.push_back(shells);
    } catch (const Error&) {
      return;  // told where it is asked for
    }
  };
  const auto each = [&](const char* type, const auto& use) {
    for (const std::uint32_t id : context_.file.all(type)) {
      try {
        use(context_.record(id));
      } catch (const Error&) {
        continue;
      }
    }
  };
  for (const char* type : {"IFCADVANCEDBREP", "IFCMANIFOLDSOLIDBREP"})
    each(type, [&](const Record& record) { add({record.ref(0)}); });
  each("IFCADVANCEDBREPWITHVOIDS", [&](const Record& record) {
    std::vector<std::uint32_t> shells = {record.ref(0)};
    for (const std::uint32_t inner : record.refs(1)) shells.push_back(inner);
    add(shells);
  });
  for (const char* type : {"IFCSHELLBASEDSURFACEMODEL", "IFCFACEBASEDSURFACEMODEL"})
    each(type, [&](const Record& record) {
      for (const std::uint32_t shell : record.refs(0)) add({shell});
    });
  const std::string text = step_text(context_, breps, faults_);
  if (text.empty()) return;
  try {
    const TemporaryFile file(text);
    ReadOptions options = options_;
    options.deflection = context_.deflection * 1e-3;  // lengths of the file are its millimetres
    const Assembly read = reader->read(file.path(), options);
    const auto number_of = [](const std::string& name) {
      return static_cast<std::uint32_t>(std::strtoul(name.c_str() + 1, nullptr, 10));
    };
    for (const SkippedPart& part : read.skipped)
      if (part.path.starts_with("b")) lost_[number_of(part.path)] = part.reason;
    for (const Part& part : read.parts) {
      if (!part.name.starts_with("b")) continue;
      const std::uint32_t id = number_of(part.name);
      SolidMesh mesh;
      for (std::uint32_t t = 0; t < part.shape.triangle_count(); ++t) {
        const Triangle triangle = part.shape.triangle(t);
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const Vec3& corner : {triangle.a, triangle.b, triangle.c}) mesh.vertices.push_back(part.pose * corner);
        mesh.triangles.push_back({first, first + 1, first + 2});
      }
      meshes_[id].append(welded(mesh));
    }
  } catch (const Error& error) {
    fault_ = std::string("its curved faces could not be read: ") + error.what();
  }
}

SolidMesh CurvedBreps::read(const std::vector<std::uint32_t>& shells, std::vector<std::string>& lost) {
  if (!done_) read_all();
  if (const auto found = meshes_.find(shells[0]); found != meshes_.end()) {
    if (const auto loss = lost_.find(shells[0]); loss != lost_.end())
      lost.push_back("#" + std::to_string(shells[0]) + ": " + loss->second);
    return found->second;
  }
  if (const auto found = faults_.find(shells[0]); found != faults_.end()) throw Error(found->second);
  throw Error(fault_.empty() ? "OpenCASCADE made no triangles of its curved faces" : fault_);
}

}  // namespace graze::ifc
