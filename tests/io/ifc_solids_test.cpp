// Every geometry entity of IFC with plane faces, in all three schemas: closed, in its place, of the volume in closed
// form.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/assembly.h"
#include "graze/clash.h"
#include "tests/io/files.h"
#include "tests/io/ifc_files.h"

namespace graze {
namespace {

using models::flat_extrusion;
using models::ifc_box;
using models::ifc_feature;
using models::IfcProductText;

struct SolidCase {
  std::string name;
  IfcProductText text;
  double volume;
  Box box;  // in the frame of the product
  bool from_4 = false;
};

SolidCase profile(const std::string& name, const std::string& record, double area, double x, double y) {
  return {name, {flat_extrusion + record + ";\n"}, 2 * area, {{-x / 2, -y / 2, 0}, {x / 2, y / 2, 2}}};
}

std::string polyline(int number, const std::vector<std::array<double, 2>>& points) {
  std::string text, list;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string id = "#" + std::to_string(number + 1 + static_cast<int>(i));
    text += id + "=IFCCARTESIANPOINT((" + models::real(points[i][0]) + "," + models::real(points[i][1]) + "));\n";
    list += (i == 0 ? "" : ",") + id;
  }
  return text + "#" + std::to_string(number) + "=IFCPOLYLINE((" + list + ",#" + std::to_string(number + 1) + "));\n";
}

// The faces of a box as polygons, by numbers from `number` on; the shell is the first.
std::string shell_of_box(int number, Vec3 lo, Vec3 hi, bool inward = false,
                         const std::string& kind = "IFCCLOSEDSHELL") {
  const models::BoxPart part{"", lo, hi};
  std::string text, faces;
  const auto n = [&](int i) { return "#" + std::to_string(number + i); };
  for (int i = 0; i < 8; ++i)
    text += n(1 + i) + "=IFCCARTESIANPOINT((" + models::real(models::corner(part, i).x) + "," +
            models::real(models::corner(part, i).y) + "," + models::real(models::corner(part, i).z) + "));\n";
  for (int f = 0; f < 6; ++f) {
    std::string loop;
    for (std::size_t k = 0; k < 4; ++k)
      loop += (k == 0 ? "" : ",") + n(1 + models::cube_faces[static_cast<std::size_t>(f)][inward ? 3 - k : k]);
    text += n(10 + 3 * f) + "=IFCPOLYLOOP((" + loop + "));\n" + n(11 + 3 * f) + "=IFCFACEOUTERBOUND(" + n(10 + 3 * f) +
            ",.T.);\n" + n(12 + 3 * f) + "=IFCFACE((" + n(11 + 3 * f) + "));\n";
    faces += (f == 0 ? "" : ",") + n(12 + 3 * f);
  }
  return text + n(0) + "=" + kind + "((" + faces + "));\n";
}

std::vector<SolidCase> solid_cases() {
  const double w = 0.3, d = 0.5, tw = 0.02, tf = 0.03;
  std::vector<SolidCase> all = {
      profile("rectangle", "IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,2.,3.)", 6, 2, 3),
      profile("hollow rectangle", "IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,#6,2.,3.,0.1,$,$)", 6 - 1.8 * 2.8, 2, 3),
      profile("trapezium", "IFCTRAPEZIUMPROFILEDEF(.AREA.,$,#6,3.,1.,2.,1.)", 4, 3, 2),
      profile("I", "IFCISHAPEPROFILEDEF(.AREA.,$,#6,0.3,0.5,0.02,0.03,$)", 2 * w * tf + (d - 2 * tf) * tw, w, d),
      profile("L", "IFCLSHAPEPROFILEDEF(.AREA.,$,#6,0.2,0.1,0.01,$,$,$)", (0.2 + 0.1 - 0.01) * 0.01, 0.1, 0.2),
      profile("T", "IFCTSHAPEPROFILEDEF(.AREA.,$,#6,0.2,0.3,0.01,0.02,$,$,$,$,$)", 0.3 * 0.02 + 0.18 * 0.01, 0.3, 0.2),
      profile("U", "IFCUSHAPEPROFILEDEF(.AREA.,$,#6,0.2,0.1,0.01,0.02,$,$,$)", 2 * 0.1 * 0.02 + 0.16 * 0.01, 0.1, 0.2),
      profile("C", "IFCCSHAPEPROFILEDEF(.AREA.,$,#6,0.2,0.1,0.01,0.03,$)", 0.01 * (0.2 + 2 * 0.09 + 2 * 0.02), 0.1,
              0.2),
      profile("Z", "IFCZSHAPEPROFILEDEF(.AREA.,$,#6,0.2,0.1,0.01,0.02,$,$)", 2 * 0.1 * 0.02 + 0.16 * 0.01, 0.19, 0.2),
      // Slopes leave the area of a flange as it is: it is thicker on one side of the middle, thinner on the other. In U
      // that holds up to the web, which is not in the middle of the outline.
      profile("U with a slope", "IFCUSHAPEPROFILEDEF(.AREA.,$,#6,0.2,0.1,0.01,0.02,$,$,0.1)",
              2 * (0.09 * (0.02 - 0.005 * std::tan(0.1)) + 0.01 * 0.1), 0.1, 0.2),
      {"slanted extrusion",
       {"#100=IFCEXTRUDEDAREASOLID(#101,#2,#102,2.);\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,2.,3.);\n"
        "#102=IFCDIRECTION((0.,1.,1.));\n"},
       6 * std::sqrt(2.0),
       {{-1, -1.5, 0}, {1, 1.5 + std::sqrt(2.0), std::sqrt(2.0)}}},
      {"extruded downward",
       {"#100=IFCEXTRUDEDAREASOLID(#101,#2,#102,2.);\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,2.,3.);\n"
        "#102=IFCDIRECTION((0.,0.,-1.));\n"},
       12,
       {{-1, -1.5, -2}, {1, 1.5, 0}}},
      {"with voids",
       {flat_extrusion + "IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,#110,(#120,#130));\n" +
        polyline(110, {{0, 0}, {4, 0}, {4, 3}, {0, 3}}) + polyline(120, {{1, 1}, {2, 1}, {2, 2}, {1, 2}}) +
        polyline(130, {{2.5, 1}, {2.5, 2.5}, {3.5, 1}})},
       2 * (12 - 1 - 0.75),
       {{0, 0, 0}, {4, 3, 2}}},
      {"composite",
       {flat_extrusion +
        "IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#102,#103),$);\n#102=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,1.,1.);\n"
        "#103=IFCRECTANGLEPROFILEDEF(.AREA.,$,#104,2.,1.);\n#104=IFCAXIS2PLACEMENT2D(#105,#106);\n"
        "#105=IFCCARTESIANPOINT((5.,0.));\n#106=IFCDIRECTION((0.,1.));\n"},
       2 * 3,
       {{-0.5, -1, 0}, {5.5, 1, 2}}},
      {"derived, larger and mirrored",
       {flat_extrusion +
        "IFCDERIVEDPROFILEDEF(.AREA.,$,#102,#103,$);\n#102=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#110);\n"
        "#103=IFCCARTESIANTRANSFORMATIONOPERATOR2D(#104,#105,#106,2.);\n#104=IFCDIRECTION((-1.,0.));\n"
        "#105=IFCDIRECTION((0.,1.));\n#106=IFCCARTESIANPOINT((10.,0.));\n" +
        polyline(110, {{0, 0}, {2, 0}, {0, 1}})},
       2 * 4,
       {{6, 0, 0}, {10, 2, 2}}},
      {"centre line",
       {flat_extrusion +
        "IFCCENTERLINEPROFILEDEF(.CURVE.,$,#110,0.2);\n#110=IFCPOLYLINE((#111,#112,#113));\n"
        "#111=IFCCARTESIANPOINT((0.,0.));\n#112=IFCCARTESIANPOINT((2.,0.));\n#113=IFCCARTESIANPOINT((2.,3.));\n"},
       2 * 0.2 * 5,
       {{0, -0.1, 0}, {2.1, 3, 2}}},
      {"block", {"#100=IFCCSGSOLID(#101);\n#101=IFCBLOCK(#2,1.,2.,3.);\n", "#100", "CSG"}, 6, {{0, 0, 0}, {1, 2, 3}}},
      {"pyramid", {"#100=IFCRECTANGULARPYRAMID(#2,1.,2.,3.);\n", "#100", "CSG"}, 2, {{0, 0, 0}, {1, 2, 3}}},
      {"clipped by a half-space",
       {"#100=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#110,#101);\n#101=IFCHALFSPACESOLID(#102,.F.);\n#102=IFCPLANE(#103)"
        ";\n"
        "#103=IFCAXIS2PLACEMENT3D(#104,#105,#4);\n#104=IFCCARTESIANPOINT((0.,0.,2.));\n#105=IFCDIRECTION((0.,1.,1.));"
        "\n" +
            ifc_box(110, {-2, -2, 0}, {2, 2, 4}),
        "#100", "Clipping"},
       32,
       {{-2, -2, 0}, {2, 2, 4}}},
      {"clipped flush with its face",
       {"#100=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#110,#101);\n#101=IFCHALFSPACESOLID(#102,.F.);\n#102=IFCPLANE(#103)"
        ";\n"
        "#103=IFCAXIS2PLACEMENT3D(#104,$,$);\n#104=IFCCARTESIANPOINT((0.,0.,4.));\n" +
            ifc_box(110, {-2, -2, 0}, {2, 2, 4}),
        "#100", "Clipping"},
       64,
       {{-2, -2, 0}, {2, 2, 4}}},
      {"clipped within an outline",
       {"#100=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#110,#101);\n"
        "#101=IFCPOLYGONALBOUNDEDHALFSPACE(#102,.F.,#2,#120);\n#102=IFCPLANE(#103);\n"
        "#103=IFCAXIS2PLACEMENT3D(#104,#105,#4);\n#104=IFCCARTESIANPOINT((0.,0.,3.));\n#105=IFCDIRECTION((0.,0.,1.));"
        "\n" +
            polyline(120, {{0, -1}, {1, -1}, {1, 1}, {0, 1}}) + ifc_box(110, {-2, -2, 0}, {2, 2, 4}),
        "#100", "Clipping"},
       64 - 2,
       {{-2, -2, 0}, {2, 2, 4}}},
      {"clipped by an upright plane within an outline",
       {"#100=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#110,#101);\n"
        "#101=IFCPOLYGONALBOUNDEDHALFSPACE(#102,.T.,#2,#120);\n#102=IFCPLANE(#103);\n"
        "#103=IFCAXIS2PLACEMENT3D(#104,#4,#3);\n#104=IFCCARTESIANPOINT((0.5,0.,3.));\n" +
            polyline(120, {{0, -1}, {1, -1}, {1, 1}, {0, 1}}) + ifc_box(110, {-2, -2, 0}, {2, 2, 4}),
        "#100", "Clipping"},
       64 - 4,
       {{-2, -2, 0}, {2, 2, 4}}},
      {"difference through and through",
       {"#100=IFCBOOLEANRESULT(.DIFFERENCE.,#110,#120);\n" + ifc_box(110, {0, 0, 0}, {4, 4, 1}) +
            ifc_box(120, {1, 1, 0}, {2, 3, 1}),
        "#100", "CSG"},
       16 - 2,
       {{0, 0, 0}, {4, 4, 1}}},
      {"union of flush boxes",
       {"#100=IFCBOOLEANRESULT(.UNION.,#110,#120);\n" + ifc_box(110, {0, 0, 0}, {4, 4, 1}) +
            ifc_box(120, {1, 1, 1}, {2, 3, 2}),
        "#100", "CSG"},
       16 + 2,
       {{0, 0, 0}, {4, 4, 2}}},
      {"intersection",
       {"#100=IFCBOOLEANRESULT(.INTERSECTION.,#110,#120);\n" + ifc_box(110, {0, 0, 0}, {4, 4, 1}) +
            ifc_box(120, {1, 1, 0}, {2, 6, 3}),
        "#100", "CSG"},
       3,
       {{1, 1, 0}, {2, 4, 1}}},
      {"faceted",
       {"#100=IFCFACETEDBREP(#110);\n" + shell_of_box(110, {0, 0, 0}, {1, 2, 3}), "#100", "Brep"},
       6,
       {{0, 0, 0}, {1, 2, 3}}},
      {"faceted, inside out",
       {"#100=IFCFACETEDBREP(#110);\n" + shell_of_box(110, {0, 0, 0}, {1, 2, 3}, true), "#100", "Brep"},
       6,
       {{0, 0, 0}, {1, 2, 3}}},
      {"faceted with a void",
       {"#100=IFCFACETEDBREPWITHVOIDS(#110,(#150));\n" + shell_of_box(110, {0, 0, 0}, {4, 4, 4}) +
            shell_of_box(150, {1, 1, 1}, {2, 2, 3}, true),
        "#100", "Brep"},
       64 - 2,
       {{0, 0, 0}, {4, 4, 4}}},
      {"shells",
       {"#100=IFCSHELLBASEDSURFACEMODEL((#110));\n" + shell_of_box(110, {0, 0, 0}, {1, 2, 3}, false, "IFCOPENSHELL"),
        "#100", "SurfaceModel"},
       6,
       {{0, 0, 0}, {1, 2, 3}}},
      {"face sets",
       {"#100=IFCFACEBASEDSURFACEMODEL((#110));\n" +
            shell_of_box(110, {0, 0, 0}, {1, 2, 3}, false, "IFCCONNECTEDFACESET"),
        "#100", "SurfaceModel"},
       6,
       {{0, 0, 0}, {1, 2, 3}}},
      {"mapped, larger, twice",
       {ifc_box(110, {0, 0, 0}, {1, 2, 3}) +
            "#101=IFCREPRESENTATIONMAP(#2,#102);\n#102=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#110));\n"
            "#103=IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,#1,1.,$,2.,3.);\n#100=IFCMAPPEDITEM(#101,#103);\n"
            "#104=IFCCARTESIANTRANSFORMATIONOPERATOR3D(#106,$,#105,2.,$);\n#105=IFCCARTESIANPOINT((10.,0.,0.));\n"
            "#106=IFCDIRECTION((0.,1.,0.));\n#107=IFCMAPPEDITEM(#101,#104);\n",
        "#100,#107", "MappedRepresentation"},
       36 + 48,
       {{0, 0, 0}, {10, 4, 9}}},
      {"swept along lines in a plane",
       {"#100=IFCSURFACECURVESWEPTAREASOLID(#101,#2,#110,$,$,#102);\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,0.2,0.4);"
        "\n"
        "#102=IFCPLANE(#2);\n#110=IFCPOLYLINE((#111,#112,#113));\n#111=IFCCARTESIANPOINT((0.,0.,0.));\n"
        "#112=IFCCARTESIANPOINT((2.,0.,0.));\n#113=IFCCARTESIANPOINT((2.,3.,0.));\n",
        "#100", "AdvancedSweptSolid"},
       0.08 * 5,
       {{0, -0.2, -0.1}, {2.2, 3, 0.1}}},
      {"sectioned spine",
       {"#100=IFCSECTIONEDSPINE(#110,(#101,#102),(#2,#103));\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,2.,2.);\n"
        "#102=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,1.,1.);\n#103=IFCAXIS2PLACEMENT3D(#104,$,$);\n"
        "#104=IFCCARTESIANPOINT((0.,0.,3.));\n#110=IFCPOLYLINE((#1,#104));\n",
        "#100", "SectionedSpine"},
       7,
       {{-1, -1, 0}, {1, 1, 3}}},
      {"wall with openings",
       {ifc_box(100, {0, 0, 0}, {5, 0.3, 3}), "#100", "SweptSolid", "IFCWALL",
        ifc_feature(200, {1, 0, 1}, {2, 0.3, 2}) + ifc_feature(230, {3, -0.1, 0}, {4, 0.4, 2}) +
            ifc_feature(260, {4.5, 0.1, 2.5}, {6, 0.2, 4})},
       5 * 0.3 * 3 - 0.3 - 0.6 - 0.5 * 0.1 * 0.5,
       {{0, 0, 0}, {5, 0.3, 3}}},
      {"openings that overlap",
       {ifc_box(100, {0, 0, 0}, {5, 0.3, 3}), "#100", "SweptSolid", "IFCWALL",
        ifc_feature(200, {1, -1, 1}, {2, 1, 2}) + ifc_feature(230, {1.5, 0, 1.5}, {2.5, 0.3, 2.5})},
       5 * 0.3 * 3 - 0.3 * 1.75,
       {{0, 0, 0}, {5, 0.3, 3}}},
      {"projection",
       {ifc_box(100, {0, 0, 0}, {5, 0.3, 3}), "#100", "SweptSolid", "IFCWALL",
        ifc_feature(200, {1, 0.3, 1}, {2, 0.5, 2}, false)},
       5 * 0.3 * 3 + 0.2,
       {{0, 0, 0}, {5, 0.5, 3}}},
      {"within an offset outline",
       {flat_extrusion + "IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#102);\n#102=IFCOFFSETCURVE2D(#110,1.,.F.);\n" +
        polyline(110, {{0, 0}, {4, 0}, {4, 3}, {0, 3}})},
       2 * 2 * 1,
       {{1, 1, 0}, {3, 2, 2}}},
      {"clipped by a boxed half-space",
       {"#100=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#110,#101);\n#101=IFCBOXEDHALFSPACE(#102,.F.,#106);\n"
        "#102=IFCPLANE(#103);\n#103=IFCAXIS2PLACEMENT3D(#104,$,$);\n#104=IFCCARTESIANPOINT((0.,0.,3.));\n"
        "#105=IFCCARTESIANPOINT((-9.,-9.,-9.));\n#106=IFCBOUNDINGBOX(#105,18.,18.,18.);\n" +
            ifc_box(110, {-2, -2, 0}, {2, 2, 4}),
        "#100", "Clipping"},
       48,
       {{-2, -2, 0}, {2, 2, 3}}},
      {"mirrored",
       {flat_extrusion +
        "IFCMIRROREDPROFILEDEF(.AREA.,$,#102,*,$);\n#102=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#110);\n" +
        polyline(110, {{0, 0}, {2, 0}, {0, 1}})},
       2,
       {{-2, 0, 0}, {0, 1, 2}},
       true},
      {"swept with a reference that stays",
       {"#100=IFCFIXEDREFERENCESWEPTAREASOLID(#101,#2,#110,$,$,#3);\n"
        "#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,0.2,0.4);\n#110=IFCPOLYLINE((#111,#112,#113));\n"
        "#111=IFCCARTESIANPOINT((0.,0.,0.));\n#112=IFCCARTESIANPOINT((2.,0.,0.));\n"
        "#113=IFCCARTESIANPOINT((2.,3.,0.));\n",
        "#100", "AdvancedSweptSolid"},
       0.08 * 5,
       {{0, -0.2, -0.1}, {2.2, 3, 0.1}},
       true},
      {"irregular network",
       {"#100=IFCTRIANGULATEDIRREGULARNETWORK(#101,$,.T.,((1,3,2),(1,2,4),(2,3,4),(3,1,4)),$,(0,0,0,0));\n"
        "#101=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,2.,0.),(0.,0.,3.)));\n",
        "#100", "Tessellation"},
       1,
       {{0, 0, 0}, {1, 2, 3}},
       true},
      {"tapered",
       {"#100=IFCEXTRUDEDAREASOLIDTAPERED(#101,#2,#3,3.,#102);\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,2.,2.);\n"
        "#102=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,1.,1.);\n"},
       7,
       {{-1, -1, 0}, {1, 1, 3}},
       true},
      {"triangles",
       {"#100=IFCTRIANGULATEDFACESET(#101,$,.T.,((1,3,2),(1,2,4),(2,3,4),(3,1,4)),$);\n"
        "#101=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,2.,0.),(0.,0.,3.)));\n",
        "#100", "Tessellation"},
       1,
       {{0, 0, 0}, {1, 2, 3}},
       true},
      {"polygons",
       {"#100=IFCPOLYGONALFACESET(#101,.T.,(#102,#103,#104,#105,#106,#107,#108,#109,#110,#111),$);\n"
        "#101=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(4.,0.,0.),(4.,4.,0.),(0.,4.,0.),(0.,0.,1.),(4.,0.,1.),(4.,4.,1.),"
        "(0.,4.,1.),(1.,1.,0.),(2.,1.,0.),(2.,2.,0.),(1.,2.,0.),(1.,1.,1.),(2.,1.,1.),(2.,2.,1.),(1.,2.,1.)));\n"
        "#102=IFCINDEXEDPOLYGONALFACEWITHVOIDS((1,4,3,2),((9,10,11,12)));\n"
        "#103=IFCINDEXEDPOLYGONALFACEWITHVOIDS((5,6,7,8),((13,16,15,14)));\n#104=IFCINDEXEDPOLYGONALFACE((1,2,6,5));\n"
        "#105=IFCINDEXEDPOLYGONALFACE((2,3,7,6));\n#106=IFCINDEXEDPOLYGONALFACE((3,4,8,7));\n"
        "#107=IFCINDEXEDPOLYGONALFACE((4,1,5,8));\n#108=IFCINDEXEDPOLYGONALFACE((9,13,14,10));\n"
        "#109=IFCINDEXEDPOLYGONALFACE((10,14,15,11));\n#110=IFCINDEXEDPOLYGONALFACE((11,15,16,12));\n"
        "#111=IFCINDEXEDPOLYGONALFACE((12,16,13,9));\n",
        "#100", "Tessellation"},
       15,
       {{0, 0, 0}, {4, 4, 1}},
       true},
  };
  return all;
}

void expect_solid(const Assembly& read, double volume, const Box& box, Vec3 at, double unit) {
  for (const SkippedPart& part : read.skipped) ADD_FAILURE() << part.reason;
  ASSERT_EQ(read.parts.size(), 1u);
  const Part& part = read.parts[0];
  EXPECT_TRUE(part.shape.solid()) << part.remark;
  EXPECT_NEAR(part.shape.topology().signed_volume, volume, 1e-6 * volume);
  const Box found = posed_box(part.pose, part.shape.bounds());
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(found.lo[axis], box.lo[axis] + at[axis], 3e-5 * unit) << axis;
    EXPECT_NEAR(found.hi[axis], box.hi[axis] + at[axis], 3e-5 * unit) << axis;
  }
}

