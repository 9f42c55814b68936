// Zip archives: files stored as they are, dated 1980-01-01, so that the same files give the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graze {

class Zip {
 public:
  // Names are UTF-8, with '/' between folders. Throws Error for more than 65535 files or 4 GiB, which the plain form of
  // the format cannot hold.
  void add(const std::string& name, std::string_view bytes);
  std::string finish();  // the archive; nothing may be added after

 private:
  std::string bytes_, directory_;
  std::uint32_t count_ = 0;
};

std::uint32_t crc32(std::string_view bytes);

}  // namespace graze
