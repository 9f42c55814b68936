// Boundary representations of IFC with curved faces, which OpenCASCADE reads as STEP.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

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

TEST(IfcBrep, WithoutTheReaderTheyAreLostWithTheirId) {
  const Assembly read = read_assembly(file_of("a.ifc", models::ifc_of("IFC4", cylinder())));
  EXPECT_TRUE(read.parts.empty());
  ASSERT_EQ(read.skipped.size(), 1u);
  EXPECT_EQ(read.skipped[0].global_id, "0aBcDeFgHiJkLmNoPqR000");
  EXPECT_NE(read.skipped[0].reason.find("libocct-data-exchange-dev"), std::string::npos) << read.skipped[0].reason;
}

}  // namespace
}  // namespace graze
