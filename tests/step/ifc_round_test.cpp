// Faces on spheres and tori, and on surfaces of revolution and extrusion, in boundary representations of IFC: closed,
// in their place, and volumes that near the closed form with the square of the chords, that is, with the deflection.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "graze/readers.h"
#include "tests/io/files.h"
#include "tests/io/ifc_files.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

using models::real;
constexpr double pi = std::numbers::pi;

// Records that are numbered as they come, from #101 on.
class Records {
 public:
  explicit Records(const std::string& schema) : old_(schema == "IFC2X3") {}

  std::string add(const std::string& record) {
    text_ += "#" + std::to_string(next_) + "=" + record + ";\n";
    return "#" + std::to_string(next_++);
  }
  std::string point(Vec3 v) { return add("IFCCARTESIANPOINT" + triple(v)); }
  std::string direction(Vec3 v) { return add("IFCDIRECTION" + triple(v)); }
  std::string vertex(Vec3 v) { return add("IFCVERTEXPOINT(" + point(v) + ")"); }
  std::string place(Vec3 at, Vec3 z, Vec3 x) {
    return add("IFCAXIS2PLACEMENT3D(" + point(at) + "," + direction(z) + "," + direction(x) + ")");
  }
  std::string circle(Vec3 at, Vec3 z, Vec3 x, double radius) {
    return add("IFCCIRCLE(" + place(at, z, x) + "," + real(radius) + ")");
  }
  std::string edge(const std::string& from, const std::string& to, const std::string& curve) {
    return add("IFCEDGECURVE(" + from + "," + to + "," + curve + ",.T.)");
  }
  // A face with one loop; edges that are run backward have a '-' before them. IFC 2x3 has no advanced faces.
  std::string face(const std::string& surface, const std::vector<std::string>& loop, bool along = true) {
    std::string list;
    for (const std::string& e : loop) {
      const bool back = e[0] == '-';
      list += (list.empty() ? "" : ",") + add("IFCORIENTEDEDGE(*,*," + e.substr(back) + (back ? ",.F.)" : ",.T.)"));
    }
    const std::string bound = add("IFCFACEOUTERBOUND(" + add("IFCEDGELOOP((" + list + "))") + ",.T.)");
    return add((old_ ? "IFCFACESURFACE((" : "IFCADVANCEDFACE((") + bound + ")," + surface +
               (along ? ",.T.)" : ",.F.)"));
  }
  std::string plane(Vec3 at, Vec3 z, Vec3 x) { return add("IFCPLANE(" + place(at, z, x) + ")"); }

  // IFC 4 has surfaces of these names; in IFC 2x3 they are a circle about an axis.
  std::string sphere(double radius) {
    return old_ ? revolved_circle(0, radius) : add("IFCSPHERICALSURFACE(#2," + real(radius) + ")");
  }
  std::string torus(double major, double minor) {
    return old_ ? revolved_circle(major, minor) : add("IFCTOROIDALSURFACE(#2," + real(major) + "," + real(minor) + ")");
  }
  // The circle is in the plane of its profile, around (at, 0), and the axis is y of that plane; the position turns the
  // plane so that the axis is z.
  std::string revolved_circle(double at, double radius) {
    const std::string curve =
        add("IFCCIRCLE(" + add("IFCAXIS2PLACEMENT2D(" + flat(at, 0) + ",$)") + "," + real(radius) + ")");
    const std::string half = add("IFCTRIMMEDCURVE(" + curve + ",(IFCPARAMETERVALUE(" + real(-pi / 2) +
                                 ")),(IFCPARAMETERVALUE(" + real(at > 0 ? 3 * pi / 2 : pi / 2) + ")),.T.,.PARAMETER.)");
    const std::string profile = add("IFCARBITRARYOPENPROFILEDEF(.CURVE.,$," + half + ")");
    const std::string axis = add("IFCAXIS1PLACEMENT(" + point({0, 0, 0}) + "," + direction({0, 1, 0}) + ")");
    return add("IFCSURFACEOFREVOLUTION(" + profile + "," + place({0, 0, 0}, {0, -1, 0}, {1, 0, 0}) + "," + axis + ")");
  }
  std::string flat(double x, double y) { return add("IFCCARTESIANPOINT((" + real(x) + "," + real(y) + "))"); }

