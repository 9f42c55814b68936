// A file seen as memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/platform.h"

namespace graze {

// Read only, starting at a page. Cutting the file short while it is mapped ends the process (SIGBUS), as for any
// mapping.
class MappedFile {
 public:
  // Throws Error with the reason only: the caller names the file. An empty file gives no bytes.
  explicit MappedFile(const std::string& path) : mapping_(platform::map_file(path)) {}
  ~MappedFile() { platform::unmap(mapping_); }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const noexcept {
    return {static_cast<const std::byte*>(mapping_.start), mapping_.size};
  }

 private:
  platform::Mapping mapping_;
};

}  // namespace graze
