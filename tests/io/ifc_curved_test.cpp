// Curved solids of IFC: closed, and their volume nears the one in closed form as the deflection goes to 0, with the
// square of the length of a chord, that is, in step with the deflection.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/assembly.h"
#include "tests/io/files.h"
#include "tests/io/ifc_files.h"

namespace graze {
namespace {

using models::flat_extrusion;
using models::IfcProductText;
using std::numbers::pi;

struct CurvedCase {
  std::string name;
  IfcProductText text;
  double volume, area;  // of its curved faces, or more
  bool from_4 = false;
};

std::vector<CurvedCase> curved_cases() {
  const double corner = 1 - pi / 4;  // what a fillet of radius 1 adds
  const std::string hollow =
      "#102=IFCAXIS1PLACEMENT(#103,#104);\n#103=IFCCARTESIANPOINT((-2.,0.,0.));\n#104=IFCDIRECTION((0.,1.,0.));\n";
  const std::string arc =
      "#110=IFCTRIMMEDCURVE(#111,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5)),.T.,.PARAMETER.);\n#111=IFCCIRCLE(#2,"
      "3.);\n";
  return {
      {"circle", {flat_extrusion + "IFCCIRCLEPROFILEDEF(.AREA.,$,#6,1.);\n"}, 2 * pi, 4 * pi},
      {"ring", {flat_extrusion + "IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,#6,1.,0.2);\n"}, 2 * pi * 0.36, 8 * pi},
      {"ellipse", {flat_extrusion + "IFCELLIPSEPROFILEDEF(.AREA.,$,#6,2.,1.);\n"}, 4 * pi, 8 * pi},
      {"rounded rectangle",
       {flat_extrusion + "IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,#6,4.,3.,1.);\n"},
       2 * (12 - (4 - pi)),
       4 * pi},
      {"hollow rectangle with fillets",
       {flat_extrusion + "IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,#6,4.,3.,0.5,0.5,1.);\n"},
       2 * (12 - (4 - pi) - 6 + 0.25 * (4 - pi)),
       8 * pi},
      {"I with fillets",
       {flat_extrusion + "IFCISHAPEPROFILEDEF(.AREA.,$,#6,3.,5.,0.2,0.3,1.);\n"},
       2 * (2 * 0.9 + 4.4 * 0.2 + (4 - pi)),
       4 * pi},
      {"L with fillet and edges",
       {flat_extrusion + "IFCLSHAPEPROFILEDEF(.AREA.,$,#6,4.,3.,0.5,1.,0.4,$);\n"},
       2 * (6.5 * 0.5 + (1 - pi / 4) - 2 * 0.16 * (1 - pi / 4)),
       4 * pi},
      {"C with fillets",
       {flat_extrusion + "IFCCSHAPEPROFILEDEF(.AREA.,$,#6,4.,3.,0.2,1.2,0.8);\n"},
       2 * (0.2 * (4 + 2 * 2.8 + 2 * 1) - (4 - pi) * (1 - 0.64)),
       16 * pi},
      {"T with fillets and edges",
       {flat_extrusion + "IFCTSHAPEPROFILEDEF(.AREA.,$,#6,4.,6.,0.4,0.6,1.,0.3,0.1,$,$);\n"},
       2 * (6 * 0.6 + 3.4 * 0.4 + corner * 2 * (1 - 0.09 - 0.01)),
       8 * pi},
      {"U with fillets and edges",
       {flat_extrusion + "IFCUSHAPEPROFILEDEF(.AREA.,$,#6,4.,3.,0.4,0.6,1.,0.3,$);\n"},
       2 * (2 * 3 * 0.6 + 2.8 * 0.4 + corner * 2 * (1 - 0.09)),
       8 * pi},
      {"Z with fillets and edges",
       {flat_extrusion + "IFCZSHAPEPROFILEDEF(.AREA.,$,#6,4.,3.,0.4,0.6,1.,0.3);\n"},
       2 * (2 * 3 * 0.6 + 2.8 * 0.4 + corner * 2 * (1 - 0.09)),
       8 * pi},
      {"I with fillets and edges",
       {flat_extrusion + "IFCISHAPEPROFILEDEF(.AREA.,$,#6,3.,5.,0.2,0.3,1.,0.1,$);\n"},
       2 * (2 * 0.9 + 4.4 * 0.2 + corner * 4 * (1 - 0.01)),
       8 * pi,
       true},
      {"two flanges with fillets",
       {flat_extrusion + "IFCASYMMETRICISHAPEPROFILEDEF(.AREA.,$,#6,4.,5.,0.2,0.3,1.,3.,0.4,0.5,$,$,$,$);\n"},
       2 * (1.2 + 1.2 + 4.3 * 0.2 + corner * 2 * (1 + 0.25)),
       8 * pi,
       true},
      {"circle, by an offset",
       {flat_extrusion + "IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#110);\n#110=IFCOFFSETCURVE2D(#111,0.5,.F.);\n#111="
                         "IFCCIRCLE(#6,1.5);\n"},
       2 * pi,
       8 * pi},
      {"polygonal disk with fillets",
       {"#100=IFCSWEPTDISKSOLIDPOLYGONAL(#110,0.5,$,$,$,1.);\n#110=IFCPOLYLINE((#1,#111,#112));\n"
        "#111=IFCCARTESIANPOINT((3.,0.,0.));\n#112=IFCCARTESIANPOINT((3.,0.,3.));\n",
        "#100", "AdvancedSweptSolid"},
       pi * 0.25 * (4 + pi / 2),
       30,
       true},
      {"revolved and tapered",
       {"#100=IFCREVOLVEDAREASOLIDTAPERED(#101,#2,#102,1.,#105);\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,1.,1.);\n"
        "#105=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,0.5,0.5);\n" +
        hollow},
       2 * 0.875 / 1.5,
       12,
       true},
      {"swept along an arc with a fixed reference",
       {"#100=IFCFIXEDREFERENCESWEPTAREASOLID(#101,#2,#110,$,$,#3);\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,1.,0.5);"
        "\n" +
            arc,
        "#100", "AdvancedSweptSolid"},
       4.5 * 0.5,
       30,
       true},
      {"swept along an arc in a plane",
       {"#100=IFCSURFACECURVESWEPTAREASOLID(#101,#2,#110,$,$,#105);\n#105=IFCPLANE(#2);\n"
        "#101=IFCCIRCLEPROFILEDEF(.AREA.,$,#6,0.5);\n" +
            arc,
        "#100", "AdvancedSweptSolid"},
       4.5 * pi * 0.25,
       60},
      {"disc by an arc and a line",
       {flat_extrusion +
        "IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#110);\n#110=IFCCOMPOSITECURVE((#111,#112),.F.);\n"
        "#111=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#113);\n#112=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#114);\n"
        "#113=IFCTRIMMEDCURVE(#115,(#116),(#117),.T.,.CARTESIAN.);\n#114=IFCPOLYLINE((#117,#116));\n"
        "#115=IFCCIRCLE(#6,1.);\n#116=IFCCARTESIANPOINT((1.,0.));\n#117=IFCCARTESIANPOINT((-1.,0.));\n"},
       pi,
       2 * pi},
      {"revolved",
       {"#100=IFCREVOLVEDAREASOLID(#101,#2,#102," + models::real(2 * pi) +
        ");\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,1.,1.);\n" + hollow},
       2 * pi * 2,
       60},
      {"revolved in part",
       {"#100=IFCREVOLVEDAREASOLID(#101,#2,#102,1.);\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,1.,1.);\n" + hollow},
       2,
       12},
      {"revolved onto its axis",
       {"#100=IFCREVOLVEDAREASOLID(#101,#2,#102," + models::real(2 * pi) +
        ");\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,4.,1.);\n" + hollow},
       16 * pi,
       60},
      {"ball by half a turn of a circle about its middle",
       {"#100=IFCREVOLVEDAREASOLID(#101,#2,#102," + models::real(pi) +
        ");\n#101=IFCCIRCLEPROFILEDEF(.AREA.,$,#6,1.);\n#102=IFCAXIS1PLACEMENT(#1,#104);\n"
        "#104=IFCDIRECTION((0.,1.,0.));\n"},
       4 * pi / 3,
       16 * pi},
      {"disk swept straight",
       {"#100=IFCSWEPTDISKSOLID(#110,0.5,0.25,0.,1.);\n#110=IFCPOLYLINE((#1,#111));\n#111=IFCCARTESIANPOINT((3.,4.,0.))"
        ";\n",
        "#100", "AdvancedSweptSolid"},
       5 * pi * (0.25 - 0.0625),
       30},
      {"disk swept around a corner",
       {"#100=IFCSWEPTDISKSOLID(#110,0.5,$,$,$);\n#110=IFCPOLYLINE((#1,#111,#112));\n"
        "#111=IFCCARTESIANPOINT((3.,0.,0.));\n#112=IFCCARTESIANPOINT((3.,0.,3.));\n",
        "#100", "AdvancedSweptSolid"},
       6 * pi * 0.25,
       30},
      {"disk swept along an arc",
       {"#100=IFCSWEPTDISKSOLID(#110,0.5,$,$,$);\n" + arc, "#100", "AdvancedSweptSolid"},
       4.5 * pi * 0.25,
       60},
      {"ball", {"#100=IFCSPHERE(#2,1.);\n", "#100", "CSG"}, 4 * pi / 3, 16 * pi},
      {"cone", {"#100=IFCRIGHTCIRCULARCONE(#2,3.,1.);\n", "#100", "CSG"}, pi, 4 * pi},
      {"cylinder", {"#100=IFCRIGHTCIRCULARCYLINDER(#2,3.,1.);\n", "#100", "CSG"}, 3 * pi, 6 * pi},
      {"cylinder through a box",
       {"#100=IFCBOOLEANRESULT(.DIFFERENCE.,#110,#101);\n#101=IFCRIGHTCIRCULARCYLINDER(#2,3.,1.);\n" +
            models::ifc_box(110, {-2, -2, 0}, {2, 2, 3}),
        "#100", "CSG"},
       48 - 3 * pi,
       6 * pi},
      {"two pipes that meet",
       {"#100=IFCBOOLEANRESULT(.INTERSECTION.,#101,#102);\n#101=IFCRIGHTCIRCULARCYLINDER(#105,4.,1.);\n"
        "#102=IFCRIGHTCIRCULARCYLINDER(#103,4.,1.);\n#103=IFCAXIS2PLACEMENT3D(#104,#4,#3);\n"
        "#104=IFCCARTESIANPOINT((-2.,0.,0.));\n#105=IFCAXIS2PLACEMENT3D(#106,$,$);\n#106=IFCCARTESIANPOINT((0.,0.,-2.))"
        ";\n",
        "#100", "CSG"},
       16.0 / 3,
       40},
      {"polyline with arcs",
       {flat_extrusion +
        "IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#110);\n"
        "#110=IFCINDEXEDPOLYCURVE(#111,(IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4)),IFCLINEINDEX((4,1))),.F.);\n"
        "#111=IFCCARTESIANPOINTLIST2D(((0.,0.),(4.,0.),(5.,1.),(4.,2.)));\n"},
       2 * (4 + pi / 2),
       4 * pi,
       true},
      {"circle as a rational spline",
       {flat_extrusion +
        "IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#110);\n"
        "#110=IFCRATIONALBSPLINECURVEWITHKNOTS(2,(#111,#112,#113,#114,#115,#116,#117,#118,#111),.UNSPECIFIED.,.T.,.F.,"
        "(3,2,2,2,3),(0.,1.,2.,3.,4.),.UNSPECIFIED.,(1.,0.70710678118654757,1.,0.70710678118654757,1.,"
        "0.70710678118654757,1.,0.70710678118654757,1.));\n"
        "#111=IFCCARTESIANPOINT((1.,0.));\n#112=IFCCARTESIANPOINT((1.,1.));\n#113=IFCCARTESIANPOINT((0.,1.));\n"
        "#114=IFCCARTESIANPOINT((-1.,1.));\n#115=IFCCARTESIANPOINT((-1.,0.));\n#116=IFCCARTESIANPOINT((-1.,-1.));\n"
        "#117=IFCCARTESIANPOINT((0.,-1.));\n#118=IFCCARTESIANPOINT((1.,-1.));\n"},
       2 * pi,
       4 * pi,
       true},
  };
}

TEST(IfcCurved, VolumesConvergeWithTheSquareOfTheChords) {
  for (const std::string& schema : models::ifc_schemas) {
    for (const CurvedCase& one : curved_cases()) {
      if (one.from_4 && schema == "IFC2X3") continue;
      SCOPED_TRACE(schema + ", " + one.name);
      const std::string path = file_of("a.ifc", models::ifc_of(schema, one.text));
      double last = 0;
      for (const double deflection : {4e-3, 1e-3, 2.5e-4}) {
        const Assembly read = read_assembly(path, {deflection, {}});
        for (const SkippedPart& part : read.skipped) ADD_FAILURE() << part.reason;
        ASSERT_EQ(read.parts.size(), 1u);
        EXPECT_TRUE(read.parts[0].shape.solid()) << read.parts[0].remark;
        EXPECT_EQ(read.deflection, deflection);
        const double off = std::fabs(read.parts[0].shape.topology().signed_volume - one.volume);
        EXPECT_LE(off, 2 * deflection * one.area);
        // A quarter of the deflection halves the chords.
        if (last > 1e-9) {
          EXPECT_LT(off, 0.45 * last) << deflection;
        }
        last = off;
      }
    }
  }
}

}  // namespace
}  // namespace graze
