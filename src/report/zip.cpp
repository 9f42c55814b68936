#include "report/zip.h"

#include <array>

#include "graze/error.h"

namespace graze {

namespace {

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xedb88320u ^ (value >> 1) : value >> 1;
    table[i] = value;
  }
  return table;
}
constexpr auto crc_table = make_crc_table();

void append(std::string& text, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
}

// What the header before a file and its line in the directory have in common, from the needed version on.
void append_facts(std::string& text, const std::string& name, std::string_view bytes, std::uint32_t crc) {
  append(text, 20, 2);      // version needed: 2.0
  append(text, 0x0800, 2);  // names are UTF-8
  append(text, 0, 2);       // stored
  append(text, 0, 2);       // 00:00:00
  append(text, 0x0021, 2);  // 1980-01-01
  append(text, crc, 4);
  append(text, bytes.size(), 4);
  append(text, bytes.size(), 4);
  append(text, name.size(), 2);
  append(text, 0, 2);  // no extra field
}

constexpr std::uint64_t limit = 0xffffffffu;

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~0u;
  for (const char byte : bytes) crc = crc_table[(crc ^ static_cast<unsigned char>(byte)) & 0xff] ^ (crc >> 8);
  return ~crc;
}

void Zip::add(const std::string& name, std::string_view bytes) {
  if (count_ == 0xffff) throw Error("a zip archive holds 65535 files at most");
  if (name.size() > 0xffff || bytes_.size() + directory_.size() + bytes.size() + 2 * name.size() + 200 > limit) {
    throw Error("a zip archive holds 4 GiB at most");
  }
  const std::uint32_t crc = crc32(bytes);
  append(directory_, 0x02014b50, 4);
  append(directory_, 20, 2);  // made by: version 2.0, MS-DOS attributes
  append_facts(directory_, name, bytes, crc);
  append(directory_, 0, 2);  // no comment
  append(directory_, 0, 2);  // first disk
  append(directory_, 0, 2);  // internal attributes
  append(directory_, 0, 4);  // external attributes
  append(directory_, bytes_.size(), 4);
  directory_ += name;

  append(bytes_, 0x04034b50, 4);
  append_facts(bytes_, name, bytes, crc);
  bytes_ += name;
  bytes_ += bytes;
  ++count_;
}

std::string Zip::finish() {
  const std::size_t start = bytes_.size();
  bytes_ += directory_;
  append(bytes_, 0x06054b50, 4);
  append(bytes_, 0, 4);  // one disk
  append(bytes_, count_, 2);
  append(bytes_, count_, 2);
  append(bytes_, directory_.size(), 4);
  append(bytes_, start, 4);
  append(bytes_, 0, 2);  // no comment
  return std::move(bytes_);
}

}  // namespace graze