  models::IfcProductText solid(const std::vector<std::string>& faces) {
    std::string list;
    for (const std::string& one : faces) list += (list.empty() ? "" : ",") + one;
    const std::string shell = add("IFCCLOSEDSHELL((" + list + "))");
    if (old_) return {text_ + "#100=IFCSHELLBASEDSURFACEMODEL((" + shell + "));\n", "#100", "SurfaceModel"};
    return {text_ + "#100=IFCADVANCEDBREP(" + shell + ");\n", "#100", "AdvancedBrep"};
  }

 private:
  static std::string triple(Vec3 v) { return "((" + real(v.x) + "," + real(v.y) + "," + real(v.z) + "))"; }

  bool old_;
  std::string text_;
  int next_ = 101;
};

// One face that meets itself along a meridian.
models::IfcProductText ball(const std::string& schema) {
  Records r(schema);
  const std::string south = r.vertex({0, 0, -1}), north = r.vertex({0, 0, 1});
  const std::string seam = r.edge(south, north, r.circle({0, 0, 0}, {0, -1, 0}, {1, 0, 0}, 1));
  return r.solid({r.face(r.sphere(1), {seam, "-" + seam})});
}

models::IfcProductText half_ball(const std::string& schema) {
  Records r(schema);
  const std::string east = r.vertex({1, 0, 0}), north = r.vertex({0, 0, 1});
  const std::string equator = r.edge(east, east, r.circle({0, 0, 0}, {0, 0, 1}, {1, 0, 0}, 1));
  const std::string seam = r.edge(east, north, r.circle({0, 0, 0}, {0, -1, 0}, {1, 0, 0}, 1));
  return r.solid({r.face(r.sphere(1), {equator, seam, "-" + seam}),
                  r.face(r.plane({0, 0, 0}, {0, 0, 1}, {1, 0, 0}), {"-" + equator}, false)});
}

// One face that meets itself along two circles.
models::IfcProductText ring(const std::string& schema) {
  Records r(schema);
  const std::string corner = r.vertex({4, 0, 0});
  const std::string around = r.edge(corner, corner, r.circle({0, 0, 0}, {0, 0, 1}, {1, 0, 0}, 4));
  const std::string across = r.edge(corner, corner, r.circle({3, 0, 0}, {0, -1, 0}, {1, 0, 0}, 1));
  return r.solid({r.face(r.torus(3, 1), {around, across, "-" + around, "-" + across})});
}

// A quarter of a ring, as elbows of pipes are, with its two ends.
models::IfcProductText elbow(const std::string& schema) {
  Records r(schema);
  const std::string first = r.vertex({4, 0, 0}), last = r.vertex({0, 4, 0});
  const std::string outside = r.edge(first, last, r.circle({0, 0, 0}, {0, 0, 1}, {1, 0, 0}, 4));
  const std::string start = r.edge(first, first, r.circle({3, 0, 0}, {0, -1, 0}, {1, 0, 0}, 1));
  const std::string end = r.edge(last, last, r.circle({0, 3, 0}, {1, 0, 0}, {0, 1, 0}, 1));
  return r.solid({r.face(r.torus(3, 1), {outside, end, "-" + outside, "-" + start}),
                  r.face(r.plane({3, 0, 0}, {0, -1, 0}, {1, 0, 0}), {start}),
                  r.face(r.plane({0, 3, 0}, {1, 0, 0}, {0, 1, 0}), {"-" + end}, false)});
}

