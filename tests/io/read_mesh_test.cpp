// OBJ and STL: what is read, and the exact message for everything that is not.
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "graze/error.h"
#include "graze/io.h"
#include "graze/query.h"
#include "io/number.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"
#include "tests/property/model_files.h"

namespace graze {
namespace {

Shape read_text(const std::string& name, const std::string& bytes) { return read_mesh(file_of(name, bytes)); }

// The message without the folder.
std::string mesh_fault(const std::string& path, ShapeOptions options = {}) {
  try {
    read_mesh(path, std::move(options));
  } catch (const Error& error) {
    const std::string text = error.what();
    return text.rfind(folder(), 0) == 0 ? text.substr(folder().size()) : text;
  }
  return "read without error";
}

std::string mesh_fault(const std::string& name, const std::string& bytes) { return mesh_fault(file_of(name, bytes)); }

const std::string obj_corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

TEST(Obj, EveryFormOfCorner) {
  const Shape shape =
      read_text("a.OBJ", "# made by hand\r\nmtllib x.mtl\r\no part\r\n" + obj_corners +
                             "vt 0 0\nvn 0 0 1\ns off\nusemtl red\n"
                             "f 1 2 3\nf 1/1 2/1 3/1 # with texture\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\n"
                             "f -4 -3 -2\nf 1 \\\n 2 \\\r\n 3\n\tf  2   3\t4  ");
  ASSERT_EQ(shape.triangle_count(), 7u);
  for (std::uint32_t i = 0; i < 6; ++i) {
    EXPECT_EQ(shape.triangle(i), (Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})) << i;
  }
  EXPECT_EQ(shape.triangle(6), (Triangle{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(shape.form(), ShapeForm::mesh);
}

TEST(Obj, PolygonIsTheFanFromItsFirstVertex) {
  const Shape shape = read_text("a.obj", "v 0 0 0\nv 2 0 0\nv 1 1.5 0\nv 0 2 0\nv -1 1 0\nf 2 3 4 5 1\n");
  ASSERT_EQ(shape.triangle_count(), 3u);
  EXPECT_EQ(shape.triangle(0), (Triangle{{2, 0, 0}, {1, 1.5, 0}, {0, 2, 0}}));
  EXPECT_EQ(shape.triangle(1), (Triangle{{2, 0, 0}, {0, 2, 0}, {-1, 1, 0}}));
  EXPECT_EQ(shape.triangle(2), (Triangle{{2, 0, 0}, {-1, 1, 0}, {0, 0, 0}}));
}

// A fan of a polygon that is not convex would cover what is outside of it. Random stars, first at every corner.
TEST(Files, PolygonsThatAreNotConvexAreCoveredOnce) {
  oracle::Dice dice(oracle::run_seed());
  int folded = 0, cases = 0;
  for (int round = 0; round < 100; ++round) {
    const int count = dice.integer(4, 9);
    std::vector<Vec3> corners;
    double area = 0;
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * i / count, radius = dice.integer(1, 8);
      corners.push_back({radius * std::cos(angle), radius * std::sin(angle), 0.25 * radius * std::cos(angle)});
    }
    std::string v, obj_text, obj = "f", ply = std::to_string(count);
    const int start = dice.integer(0, count - 1);
    for (const Vec3& c : corners) {
      v += models::three(c) + "\n";
      obj_text += "v " + models::three(c) + "\n";
    }
    for (int i = 0; i < count; ++i) {
      const Vec3 p = corners[static_cast<std::size_t>(i)], q = corners[static_cast<std::size_t>((i + 1) % count)];
      area += (p.x * q.y - p.y * q.x) / 2;
      obj += " " + std::to_string((start + i) % count + 1);
      ply += " " + std::to_string((start + i) % count);
    }
    ply = "ply\nformat ascii 1.0\nelement vertex " + std::to_string(count) +
          "\nproperty double x\nproperty double y\nproperty double z\nelement face 1\n"
          "property list uchar int vertex_indices\nend_header\n" +
          v + ply + "\n";
    for (const Shape& shape : {read_text("a.obj", obj_text + obj + "\n"), read_text("a.ply", ply)}) {
      double covered = 0, fan = 0;
      ASSERT_EQ(shape.triangle_count(), std::uint32_t(count - 2));
      for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
        const Triangle t = shape.triangle(i);
        covered += std::fabs(cross(t.b - t.a, t.c - t.a).z) / 2;
        const auto at = [&](int k) { return corners[static_cast<std::size_t>((start + k) % count)]; };
        const int k = static_cast<int>(i);
        fan += std::fabs(cross(at(k + 1) - at(0), at(k + 2) - at(0)).z) / 2;
      }
      EXPECT_NEAR(covered, area, 1e-9 * area) << "GRAZE_SEED=" << oracle::run_seed();
      folded += fan > 1.0001 * area;
      ++cases;
    }
  }
  EXPECT_GT(folded, cases / 4) << "polygons whose fan would be wrong";
}

TEST(Obj, NumbersAreTheNearestDoubles) {
  const Shape shape = read_text("a.obj",
                                "v 0.1 -1.7976931348623157e308 5e-324\nv +1.0000000000000002 1E5 .5\n"
                                "v 1e-400 -1e-400 123456789.123456789 1.0\nv 1 2 3 0.5 0.5 0.5\nf 1 2 3\n");
  const Triangle t = shape.triangle(0);
  EXPECT_EQ(t.a, (Vec3{0.1, -1.7976931348623157e308, 5e-324}));
  EXPECT_EQ(t.b, (Vec3{1.0000000000000002, 1e5, 0.5}));
  EXPECT_EQ(t.c, (Vec3{0, 0, 123456789.123456789}));
  EXPECT_TRUE(std::signbit(t.c.y));
}

TEST(Obj, FacesMayPrecedeTheirVertices) {
  EXPECT_EQ(read_text("a.obj", "f 1 2 3\n" + obj_corners).triangle_count(), 1u);
}

TEST(Obj, Faults) {
  EXPECT_EQ(mesh_fault("a.obj", ""), "a.obj: the file is empty");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners), "a.obj: no faces: the file has 4 vertices");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 0 1 2\n"), "a.obj:5: index 0: indices start at 1");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 1 2 3\nf 1 2 9\n"),
            "a.obj:6: vertex index 9 is out of range: the file has 4 vertices");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f -5 1 2\n"),
            "a.obj:5: vertex index -5 is out of range: only 4 vertices precede it");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 1 2 2147483648\n"),
            "a.obj:5: index '2147483648' is beyond 2147483647");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 1 2 99999999999999999999\n"),
            "a.obj:5: index '99999999999999999999' is beyond 2147483647");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 1 2\n"), "a.obj:5: a face (f) needs at least 3 vertices, not 2");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 1 2 x\n"),
            "a.obj:5: 'x' is not a face corner (v, v/vt, v//vn or v/vt/vn)");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 1 2 3/\n"),
            "a.obj:5: '3/' is not a face corner (v, v/vt, v//vn or v/vt/vn)");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 1 2 3/1/1/1\n"),
            "a.obj:5: '3/1/1/1' is not a face corner (v, v/vt, v//vn or v/vt/vn)");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "f 1.0 2 3\n"),
            "a.obj:5: '1.0' is not a face corner (v, v/vt, v//vn or v/vt/vn)");
  EXPECT_EQ(mesh_fault("a.obj", "v 1 2\n"), "a.obj:1: a vertex (v) needs 3 numbers, not 2");
  EXPECT_EQ(mesh_fault("a.obj", "v 1 2 abc\n"), "a.obj:1: 'abc' is not a number");
  EXPECT_EQ(mesh_fault("a.obj", "v 1 2 1,5\n"), "a.obj:1: '1,5' is not a number");
  EXPECT_EQ(mesh_fault("a.obj", "v 1 2 0x10\n"), "a.obj:1: '0x10' is not a number");
  EXPECT_EQ(mesh_fault("a.obj", "\n\nv 1 nan 3\n"), "a.obj:3: 'nan' is not a finite double");
  EXPECT_EQ(mesh_fault("a.obj", "v 1 -inf 3\n"), "a.obj:1: '-inf' is not a finite double");
  EXPECT_EQ(mesh_fault("a.obj", "v 1 2 1e999\n"), "a.obj:1: '1e999' is not a finite double");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "l 1 2\n"),
            "a.obj: no faces: the file has 4 vertices and 1 points, lines and curves");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "surf 0 1 0 1 1 2 3 4\n"),
            "a.obj:5: 'surf' is geometry that cannot be read: only polygon faces (f) can");
  EXPECT_EQ(mesh_fault("a.obj", obj_corners + "face 1 2 3\n"), "a.obj:5: unknown keyword 'face'");
  EXPECT_EQ(mesh_fault("a.obj", std::string("\x7f"
                                            "ELF\0\1\2",
                                            7)),
            R"(a.obj:1: unknown keyword '?ELF)" + std::string(3, '?') + "'");
  EXPECT_EQ(mesh_fault("a.obj", "v 1 2 " + std::string(50, '7') + "x\n"),
            "a.obj:1: '" + std::string(40, '7') + "...' is not a number");
  EXPECT_EQ(mesh_fault("a.obj", "v 0 0 0 \\\n0 0 0 0 0\n"), "a.obj:1: a vertex (v) needs 3 numbers, not 8");
}