TEST(IfcSolids, OfPlaneFacesHaveTheirVolumeAndPlace) {
  std::size_t count = 0;
  for (const std::string& schema : models::ifc_schemas) {
    for (const SolidCase& one : solid_cases()) {
      if (one.from_4 && schema == "IFC2X3") continue;
      SCOPED_TRACE(schema + ", " + one.name);
      const Assembly read = read_assembly(file_of("a.ifc", models::ifc_of(schema, one.text)));
      expect_solid(read, one.volume, one.box, one.text.at, 1);
      EXPECT_EQ(read.up, UpAxis::z);
      ++count;
    }
  }
  EXPECT_GE(count, 100u);
}

TEST(IfcSolids, ProfilesThatSchemasWriteDifferently) {
  const double area = 0.4 * 0.03 + 0.2 * 0.02 + (0.5 - 0.05) * 0.01;
  const Box box{{-0.2, -0.25, 0}, {0.2, 0.25, 2}};
  for (const auto& [schema, fields] : {std::pair("IFC2X3", "0.4,0.5,0.01,0.03,$,0.2,0.02,$,$"),
                                       std::pair("IFC4", "0.4,0.5,0.01,0.03,$,0.2,0.02,$,$,$,$,$")}) {
    IfcProductText text{flat_extrusion + "IFCASYMMETRICISHAPEPROFILEDEF(.AREA.,$,#6," + fields + ");\n"};
    expect_solid(read_assembly(file_of("a.ifc", models::ifc_of(schema, text))), 2 * area, box, text.at, 1);
  }
}

