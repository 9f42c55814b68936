#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <random>

#include "base/hash.h"
#include "models.h"
#include "shape/data.h"
#include "shape/file_format.h"

namespace graze {
namespace {

using test::error_of;

class File : public testing::Test {
 protected:
  File() {
    static int serial = 0;
    folder = std::filesystem::temp_directory_path() /
             ("graze-file-test-" + std::to_string(::getpid()) + "-" + std::to_string(serial++));
    std::filesystem::create_directory(folder);
    path = folder / "shape.graze";
  }
  ~File() override { std::filesystem::remove_all(folder); }

  std::vector<char> bytes() const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::vector<char>& content) const {
    std::filesystem::remove(path);  // some file systems wait for the disk when a file is cut to be rewritten
    std::ofstream out(path, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  // What is wrong with the file, without its name; empty when it loads.
  std::string fault() const {
    const std::string message = error_of([this] { load(path); });
    const std::string prefix = "load: " + path + ": ";
    if (message.empty()) return {};
    EXPECT_EQ(message.substr(0, prefix.size()), prefix);
    return message.substr(prefix.size());
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  std::filesystem::path folder;
  std::string path;
};

std::vector<Shape> one_of_each_form() {
  const test::Mesh torus = test::torus(11, 13);
  std::vector<std::uint32_t> tags(286);
  for (std::size_t i = 0; i < tags.size(); ++i) tags[i] = static_cast<std::uint32_t>(i * 77);
  std::vector<double> heights(42);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = 0.1 * double(i % 5);
  const test::Mesh cube = test::cube();
  const std::vector<std::int32_t> strip{0, 4, 2, 6, 3, 7, 1, 5, 0, 4, -1, 0, 2, 1, 3, -1, 4, 5, 6, 7};
  return {torus.shape(),
          torus.shape({.solid = true, .tags = tags}),
          make_soup(test::unshared(torus), {.solid = true}),
          make_soup({{0, 0, 0}, {1, 0, -0.0}, {5e-324, 1e300, 0}}),
          make_strip(cube.vertices, strip, {.solid = true, .tags = std::vector<std::uint32_t>(12, 3)}),
          make_strip(cube.vertices, {0, 1, 2, 3, 4, 5}),
          make_fan(cube.vertices, {0, 1, 5, 4, 6, 2, 3, 1, -1, 7, 6, 4, 5, 1, 3, 2, 6}, {.solid = true}),
          make_terrain(6, 7, 0.25, 3, heights),
          make_terrain(6, 7, 0.25, 3, heights, {.tags = std::vector<std::uint32_t>(60, 9)})};
}

template <class T>
bool same_bits(const Array<T>& a, const Array<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}

TEST_F(File, RoundTripIsBitEqual) {
  for (const Shape& shape : one_of_each_form()) {
    save(shape, path);
    const Shape loaded = load(path);
    const ShapeData &a = data_of(shape), &b = data_of(loaded);
    EXPECT_EQ(a.form, b.form);
    EXPECT_EQ(a.solid, b.solid);
    EXPECT_EQ(a.bounds, b.bounds);
    EXPECT_EQ(a.triangle_count, b.triangle_count);
    EXPECT_TRUE(same_bits(a.vertices, b.vertices));
    EXPECT_TRUE(same_bits(a.triangles, b.triangles));
    EXPECT_TRUE(same_bits(a.indices, b.indices));
    EXPECT_TRUE(same_bits(a.run_starts, b.run_starts));
    EXPECT_TRUE(same_bits(a.heights, b.heights));
    EXPECT_TRUE(same_bits(a.tags, b.tags));
    EXPECT_TRUE(same_bits(a.tree().nodes, b.tree().nodes));
    EXPECT_EQ(a.tree().frame.origin, b.tree().frame.origin);
    EXPECT_EQ(a.tree().frame.scale, b.tree().frame.scale);
    EXPECT_TRUE(same_bits(a.tree().leaves, b.tree().leaves));
    EXPECT_TRUE(same_bits(a.tree().order, b.tree().order));
    EXPECT_TRUE(same_bits(a.ray_tree().nodes, b.ray_tree().nodes));
    EXPECT_TRUE(same_bits(a.ray_tree().leaves, b.ray_tree().leaves));
    EXPECT_TRUE(same_bits(a.ray_tree().order, b.ray_tree().order));
    ASSERT_EQ(a.oriented().size(), b.oriented().size());
    EXPECT_EQ(std::memcmp(a.oriented().data(), b.oriented().data(), a.oriented().size_bytes()), 0);
    for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
      const Triangle s = shape.triangle(i), t = loaded.triangle(i);
      ASSERT_EQ(std::memcmp(&s, &t, sizeof s), 0);
      ASSERT_EQ(shape.tag(i), loaded.tag(i));
    }
    EXPECT_EQ(shape.topology().signed_volume, loaded.topology().signed_volume);
    EXPECT_EQ(files(), 1u);
  }
}

TEST_F(File, TheMappedTreeIsUsedInPlace) {
  save(test::torus(30, 30).shape(), path);
  const Shape loaded = load(path);
  const auto* first = reinterpret_cast<const char*>(data_of(loaded).vertices.data());
  const Tree& tree = data_of(loaded).tree();
  const RayTree& rays = data_of(loaded).ray_tree();
  for (const void* section :
       {static_cast<const void*>(tree.nodes.data()), static_cast<const void*>(tree.leaves.data()),
        static_cast<const void*>(tree.order.data()), static_cast<const void*>(data_of(loaded).oriented().data()),
        static_cast<const void*>(rays.nodes.data()), static_cast<const void*>(rays.leaves.data()),
        static_cast<const void*>(rays.order.data())}) {
    const auto* at = static_cast<const char*>(section);
    EXPECT_GT(at, first);
    EXPECT_LT(at, first + std::filesystem::file_size(path));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(at) % 64, 0u);
  }
}

TEST_F(File, OutlivesTheNameAndTheFirstHandle) {
  save(test::cube().shape(), path);
  Shape solid;
  {
    const Shape loaded = load(path);
    solid = as_solid(loaded);
  }
  save(test::torus(5, 5).shape(), path);  // over the mapped file
  std::filesystem::remove(path);
  EXPECT_EQ(solid.triangle(11).b, (Vec3{1, 1, 1}));
  EXPECT_EQ(data_of(solid).tree().triangles(), 12u);
  save(solid, path);
  EXPECT_TRUE(load(path).solid());
}

TEST_F(File, SavingTwiceGivesTheSameBytes) {
  for (const Shape& shape : one_of_each_form()) {
    save(shape, path);
    const std::vector<char> first = bytes();
    EXPECT_EQ(first.size() % 64, 0u);
    save(load(path), path);
    EXPECT_EQ(bytes(), first);
  }
}

TEST_F(File, SaveErrors) {
  const Shape shape = test::cube().shape();
  const std::string nowhere = folder / "no" / "such.graze";
  EXPECT_EQ(error_of([&] { save(shape, nowhere); }), "save: " + nowhere + ": cannot create: No such file or directory");
  EXPECT_EQ(error_of([&] { save(Shape{}, path); }), "save: " + path + ": the shape is an empty handle");
  std::filesystem::create_directory(path);
  EXPECT_EQ(error_of([&] { save(shape, path); }), "save: " + path + ": cannot create: Is a directory");
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, LoadErrors) {
  EXPECT_EQ(fault(), "cannot open: No such file or directory");
  std::filesystem::create_directory(path);
  EXPECT_EQ(fault(), "not a regular file");
  std::filesystem::remove(path);
  write({});
  EXPECT_EQ(fault(), "not a graze shape file");
  write({'s', 'o', 'l', 'i', 'd', ' ', 'x', '\n', '\n'});
  EXPECT_EQ(fault(), "not a graze shape file");
}

TEST_F(File, CutShortAnywhere) {
  for (const Shape& shape : one_of_each_form()) {
    save(shape, path);
    const std::vector<char> whole = bytes();
    for (std::size_t size = 0; size < whole.size(); size += 64) {
      write({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
      EXPECT_EQ(fault(), size == 0    ? "not a graze shape file"
                         : size < 448 ? "cut short: the header ends after " + std::to_string(size) + " bytes"
                                      : "cut short: " + std::to_string(size) + " bytes, but the header says " +
                                            std::to_string(whole.size()));
    }
    std::vector<char> longer = whole;
    longer.push_back(0);
    write(longer);
    EXPECT_EQ(fault(), "too long: " + std::to_string(whole.size() + 1) + " bytes, but the header says " +
                           std::to_string(whole.size()));
  }
}

TEST_F(File, EveryFlippedBitOfASmallFileIsFound) {
  save(test::cube().shape({.solid = true}), path);
  const std::vector<char> whole = bytes();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int bit : {0, 3, 7}) {
      std::vector<char> flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      write(flipped);
      ASSERT_NE(fault(), "") << "byte " << i << ", bit " << bit;
    }
  }
  write(whole);
  EXPECT_EQ(fault(), "");
}

// --- files made to deceive: wrong inside, with a right checksum ---

struct Forgery {
  std::vector<char> content;

