// Writing a file so that whoever reads it sees all of it or nothing.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "graze/api.h"

namespace graze {

// A file under a temporary name beside the wanted one; commit() gives it that name, anything else removes it. Each
// throws Error "save: PATH: REASON".
class GRAZE_API NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;  // with the reason in errno

  std::string path_, temporary_;
  int file_ = -1;
  bool committed_ = false;
};

}  // namespace graze