TEST(IfcSolids, UnitsOfEveryKind) {
  const std::vector<std::pair<std::string, double>> units = {
      {"IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)", 1e-3},
      {"IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.)", 1e-2},
      {"IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.)", 1e3},
      {"IFCCONVERSIONBASEDUNIT(#70,.LENGTHUNIT.,'FOOT',#71);\n#70=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n"
       "#71=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#72);\n#72=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)",
       0.3048},
      {"IFCCONVERSIONBASEDUNIT(#70,.LENGTHUNIT.,'INCH',#71);\n#70=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n"
       "#71=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(25.4),#72);\n#72=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)",
       0.0254}};
  for (const auto& [unit, metres] : units) {
    SCOPED_TRACE(unit);
    IfcProductText text{ifc_box(100, {0, 0, 0}, {1, 2, 3})};
    const Assembly read = read_assembly(file_of("a.ifc", models::ifc_of("IFC4", text, unit)));
    EXPECT_NEAR(read.metres_per_unit, metres, 1e-15 * metres);
    expect_solid(read, 6, {{0, 0, 0}, {1, 2, 3}}, text.at, 1);
  }
  // Degrees.
  IfcProductText text{
      "#100=IFCREVOLVEDAREASOLID(#101,#2,#102,90.);\n#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#105,1.,1.);\n"
      "#102=IFCAXIS1PLACEMENT(#1,#103);\n#103=IFCDIRECTION((0.,1.,0.));\n#105=IFCAXIS2PLACEMENT2D(#106,$);\n"
      "#106=IFCCARTESIANPOINT((2.,0.));\n"};
  const Assembly read = read_assembly(file_of(
      "a.ifc",
      models::ifc_of(
          "IFC2X3", text, "IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)",
          "IFCCONVERSIONBASEDUNIT(#70,.PLANEANGLEUNIT.,'DEGREE',#71);\n#70=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);\n"
          "#71=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#72);\n"
          "#72=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)")));
  ASSERT_EQ(read.parts.size(), 1u);
  EXPECT_NEAR(read.parts[0].shape.topology().signed_volume, 3.14159265, 2e-3);
  EXPECT_LT(posed_box(read.parts[0].pose, read.parts[0].shape.bounds()).hi.z, 30.01);  // turned to -z, the right way
}

