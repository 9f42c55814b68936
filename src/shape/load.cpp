// Reading a shape and its trees from a file: everything is checked before anything is used, so that no file, however
// made, leads a query out of its arrays or to a wrong answer. Only that a solid is closed is left to the checksum.
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/hash.h"
#include "graze/error.h"
#include "shape/complete.h"
#include "shape/file_format.h"
#include "shape/lazy.h"
#include "shape/mapped_file.h"

namespace graze {
namespace {

FileHeader read_header(std::span<const std::byte> bytes) {
  FileHeader header;
  if (bytes.size() < sizeof header.magic || std::memcmp(bytes.data(), &header.magic, sizeof header.magic) != 0) {
    throw Error("not a graze shape file");
  }
  if (bytes.size() < sizeof header)
    throw Error("cut short: the header ends after " + std::to_string(bytes.size()) + " bytes");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.byte_order == 0x04030201) throw Error("written on a machine with the other byte order");
  if (header.byte_order != FileHeader::right_byte_order) throw Error("damaged: no byte order mark");
  if (header.version != FileHeader::right_version) {
    throw Error("has format version " + std::to_string(header.version) + ", but this build reads version " +
                std::to_string(FileHeader::right_version));
  }
  if (header.file_bytes != bytes.size()) {
    throw Error(std::string(bytes.size() < header.file_bytes ? "cut short: " : "too long: ") +
                std::to_string(bytes.size()) + " bytes, but the header says " + std::to_string(header.file_bytes));
  }
  FileHeader blank = header;
  blank.checksum = 0;
  Checksum checksum;
  checksum.add(&blank, sizeof blank);
  checksum.add(bytes.data() + sizeof blank, bytes.size() - sizeof blank);
  if (checksum.value() != header.checksum) throw Error("damaged: the checksum is wrong");
  return header;
}

void check_header(const FileHeader& header) {
  if (header.form > static_cast<std::uint32_t>(ShapeForm::terrain)) {
    throw Error("unknown form " + std::to_string(header.form));
  }
  if ((header.flags & ~FileHeader::solid_flag) != 0) throw Error("unknown flags " + std::to_string(header.flags));
  if (header.node_bytes != sizeof(Node)) throw Error("tree nodes of " + std::to_string(header.node_bytes) + " bytes");
  if (header.pair_node_bytes != sizeof(PairNode)) {
    throw Error("pair tree nodes of " + std::to_string(header.pair_node_bytes) + " bytes");
  }
  if (header.zero != 0) throw Error("reserved header bytes are not zero");
  for (const std::uint64_t word : header.reserved) {
    if (word != 0) throw Error("reserved header bytes are not zero");
  }
}

template <class T>
Array<T> read_section(const FileHeader& header, const std::shared_ptr<const MappedFile>& file, Section section) {
  const auto number = static_cast<std::size_t>(section);
  const SectionPlace place = header.sections[number];
  const std::span<const std::byte> bytes = file->bytes();
  if (place.bytes == 0) return {};
  if (place.offset % FileHeader::alignment != 0 || place.offset < sizeof header || place.offset > bytes.size() ||
      place.bytes > bytes.size() - place.offset || place.bytes % sizeof(T) != 0) {
    throw Error(std::string("section ") + section_names[number] + " has no right place in the file");
  }
  const auto* first = reinterpret_cast<const T*>(bytes.data() + place.offset);
  return {std::span<const T>(first, place.bytes / sizeof(T)), file};
}

// Which sections a form must not have.
void check_unused(const Shape::Data& data) {
  const bool terrain = data.form == ShapeForm::terrain;
  const bool runs = data.form == ShapeForm::strip || data.form == ShapeForm::fan;
  if ((terrain && !data.vertices.empty()) || (data.form != ShapeForm::mesh && !data.triangles.empty()) ||
      (!runs && !data.indices.empty()) ||
      (!terrain && (!data.heights.empty() || data.rows != 0 || data.columns != 0 || data.dx != 0 || data.dy != 0))) {
    throw Error(std::string("has data that a ") + name(data.form) + " does not use");
  }
}

// Every node but the root is the child of one earlier node, and every primitive is in one leaf: a traversal ends, and
// stays within the arrays. Unused slots must be empty boxes, since a traversal may test them.
void check_nodes(const Tree& tree) {
  const auto fail = [](std::size_t node, const char* what) {
    throw Error("tree: node " + std::to_string(node) + " has " + what);
  };
  if (tree.nodes.empty()) throw Error("tree: no nodes");
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<bool> node_seen(tree.nodes.size(), false);
  std::vector<bool> primitive_seen(tree.primitives, false);
  std::size_t nodes_seen = 1, primitives_seen = 0;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    if (node.count == 0 || node.count > Node::width) fail(i, "a wrong count");
    for (int slot = 0; slot < Node::width; ++slot) {
      const bool used = slot < static_cast<int>(node.count);
      for (int axis = 0; axis < 3; ++axis) {
        const float lo = node.lo[axis][slot], hi = node.hi[axis][slot];
        if (used ? !(lo <= hi) : !(lo == infinity && hi == -infinity)) fail(i, "a wrong box");
      }
      if (!used) {
        if (node.child[slot] != Node::none) fail(i, "a child in an unused slot");
      } else if (node.is_leaf(slot)) {
        const std::uint32_t primitive = node.primitive(slot);
        if (primitive >= tree.primitives || primitive_seen[primitive]) fail(i, "a wrong leaf");
        primitive_seen[primitive] = true;
        ++primitives_seen;
      } else {
        const std::uint32_t child = node.child[slot];
        if (child <= i || child >= tree.nodes.size() || node_seen[child]) fail(i, "a wrong child");
        node_seen[child] = true;
        ++nodes_seen;
      }
    }
  }
  if (nodes_seen != tree.nodes.size()) throw Error("tree: a node has no parent");
  if (primitives_seen != tree.primitives) throw Error("tree: a triangle has no leaf");
}

