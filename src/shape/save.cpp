// Writing a shape and its trees to a file.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "base/hash.h"
#include "graze/error.h"
#include "shape/compound.h"
#include "shape/file_format.h"

namespace graze {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) { throw Error("save: " + path + ": " + what); }
std::string reason() { return std::generic_category().message(errno); }

// A file under a temporary name beside the wanted one; commit() gives it that name, anything else removes it.
class NewFile {
 public:
  explicit NewFile(const std::string& path) : path_(path) {
    static std::atomic<unsigned> serial{0};
    temporary_ = path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(serial++);
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ < 0) fail(path_, "cannot create: " + reason());
  }
  ~NewFile() {
    if (file_ >= 0) ::close(file_);
    if (!committed_) ::unlink(temporary_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ::ssize_t written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(path_, "cannot write: " + reason());
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void commit() {
    if (::fsync(file_) != 0) fail(path_, "cannot write: " + reason());
    const int file = file_;
    file_ = -1;
    if (::close(file) != 0) fail(path_, "cannot write: " + reason());
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "cannot create: " + reason());
    committed_ = true;
  }

 private:
  std::string path_, temporary_;
  int file_ = -1;
  bool committed_ = false;
};

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

void save(const Shape& shape, const std::string& path) {
  if (!shape) fail(path, "the shape is an empty handle");
  NewFile file(path);
  for_each_piece(data_of(shape), [&](std::span<const std::byte> piece) { file.write(piece); });
  file.commit();
}

}  // namespace graze