// A window fits its opening exactly, though it comes by another chain of placements: they touch, and no more.
TEST(IfcSolids, WhatFillsAnOpeningTouchesItsSides) {
  const Vec3 off{0.7, 0.1, 0.3}, lo{1.1, 0.1, 0.9}, hi{2.3, 0.2, 2.1};
  for (const double turned : {0.0, 1.0}) {
    IfcProductText text{ifc_box(100, {0, 0, 0}, {5, 0.3, 3}), "#100", "SweptSolid", "IFCWALL"};
    text.at = {0.1, 100.7, 0.3};
    text.more = ifc_feature(200, {1.1, 0, 0.9}, {2.3, 0.3, 2.1}) + ifc_box(310, lo - off, hi - off) +
                "#330=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#310));\n"
                "#331=IFCPRODUCTDEFINITIONSHAPE($,$,(#330));\n#332=IFCLOCALPLACEMENT(#212,#333);\n"
                "#333=IFCAXIS2PLACEMENT3D(#336,$,$);\n#336=IFCCARTESIANPOINT((0.7,0.1,0.3));\n"
                "#334=IFCWINDOW('0aBcDeFgHiJkLmNoPqR001',$,'window',$,$,#332,#331,$,$,$);\n"
                "#335=IFCRELFILLSELEMENT('0aBcDeFgHiJkLmNoPqR002',$,$,$,#213,#334);\n";
    std::string file = models::ifc_of("IFC4", text);
    // The building stands along the other axis.
    if (turned > 0)
      file.replace(
          file.find("#12=IFCLOCALPLACEMENT($,#2);"), 28,
          "#12=IFCLOCALPLACEMENT($,#400);\n#400=IFCAXIS2PLACEMENT3D(#1,#3,#401);\n#401=IFCDIRECTION((0.,1.,0.));");
    const Assembly read = read_assembly(file_of("a.ifc", file));
    ASSERT_EQ(read.parts.size(), 2u);
    const ClashResult found = find_clashes(read.parts, {.contact = 4 * read.resolution});
    ASSERT_EQ(found.clashes.size(), 1u);
    EXPECT_EQ(found.clashes[0].value, ClashClass::touching) << found.clashes[0].distance;
  }
}

