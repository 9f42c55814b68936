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
  if (header.form > static_cast<std::uint32_t>(ShapeForm::point)) {
    throw Error("unknown form " + std::to_string(header.form));
  }
  if ((header.flags & ~FileHeader::solid_flag) != 0) throw Error("unknown flags " + std::to_string(header.flags));
  if (header.node_bytes != sizeof(Node)) throw Error("tree nodes of " + std::to_string(header.node_bytes) + " bytes");
  if (header.leaf_bytes != sizeof(Leaf)) throw Error("tree leaves of " + std::to_string(header.leaf_bytes) + " bytes");
  if (header.oriented_bytes != sizeof(OrientedNode)) {
    throw Error("oriented nodes of " + std::to_string(header.oriented_bytes) + " bytes");
  }
  if (header.ray_node_bytes != sizeof(RayNode)) {
    throw Error("ray nodes of " + std::to_string(header.ray_node_bytes) + " bytes");
  }
  if (header.ray_leaf_triangles != RayLeaf::most_triangles) {
    throw Error("ray leaves of " + std::to_string(header.ray_leaf_triangles) + " triangles");
  }
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
  if ((terrain && !data.vertices.empty()) || (!data.indexed() && !data.triangles.empty()) ||
      (!runs && !data.indices.empty()) ||
      (data.margin != 0 && data.form != ShapeForm::sphere && data.form != ShapeForm::capsule) ||
      (!terrain && (!data.heights.empty() || data.rows != 0 || data.columns != 0 || data.dx != 0 || data.dy != 0))) {
    throw Error(std::string("has data that a ") + name(data.form) + " does not use");
  }
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
  data->margin = header.margin;
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
  tree.frame = local_frame(data->bounds);
  tree.nodes = read_section<Node>(header, file, Section::nodes);
  tree.leaves = read_section<Leaf>(header, file, Section::leaves);
  tree.order = read_section<std::uint32_t>(header, file, Section::order);
  const std::vector<Triangle> triangles = all_triangles(*data);
  if (const std::string fault = validate(tree, triangles); !fault.empty()) throw Error("tree: " + fault);
  Array<OrientedNode> oriented = read_section<OrientedNode>(header, file, Section::oriented);
  if (const std::string fault = validate(tree, oriented.view(), triangles); !fault.empty()) {
    throw Error("tree: " + fault);
  }
  RayTree rays;
  rays.frame = tree.frame;
  rays.nodes = read_section<RayNode>(header, file, Section::ray_nodes);
  rays.leaves = read_section<std::uint32_t>(header, file, Section::ray_leaves);
  rays.order = read_section<std::uint32_t>(header, file, Section::ray_order);
  if (const std::string fault = validate(rays, triangles); !fault.empty()) throw Error("tree: " + fault);
  data->lazy->ray_tree.get([&rays] { return std::move(rays); });
  data->lazy->tree.get([&tree] { return std::move(tree); });
  data->lazy->oriented.get([&oriented] { return std::move(oriented); });
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