TEST(Obj, LineOfTwoGigabytesIsRefusedAtOneMebibyte) {
  const std::string path = file_of("a.obj", obj_corners + "f 1 2 3\n");
  std::filesystem::resize_file(path, std::uintmax_t{2} << 30);
  EXPECT_EQ(mesh_fault(path), "a.obj:6: the line is longer than 1048576 bytes");
  std::filesystem::remove(path);
}

TEST(Obj, ContinuationsCannotGrowWithoutEnd) {
  std::string text = "f";
  for (int i = 0; i < 300000; ++i) text += " 1 \\\n";
  EXPECT_EQ(mesh_fault("a.obj", text), "a.obj:1: the line is longer than 1048576 bytes");
}

const std::string facet =
    "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0.1\n endloop\nendfacet\n";

TEST(Stl, TextIsReadAsDoubles) {
  const Shape shape = read_text("a.stl", "solid part one\n" + facet + "\n" + facet + "endsolid part one\n");
  ASSERT_EQ(shape.triangle_count(), 2u);
  EXPECT_EQ(shape.triangle(1), (Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.1}}));
  EXPECT_EQ(shape.form(), ShapeForm::soup);
  EXPECT_EQ(read_text("b.STL",
                      "SOLID\r\nFACET NORMAL nan nan nan\r\nOUTER LOOP\r\nVERTEX 0 0 0\r\nVERTEX 1 0 0\r\n"
                      "VERTEX 0 1 0\r\nENDLOOP\r\nENDFACET\r\nENDSOLID\r\nsolid\n" +
                          facet + "endsolid")
                .triangle_count(),
            2u);
}