void check_tree(const Tree& tree, const Shape::Data& data) {
  check_nodes(tree);
  const LocalFrame frame = local_frame(data.bounds);
  if (!(tree.frame.origin == frame.origin && tree.frame.scale == frame.scale)) {
    throw Error("tree: its frame is not that of the triangles");
  }
  if (const std::string fault = validate(tree, triangle_boxes(data)); !fault.empty()) throw Error("tree: " + fault);
}

Shape read_shape(const std::string& path) {
  const auto file = std::make_shared<const MappedFile>(path);
  const FileHeader header = read_header(file->bytes());
  check_header(header);

  auto data = std::make_shared<Shape::Data>();
  data->form = static_cast<ShapeForm>(header.form);
  data->solid = (header.flags & FileHeader::solid_flag) != 0;
  data->rows = header.rows;
  data->columns = header.columns;
  data->dx = header.dx;
  data->dy = header.dy;
  data->vertices = read_section<Vec3>(header, file, Section::vertices);
  data->triangles = read_section<Index3>(header, file, Section::triangles);
  data->indices = read_section<std::int32_t>(header, file, Section::indices);
  data->heights = read_section<double>(header, file, Section::heights);
  data->tags = read_section<std::uint32_t>(header, file, Section::tags);
  check_unused(*data);
  complete(*data);
  if (data->triangle_count != header.triangle_count) {
    throw Error("has " + std::to_string(data->triangle_count) + " triangles, but the header says " +
                std::to_string(header.triangle_count));
  }

  Tree tree;
  tree.frame = {{header.tree_origin[0], header.tree_origin[1], header.tree_origin[2]}, header.tree_scale};
  tree.nodes = read_section<Node>(header, file, Section::nodes);
  tree.primitives = data->triangle_count;
  check_tree(tree, *data);
  data->lazy->tree.get([&tree] { return std::move(tree); });

  PairTree pair_tree;
  pair_tree.frame = local_frame(data->bounds);
  pair_tree.nodes = read_section<PairNode>(header, file, Section::pair_nodes);
  pair_tree.primitives = data->triangle_count;
  if (const std::string fault = validate(pair_tree, all_triangles(*data)); !fault.empty()) {
    throw Error("pair tree: " + fault);
  }
  data->lazy->pair_tree.get([&pair_tree] { return std::move(pair_tree); });
  return Shape(std::move(data));
}

}  // namespace

Shape load(const std::string& path) {
  try {
    return read_shape(path);
  } catch (const Error& error) {
    throw Error("load: " + path + ": " + error.what());
  }
}

}  // namespace graze