TEST(IfcSolids, RoomsAndHolesAreNoParts) {
  IfcProductText text{ifc_box(100, {0, 0, 0}, {1, 2, 3})};
  text.more = "#60=IFCSPACE('0aBcDeFgHiJkLmNoPqR001',$,'room',$,$,#51,#21,$,.ELEMENT.,.INTERNAL.,$);\n";
  const Assembly read = read_assembly(file_of("a.ifc", models::ifc_of("IFC4", text)));
  EXPECT_EQ(read.parts.size(), 1u);
  EXPECT_TRUE(read.skipped.empty());
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_EQ(read.notes[0], "1 of IfcSpace are no parts");
}

// A face once as a polygon and once as two triangles: one of them is left out. Where another face is missing that
// closes nothing, and all stay.
TEST(IfcSolids, FacesThatAreThereTwiceAreLeftOut) {
  std::string shell = shell_of_box(110, {0, 0, 0}, {1, 2, 3});
  const std::string again =
      "#150=IFCPOLYLOOP((#111,#113,#114));\n#151=IFCFACEOUTERBOUND(#150,.T.);\n#152=IFCFACE((#151));\n"
      "#153=IFCPOLYLOOP((#111,#114,#112));\n#154=IFCFACEOUTERBOUND(#153,.T.);\n#155=IFCFACE((#154));\n";
  shell.replace(shell.rfind("#137"), 4, "#137,#152,#155");
  const auto read = [&](const std::string& records) {
    return read_assembly(
        file_of("a.ifc", models::ifc_of("IFC4", {"#100=IFCFACETEDBREP(#110);\n" + records + again, "#100", "Brep"})));
  };
  const Assembly whole = read(shell);
  ASSERT_EQ(whole.parts.size(), 1u);
  EXPECT_TRUE(whole.parts[0].shape.solid());
  EXPECT_EQ(whole.parts[0].shape.topology().signed_volume, 6);
  EXPECT_EQ(whole.parts[0].shape.triangle_count(), 12u);
  EXPECT_EQ(whole.parts[0].remark, "a face that is there twice was left out");
  shell.replace(shell.rfind("#131,"), 5, "");
  const Assembly open = read(shell);
  ASSERT_EQ(open.parts.size(), 1u);
  EXPECT_FALSE(open.parts[0].shape.solid());
  EXPECT_EQ(open.parts[0].shape.triangle_count(), 12u);
}

}  // namespace
}  // namespace graze
