// The parts of OBJ and STL files.
#include <gtest/gtest.h>

#include "graze/assembly.h"
#include "tests/io/files.h"

namespace graze {
namespace {

const std::string tetrahedron = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

TEST(ObjParts, AreItsObjectsElseItsGroups) {
  const std::string far = "v 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -2 -4 -1\n";
  const Assembly objects =
      read_assembly(file_of("a.obj", corners + "o left part\ng x\n" + tetrahedron + "o right\n" + far));
  ASSERT_EQ(objects.parts.size(), 2u);
  EXPECT_EQ(objects.parts[0].name, "left part");
  EXPECT_EQ(objects.parts[1].name, "right");
  EXPECT_TRUE(objects.parts[1].shape.solid());
  EXPECT_EQ(objects.parts[1].shape.bounds(), (Box{{5, 0, 0}, {6, 1, 1}}));

  const Assembly groups =
      read_assembly(file_of("b.obj", corners + "g p\nf 1 3 2\nf 1 2 4\ng q\n" + far + "g p\nf 2 3 4\nf 3 1 4\n"));
  ASSERT_EQ(groups.parts.size(), 2u);
  EXPECT_EQ(groups.parts[0].name, "p");
  EXPECT_TRUE(groups.parts[0].shape.solid());
  EXPECT_EQ(groups.parts[0].shape.triangle_count(), 4u);

  EXPECT_EQ(read_assembly(file_of("c.obj", corners + tetrahedron)).parts[0].name, "mesh");
}

TEST(StlParts, AreOneNamedByTheFile) {
  const Assembly a =
      read_assembly(file_of("bracket.stl",
                            "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
                            "0\nendloop\nendfacet\nendsolid\n"));
  ASSERT_EQ(a.parts.size(), 1u);
  EXPECT_EQ(a.parts[0].name, "bracket");
  EXPECT_EQ(a.parts[0].remark, "open (3 edges): a surface, not a solid");
}

}  // namespace
}  // namespace graze
