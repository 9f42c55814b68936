// Writing a shape and its trees to a file.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "base/hash.h"
#include "graze/error.h"
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

FileHeader make_header(const Shape::Data& data) {
  FileHeader header;
  header.form = static_cast<std::uint32_t>(data.form);
  header.flags = data.solid ? FileHeader::solid_flag : 0;
  header.triangle_count = data.triangle_count;
  header.rows = data.rows;
  header.columns = data.columns;
  header.dx = data.dx;
  header.dy = data.dy;
  header.margin = data.margin;
  return header;
}

}  // namespace

void save(const Shape& shape, const std::string& path) {
  if (!shape) fail(path, "the shape is an empty handle");
  const Shape::Data& data = shape.data();
  if (data.form == ShapeForm::halfspace) fail(path, "a halfspace has no file form");
  const Tree& tree = data.tree();
  const RayTree& rays = data.ray_tree();
  const std::array<std::span<const std::byte>, section_count> contents{
      std::as_bytes(data.vertices.view()), std::as_bytes(data.triangles.view()), std::as_bytes(data.indices.view()),
      std::as_bytes(data.heights.view()),  std::as_bytes(data.tags.view()),      std::as_bytes(tree.nodes.view()),
      std::as_bytes(tree.leaves.view()),   std::as_bytes(tree.order.view()),     std::as_bytes(data.oriented()),
      std::as_bytes(rays.nodes.view()),    std::as_bytes(rays.leaves.view()),    std::as_bytes(rays.order.view())};

  FileHeader header = make_header(data);
  const auto gap_after = [](std::uint64_t bytes) { return (0 - bytes) % FileHeader::alignment; };
  header.file_bytes = sizeof(FileHeader);
  for (std::size_t i = 0; i < section_count; ++i) {
    if (contents[i].empty()) continue;
    header.sections[i] = {header.file_bytes, contents[i].size()};
    header.file_bytes += contents[i].size() + gap_after(contents[i].size());
  }

  const std::array<std::byte, FileHeader::alignment> zeros{};
  const auto for_each_piece = [&](auto&& visit) {
    visit(std::as_bytes(std::span(&header, 1)));
    for (const auto content : contents) {
      visit(content);
      visit(std::span(zeros).first(gap_after(content.size())));
    }
  };
  Checksum checksum;
  for_each_piece([&](std::span<const std::byte> piece) { checksum.add(piece.data(), piece.size()); });
  header.checksum = checksum.value();

  NewFile file(path);
  for_each_piece([&](std::span<const std::byte> piece) { file.write(piece); });
  file.commit();
}

}  // namespace graze
