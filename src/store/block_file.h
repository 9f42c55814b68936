// The files of a part store: bytes in blocks, each with its checksum, and a trailer that says what the file is and of
// which store. They are read, never mapped: a file that is cut short while it is in use is an error, not a signal.
//
// A block is 4,096 bytes, the last one filled up with zeros, then 8 bytes of checksum, into which the kind of the file
// and the number of the block go. The trailer is 64 bytes. All is in the byte order of the machine that wrote it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "shape/new_file.h"
#include "store/wide_hash.h"

namespace graze {

enum class BlockKind : std::uint32_t {
  head = 1,
  parts,
  texts,
  order,
  shapes,
  shape_table,
  cuts,
  units,
  pairs,
  result,
  ranks,
  properties
};
const char* name(BlockKind kind) noexcept;  // as the file is called

// Raised when the layout of any of these files changes: stores of other versions are refused, and built again.
inline constexpr std::uint32_t store_version = 3;

// Written under another name until finish(), which flushes it to the disk. Each call throws Error naming the file.
class BlockWriter {
 public:
  BlockWriter(const std::string& path, BlockKind kind);

  std::uint64_t size() const noexcept { return size_; }  // bytes written so far
  void write(std::span<const std::byte> bytes);
  template <class Value>
  void write_value(const Value& value) {
    write(std::as_bytes(std::span(&value, 1)));
  }
  // Of all bytes, once the last block is full: call it after the last write().
  WideHash contents();
  // `id` is of the whole that this file is a part of.
  void finish(const WideHash& id);

 private:
  void end_block();
  void flush();

  NewFile file_;
  BlockKind kind_;
  std::uint64_t size_ = 0, blocks_ = 0;
  std::vector<std::byte> block_, buffer_;
  WideChecksum sum_;
};

// Any number of threads may read at the same time.
class BlockReader {
 public:
  // Throws Error naming the file: it cannot be opened, is of another kind or version, is cut short or too long.
  BlockReader(const std::string& path, BlockKind kind);
  ~BlockReader();
  BlockReader(BlockReader&& other) noexcept;
  BlockReader& operator=(BlockReader&& other) noexcept;

  std::uint64_t size() const noexcept { return size_; }
  const WideHash& id() const noexcept { return id_; }
  const std::string& path() const noexcept { return path_; }
  // Throws Error naming the file: these bytes are not in it, or are damaged.
  void read(std::uint64_t offset, std::span<std::byte> to) const;
  template <class Value>
  void read_values(std::uint64_t first, std::span<Value> to) const {
    read(first * sizeof(Value), std::as_writable_bytes(to));
  }
  template <class Value>
  Value value(std::uint64_t index) const {
    Value result;
    read_values(index, std::span(&result, 1));
    return result;
  }
  // A hint to the operating system.
  void will_read(std::uint64_t offset, std::uint64_t bytes) const noexcept;
  // All values in order, in chunks that fit into little memory.
  template <class Value, class Visit>
  void for_each(const Visit& visit) const {
    std::vector<Value> chunk(std::size_t{1} << 12);
    const std::uint64_t count = size_ / sizeof(Value);
    for (std::uint64_t first = 0; first < count; first += chunk.size()) {
      chunk.resize(std::size_t(std::min<std::uint64_t>(chunk.size(), count - first)));
      read_values(first, std::span(chunk));
      for (const Value& value : chunk) visit(value);
    }
  }
  [[noreturn]] void fail(const std::string& reason) const;

 private:
  std::string path_;
  BlockKind kind_;
  int file_ = -1;
  std::uint64_t size_ = 0;
  WideHash id_;
};

}  // namespace graze
