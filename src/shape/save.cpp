// Writing a shape and its trees to a file.
#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "graze/error.h"
#include "shape/compound.h"
#include "shape/file_format.h"
#include "shape/new_file.h"
#include "shape/shape_file.h"

namespace graze {
namespace {

FileHeader make_header(const ShapeData& data) {
  FileHeader header;
  header.form = static_cast<std::uint32_t>(data.form);
  header.flags = data.solid ? FileHeader::solid_flag : 0;
  header.triangle_count = data.triangle_count;
  header.rows = data.rows;
  header.columns = data.columns;
  header.dx = data.dx;
  header.dy = data.dy;
  header.radius = data.radius;
  header.world_margin = data.world_margin;
  header.extent = data.form == ShapeForm::halfspace ? data.normal : data.extent;
  header.offset = data.offset;
  return header;
}

using Contents = std::array<std::span<const std::byte>, section_count>;

std::uint64_t gap_after(std::uint64_t bytes) { return (0 - bytes) % FileHeader::alignment; }

// The bytes of a file: header, sections, zeros between.
template <class Visit>
void for_each_piece(const ShapeData& data, const Contents& contents, const Visit& visit) {
  static constexpr std::array<std::byte, FileHeader::alignment> zeros{};
  FileHeader header = make_header(data);
  header.file_bytes = sizeof(FileHeader);
  for (std::size_t i = 0; i < section_count; ++i) {
    if (contents[i].empty()) continue;
    header.sections[i] = {header.file_bytes, contents[i].size()};
    header.file_bytes += contents[i].size() + gap_after(contents[i].size());
  }
  const auto pieces = [&](const auto& each) {
    each(std::as_bytes(std::span(&header, 1)));
    for (const auto content : contents) {
      each(content);
      each(std::span(zeros).first(gap_after(content.size())));
    }
  };
  Checksum checksum;
  pieces([&](std::span<const std::byte> piece) { checksum.add(piece.data(), piece.size()); });
  header.checksum = checksum.value();
  pieces(visit);
}

template <class Visit>
void for_each_piece(const ShapeData& data, const Visit& visit);

// The sections of a compound's parts.
struct Parts {
  std::vector<std::byte> files;
  std::vector<std::uint64_t> places;  // of each part in `files`
  std::vector<Pose> poses;

  explicit Parts(const Compound& compound) {
    std::map<const ShapeData*, std::uint64_t> written;
    for (const CompoundPart& part : compound.parts) {
      const auto [at, is_new] = written.emplace(&data_of(part.shape), files.size());
      places.push_back(at->second);
      poses.push_back(part.pose);
      if (!is_new) continue;
      for_each_piece(data_of(part.shape), [this](std::span<const std::byte> piece) {
        files.insert(files.end(), piece.begin(), piece.end());
      });
    }
  }
};

template <class Visit>
void for_each_piece(const ShapeData& data, const Visit& visit) {
  Contents contents;
  const auto set = [&](Section section, const auto& values) {
    contents[static_cast<std::size_t>(section)] = std::as_bytes(std::span(values));
  };
  set(Section::vertices, data.vertices.view());
  set(Section::triangles, data.triangles.view());
  set(Section::indices, data.indices.view());
  set(Section::heights, data.heights.view());
  set(Section::tags, data.tags.view());
  set(Section::faces, data.faces.view());
  if (data.triangle_count != 0) {
    const Tree& tree = data.tree();
    set(Section::nodes, tree.nodes.view());
    set(Section::leaves, tree.leaves.view());
    set(Section::order, tree.order.view());
    set(Section::oriented, data.oriented());
    const RayTree& rays = data.ray_tree();
    set(Section::ray_nodes, rays.nodes.view());
    set(Section::ray_leaves, rays.leaves.view());
    set(Section::ray_order, rays.order.view());
  }
  if (data.form != ShapeForm::compound) return for_each_piece(data, contents, visit);
  const Parts parts(*data.compound);
  set(Section::parts, parts.files);
  set(Section::part_places, parts.places);
  set(Section::part_poses, parts.poses);
  for_each_piece(data, contents, visit);
}

}  // namespace

void visit_shape_file(const Shape& shape, FunctionRef<void(std::span<const std::byte>)> visit) {
  for_each_piece(data_of(shape), visit);
}

void save(const Shape& shape, const std::string& path) {
  if (!shape) throw Error("save: " + path + ": the shape is an empty handle");
  NewFile file(path);
  visit_shape_file(shape, [&](std::span<const std::byte> piece) { file.write(piece); });
  file.commit();
}

}  // namespace graze
