// Places along curves and on grids, and solids along curves that are known by the distance along them.
#include <gtest/gtest.h>

#include <cmath>
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

}  // namespace
}  // namespace graze
