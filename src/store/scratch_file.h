// A file for what does not fit into memory, gone when its owner is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace graze {

// Each call throws Error naming the file.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& folder);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  std::uint64_t size() const noexcept { return size_; }
  void write(std::span<const std::byte> bytes);  // at the end
  void flush();                                  // after the last write, before the first read
  void read(std::uint64_t offset, std::span<std::byte> to);

 private:
  [[noreturn]] void fail(const char* what) const;  // with the reason in errno

  std::string path_;
  int writing_ = -1, reading_ = -1;
  std::uint64_t size_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace graze
