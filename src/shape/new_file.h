// Writing a file so that whoever reads it sees all of it or nothing.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "graze/api.h"

namespace graze {

// A file under a temporary name beside the wanted one; commit() gives it that name, anything else removes it. Each
// throws Error "save: PATH: REASON".
class NewFile {
 public:
  GRAZE_API explicit NewFile(const std::string& path);
  GRAZE_API ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  GRAZE_API void write(std::span<const std::byte> bytes);
  GRAZE_API void commit();

 private:
  [[noreturn]] void fail(const char* what) const;  // with the reason in errno

  std::string path_, temporary_;
  int file_ = -1;
  bool committed_ = false;
};

}  // namespace graze
