// IGES files, written here by OpenCASCADE: as solids, and as loose faces, which are sewn.
#include <gtest/gtest.h>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <IGESControl_Writer.hxx>
#include <TopoDS_Shape.hxx>

#include <cmath>
#include <numbers>

#include "graze/readers.h"
#include "tests/io/files.h"

namespace graze {
namespace {

enum Mode { loose_faces = 0, solids = 1 };

Assembly round_trip(const TopoDS_Shape& shape, Mode mode) {
  const std::string path = folder() + "a.igs";
  IGESControl_Writer writer("MM", mode);
  EXPECT_TRUE(writer.AddShape(shape));
  writer.ComputeModel();
  EXPECT_TRUE(writer.Write(path.c_str()));
  return read_assembly(path, {1e-4, {step_reader()}});
}

TEST(Iges, BodiesAreClosedWhetherSolidsOrLooseFaces) {
  const TopoDS_Shape box = BRepPrimAPI_MakeBox(10, 20, 30).Shape();
  const TopoDS_Shape cylinder = BRepPrimAPI_MakeCylinder(100, 500).Shape();
  const TopoDS_Shape sphere = BRepPrimAPI_MakeSphere(50).Shape();
  constexpr double pi = std::numbers::pi;
  for (const auto& [shape, volume] : {std::pair(box, 6000.0), std::pair(cylinder, pi * 100 * 100 * 500),
                                      std::pair(sphere, pi * 50 * 50 * 50 * 4 / 3)}) {
    for (const Mode mode : {loose_faces, solids}) {
      const Assembly read = round_trip(shape, mode);
      EXPECT_EQ(read.metres_per_unit, 0.001);
      EXPECT_TRUE(read.skipped.empty());
      ASSERT_EQ(read.parts.size(), 1u) << mode;
      ASSERT_TRUE(read.parts[0].shape.solid()) << mode << read.parts[0].remark;
      EXPECT_NEAR(read.parts[0].shape.topology().signed_volume, volume, 0.02 * volume);
    }
  }
}

}  // namespace
}  // namespace graze
