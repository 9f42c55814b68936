// Records of variable length as bytes, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "graze/error.h"

namespace graze {

class ByteWriter {
 public:
  template <class Value>
  void add(const Value& value) requires std::is_trivially_copyable_v<Value> {
    const auto* const from = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof value);
  }
  void add(const std::string& text) {
    add(static_cast<std::uint32_t>(text.size()));
    const auto* const from = reinterpret_cast<const std::byte*>(text.data());
    bytes_.insert(bytes_.end(), from, from + text.size());
  }
  template <class Item, class Add>
  void add_list(const std::vector<Item>& items, const Add& each) {
    add(static_cast<std::uint32_t>(items.size()));
    for (const Item& item : items) each(item);
  }
  void add(const std::vector<std::string>& texts) {
    add_list(texts, [this](const std::string& text) { add(text); });
  }
  std::span<const std::byte> bytes() const noexcept { return bytes_; }
  void clear() noexcept { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

// Throws Error with the fault only, for whatever bytes it is given.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class Value>
  Value take() requires std::is_trivially_copyable_v<Value> {
    Value value;
    std::memcpy(&value, need(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const auto length = take<std::uint32_t>();
    return {reinterpret_cast<const char*>(need(length)), length};
  }
  template <class Take>
  void list(const Take& each) {
    for (auto count = take<std::uint32_t>(); count > 0; --count) each();
  }
  std::vector<std::string> texts() {
    std::vector<std::string> result;
    list([&] { result.push_back(text()); });
    return result;
  }
  bool at_end() const noexcept { return rest_.empty(); }

 private:
  const std::byte* need(std::size_t count) {
    if (count > rest_.size()) throw Error("damaged: a record ends too soon");
    const std::byte* const at = rest_.data();
    rest_ = rest_.subspan(count);
    return at;
  }
  std::span<const std::byte> rest_;
};

}  // namespace graze