std::string bytes_of(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(value >> (8 * i)));
  return bytes;
}

std::string binary_facet(const std::vector<float>& numbers) {
  std::string bytes(12, '\0');
  for (const float number : numbers) bytes += bytes_of(std::bit_cast<std::uint32_t>(number));
  return bytes + std::string(2, '\7');
}

TEST(Stl, BinaryKeepsItsFloats) {
  std::string header = "solid is no sign of text";
  header.resize(80, ' ');
  std::string facets;
  const std::uint32_t count = 5000;  // more than are read at once
  for (std::uint32_t i = 0; i < count; ++i) {
    facets += binary_facet({0, 0, 0, 0.1f, 0, 0, 0, 1e-45f, static_cast<float>(i)});
  }
  const Shape shape = read_text("a.stl", header + bytes_of(count) + facets);
  ASSERT_EQ(shape.triangle_count(), count);
  EXPECT_EQ(shape.triangle(4999), (Triangle{{0, 0, 0}, {0.1f, 0, 0}, {0, 1e-45f, 4999}}));
}

TEST(Stl, Faults) {
  const std::string header(80, 'x');
  const std::string one = binary_facet({0, 0, 0, 1, 0, 0, 0, 1, 0});
  EXPECT_EQ(mesh_fault("a.stl", ""), "a.stl: the file is empty");
  EXPECT_EQ(mesh_fault("a.stl", "xyz"),
            "a.stl: not an STL file: it does not start with 'solid', and a binary one has at least 84 bytes, not 3");
  EXPECT_EQ(mesh_fault("a.stl", header + bytes_of(2) + one),
            "a.stl: a binary STL with 2 triangles has 184 bytes; this file has 134");
  EXPECT_EQ(mesh_fault("a.stl", header + bytes_of(1) + one + "x"),
            "a.stl: a binary STL with 1 triangles has 134 bytes; this file has 135");
  EXPECT_EQ(mesh_fault("a.stl", header + bytes_of(0xffffffff) + one),
            "a.stl: a binary STL with 4294967295 triangles has 214748364834 bytes; this file has 134");
  EXPECT_EQ(mesh_fault("a.stl", "solid" + std::string(75, '\0') + bytes_of(2) + one),
            "a.stl: a binary STL with 2 triangles has 184 bytes; this file has 134");
  EXPECT_EQ(mesh_fault("a.stl", header + bytes_of(0)), "a.stl: no triangles");
  EXPECT_EQ(mesh_fault("a.stl", header + bytes_of(2) + one +
                                    binary_facet({0, 0, 0, 1, 0, 0, 0, std::numeric_limits<float>::quiet_NaN(), 0})),
            "a.stl: corner 2 of facet 1 is not finite");
  EXPECT_EQ(mesh_fault("a.stl", "solid a\nendsolid a\n"), "a.stl: no triangles");
  EXPECT_EQ(mesh_fault("a.stl", "solid a\n" + facet), "a.stl:9: the file ends where 'facet' or 'endsolid' is expected");
  EXPECT_EQ(mesh_fault("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"),
            "a.stl:5: the file ends where 'vertex' is expected");
  EXPECT_EQ(mesh_fault("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\n"),
            "a.stl:5: expected 'vertex', not 'endloop'");
  EXPECT_EQ(mesh_fault("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 inf\n"),
            "a.stl:4: 'inf' is not a finite double");
  EXPECT_EQ(mesh_fault("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n"),
            "a.stl:4: a vertex needs 3 numbers, not 2");
  EXPECT_EQ(mesh_fault("a.stl", "solid a\nvertex 0 0 0\n"), "a.stl:2: expected 'facet' or 'endsolid', not 'vertex'");
  EXPECT_EQ(mesh_fault("a.stl", "solid a\n" + facet + "endsolid\nmore\n"), "a.stl:10: expected 'solid', not 'more'");
}

