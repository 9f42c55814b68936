// Boundary representations of IFC with curved faces, which OpenCASCADE reads as STEP.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "graze/readers.h"
#include "tests/io/files.h"
#include "tests/io/ifc_files.h"

namespace graze {
namespace {

// A cylinder of radius 1 and height 2 by a side, two ends and a seam.
models::IfcProductText cylinder() {
  return {
      "#100=IFCADVANCEDBREP(#101);\n#101=IFCCLOSEDSHELL((#110,#120,#130));\n"
      "#110=IFCADVANCEDFACE((#111),#112,.T.);\n#111=IFCFACEOUTERBOUND(#113,.T.);\n#112=IFCCYLINDRICALSURFACE(#2,1.);\n"
      "#113=IFCEDGELOOP((#114,#115,#116,#117));\n#114=IFCORIENTEDEDGE(*,*,#140,.T.);\n"
      "#115=IFCORIENTEDEDGE(*,*,#142,.T.);\n#116=IFCORIENTEDEDGE(*,*,#141,.F.);\n#117=IFCORIENTEDEDGE(*,*,#142,.F.);\n"
      "#120=IFCADVANCEDFACE((#121),#122,.F.);\n#121=IFCFACEOUTERBOUND(#123,.T.);\n#122=IFCPLANE(#2);\n"
      "#123=IFCEDGELOOP((#124));\n#124=IFCORIENTEDEDGE(*,*,#140,.F.);\n"
      "#130=IFCADVANCEDFACE((#131),#132,.T.);\n#131=IFCFACEOUTERBOUND(#133,.T.);\n#132=IFCPLANE(#153);\n"
      "#133=IFCEDGELOOP((#134));\n#134=IFCORIENTEDEDGE(*,*,#141,.T.);\n"
      "#140=IFCEDGECURVE(#150,#150,#143,.T.);\n#141=IFCEDGECURVE(#151,#151,#144,.T.);\n"
      "#142=IFCEDGECURVE(#150,#151,#145,.T.);\n#143=IFCCIRCLE(#2,1.);\n#144=IFCCIRCLE(#153,1.);\n"
      "#145=IFCLINE(#155,#146);\n#146=IFCVECTOR(#3,1.);\n#150=IFCVERTEXPOINT(#155);\n#151=IFCVERTEXPOINT(#156);\n"
      "#153=IFCAXIS2PLACEMENT3D(#154,$,$);\n#154=IFCCARTESIANPOINT((0.,0.,2.));\n"
      "#155=IFCCARTESIANPOINT((1.,0.,0.));\n#156=IFCCARTESIANPOINT((1.,0.,2.));\n",
      "#100", "AdvancedBrep"};
}

TEST(IfcBrep, CurvedFacesAreReadAndClosed) {
  for (const char* schema : {"IFC4", "IFC4X3_ADD2"}) {
    const std::string path = file_of("a.ifc", models::ifc_of(schema, cylinder()));
    for (const double deflection : {1e-2, 1e-3}) {
      const Assembly read = read_assembly(path, {deflection, {step_reader()}});
      for (const SkippedPart& part : read.skipped) ADD_FAILURE() << part.reason;
      ASSERT_EQ(read.parts.size(), 1u);
      EXPECT_TRUE(read.parts[0].shape.solid()) << read.parts[0].remark;
      const double whole = 2 * std::numbers::pi, volume = read.parts[0].shape.topology().signed_volume;
      EXPECT_LT(volume, whole);
      EXPECT_GT(volume, whole * (1 - 2 * deflection));
      const Box box = posed_box(read.parts[0].pose, read.parts[0].shape.bounds());
      EXPECT_NEAR(box.lo.z, 30, 1e-9);
      EXPECT_NEAR(box.hi.z, 32, 1e-9);
    }
  }
}

// A prism of height 2 over [0, 2] x [0, 1], one side of which is a parabola that bulges by half a unit, as a B-spline.
// Its edges run from corner to corner of the bottom (1 to 4), of the top (5 to 8), and up (9 to 12).
// Flat: the points of edges of the bottom are given in the plane, as some programs do.
models::IfcProductText bulging_prism(bool flat) {
  std::string text;
  int next = 101;
  const auto add = [&](const std::string& record) {
    text += "#" + std::to_string(next) + "=" + record + ";\n";
    return "#" + std::to_string(next++);
  };
  const auto triple = [](Vec3 v) {
    return "((" + models::real(v.x) + "," + models::real(v.y) + "," + models::real(v.z) + "))";
  };
  const auto point = [&](Vec3 v) { return add("IFCCARTESIANPOINT" + triple(v)); };
  const auto direction = [&](Vec3 v) { return add("IFCDIRECTION" + triple(v)); };
  const Vec3 corners[4] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};
  const Vec3 up{0, 0, 2}, bulge{1, 2, 0};
  std::string points[8], vertices[8], edges[13];
  for (int i = 0; i < 8; ++i) {
    points[i] = point(corners[i % 4] + (i < 4 ? Vec3{} : up));
    vertices[i] = add("IFCVERTEXPOINT(" + points[i] + ")");
  }
  const std::string controls[2] = {point(bulge), point(bulge + up)};
  const auto edge = [&](int number, int from, int to, const std::string& curve) {
    edges[number] = add("IFCEDGECURVE(" + vertices[from] + "," + vertices[to] + "," + curve + ",.T.)");
  };
  const auto line = [&](int from, Vec3 way) {
    if (flat && from < 4 && way.z == 0) {
      const auto in_plane = [&](Vec3 v) {
        return add("IFCCARTESIANPOINT((" + models::real(v.x) + "," + models::real(v.y) + "))");
      };
      const std::string start = in_plane(corners[from]), end = in_plane(corners[from] + way);
      return add("IFCPOLYLINE((" + start + "," + end + "))");
    }
    return add("IFCLINE(" + points[from] + "," + add("IFCVECTOR(" + direction(way) + ",1.)") + ")");
  };
  for (int level = 0; level < 2; ++level) {
    for (int i = 0; i < 4; ++i) {
      const int from = 4 * level + i, to = 4 * level + (i + 1) % 4;
      edge(1 + from, from, to,
           i == 2 ? add("IFCBSPLINECURVEWITHKNOTS(2,(" + points[from] + "," + controls[level] + "," + points[to] +
                        "),.UNSPECIFIED.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.)")
                  : line(from, corners[(i + 1) % 4] - corners[i]));
    }
  }
  for (int i = 0; i < 4; ++i) edge(9 + i, i, 4 + i, line(i, {0, 0, 1}));
  const auto face = [&](const std::string& surface, const std::vector<int>& loop) {
    std::string list;
    for (const int e : loop)
      list +=
          (list.empty() ? "" : ",") + add("IFCORIENTEDEDGE(*,*," + edges[std::abs(e)] + (e > 0 ? ",.T.)" : ",.F.)"));
    return add("IFCADVANCEDFACE((" + add("IFCFACEOUTERBOUND(" + add("IFCEDGELOOP((" + list + "))") + ",.T.)") + ")," +
               surface + ",.T.)");
  };
  const auto plane = [&](int at, Vec3 normal, Vec3 x) {
    return add("IFCPLANE(" +
               add("IFCAXIS2PLACEMENT3D(" + points[at] + "," + direction(normal) + "," + direction(x) + ")") + ")");
  };
  std::string faces = face(plane(0, {0, 0, -1}, {1, 0, 0}), {-4, -3, -2, -1});
  faces += "," + face(plane(4, {0, 0, 1}, {1, 0, 0}), {5, 6, 7, 8});
  faces += "," + face(plane(0, {0, -1, 0}, {1, 0, 0}), {1, 10, -5, -9});
  faces += "," + face(plane(1, {1, 0, 0}, {0, 1, 0}), {2, 11, -6, -10});
  faces += "," + face(plane(3, {-1, 0, 0}, {0, 1, 0}), {4, 9, -8, -12});
  const std::string side = add("IFCBSPLINESURFACEWITHKNOTS(2,1,((" + points[2] + "," + points[6] + "),(" + controls[0] +
                               "," + controls[1] + "),(" + points[3] + "," + points[7] +
                               ")),.UNSPECIFIED.,.F.,.F.,.F.,(3,3),(2,2),(0.,1.),(0.,1.),.UNSPECIFIED.)");
  faces += "," + face(side, {3, 12, -7, -11});
  text += "#100=IFCADVANCEDBREP(" + add("IFCCLOSEDSHELL((" + faces + "))") + ");\n";
  return {text, "#100", "AdvancedBrep"};
}

TEST(IfcBrep, SplineSurfacesConverge) {
  for (const auto& [schema, flat] :
       {std::pair("IFC4", false), std::pair("IFC4X3_ADD2", false), std::pair("IFC4", true)}) {
    const std::string path = file_of("a.ifc", models::ifc_of(schema, bulging_prism(flat)));
    double last = 0;
    for (const double deflection : {1.6e-2, 4e-3, 1e-3}) {
      const Assembly read = read_assembly(path, {deflection, {step_reader()}});
      for (const SkippedPart& part : read.skipped) ADD_FAILURE() << part.reason;
      ASSERT_EQ(read.parts.size(), 1u);
      EXPECT_TRUE(read.parts[0].shape.solid()) << read.parts[0].remark;
      const double off = std::fabs(read.parts[0].shape.topology().signed_volume - 2 * (2 + 2.0 / 3));
      EXPECT_LE(off, 2 * 2.5 * deflection);
      if (last > 0) {
        EXPECT_LE(off, last);
      }
      last = off;
    }
    EXPECT_LT(last, 3e-3);
  }
}

TEST(IfcBrep, WithoutTheReaderTheyAreLostWithTheirId) {
  const Assembly read = read_incomplete(file_of("a.ifc", models::ifc_of("IFC4", cylinder())));
  EXPECT_TRUE(read.parts.empty());
  ASSERT_EQ(read.skipped.size(), 1u);
  EXPECT_EQ(read.skipped[0].global_id, "0aBcDeFgHiJkLmNoPqR000");
  EXPECT_NE(read.skipped[0].reason.find("libocct-data-exchange-dev"), std::string::npos) << read.skipped[0].reason;
}

}  // namespace
}  // namespace graze
