#include "io/unzip.h"

#include <array>

#include "graze/error.h"
#include "io/limits.h"
#include "io/text_file.h"

namespace graze {

namespace {

[[noreturn]] void damaged_archive() { throw Error("the archive is damaged"); }

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t count) {
  if (at > bytes.size() || count > bytes.size() - at) damaged_archive();
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t c = i;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
      made[i] = c;
    }
    return made;
  }();
  std::uint32_t c = 0xffffffffu;
  for (const char b : bytes) c = table[(c ^ static_cast<unsigned char>(b)) & 0xff] ^ c >> 8;
  return c ^ 0xffffffffu;
}

class Bits {
 public:
  explicit Bits(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t take(unsigned count) {
    while (filled_ < count) {
      if (at_ >= bytes_.size()) damaged_archive();
      buffer_ |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << filled_;
      filled_ += 8;
    }
    const auto value = static_cast<std::uint32_t>(buffer_ & ((std::uint64_t{1} << count) - 1));
    buffer_ >>= count;
    filled_ -= count;
    return value;
  }
  void to_byte() {
    buffer_ >>= filled_ % 8;
    filled_ -= filled_ % 8;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::uint64_t buffer_ = 0;
  unsigned filled_ = 0;
};

// A canonical Huffman code: how many codes there are of each length, and the symbols in order.
struct Code {
  std::array<std::uint16_t, 16> counts{};
  std::array<std::uint16_t, 320> symbols{};

  Code(const std::uint8_t* lengths, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) ++counts[lengths[i]];
    counts[0] = 0;
    std::array<std::uint16_t, 16> first{};
    for (std::size_t i = 1; i < 15; ++i) first[i + 1] = static_cast<std::uint16_t>(first[i] + counts[i]);
    for (std::size_t i = 0; i < size; ++i)
      if (lengths[i] != 0) symbols[first[lengths[i]]++] = static_cast<std::uint16_t>(i);
  }

  std::uint32_t read(Bits& bits) const {
    int code = 0, first = 0, index = 0;
    for (std::size_t length = 1; length < 16; ++length) {
      code |= static_cast<int>(bits.take(1));
      const int count = counts[length];
      if (code - count < first) return symbols[static_cast<std::size_t>(index + (code - first))];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    damaged_archive();
  }
};

constexpr std::uint16_t length_base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::uint16_t distance_base[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                           33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                           1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::uint8_t distance_bits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                          6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

void read_block(Bits& bits, const Code& letters, const Code& distances, std::string& out, std::uint64_t most) {
  for (;;) {
    const std::uint32_t symbol = letters.read(bits);
    if (symbol == 256) return;
    if (symbol < 256) {
      if (out.size() >= most) damaged_archive();
      out.push_back(static_cast<char>(symbol));
      continue;
    }
    if (symbol > 285) damaged_archive();
    const std::uint32_t length = length_base[symbol - 257] + bits.take(length_bits[symbol - 257]);
    const std::uint32_t way = distances.read(bits);
    if (way > 29) damaged_archive();
    const std::uint32_t back = distance_base[way] + bits.take(distance_bits[way]);
    if (back > out.size() || out.size() + length > most) damaged_archive();
    for (std::uint32_t i = 0; i < length; ++i) out.push_back(out[out.size() - back]);
  }
}

void read_coded_block(Bits& bits, std::string& out, std::uint64_t most) {
  constexpr std::uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  const std::uint32_t letters = bits.take(5) + 257, distances = bits.take(5) + 1, codes = bits.take(4) + 4;
  if (letters > 286 || distances > 30) damaged_archive();
  std::array<std::uint8_t, 320> lengths{};
  for (std::uint32_t i = 0; i < codes; ++i) lengths[order[i]] = static_cast<std::uint8_t>(bits.take(3));
  const Code code(lengths.data(), 19);
  lengths.fill(0);
  for (std::uint32_t i = 0; i < letters + distances;) {
    const std::uint32_t symbol = code.read(bits);
    if (symbol < 16) {
      lengths[i++] = static_cast<std::uint8_t>(symbol);
      continue;
    }
    if (symbol == 16 && i == 0) damaged_archive();
    const std::uint8_t value = symbol == 16 ? lengths[i - 1] : 0;
    std::uint32_t times = symbol == 16 ? 3 + bits.take(2) : symbol == 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if (i + times > letters + distances) damaged_archive();
    while (times-- > 0) lengths[i++] = value;
  }
  read_block(bits, Code(lengths.data(), letters), Code(lengths.data() + letters, distances), out, most);
}

}  // namespace

std::string inflated(std::string_view packed, std::uint64_t most) {
  std::string out;
  Bits bits(packed);
  for (bool last = false; !last;) {
    last = bits.take(1) != 0;
    const std::uint32_t kind = bits.take(2);
    if (kind == 0) {
      bits.to_byte();
      const std::uint32_t size = bits.take(16), check = bits.take(16);
      if ((size ^ check) != 0xffff || out.size() + size > most) damaged_archive();
      for (std::uint32_t i = 0; i < size; ++i) out.push_back(static_cast<char>(bits.take(8)));
    } else if (kind == 1) {
      std::array<std::uint8_t, 288> lengths{};
      for (std::size_t i = 0; i < 288; ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
      std::array<std::uint8_t, 30> fives{};
      fives.fill(5);
      read_block(bits, Code(lengths.data(), 288), Code(fives.data(), 30), out, most);
    } else if (kind == 2) {
      read_coded_block(bits, out, most);
    } else {
      damaged_archive();
    }
  }
  return out;
}

std::vector<ZipEntry> zip_entries(std::string_view archive) {
  const std::size_t end = archive.rfind("PK\x05\x06");
  if (end == std::string_view::npos) damaged_archive();
  const std::uint32_t count = number(archive, end + 10, 2);
  std::size_t at = number(archive, end + 16, 4);
  if (count == 0xffff || at == 0xffffffff) throw Error("archives of the zip64 form are not read");
  std::vector<ZipEntry> entries;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (number(archive, at, 4) != 0x02014b50) damaged_archive();
    ZipEntry entry;
    if (number(archive, at + 8, 2) & 1) throw Error("the archive is encrypted");
    entry.method = static_cast<std::uint16_t>(number(archive, at + 10, 2));
    entry.checksum = number(archive, at + 16, 4);
    entry.packed = number(archive, at + 20, 4);
    entry.size = number(archive, at + 24, 4);
    const std::uint32_t name = number(archive, at + 28, 2), extra = number(archive, at + 30, 2),
                        comment = number(archive, at + 32, 2);
    entry.offset = number(archive, at + 42, 4);
    number(archive, at + 46 + name, 0);
    entry.name = archive.substr(at + 46, name);
    entries.push_back(std::move(entry));
    at += 46 + name + extra + comment;
  }
  return entries;
}

std::string unzipped(std::string_view archive, const ZipEntry& entry) {
  const std::size_t at = entry.offset;
  if (number(archive, at, 4) != 0x04034b50) damaged_archive();
  const std::size_t data = at + 30 + number(archive, at + 26, 2) + number(archive, at + 28, 2);
  if (data > archive.size() || entry.packed > archive.size() - data) damaged_archive();
  const std::string_view packed = archive.substr(data, entry.packed);
  if (entry.size > limits::unpacked_bytes(entry.packed))
    throw Error("the archive holds " + in_quotes(entry.name) + " of " + std::to_string(entry.size) + " bytes in " +
                std::to_string(entry.packed) + ", which are too many");
  if (entry.method != 0 && entry.method != 8) throw Error("the archive is packed in a way that is not read");
  std::string bytes = entry.method == 0 ? std::string(packed) : inflated(packed, entry.size);
  if (bytes.size() != entry.size || crc32(bytes) != entry.checksum) damaged_archive();
  return bytes;
}

}  // namespace graze
