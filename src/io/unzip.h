// Reading zip archives in memory: stored and deflated entries (RFC 1951).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct ZipEntry {
  std::string name;
  std::uint64_t offset = 0, packed = 0, size = 0;  // of its local header, and in bytes
  std::uint16_t method = 0;
  std::uint32_t checksum = 0;
};

// What archives made by macOS hold beside each file: its attributes, under the same name.
inline bool is_mac_attribute(std::string_view name) {
  return name.starts_with("__MACOSX/") || name.substr(name.rfind('/') + 1).starts_with("._");
}

// By the central directory. Throws Error for what is no archive, and for one of several disks or beyond 4 GiB.
std::vector<ZipEntry> zip_entries(std::string_view archive);
// Throws Error: bytes that are not there, encrypted or packed in another way, a wrong checksum, more bytes than
// io/limits.h allows.
std::string unzipped(std::string_view archive, const ZipEntry& entry);

// Throws Error for what is no deflate stream, and for more than `most` bytes.
std::string inflated(std::string_view packed, std::uint64_t most);

}  // namespace graze