  FileHeader header() const {
    FileHeader result;
    std::memcpy(&result, content.data(), sizeof result);
    return result;
  }
  void set(const FileHeader& header) { std::memcpy(content.data(), &header, sizeof header); }
  template <class T>
  T get(Section section, std::size_t index) const {
    T value;
    std::memcpy(&value, content.data() + header().sections[std::size_t(section)].offset + index * sizeof(T), sizeof(T));
    return value;
  }
  template <class T>
  void set(Section section, std::size_t index, const T& value) {
    std::memcpy(content.data() + header().sections[std::size_t(section)].offset + index * sizeof(T), &value, sizeof(T));
  }
  void sign() {
    FileHeader header = this->header();
    header.checksum = 0;
    set(header);
    Checksum checksum;
    checksum.add(content.data(), content.size());
    header.checksum = checksum.value();
    set(header);
  }
};

struct HeaderCase {
  const char* message;
  std::function<void(FileHeader&)> change;
};

TEST_F(File, WrongHeaders) {
  save(test::cube().shape({.tags = std::vector<std::uint32_t>(12, 1)}), path);
  const Forgery genuine{bytes()};
  const auto place = [](Section s) { return static_cast<std::size_t>(s); };
  const HeaderCase cases[] = {
      {"has format version 2, but this build reads version 3", [](FileHeader& h) { h.version = 2; }},
      {"written on a machine with the other byte order", [](FileHeader& h) { h.byte_order = 0x04030201; }},
      {"damaged: no byte order mark", [](FileHeader& h) { h.byte_order = 0; }},
      {"unknown form 17", [](FileHeader& h) { h.form = 17; }},
      {"box: the triangles are not those of a box", [](FileHeader& h) { h.form = 5; }},
      {"cylinder: radius is 0, but must be finite and above 0",
       [](FileHeader& h) {
         h.form = 11;
         h.sections[0] = h.sections[1] = {};
       }},
      {"has data that a halfspace does not use", [](FileHeader& h) { h.form = 10; }},
      {"has data that a mesh does not use", [](FileHeader& h) { h.extent.x = 1; }},
      {"has data that a mesh does not use", [](FileHeader& h) { h.radius = 1; }},
      {"mesh: margin is -1, but must be finite and not negative", [](FileHeader& h) { h.world_margin = -1; }},
      {"polyhedron: the triangles are not fans of faces", [](FileHeader& h) { h.form = 15; }},
      {"compound: no parts given",
       [](FileHeader& h) {
         h.form = 16;
         h.sections[0] = h.sections[1] = {};
       }},
      {"unknown flags 6", [](FileHeader& h) { h.flags = 6; }},
      {"tree nodes of 128 bytes", [](FileHeader& h) { h.node_bytes = 128; }},
      {"reserved header bytes are not zero", [](FileHeader& h) { h.reserved[6] = 1; }},
      {"reserved header bytes are not zero", [](FileHeader& h) { h.reserved[0] = 1; }},
      {"tree leaves of 256 bytes", [](FileHeader& h) { h.leaf_bytes = 256; }},
      {"oriented nodes of 256 bytes", [](FileHeader& h) { h.oriented_bytes = 256; }},
      {"ray nodes of 256 bytes", [](FileHeader& h) { h.ray_node_bytes = 256; }},
      {"ray leaves of 12 triangles", [](FileHeader& h) { h.ray_leaf_triangles = 12; }},
      {"tree: the ray tree has no root", [&](FileHeader& h) { h.sections[place(Section::ray_nodes)] = {}; }},
      {"tree: the ray tree has no leaves", [&](FileHeader& h) { h.sections[place(Section::ray_leaves)] = {}; }},
      {"tree: the ray tree has another number of triangles",
       [&](FileHeader& h) { h.sections[place(Section::ray_order)] = {}; }},
      {"has 12 triangles, but the header says 13", [](FileHeader& h) { h.triangle_count = 13; }},
      {"has data that a soup does not use", [](FileHeader& h) { h.form = 1; }},
      {"has data that a mesh does not use", [](FileHeader& h) { h.rows = 2; }},
      {"terrain: 0 rows x 0 columns given, at least 2 x 2 are needed",
       [](FileHeader& h) {
         h.form = 4;
         h.sections[0] = h.sections[1] = {};
       }},
      {"section vertices has no right place in the file", [&](FileHeader& h) { h.sections[0].offset = 64; }},
      {"section vertices has no right place in the file", [&](FileHeader& h) { h.sections[0].offset += 8; }},
      {"section triangles has no right place in the file",
       [&](FileHeader& h) { h.sections[1].offset = 0xffffffffffffffc0u; }},
      {"section triangles has no right place in the file", [&](FileHeader& h) { h.sections[1].bytes = h.file_bytes; }},
      {"section tags has no right place in the file",
       [&](FileHeader& h) { h.sections[place(Section::tags)].bytes = 0xfffffffffffffffcu; }},
      {"section nodes has no right place in the file",
       [&](FileHeader& h) { h.sections[place(Section::nodes)].bytes -= 8; }},
      {"mesh: 11 tags given for 12 triangles", [&](FileHeader& h) { h.sections[place(Section::tags)].bytes -= 4; }},
      {"mesh: no triangles given", [&](FileHeader& h) { h.sections[1].bytes = 0; }},
      {"mesh: triangle 0 uses vertex 3, but there are 3 vertices", [&](FileHeader& h) { h.sections[0].bytes = 72; }},
      {"section leaves has no right place in the file",
       [&](FileHeader& h) { h.sections[place(Section::leaves)].offset += 8; }},
      {"section order has no right place in the file",
       [&](FileHeader& h) { h.sections[place(Section::order)].bytes -= 2; }},
      {"section oriented nodes has no right place in the file",
       [&](FileHeader& h) { h.sections[place(Section::oriented)].bytes -= 8; }},
      {"section oriented nodes has no right place in the file",
       [&](FileHeader& h) { h.sections[place(Section::oriented)].offset = h.file_bytes; }},
      {"tree: the tree has no root", [&](FileHeader& h) { h.sections[place(Section::nodes)] = {}; }},
      {"tree: node 0, slot 0: a wrong leaf", [&](FileHeader& h) { h.sections[place(Section::leaves)] = {}; }},
      {"tree: the tree has another number of triangles",
       [&](FileHeader& h) { h.sections[place(Section::order)] = {}; }},
      {"tree: the tree has another number of triangles",
       [&](FileHeader& h) { h.sections[place(Section::order)].bytes -= 4; }},
      {"tree: there are not as many oriented nodes as nodes",
       [&](FileHeader& h) { h.sections[place(Section::oriented)] = {}; }},
  };
  for (const HeaderCase& c : cases) {
    Forgery forgery = genuine;
    FileHeader header = forgery.header();
    c.change(header);
    forgery.set(header);
    forgery.sign();
    write(forgery.content);
    EXPECT_EQ(fault(), c.message);
  }
}

TEST_F(File, WrongGeometry) {
  save(test::cube().shape(), path);
  const Forgery genuine{bytes()};
  Forgery forgery = genuine;
  forgery.set(Section::vertices, 3, Vec3{0, std::nan(""), 0});
  forgery.sign();
  write(forgery.content);
  EXPECT_EQ(fault(), "mesh: vertex 3 has a non-finite coordinate (0, nan, 0)");
  forgery = genuine;
  forgery.set(Section::triangles, 7, Index3{0, 1, 8});
  forgery.sign();
  write(forgery.content);
  EXPECT_EQ(fault(), "mesh: triangle 7 uses vertex 8, but there are 8 vertices");
  save(make_strip(test::cube().vertices, {0, 1, 2, 3}), path);
  forgery = {bytes()};
  forgery.set(Section::indices, 1, std::int32_t{-1});
  forgery.sign();
  write(forgery.content);
  EXPECT_EQ(fault(), "strip: run 0 (starting at index 0) has 1 index, at least 3 are needed");
}

// The fault of a file whose element `index` of a section was changed.
template <class T, class Fault>
std::string after(const Forgery& genuine, Section section, std::size_t index, const std::function<void(T&)>& change,
                  Fault&& fault) {
  Forgery forgery = genuine;
  T element = forgery.get<T>(section, index);
  change(element);
  forgery.set(section, index, element);
  forgery.sign();
  return fault(forgery.content);
}

TEST_F(File, WrongTrees) {
  save(test::torus(20, 20).shape(), path);
  Forgery genuine{bytes()};
  const auto fault_of = [&](const std::vector<char>& content) {
    write(content);
    return fault();
  };
  const auto with_node = [&](std::size_t index, const std::function<void(Node&)>& change) {
    return after(genuine, Section::nodes, index, change, fault_of);
  };
  const auto with_leaf = [&](std::size_t index, const std::function<void(Leaf&)>& change) {
    return after(genuine, Section::leaves, index, change, fault_of);
  };
  const auto with_order = [&](std::size_t index, std::uint32_t triangle) {
    return after<std::uint32_t>(
        genuine, Section::order, index, [&](std::uint32_t& t) { t = triangle; }, fault_of);
  };
  const auto with_oriented = [&](std::size_t index, const std::function<void(OrientedNode&)>& change) {
    return after(genuine, Section::oriented, index, change, fault_of);
  };
  const std::size_t nodes = genuine.header().sections[std::size_t(Section::nodes)].bytes / sizeof(Node);
  const Node root = genuine.get<Node>(Section::nodes, 0);
  ASSERT_GT(nodes, 3u);
  ASSERT_FALSE(root.is_leaf(0));
  ASSERT_FALSE(root.is_leaf(1));
  const std::string slot_0 = "tree: node 0, slot 0: ", slot_1 = "tree: node 0, slot 1: ";
  for (const std::uint32_t count : {0u, 9u, 0xffffffffu})
    EXPECT_EQ(with_node(0, [&](Node& n) { n.count = count; }), "tree: node 0 has a wrong slot count");
  EXPECT_EQ(with_node(0, [](Node& n) { n.child[1] = 0; }), slot_1 + "a child must come after its parent");
  EXPECT_EQ(with_node(0, [](Node& n) { n.child[1] = n.child[0]; }),
            slot_1 + "node " + std::to_string(root.child[0]) + " has two parents");
  EXPECT_EQ(with_node(0, [&](Node& n) { n.child[0] = std::uint32_t(nodes); }),
            slot_0 + "a child must come after its parent");
  for (const std::uint32_t child : {Node::leaf_bit | 800, Node::leaf_bit | 5, Node::none})
    EXPECT_EQ(with_node(0, [&](Node& n) { n.child[0] = child; }), slot_0 + "a wrong leaf");
  EXPECT_EQ(with_node(0, [](Node& n) { n.lo[1][0] = std::nanf(""); }), slot_0 + "the box does not hold its child");
  EXPECT_EQ(with_node(0, [](Node& n) { n.lo[2][0] = 3; }), slot_0 + "the box does not hold its child");
  EXPECT_EQ(with_node(0, [](Node& n) { n.hi[2][0] = n.lo[2][0]; }), slot_0 + "the box does not hold its child");

  const auto ends_with = [](const std::string& whole, const std::string& end) {
    return whole.size() >= end.size() && whole.compare(whole.size() - end.size(), end.size(), end) == 0;
  };
  const auto wrong_triangles = [&](const std::string& s) { return ends_with(s, ": the leaf has wrong triangles"); };
  EXPECT_PRED1(wrong_triangles, with_leaf(2, [](Leaf& l) { l.count = 0; }));
  EXPECT_PRED1(wrong_triangles, with_leaf(2, [](Leaf& l) { l.count = 9; }));
  EXPECT_PRED1(wrong_triangles, with_leaf(2, [](Leaf& l) { l.count = 0xffffffff; }));
  EXPECT_PRED1(wrong_triangles, with_leaf(2, [](Leaf& l) { l.first += 1; }));
  EXPECT_PRED1(wrong_triangles, with_leaf(2, [](Leaf& l) { l.first = 0xfffffffc; }));
  const auto wrong_radius = [&](const std::string& s) { return ends_with(s, ": the leaf has a wrong radius"); };
  EXPECT_PRED1(wrong_radius, with_leaf(2, [](Leaf& l) { l.radius = std::nanf(""); }));
  EXPECT_PRED1(wrong_radius, with_leaf(2, [](Leaf& l) { l.radius = -1; }));
  EXPECT_PRED1(wrong_radius, with_leaf(2, [](Leaf& l) { l.radius = 1e30f; }));
  const auto wrong_corner = [&](const std::string& s) {
    return ends_with(s, ": the leaf has a corner that is not its triangle's");
  };
  EXPECT_PRED1(wrong_corner, with_leaf(2, [](Leaf& l) { l.radius *= 0.5f; }));
  EXPECT_PRED1(wrong_corner, with_leaf(2, [](Leaf& l) { l.centre[1] += 1e-4f; }));
  EXPECT_PRED1(wrong_corner, with_leaf(2, [](Leaf& l) { l.corner[1][2][0] += 1e-4f; }));
  EXPECT_NE(with_leaf(2, [](Leaf& l) { l.centre[1] = std::numeric_limits<float>::infinity(); }), "");
  const auto wrong_triangle = [&](const std::string& s) {
    return ends_with(s, ": the leaf has a wrong triangle, or one that is in another leaf");
  };
  EXPECT_PRED1(wrong_triangle, with_order(700, 800));
  EXPECT_PRED1(wrong_triangle, with_order(700, 0xffffffff));
  EXPECT_PRED1(wrong_triangle, with_order(1, genuine.get<std::uint32_t>(Section::order, 0)));

  const std::string oriented_0 = "tree: oriented node 0, slot 0: ";
  EXPECT_EQ(with_oriented(0, [](OrientedNode& n) { n.child[0] = n.child[1]; }),
            oriented_0 + "the child is not that of the node");
  EXPECT_EQ(with_oriented(0, [](OrientedNode& n) { n.axis[0][0][0] = std::nanf(""); }),
            oriented_0 + "the axes are not those of a box");
  EXPECT_EQ(with_oriented(0, [](OrientedNode& n) { n.half[2][0] *= 0.5f; }).substr(0, oriented_0.size()), oriented_0);
  EXPECT_EQ(with_oriented(0, [](OrientedNode& n) { n.centre[2][0] = std::nanf(""); }).substr(0, oriented_0.size()),
            oriented_0);

  // A node with unused slots: a box there could lead a traversal to no child.
  save(make_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), path);
  genuine = {bytes()};
  ASSERT_EQ(genuine.get<Node>(Section::nodes, 0).count, 1u);
  EXPECT_EQ(with_node(0,
                      [](Node& n) {
                        for (int axis = 0; axis < 3; ++axis) n.lo[axis][5] = n.hi[axis][5] = 0;
                      }),
            "tree: node 0, slot 5: an unused slot is not empty");
  for (const float half : {0.0f, -1e-30f})
    EXPECT_EQ(with_oriented(0,
                            [&](OrientedNode& n) {
                              for (int axis = 0; axis < 3; ++axis) n.half[axis][5] = half;
                            }),
              "tree: oriented node 0, slot 5: an unused slot is not empty");
}

// Whatever the bytes, loading ends in an Error or in a shape whose every triangle and tree node can be read.
TEST_F(File, RandomForgeries) {
  std::mt19937 random(21);
  int loaded_files = 0;
  for (const Shape& shape : one_of_each_form()) {
    save(shape, path);
    const Forgery genuine{bytes()};
    for (int round = 0; round < 400; ++round) {
      Forgery forgery = genuine;
      for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
        const std::size_t at = 24 + random() % (round % 2 == 0 ? 296 : forgery.content.size() - 24);
        static constexpr unsigned char likely[] = {0, 1, 0x7f, 0x80, 0xff, 8, 64, 4};
        forgery.content[at] = static_cast<char>(likely[random() % 8]);
      }
      forgery.sign();
      write(forgery.content);
      try {
        const Shape loaded = load(path);
        ++loaded_files;
        Box bounds;
        for (std::uint32_t i = 0; i < loaded.triangle_count(); ++i) {
          const Triangle t = loaded.triangle(i);
          bounds = merge(merge(merge(bounds, t.a), t.b), t.c);
          loaded.tag(i);
        }
        ASSERT_EQ(bounds, loaded.bounds());
        const std::vector<Triangle> triangles = all_triangles(data_of(loaded));
        ASSERT_EQ(validate(data_of(loaded).tree(), triangles), "");
        ASSERT_EQ(validate(data_of(loaded).tree(), data_of(loaded).oriented(), triangles), "");
        ASSERT_EQ(validate(data_of(loaded).ray_tree(), triangles), "");
      } catch (const Error&) {
      }
    }
  }
  EXPECT_GT(loaded_files, 100);
  EXPECT_LT(loaded_files, 3500);
}

TEST(Checksum, DoesNotDependOnTheCuts) {
  std::mt19937 random(22);
  std::vector<unsigned char> data(1000);
  for (unsigned char& byte : data) byte = static_cast<unsigned char>(random());
  for (int round = 0; round < 200; ++round) {
    const std::size_t size = random() % data.size();
    Checksum whole, cut;
    whole.add(data.data(), size);
    for (std::size_t at = 0; at < size;) {
      const std::size_t piece = std::min<std::size_t>(random() % 100, size - at);
      cut.add(data.data() + at, piece);
      at += piece;
    }
    ASSERT_EQ(whole.value(), cut.value());
    Checksum longer = whole;
    longer.add("\0", 1);
    ASSERT_NE(whole.value(), longer.value());
  }
}

}  // namespace
}  // namespace graze
