#include "store/block_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/platform.h"
#include "graze/error.h"

namespace graze {

namespace {

constexpr std::size_t block_bytes = 4096, stride = block_bytes + sizeof(std::uint64_t);
constexpr std::size_t blocks_a_write = 64, blocks_a_read = 256;

struct Trailer {
  static constexpr std::array<char, 8> right_magic{'g', 'r', 'z', 's', 't', 'o', 'r', 'e'};
  static constexpr std::uint32_t right_byte_order = 0x01020304;

  std::array<char, 8> magic = right_magic;
  std::uint32_t version = store_version, byte_order = right_byte_order, kind = 0, reserved = 0;
  std::uint64_t size = 0;
  WideHash id;
  std::uint64_t reserved_too = 0;
  std::uint64_t checksum = 0;  // of all before it
};
static_assert(sizeof(Trailer) == 64);

std::uint64_t sum_of(const Trailer& trailer) {
  Checksum sum;
  sum.add(&trailer, offsetof(Trailer, checksum));
  return sum.value();
}

std::uint64_t sum_of(const std::byte* block, BlockKind kind, std::uint64_t number) {
  Checksum sum;
  sum.add(block, block_bytes);
  return mix(sum.value() ^ mix(number * 64 + static_cast<std::uint64_t>(kind)));
}

std::uint64_t blocks_of(std::uint64_t size) { return size / block_bytes + (size % block_bytes != 0); }

}  // namespace

const char* name(BlockKind kind) noexcept {
  constexpr const char* names[] = {"?",    "head",  "parts", "texts",  "order", "shapes",    "shape_table",
                                   "cuts", "units", "pairs", "result", "ranks", "properties"};
  const auto number = static_cast<std::size_t>(kind);
  return number < std::size(names) ? names[number] : names[0];
}

BlockWriter::BlockWriter(const std::string& path, BlockKind kind) : file_(path), kind_(kind) {
  block_.reserve(block_bytes);
  buffer_.reserve(blocks_a_write * stride);
}

void BlockWriter::flush() {
  file_.write(buffer_);
  buffer_.clear();
}

void BlockWriter::end_block() {
  block_.resize(block_bytes);
  const std::uint64_t sum = sum_of(block_.data(), kind_, blocks_++);
  buffer_.insert(buffer_.end(), block_.begin(), block_.end());
  const auto* const bytes = reinterpret_cast<const std::byte*>(&sum);
  buffer_.insert(buffer_.end(), bytes, bytes + sizeof sum);
  block_.clear();
  if (buffer_.size() >= blocks_a_write * stride) flush();
}

void BlockWriter::write(std::span<const std::byte> bytes) {
  size_ += bytes.size();
  sum_.add(bytes.data(), bytes.size());
  while (!bytes.empty()) {
    const std::size_t taken = std::min(bytes.size(), block_bytes - block_.size());
    block_.insert(block_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
    bytes = bytes.subspan(taken);
    if (block_.size() == block_bytes) end_block();
  }
}

WideHash BlockWriter::contents() {
  sum_.add_value(size_);
  return sum_.value();
}

void BlockWriter::finish(const WideHash& id) {
  if (!block_.empty()) end_block();
  flush();
  Trailer trailer;
  trailer.kind = static_cast<std::uint32_t>(kind_);
  trailer.size = size_;
  trailer.id = id;
  trailer.checksum = sum_of(trailer);
  file_.write(std::as_bytes(std::span(&trailer, 1)));
  file_.commit();
}

BlockReader::BlockReader(const std::string& path, BlockKind kind) : path_(path), kind_(kind) {
  file_ = platform::open_file(path);
  if (file_ < 0) throw Error(path + ": cannot be opened: " + std::generic_category().message(errno));
  // The destructor does not run for what is half made.
  try {
    const long long bytes = platform::file_size(file_);
    Trailer trailer;
    const auto whole = static_cast<std::uint64_t>(std::max(bytes, 0ll));
    if (whole < sizeof trailer ||
        platform::read_at(file_, whole - sizeof trailer, std::as_writable_bytes(std::span(&trailer, 1))) !=
            static_cast<long long>(sizeof trailer) ||
        trailer.magic != Trailer::right_magic) {
      fail("cut short, or not a file of a part store");
    }
    if (trailer.byte_order != Trailer::right_byte_order)
      fail("written on a machine with the other byte order, or damaged");
    if (trailer.version != store_version) {
      fail("has version " + std::to_string(trailer.version) + ", but this graze reads version " +
           std::to_string(store_version) + ": build the store again");
    }
    if (trailer.checksum != sum_of(trailer)) fail("damaged: the checksum of the trailer is wrong");
    if (trailer.kind != static_cast<std::uint32_t>(kind)) {
      fail(std::string("is the file '") + name(static_cast<BlockKind>(trailer.kind)) + "' of a store, not '" +
           name(kind) + "'");
    }
    if (trailer.size > whole || whole != blocks_of(trailer.size) * stride + sizeof trailer) {
      fail("has " + std::to_string(whole) + " bytes, which is not what its trailer says");
    }
    size_ = trailer.size;
    id_ = trailer.id;
  } catch (...) {
    platform::close_file(file_);
    throw;
  }
}

BlockReader::~BlockReader() {
  if (file_ >= 0) platform::close_file(file_);
}

BlockReader::BlockReader(BlockReader&& other) noexcept
    : path_(std::move(other.path_)),
      kind_(other.kind_),
      file_(std::exchange(other.file_, -1)),
      size_(other.size_),
      id_(other.id_) {}

BlockReader& BlockReader::operator=(BlockReader&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(kind_, other.kind_);
  std::swap(file_, other.file_);
  std::swap(size_, other.size_);
  std::swap(id_, other.id_);
  return *this;
}

void BlockReader::fail(const std::string& reason) const { throw Error(path_ + ": " + reason); }

void BlockReader::read(std::uint64_t offset, std::span<std::byte> to) const {
  if (offset > size_ || to.size() > size_ - offset) fail("damaged: it names bytes beyond its end");
  thread_local std::vector<std::byte> raw;
  while (!to.empty()) {
    const std::uint64_t first = offset / block_bytes;
    const std::uint64_t last = (offset + to.size() - 1) / block_bytes;
    const std::size_t count = std::size_t(std::min<std::uint64_t>(last - first + 1, blocks_a_read));
    raw.resize(count * stride);
    const long long got = platform::read_at(file_, first * stride, raw);
    if (got < 0) fail("cannot be read: " + std::generic_category().message(errno));
    if (got != static_cast<long long>(raw.size())) fail("was cut short while it was in use");
    for (std::size_t i = 0; i < count; ++i) {
      const std::byte* const block = raw.data() + i * stride;
      std::uint64_t sum;
      std::memcpy(&sum, block + block_bytes, sizeof sum);
      if (sum != sum_of(block, kind_, first + i))
        fail("damaged: the checksum of block " + std::to_string(first + i) + " is wrong");
      const std::size_t from = std::size_t(offset % block_bytes), taken = std::min(to.size(), block_bytes - from);
      std::memcpy(to.data(), block + from, taken);
      offset += taken;
      to = to.subspan(taken);
    }
  }
}

void BlockReader::will_read(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  platform::will_read(file_, offset / block_bytes * stride, (bytes / block_bytes + 2) * stride);
}

}  // namespace graze