// Half a cylinder, whose side is a half circle that is extruded; the profile is moved and turned by the position.
models::IfcProductText trough(const std::string& schema) {
  Records r(schema);
  const std::string curve = r.add("IFCCIRCLE(" + r.add("IFCAXIS2PLACEMENT2D(" + r.flat(0, 0) + ",$)") + ",1.)");
  const std::string profile = r.add("IFCARBITRARYOPENPROFILEDEF(.CURVE.,$," + curve + ")");
  const std::string side = r.add("IFCSURFACEOFLINEAREXTRUSION(" + profile + "," +
                                 r.place({0, 5, 0}, {0, -1, 0}, {1, 0, 0}) + "," + r.direction({0, 0, 1}) + ",5.)");
  std::string vertices[2][2], arcs[2], straights[2], longs[2];
  const auto line = [&](Vec3 from, Vec3 way) {
    return r.add("IFCLINE(" + r.point(from) + "," + r.add("IFCVECTOR(" + r.direction(way) + ",1.)") + ")");
  };
  for (int k = 0; k < 2; ++k) {
    const double y = 5.0 * k;
    vertices[k][0] = r.vertex({1, y, 0});
    vertices[k][1] = r.vertex({-1, y, 0});
    arcs[k] = r.edge(vertices[k][0], vertices[k][1], r.circle({0, y, 0}, {0, -1, 0}, {1, 0, 0}, 1));
    straights[k] = r.edge(vertices[k][1], vertices[k][0], line({-1, y, 0}, {1, 0, 0}));
  }
  for (int i = 0; i < 2; ++i)
    longs[i] = r.edge(vertices[0][i], vertices[1][i], line({i == 0 ? 1.0 : -1.0, 0, 0}, {0, 1, 0}));
  return r.solid({r.face(side, {"-" + arcs[0], longs[0], arcs[1], "-" + longs[1]}),
                  r.face(r.plane({0, 0, 0}, {0, -1, 0}, {1, 0, 0}), {arcs[0], straights[0]}),
                  r.face(r.plane({0, 5, 0}, {0, 1, 0}, {1, 0, 0}), {"-" + straights[1], "-" + arcs[1]}),
                  r.face(r.plane({0, 0, 0}, {0, 0, -1}, {1, 0, 0}),
                         {"-" + straights[0], longs[1], straights[1], "-" + longs[0]})});
}

struct Case {
  const char* name;
  models::IfcProductText (*text)(const std::string& schema);
  double volume;
  Box box;
};

TEST(IfcRound, VolumesConvergeWithTheSquareOfTheChords) {
  const Case cases[] = {{"ball", ball, 4 * pi / 3, {{-1, -1, -1}, {1, 1, 1}}},
                        {"half a ball", half_ball, 2 * pi / 3, {{-1, -1, 0}, {1, 1, 1}}},
                        {"ring", ring, 6 * pi * pi, {{-4, -4, -1}, {4, 4, 1}}},
                        {"elbow", elbow, 1.5 * pi * pi, {{0, 0, -1}, {4, 4, 1}}},
                        {"trough", trough, 2.5 * pi, {{-1, 0, 0}, {1, 5, 1}}}};
  for (const std::string& schema : models::ifc_schemas) {
    for (const Case& one : cases) {
      SCOPED_TRACE(schema + ", " + one.name);
      const std::string path = file_of("a.ifc", models::ifc_of(schema, one.text(schema)));
      double last = 0;
      for (const double deflection : {8e-3, 2e-3, 5e-4}) {
        if (deflection < 1e-3 && schema != "IFC4" && !oracle::all_cases()) continue;  // takes long
        const Assembly read = read_assembly(path, {deflection, {step_reader()}});
        for (const SkippedPart& part : read.skipped) ADD_FAILURE() << part.reason;
        ASSERT_EQ(read.parts.size(), 1u);
        const Part& part = read.parts[0];
        EXPECT_TRUE(part.shape.solid()) << part.remark;
        const double off = std::fabs(part.shape.topology().signed_volume - one.volume);
        // What is between the faces and the surface: the deflection times the area, which is at most that of the ring.
        EXPECT_LE(off, deflection * 12 * pi * pi);
        if (last > 0) {
          EXPECT_LT(off, 0.45 * last) << deflection;
        }
        last = off;
        const Box box = posed_box(part.pose, part.shape.bounds());
        for (int axis = 0; axis < 3; ++axis) {
          EXPECT_NEAR(box.lo[axis], Vec3({10, 20, 30})[axis] + one.box.lo[axis], 2 * deflection) << axis;
          EXPECT_NEAR(box.hi[axis], Vec3({10, 20, 30})[axis] + one.box.hi[axis], 2 * deflection) << axis;
        }
      }
    }
  }
}

TEST(IfcRound, ProfilesThatAreNotReadAreNamed) {
  models::IfcProductText text = trough("IFC4");
  const std::string before = "IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,";
  text.records.replace(text.records.find(before), before.size(), "IFCUNKNOWNPROFILEDEF(.CURVE.,$,");
  const Assembly read = read_incomplete(file_of("a.ifc", models::ifc_of("IFC4", text)), {1e-3, {step_reader()}});
  ASSERT_EQ(read.skipped.size(), 1u);
  EXPECT_NE(read.skipped[0].reason.find("IFCUNKNOWNPROFILEDEF"), std::string::npos) << read.skipped[0].reason;
}

}  // namespace
}  // namespace graze