const std::string ply_points =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
const std::string ply_corners = "0 0 0\n1 0 0\n0 1 0\n";

TEST(Ply, AFileIsOneShape) {
  const std::string faces = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const Shape shape = read_text("a.ply", ply_points + faces + ply_corners + "3 0 1 2\n");
  ASSERT_EQ(shape.triangle_count(), 1u);
  EXPECT_EQ(shape.triangle(0), (Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh_fault("a.ply", ply_points + faces + ply_corners), "a.ply: 'face' 0: the file ends before it");
}

// What scanners write.
TEST(Ply, StripsTurnEverySecondTriangle) {
  const Shape shape = read_text("a.ply",
                                "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                                "property float z\nelement tristrips 1\nproperty list int int vertex_indices\n"
                                "end_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n9 0 1 2 3 3 -1 0 1 3\n");
  ASSERT_EQ(shape.triangle_count(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const Triangle t = shape.triangle(i);
    EXPECT_GT(cross(t.b - t.a, t.c - t.a).z, 0) << i;
  }
}

TEST(Ply, WithoutFacesItIsACloudOfPoints) {
  const std::string cloud = ply_points + "end_header\n" + ply_corners;
  ShapeOptions options;
  options.margin = 0.25;
  const Shape shape = read_mesh(file_of("a.ply", cloud), options);
  ASSERT_EQ(shape.triangle_count(), 3u);
  EXPECT_TRUE(within({make_sphere(0.5), make_pose({2, 0, 0})}, {shape, {}}, 0.25).yes());
  EXPECT_TRUE(within({make_sphere(0.5), make_pose({2, 0, 0})}, {shape, {}}, 0.24).no());
  options.solid = true;
  EXPECT_EQ(mesh_fault(file_of("a.ply", cloud), options), "a.ply: a cloud of points is no solid");
  EXPECT_EQ(mesh_fault("a.ply", ply_points + "element face 0\nproperty list uchar int vertex_indices\nend_header\n" +
                                    ply_corners),
            "a.ply: no faces: the file has 3 vertices");
}

TEST(Files, Faults) {
  EXPECT_EQ(mesh_fault(folder() + "none.obj"), "none.obj: no such file");
  EXPECT_EQ(mesh_fault(folder() + "none.stl"), "none.stl: no such file");
  std::filesystem::create_directories(folder() + "d.obj");
  EXPECT_EQ(mesh_fault(folder() + "d.obj"), "d.obj: is a directory, not a file");
  EXPECT_EQ(mesh_fault(folder() + "a.off"),
            "a.off: the file's ending is not one that can be read (.obj, .stl, .ply, .bt)");
  EXPECT_EQ(mesh_fault("/dev/null"),
            "/dev/null: the file's ending is not one that can be read (.obj, .stl, .ply, .bt)");
  EXPECT_EQ(mesh_fault(file_of("e.obj", "") + "/x.obj"), "e.obj/x.obj: no such file");
}

TEST(Files, SolidNeedsAClosedSurface) {
  ShapeOptions options;
  options.solid = true;
  const std::string text = mesh_fault(file_of("a.obj", obj_corners + "f 1 2 3\n"), options);
  EXPECT_EQ(text.rfind("a.obj: solid: edge ", 0), 0u) << text;
}

TEST(Numbers, BeyondTheDoubles) {
  EXPECT_EQ(parse_number("1e99999999999999999999").fault, NumberFault::not_finite);
  EXPECT_EQ(parse_number(std::string(400, '9')).fault, NumberFault::not_finite);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1").value, 0.0);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1e400").value, 0.1);
  EXPECT_EQ(parse_number("1e-99999999999999999999").fault, NumberFault::none);
  EXPECT_EQ(parse_number("0e99999999999999999999").value, 0.0);
  EXPECT_EQ(parse_number("").fault, NumberFault::not_a_number);
  EXPECT_EQ(parse_number("+-1").fault, NumberFault::not_a_number);
  EXPECT_EQ(parse_number("+").fault, NumberFault::not_a_number);
  EXPECT_EQ(parse_number("1e").fault, NumberFault::not_a_number);
}

}  // namespace
}  // namespace graze
