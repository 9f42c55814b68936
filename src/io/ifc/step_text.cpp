#include "io/ifc/step_text.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/json_text.h"
#include "graze/error.h"
#include "io/ifc/place.h"

namespace graze::ifc {

namespace {

constexpr std::uint64_t offset = 1000;  // of the numbers of the file behind those that STEP needs besides
constexpr std::uint64_t products_from = offset + (std::uint64_t{1} << 32), curves_from = 2 * products_from;

struct Name {
  std::string_view ifc, step;
};
// Records whose fields are those of STEP behind a name, which is empty here.
constexpr Name step_names[] = {{"IFCCARTESIANPOINT", "CARTESIAN_POINT"},
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

  // A record that the file does not have, written before the one that needs it.
  std::string own(const std::string& content) {
    const std::string number = "#" + std::to_string(next_++);
    before_ += number + "=" + content + ";\n";
    return number;
  }

  // A number with its point.
  static std::string real(double x) {
    std::string text;
    append_number(text, x);
    if (text.find('.') == std::string::npos) text.insert(std::min(text.find('e'), text.size()), ".");
    std::replace(text.begin(), text.end(), 'e', 'E');
    return text;
  }
  static std::string triple(Vec3 v) {
    std::string text = "(";
    for (const double x : {v.x, v.y, v.z}) text += (text.size() == 1 ? "" : ",") + real(x);
    return text + ")";
  }
  std::string point(Vec3 p) { return own("CARTESIAN_POINT(''," + triple(p) + ")"); }
  std::string direction(Vec3 d) { return own("DIRECTION(''," + triple(d) + ")"); }

  // A curve moved by a pose. The ends of trimmed ones do not matter to a surface that has bounds of its own.
  std::string placed(std::uint32_t id, const Pose& pose) {
    const Nested nested(context_, id);
    const Record record = context_.record(id);
    if (record.is("IFCTRIMMEDCURVE")) return placed(record.ref(0), pose);
    if (record.is("IFCCOMPOSITECURVE") && record.refs(0).size() == 1) {
      const Record segment = context_.record(record.refs(0)[0]);
      if (segment.is("IFCCOMPOSITECURVESEGMENT")) return placed(segment.ref(2), pose);
    }
    if (record.is("IFCCIRCLE") || record.is("IFCELLIPSE")) {
      const Pose place = pose * placement_at(context_, record.ref(0));
      const std::string axes = own("AXIS2_PLACEMENT_3D(''," + point(place.translation) + "," +
                                   direction(place.linear.c2) + "," + direction(place.linear.c0) + ")");
      return own((record.is("IFCCIRCLE") ? "CIRCLE(''," : "ELLIPSE('',") + axes + "," +
                 fields(record, 1, record.size()) + ")");
    }
    if (record.is("IFCLINE")) {
      const Vec3 way = pose.linear * direction_at(context_, record.ref(1));
      return own("LINE(''," + point(pose * point_at(context_, record.ref(0))) + "," +
                 own("VECTOR(''," + direction(way) + ",1.)") + ")");
    }
    const bool spline = record.is("IFCBSPLINECURVEWITHKNOTS"), rational = record.is("IFCRATIONALBSPLINECURVEWITHKNOTS");
    if (!record.is("IFCPOLYLINE") && !spline && !rational) record.fail("surfaces swept by such curves are not read");
    std::string points;
    const std::vector<std::uint32_t> ids = record.refs(record.is("IFCPOLYLINE") ? 0 : 1);
    for (const std::uint32_t p : ids) points += (points.empty() ? "" : ",") + point(pose * point_at(context_, p));
    if (record.is("IFCPOLYLINE")) return own("POLYLINE('',(" + points + "))");
    if (spline)
      return own("B_SPLINE_CURVE_WITH_KNOTS(''," + fields(record, 0, 1) + ",(" + points + ")," +
                 fields(record, 2, record.size()) + ")");
    return own("(BOUNDED_CURVE()B_SPLINE_CURVE(" + fields(record, 0, 1) + ",(" + points + ")," + fields(record, 2, 5) +
               ")B_SPLINE_CURVE_WITH_KNOTS(" + fields(record, 5, 8) +
               ")CURVE()GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE(" + fields(record, 8, 9) +
               ")REPRESENTATION_ITEM(''))");
  }

  // IfcSurfaceOfRevolution and IfcSurfaceOfLinearExtrusion: their curve is that of a profile, and moved with the axis
  // or the direction by a position, which STEP does not have.
  std::string swept(const Record& record) {
    const Record profile = context_.record(record.ref(0));
    if (!profile.is("IFCARBITRARYOPENPROFILEDEF") && !profile.is("IFCARBITRARYCLOSEDPROFILEDEF"))
      profile.fail("surfaces swept by such profiles are not read");
    const Pose pose = placement_at(context_, record.ref_or_none(1));
    const std::string curve = placed(profile.ref(2), pose);
    if (record.is("IFCSURFACEOFLINEAREXTRUSION")) {
      const Vec3 way = pose.linear * direction_at(context_, record.ref(2));
      return "SURFACE_OF_LINEAR_EXTRUSION(''," + curve + "," + own("VECTOR(''," + direction(way) + ",1.)") + ")";
    }
    const Record axis = context_.record(record.ref(2));
    const Vec3 along = axis.given(1) ? direction_at(context_, axis.ref(1)) : Vec3{0, 0, 1};
    return "SURFACE_OF_REVOLUTION(''," + curve + "," +
           own("AXIS1_PLACEMENT(''," + point(pose * point_at(context_, axis.ref(0))) + "," +
               direction(pose.linear * along) + ")") +
           ")";
  }

  void write(const Record& record, std::string& text) {
    before_.clear();
    const std::string content = content_of(record);
    text += before_ + "#" + std::to_string(record.id() + offset) + "=" + content + ";\n";
  }

  std::string content_of(const Record& record) {
    if (record.is("IFCSURFACEOFREVOLUTION") || record.is("IFCSURFACEOFLINEAREXTRUSION")) return swept(record);
    if (record.is("IFCRATIONALBSPLINECURVEWITHKNOTS")) {
      return "(BOUNDED_CURVE()B_SPLINE_CURVE(" + fields(record, 0, 5) + ")B_SPLINE_CURVE_WITH_KNOTS(" +
             fields(record, 5, 8) + ")CURVE()GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE(" +
             fields(record, 8, 9) + ")REPRESENTATION_ITEM(''))";
    }
    if (record.is("IFCRATIONALBSPLINESURFACEWITHKNOTS")) {
      return "(BOUNDED_SURFACE()B_SPLINE_SURFACE(" + fields(record, 0, 7) + ")B_SPLINE_SURFACE_WITH_KNOTS(" +
             fields(record, 7, 12) + ")GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_SURFACE(" +
             fields(record, 12, 13) + ")REPRESENTATION_ITEM('')SURFACE())";
    }
    const auto found =
        std::find_if(std::begin(step_names), std::end(step_names), [&](const Name& n) { return record.is(n.ifc); });
    if (found == std::end(step_names)) record.fail("it is not read as a part of a boundary representation");
    // Curves of edges are in space, also where their points are given in the plane z = 0.
    if ((record.is("IFCCARTESIANPOINT") || record.is("IFCDIRECTION")) && record.items(0).size() == 2) {
      return std::string(found->step) + "(''," + std::string(record.raw(0).substr(0, record.raw(0).size() - 1)) +
             ",0.))";
    }
    return std::string(found->step) + "(''," + fields(record, 0, record.size()) + ")";
  }

  const Context& context_;
  std::string text_;
  std::set<std::uint32_t> written_;
  std::vector<std::uint32_t> pending_;
  std::string before_;
  std::uint64_t next_ = curves_from;
};

}  // namespace

std::string step_text(const Context& context, const std::vector<std::vector<std::uint32_t>>& breps,
                      std::map<std::uint32_t, std::string>& faults) {
  StepWriter writer(context);
  std::string products;
  std::uint64_t next = products_from;
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

}  // namespace graze::ifc
