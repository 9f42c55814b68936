// A file seen as memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace graze {

// Read only, starting at a page. Cutting the file short while it is mapped ends the process (SIGBUS), as for any
// mapping.
class MappedFile {
 public:
  // Throws Error with the reason only: the caller names the file. An empty file gives no bytes.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const noexcept { return {static_cast<const std::byte*>(start_), size_}; }

 private:
  void* start_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace graze
