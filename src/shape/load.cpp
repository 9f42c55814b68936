// Reading a shape and its trees from a file: everything is checked before anything is used, so that no file, however
// made, leads a query out of its arrays or to a wrong answer. Only that a solid is closed is left to the checksum.
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/float_state.h"
#include "base/hash.h"
#include "graze/error.h"
#include "shape/complete.h"
#include "shape/compound.h"
#include "shape/file_format.h"
#include "shape/lazy.h"
#include "shape/mapped_file.h"
#include "shape/shape_file.h"

namespace graze {
namespace {

FileHeader read_header(std::span<const std::byte> bytes) {
  FileHeader header;
  if (bytes.size() < sizeof header.magic || std::memcmp(bytes.data(), &header.magic, sizeof header.magic) != 0) {
    throw Error("not a graze shape file");
  }
  const auto cut_short = [&] {
    return Error("cut short: the header ends after " + std::to_string(bytes.size()) + " bytes");
  };
  if (bytes.size() < offsetof(FileHeader, file_bytes)) throw cut_short();
  std::memcpy(&header.version, bytes.data() + offsetof(FileHeader, version), sizeof header.version);
  std::memcpy(&header.byte_order, bytes.data() + offsetof(FileHeader, byte_order), sizeof header.byte_order);
  if (header.byte_order == 0x04030201) throw Error("written on a machine with the other byte order");
  if (header.byte_order != FileHeader::right_byte_order) throw Error("damaged: no byte order mark");
  if (header.version != FileHeader::right_version) {
    throw Error("has format version " + std::to_string(header.version) + ", but this build reads version " +
                std::to_string(FileHeader::right_version));
  }
  if (bytes.size() < sizeof header) throw cut_short();
  std::memcpy(&header, bytes.data(), sizeof header);
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
  if (header.form >= kind_rows.size()) {
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

// A file, or the part of one that is a file itself.
struct Image {
  std::shared_ptr<const void> owner;
  std::span<const std::byte> bytes;
};

template <class T>
Array<T> read_section(const FileHeader& header, const Image& image, Section section) {
  const auto number = static_cast<std::size_t>(section);
  const SectionPlace place = header.sections[number];
  const std::span<const std::byte> bytes = image.bytes;
  if (place.bytes == 0) return {};
  if (place.offset % FileHeader::alignment != 0 || place.offset < sizeof header || place.offset > bytes.size() ||
      place.bytes > bytes.size() - place.offset || place.bytes % sizeof(T) != 0) {
    throw Error(std::string("section ") + section_names[number] + " has no right place in the file");
  }
  const auto* first = reinterpret_cast<const T*>(bytes.data() + place.offset);
  return {std::span<const T>(first, place.bytes / sizeof(T)), image.owner};
}

// Which sections a form must not have.
void check_unused(const ShapeData& data) {
  const bool terrain = data.form == ShapeForm::terrain;
  const bool runs = data.form == ShapeForm::strip || data.form == ShapeForm::fan;
  const bool rounded = data.form == ShapeForm::sphere || data.form == ShapeForm::capsule;
  const bool bare = data.curved() || data.form == ShapeForm::halfspace || data.form == ShapeForm::compound;
  if (((terrain || bare) && !data.vertices.empty()) || ((bare || !data.indexed()) && !data.triangles.empty()) ||
      (!runs && !data.indices.empty()) || (data.form != ShapeForm::polyhedron && !data.faces.empty()) ||
      (data.radius != 0 && !rounded) || (!data.curved() && !(data.extent == Vec3{})) ||
      (data.form != ShapeForm::halfspace && data.offset != 0) ||
      (!terrain && (!data.heights.empty() || data.rows != 0 || data.columns != 0 || data.dx != 0 || data.dy != 0))) {
    throw Error(std::string("has data that a ") + name(data.form) + " does not use");
  }
}

// How deep compounds in files may be nested.
constexpr int deepest_compound = 64;

Shape read_shape(const Image& image, int depth);

void read_parts(ShapeData& data, const FileHeader& header, const Image& image, int depth) {
  const Array<std::byte> files = read_section<std::byte>(header, image, Section::parts);
  const Array<std::uint64_t> places = read_section<std::uint64_t>(header, image, Section::part_places);
  const Array<Pose> poses = read_section<Pose>(header, image, Section::part_poses);
  if (places.size() != poses.size()) throw Error("section part places has no right size");
  if (depth == deepest_compound) throw Error("compounds are nested too deep");
  std::map<std::uint64_t, Shape> read;
  std::vector<CompoundPart> parts;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string which = "part " + std::to_string(i) + ": ";
    if (places[i] > files.size() || files.size() - places[i] < sizeof(FileHeader) ||
        places[i] % FileHeader::alignment != 0)
      throw Error(which + "has no right place in the file");
    Shape& shape = read[places[i]];
    if (!shape) {
      FileHeader part;
      std::memcpy(&part, files.data() + places[i], sizeof part);
      if (part.file_bytes > files.size() - places[i]) throw Error(which + "has no right place in the file");
      try {
        shape = read_shape({image.owner, files.view().subspan(places[i], part.file_bytes)}, depth + 1);
      } catch (const Error& error) {
        throw Error(which + error.what());
      }
    }
    parts.push_back({shape, poses[i]});
  }
  complete_compound(data, std::move(parts));
}

void read_trees(ShapeData& data, const FileHeader& header, const Image& image) {
  Tree tree;
  tree.frame = local_frame(data.bounds);
  tree.nodes = read_section<Node>(header, image, Section::nodes);
  tree.leaves = read_section<Leaf>(header, image, Section::leaves);
  tree.order = read_section<std::uint32_t>(header, image, Section::order);
  const std::vector<Triangle> triangles = all_triangles(data);
  if (const std::string fault = validate(tree, triangles); !fault.empty()) throw Error("tree: " + fault);
  Array<OrientedNode> oriented = read_section<OrientedNode>(header, image, Section::oriented);
  if (const std::string fault = validate(tree, oriented.view(), triangles); !fault.empty()) {
    throw Error("tree: " + fault);
  }
  RayTree rays;
  rays.frame = tree.frame;
  rays.nodes = read_section<RayNode>(header, image, Section::ray_nodes);
  rays.leaves = read_section<std::uint32_t>(header, image, Section::ray_leaves);
  rays.order = read_section<std::uint32_t>(header, image, Section::ray_order);
  if (const std::string fault = validate(rays, triangles); !fault.empty()) throw Error("tree: " + fault);
  data.lazy->ray_tree.get([&rays] { return std::move(rays); });
  data.lazy->tree.get([&tree] { return std::move(tree); });
  data.lazy->oriented.get([&oriented] { return std::move(oriented); });
}

Shape read_shape(const Image& image, int depth) {
  const FileHeader header = read_header(image.bytes);
  check_header(header);

  auto data = std::make_unique<ShapeData>();
  data->form = static_cast<ShapeForm>(header.form);
  data->solid = (header.flags & FileHeader::solid_flag) != 0;
  data->rows = header.rows;
  data->columns = header.columns;
  data->dx = header.dx;
  data->dy = header.dy;
  data->radius = header.radius;
  data->world_margin = header.world_margin;
  (data->form == ShapeForm::halfspace ? data->normal : data->extent) = header.extent;
  data->offset = header.offset;
  data->vertices = read_section<Vec3>(header, image, Section::vertices);
  data->triangles = read_section<Index3>(header, image, Section::triangles);
  data->indices = read_section<std::int32_t>(header, image, Section::indices);
  data->heights = read_section<double>(header, image, Section::heights);
  data->tags = read_section<std::uint32_t>(header, image, Section::tags);
  data->faces = read_section<std::uint32_t>(header, image, Section::faces);
  check_unused(*data);
  if (data->form == ShapeForm::compound) read_parts(*data, header, image, depth);
  complete(*data);
  if (data->triangle_count != header.triangle_count) {
    throw Error("has " + std::to_string(data->triangle_count) + " triangles, but the header says " +
                std::to_string(header.triangle_count));
  }
  if (data->triangle_count != 0) read_trees(*data, header, image);
  return shape_of(std::move(data));
}

}  // namespace

Shape read_shape_file(const std::shared_ptr<const void>& owner, std::span<const std::byte> bytes) {
  return read_shape({owner, bytes}, 0);
}

Shape load(const std::string& path) {
  const FloatState standard;
  try {
    const auto file = std::make_shared<const MappedFile>(path);
    return read_shape_file(file, file->bytes());
  } catch (const Error& error) {
    throw Error("load: " + path + ": " + error.what());
  }
}

}  // namespace graze
