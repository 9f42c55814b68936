// Places along curves and on grids, and solids along curves that are known by the distance along them.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "graze/assembly.h"
#include "io/ifc/alignment.h"
#include "tests/io/files.h"
#include "tests/io/ifc_files.h"

namespace graze {
namespace {

using models::real;
using std::numbers::pi;

// A segment #number with its placement at a point, along a direction, and its parent curve; takes five numbers.
std::string segment(int number, Vec3 at, double heading, const std::string& length, const std::string& parent) {
  const auto n = [&](int i) { return "#" + std::to_string(number + i); };
  return n(1) + "=IFCCARTESIANPOINT((" + real(at.x) + "," + real(at.y) + "));\n" + n(2) + "=IFCDIRECTION((" +
         real(std::cos(heading)) + "," + real(std::sin(heading)) + "));\n" + n(3) + "=IFCAXIS2PLACEMENT2D(" + n(1) +
         "," + n(2) + ");\n" + n(4) + "=" + parent + ";\n" + n(0) + "=IFCCURVESEGMENT(.CONTINUOUS.," + n(3) +
         ",IFCLENGTHMEASURE(0.)," + length + "," + n(4) + ");\n";
}
std::string metres(double length) { return "IFCLENGTHMEASURE(" + real(length) + ")"; }
const std::string line = "IFCLINE(#5,#99);\n#99=IFCVECTOR(#98,1.);\n#98=IFCDIRECTION((1.,0.))";

// What a file with these records says about a curve.
struct Curve {
  explicit Curve(const std::string& records)
      : file(models::ifc_of("IFC4X3_ADD2", {records})), context{file, 1, 1, 1e-4, 1e-6} {}
  ifc::Spf file;
  ifc::Context context;
};

TEST(IfcAlignment, ClothoidsByTheirIntegral) {
  for (const double a : {100.0, -100.0, 37.5}) {
    for (const double way : {60.0, -60.0}) {
      const Curve curve("#100=IFCCOMPOSITECURVE((#110),.F.);\n" +
                        segment(110, {10, 20, 0}, 0.3, metres(way), "IFCCLOTHOID(#6," + real(a) + ")"));
      const ifc::Alignment alignment(curve.context, 100);
      EXPECT_EQ(alignment.length(), 60);
      // Simpson's rule with many steps. Run backward, a clothoid bends the other way.
      constexpr int steps = 20000;
      double x = 0, y = 0;
      const auto heading = [&](double s) { return 0.3 + (a < 0 ? -1 : 1) * s * s / (2 * a * a); };
      for (int i = 0; i <= steps; ++i) {
        const double s = way * i / steps, weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
        x += weight * std::cos(heading(s));
        y += weight * std::sin(heading(s));
      }
      const ifc::CurvePlace end = alignment.at(60);
      EXPECT_NEAR(end.point.x, 10 + x * 60 / steps / 3, 1e-9) << a << " " << way;
      EXPECT_NEAR(end.point.y, 20 + y * 60 / steps / 3, 1e-9) << a << " " << way;
      EXPECT_NEAR(end.tangent.y, std::sin(heading(way)), 1e-12);
    }
  }
}

TEST(IfcAlignment, CirclesPolynomialsAndMeasures) {
  // To the right, by a negative length; by an angle; and with heights: up by a twentieth, then along a parabola.
  const std::string plan = segment(110, {0, 0, 0}, 0, metres(-50 * pi), "IFCCIRCLE(#6,100.)") +
                           segment(120, {100, -100, 0}, -pi / 2, "IFCPARAMETERVALUE(0.5)", "IFCCIRCLE(#6,200.)");
  const std::string profile =
      segment(130, {0, 30, 0}, std::atan(0.05), metres(100 * std::sqrt(1.0025)), line) +
      segment(140, {100, 35, 0}, std::atan(0.05), metres(150), "IFCPOLYNOMIALCURVE(#6,(0.,1.),(0.,0.05,-0.0005),$)");
  const Curve curve("#100=IFCGRADIENTCURVE((#130,#140),.F.,#101,$);\n#101=IFCCOMPOSITECURVE((#110,#120),.F.);\n" +
                    plan + profile);
  const ifc::Alignment alignment(curve.context, 100);
  EXPECT_NEAR(alignment.length(), 50 * pi + 100, 1e-9);
  const ifc::CurvePlace quarter = alignment.at(50 * pi);
  EXPECT_NEAR(quarter.point.x, 100, 1e-9);
  EXPECT_NEAR(quarter.point.y, -100, 1e-9);
  const ifc::CurvePlace end = alignment.at(50 * pi + 100);
  EXPECT_NEAR(end.point.x, 100 + 200 * (1 - std::cos(0.5)), 1e-9);
  EXPECT_NEAR(end.point.y, -100 - 200 * std::sin(0.5), 1e-9);
  EXPECT_NEAR(alignment.at(40).point.z, 32, 1e-9);
  EXPECT_NEAR(alignment.at(40).tangent.z, 0.05 / std::sqrt(1.0025), 1e-12);
  EXPECT_NEAR(alignment.at(160).point.z, 35 + 0.05 * 60 - 0.0005 * 3600, 1e-9);
  EXPECT_THROW(alignment.at(300), Error);
}

// Curvatures by the distance, and the places by Simpson's rule.
TEST(IfcAlignment, SpiralsByTheirIntegral) {
  struct Spiral {
    std::string record;
    std::function<double(double)> heading;
  };
  constexpr double length = 80;
  const auto power = [](double a, int k) { return (a < 0 ? -1 : 1) / std::pow(std::fabs(a), k + 1); };
  const std::vector<Spiral> spirals = {
      {"IFCSINESPIRAL(#6,-900.,150.,700.)",
       [&](double s) {
         return -length / (2 * pi) / 900 * (1 - std::cos(2 * pi * s / length)) + s * s / 2 / 22500 + s / 700;
       }},
      {"IFCCOSINESPIRAL(#6,300.,-500.)",
       [&](double s) { return length / pi / 300 * std::sin(pi * s / length) - s / 500; }},
      {"IFCTHIRDORDERPOLYNOMIALSPIRAL(#6,120.,-90.,$,400.)",
       [&](double s) { return power(120, 3) * std::pow(s, 4) / 4 + power(-90, 2) * std::pow(s, 3) / 3 + s / 400; }},
      {"IFCSEVENTHORDERPOLYNOMIALSPIRAL(#6,104.5,-88.,83.5,-96.,$,$,$,2000.)",
       [&](double s) {
         return power(104.5, 7) * std::pow(s, 8) / 8 + power(-88, 6) * std::pow(s, 7) / 7 +
                power(83.5, 5) * std::pow(s, 6) / 6 + power(-96, 4) * std::pow(s, 5) / 5 + s / 2000;
       }},
  };
  for (const Spiral& spiral : spirals) {
    const Curve curve("#100=IFCCOMPOSITECURVE((#110),.F.);\n" +
                      segment(110, {10, 20, 0}, 0.3, metres(length), spiral.record));
    const ifc::Alignment alignment(curve.context, 100);
    for (const double at : {13.0, 40.0, length}) {
      constexpr int steps = 4000;
      double x = 0, y = 0;
      for (int i = 0; i <= steps; ++i) {
        const double angle = 0.3 + spiral.heading(at * i / steps), weight = i == 0 || i == steps ? 1
                                                                            : i % 2 == 1         ? 4
                                                                                                 : 2;
        x += weight * std::cos(angle);
        y += weight * std::sin(angle);
      }
      const ifc::CurvePlace place = alignment.at(at);
      EXPECT_NEAR(place.point.x, 10 + x * at / steps / 3, 1e-9) << spiral.record << " " << at;
      EXPECT_NEAR(place.point.y, 20 + y * at / steps / 3, 1e-9) << spiral.record << " " << at;
      EXPECT_NEAR(place.tangent.y, std::sin(0.3 + spiral.heading(at)), 1e-12);
    }
  }
}

// A segment of cant: where it begins, how high, how far turned to the left, and its parent curve.
std::string cant_segment(int number, double start, double lift, double tilt, double length, const std::string& parent) {
  const auto n = [&](int i) { return "#" + std::to_string(number + i); };
  return n(1) + "=IFCCARTESIANPOINT((" + real(start) + "," + real(lift) + ",0.));\n" + n(2) + "=IFCDIRECTION((0.," +
         real(std::sin(tilt)) + "," + real(std::cos(tilt)) + "));\n" + n(3) + "=IFCAXIS2PLACEMENT3D(" + n(1) + "," +
         n(2) + ",#4);\n" + n(4) + "=" + parent + ";\n" + n(0) + "=IFCCURVESEGMENT(.CONTINUOUS.," + n(3) +
         ",IFCLENGTHMEASURE(0.)," + metres(length) + "," + n(4) + ");\n";
}

// A curve that rises by a twentieth along x, with cant: 20 m of none, 30 m as the shape of `parent` goes, 50 m of all.
std::string canted(const std::string& parent, double lift, double tilt) {
  return "#105=IFCSEGMENTEDREFERENCECURVE((#120,#130,#140,#150),.F.,#106,$);\n"
         "#106=IFCGRADIENTCURVE((#115),.F.,#107,$);\n#107=IFCCOMPOSITECURVE((#110),.F.);\n" +
         segment(110, {0, 0, 0}, 0, metres(100), line) +
         segment(115, {0, 30, 0}, std::atan(0.05), metres(100 * std::sqrt(1.0025)), "IFCLINE(#5,#99)") +
         cant_segment(120, 0, 0, 0, 20, "IFCLINE(#5,#99)") + cant_segment(130, 20, 0, 0, 30, parent) +
         cant_segment(140, 50, lift, tilt, 50, "IFCLINE(#5,#99)") +
         cant_segment(150, 100, lift, tilt, 0, "IFCLINE(#5,#99)");
}

TEST(IfcAlignment, CantLiftsAndTilts) {
  struct Form {
    std::string parent;
    std::function<double(double)> share;  // of the cant, by the share of the way
  };
  const double a = 30 / std::cbrt(3.0), b = -30 / std::pow(2.0, 0.25);
  const std::vector<Form> forms = {
      {"IFCCLOTHOID(#6,100.)", [](double t) { return t; }},
      {"IFCTHIRDORDERPOLYNOMIALSPIRAL(#6," + real(b) + "," + real(a) + ",$,$)",
       [](double t) { return 3 * t * t - 2 * t * t * t; }},
      {"IFCCOSINESPIRAL(#6,-600.,600.)", [](double t) { return (1 - std::cos(pi * t)) / 2; }},
      {"IFCSINESPIRAL(#6," + real(-600 * 2 * pi) + "," + real(std::sqrt(600.0 * 30)) + ",$)",
       [](double t) { return t - std::sin(2 * pi * t) / (2 * pi); }},
  };
  for (const Form& form : forms) {
    SCOPED_TRACE(form.parent);
    for (const auto& [lift, tilt] : {std::pair(0.08, 0.1), std::pair(0.0, -0.2), std::pair(-0.05, 0.3)}) {
      const Curve curve(canted(form.parent, lift, tilt));
      const ifc::Alignment alignment(curve.context, 105);
      EXPECT_NEAR(alignment.length(), 100, 1e-12);
      for (double s = 0; s <= 100; s += 2.5) {
        const double share = s <= 20 ? 0 : s >= 50 ? 1 : form.share((s - 20) / 30);
        const Pose frame = alignment.frame(s);
        EXPECT_NEAR(frame.translation.x, s, 1e-9) << s;
        EXPECT_NEAR(frame.translation.z, 30 + 0.05 * s + lift * share, 1e-9) << s;
        // The left side goes down.
        EXPECT_NEAR(std::asin(-frame.linear.c1.z / std::hypot(frame.linear.c0.x, frame.linear.c0.y)), tilt * share,
                    1e-9)
            << s;
        EXPECT_NEAR(dot(frame.linear.c0, frame.linear.c1), 0, 1e-12);
        EXPECT_NEAR(dot(cross(frame.linear.c0, frame.linear.c1), frame.linear.c2), 1, 1e-12);
        if (s > 0 && s < 100) {
          const Vec3 way = alignment.at(s + 1e-5).point - alignment.at(s - 1e-5).point;
          const Vec3 off = frame.linear.c0 - way / length(way);
          const bool joint = s == 20 || s == 50;  // where a linear cant has a kink
          EXPECT_LT(length(off), joint ? 1e-2 : 1e-8) << s;
        }
      }
    }
  }
}

// Without the segment of no length at the end: by the placement of the end, or by the curvature.
TEST(IfcAlignment, CantEndsAsTheCurveSays) {
  const std::string base = "#101=IFCCOMPOSITECURVE((#110),.F.);\n" + segment(110, {0, 0, 0}, 0, metres(100), line);
  const std::string piece = cant_segment(130, 0, 0.01, 0.02, 100, "IFCCLOTHOID(#6,500.)");
  const std::string end =
      "#160=IFCAXIS2PLACEMENT3D(#161,#162,#4);\n#161=IFCCARTESIANPOINT((100.,0.09,0.));\n#162=IFCDIRECTION((0.," +
      real(std::sin(0.12)) + "," + real(std::cos(0.12)) + "));\n";
  const Curve given("#100=IFCSEGMENTEDREFERENCECURVE((#130),.F.,#101,#160);\n" + base + piece + end);
  EXPECT_NEAR(ifc::Alignment(given.context, 100).at(50).point.z, 0.05, 1e-12);
  EXPECT_NEAR(ifc::Alignment(given.context, 100).frame(50).linear.c2.y, std::sin(0.07), 1e-12);
  const Curve open("#100=IFCSEGMENTEDREFERENCECURVE((#130),.F.,#101,$);\n" + base + piece);
  EXPECT_NEAR(ifc::Alignment(open.context, 100).at(50).point.z, 0.01 + 100 * 50 / 250000.0, 1e-12);
  const Curve twice(
      "#100=IFCSEGMENTEDREFERENCECURVE((#130),.F.,#103,$);\n"
      "#103=IFCSEGMENTEDREFERENCECURVE((#130),.F.,#101,$);\n" +
      base + piece);
  EXPECT_THROW(ifc::Alignment(twice.context, 100), Error);
}

Assembly placed(const std::string& schema, const std::string& placement, const std::string& records) {
  std::string text = models::ifc_of(schema, {models::ifc_box(100, {0, 0, 0}, {3, 2, 1}) + records});
  const std::string before = "#51=IFCLOCALPLACEMENT(#12,#53);";
  text.replace(text.find(before), before.size(), "#51=" + placement + ";");
  return read_assembly(file_of("a.ifc", text));
}

void expect_box(const Assembly& read, Vec3 lo, Vec3 hi) {
  for (const SkippedPart& part : read.skipped) ADD_FAILURE() << part.reason;
  ASSERT_EQ(read.parts.size(), 1u);
  const Box box = posed_box(read.parts[0].pose, read.parts[0].shape.bounds());
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(box.lo[axis], lo[axis], 1e-6);
    EXPECT_NEAR(box.hi[axis], hi[axis], 1e-6);
  }
}

TEST(IfcAlignment, ProductsStandAlongACurve) {
  // A quarter of a circle to the left: at its end it goes along y, and left is -x.
  const std::string curve = "#200=IFCAXIS2PLACEMENTLINEAR(#201,$,$);\n#201=IFCPOINTBYDISTANCEEXPRESSION(" +
                            metres(50 * pi) + ",5.,7.,1.,#202);\n#202=IFCCOMPOSITECURVE((#210),.F.);\n" +
                            segment(210, {0, 0, 0}, 0, metres(60 * pi), "IFCCIRCLE(#6,100.)");
  expect_box(placed("IFC4X3_ADD2", "IFCLINEARPLACEMENT(#12,#200,$)", curve), {93, 101, 7}, {95, 104, 8});
  // Directions of its own; and a cartesian position, which is taken where there is one.
  const std::string turned = curve + "#220=IFCDIRECTION((-1.,0.,0.));\n#221=IFCAXIS2PLACEMENTLINEAR(#201,#3,#220);\n";
  expect_box(placed("IFC4X3_ADD2", "IFCLINEARPLACEMENT(#12,#221,$)", turned), {92, 99, 7}, {95, 101, 8});
  expect_box(placed("IFC4X3_ADD2", "IFCLINEARPLACEMENT(#12,#200,#53)", curve), {10, 20, 30}, {13, 22, 31});
}

TEST(IfcGrid, ProductsStandWhereAxesCross) {
  const auto axis = [](int number, Vec3 from, Vec3 to, bool sense) {
    const auto n = [&](int i) { return "#" + std::to_string(number + i); };
    return n(1) + "=IFCCARTESIANPOINT((" + real(from.x) + "," + real(from.y) + "));\n" + n(2) + "=IFCCARTESIANPOINT((" +
           real(to.x) + "," + real(to.y) + "));\n" + n(3) + "=IFCPOLYLINE((" + n(1) + "," + n(2) + "));\n" + n(0) +
           "=IFCGRIDAXIS('A'," + n(3) + (sense ? ",.T.);\n" : ",.F.);\n");
  };
  // 200 along y at x = 4, 210 and 220 along x at y = 6 and y = 9; the grid stands at (100, 0, 10).
  const std::string grid = axis(200, {4, -10, 0}, {4, 10, 0}, true) + axis(210, {-10, 6, 0}, {0, 6, 0}, true) +
                           axis(220, {-10, 9, 0}, {10, 9, 0}, false) +
                           "#230=IFCGRID('0aBcDeFgHiJkLmNoPqR077',$,$,$,$,#231,$,(#200),(#210,#220),$);\n"
                           "#231=IFCLOCALPLACEMENT(#12,#232);\n#232=IFCAXIS2PLACEMENT3D(#233,$,$);\n"
                           "#233=IFCCARTESIANPOINT((100.,0.,10.));\n"
                           "#240=IFCVIRTUALGRIDINTERSECTION((#210,#200),(0.,0.));\n"
                           "#241=IFCVIRTUALGRIDINTERSECTION((#220,#200),(2.,1.,5.));\n";
  for (const std::string& schema : models::ifc_schemas) {
    SCOPED_TRACE(schema);
    const std::string first = schema.starts_with("IFC4X3") ? "IFCGRIDPLACEMENT(#231," : "IFCGRIDPLACEMENT(";
    // x along the first axis, which goes on beyond its end to the crossing.
    expect_box(placed(schema, first + "#240,$)", grid), {104, 6, 10}, {107, 8, 11});
    // x to the other crossing: the axis at y = 9 runs to the left, so that 2 to its left is y = 7; 1 to the left of the
    // other one is x = 3.
    expect_box(placed(schema, first + "#241,$)", grid), {100, 5, 15}, {103, 7, 16});
    expect_box(placed(schema, first + "#240,#242)", grid + "#242=IFCVIRTUALGRIDINTERSECTION((#220,#200),(0.,0.));\n"),
               {102, 6, 10}, {104, 9, 11});
  }
}

TEST(IfcAlignment, SectionsAlongACurveConverge) {
  // A ring of 2 by 1 whose middle is on the curve: by Guldin's rule, the area times the length.
  const std::string records =
      "#100=IFCSECTIONEDSOLIDHORIZONTAL(#101,(#102,#103),(#104,#105));\n"
      "#101=IFCCOMPOSITECURVE((#110,#120),.F.);\n#102=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,2.,1.);\n"
      "#103=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,2.,1.);\n#104=IFCAXIS2PLACEMENTLINEAR(#106,$,$);\n"
      "#105=IFCAXIS2PLACEMENTLINEAR(#107,$,$);\n#106=IFCPOINTBYDISTANCEEXPRESSION(" +
      metres(2) + ",$,$,$,#101);\n#107=IFCPOINTBYDISTANCEEXPRESSION(" + metres(18) + ",$,$,$,#101);\n" +
      segment(110, {0, 0, 0}, 0, metres(5 * pi), "IFCCIRCLE(#6,10.)") +
      segment(120, {10, 10, 0}, pi / 2, metres(10), line);
  const std::string path = file_of("a.ifc", models::ifc_of("IFC4X3_ADD2", {records, "#100", "AdvancedSweptSolid"}));
  double last = 0;
  for (const double deflection : {4e-3, 1e-3, 2.5e-4}) {
    const Assembly read = read_assembly(path, {deflection, {}});
    for (const SkippedPart& part : read.skipped) ADD_FAILURE() << part.reason;
    ASSERT_EQ(read.parts.size(), 1u);
    EXPECT_TRUE(read.parts[0].shape.solid()) << read.parts[0].remark;
    const double off = std::fabs(read.parts[0].shape.topology().signed_volume - 32);
    EXPECT_LE(off, 60 * deflection);
    if (last > 1e-9) {
      EXPECT_LT(off, 0.45 * last);
    }
    last = off;
  }
}

// Sections across a curve through whose middle it goes: the area times its length. Corners are where the tilt puts
// them. A form that bends one way and then the other is on its chord in the middle, and must not be taken for straight.
TEST(IfcAlignment, SectionsTurnWithTheCant) {
  constexpr double lift = 0.4, tilt = 0.3;
  const std::string records =
      "#100=IFCSECTIONEDSOLIDHORIZONTAL(#105,(#160,#161),(#162,#163));\n"
      "#160=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,3.,1.);\n#161=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,3.,1.);\n"
      "#162=IFCAXIS2PLACEMENTLINEAR(#164,$,$);\n#163=IFCAXIS2PLACEMENTLINEAR(#165,$,$);\n"
      "#164=IFCPOINTBYDISTANCEEXPRESSION(" +
      metres(0) + ",$,$,$,#105);\n#165=IFCPOINTBYDISTANCEEXPRESSION(" + metres(100) + ",$,$,$,#105);\n" +
      canted("IFCCOSINESPIRAL(#6,-600.,600.)", lift, tilt);
  double length = 0;
  for (int i = 0; i < 100000; ++i) {
    const double s = (i + 0.5) * 1e-3;
    const double rise = s < 20 || s > 50 ? 0 : lift * pi / 60 * std::sin(pi * (s - 20) / 30);
    length += std::hypot(1, 0.05 + rise) * 1e-3;
  }
  const std::string path = file_of("a.ifc", models::ifc_of("IFC4X3_ADD2", {records, "#100", "AdvancedSweptSolid"}));
  double last = 0;
  for (const double deflection : {4e-3, 1e-3, 2.5e-4}) {
    const Assembly read = read_assembly(path, {deflection, {}});
    for (const SkippedPart& part : read.skipped) ADD_FAILURE() << part.reason;
    ASSERT_EQ(read.parts.size(), 1u);
    EXPECT_TRUE(read.parts[0].shape.solid()) << read.parts[0].remark;
    const double off = std::fabs(read.parts[0].shape.topology().signed_volume - 3 * length);
    EXPECT_LE(off, 100 * 8 * deflection);
    if (last > 1e-9) {
      EXPECT_LT(off, 0.45 * last);
    }
    last = off;
    // The side that is down in the end, and the one that is up.
    const Box box = posed_box(read.parts[0].pose, read.parts[0].shape.bounds());
    const double slope = std::atan(0.05), across = 1.5 * std::sin(tilt) + 0.5 * std::cos(tilt);
    EXPECT_NEAR(box.hi.y, 20 + 1.5 * std::cos(tilt) + 0.5 * std::sin(tilt), 1e-2);
    EXPECT_NEAR(box.hi.z, 30 + 30 + 5 + lift + across * std::cos(slope), 1e-6);
  }
}

}  // namespace
}  // namespace graze
