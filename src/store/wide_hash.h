// Names of contents: 128 bits, so that even 10^9 of them are different as long as what they name is. Not for attackers.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/hash.h"

namespace graze {

struct WideHash {
  std::uint64_t high = 0, low = 0;
  friend constexpr auto operator<=>(const WideHash&, const WideHash&) = default;
};

// 32 hexadecimal digits.
inline std::string text_of(const WideHash& hash) {
  std::string text;
  for (const std::uint64_t word : {hash.high, hash.low}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
  }
  return text;
}

// Of a stream of bytes, the same however it is cut into calls of add(): two checksums that begin differently.
class WideChecksum {
 public:
  WideChecksum() { second_.add(salt, sizeof salt); }
  void add(const void* bytes, std::size_t count) {
    first_.add(bytes, count);
    second_.add(bytes, count);
  }
  template <class Value>
  void add_value(const Value& value) {
    add(&value, sizeof value);
  }
  WideHash value() const { return {first_.value(), second_.value()}; }

 private:
  static constexpr std::uint64_t salt[5] = {0x452821e638d01377u, 0xbe5466cf34e90c6cu, 0xc0ac29b7c97c50ddu,
                                            0x3f84d5b5b5470917u, 0x9216d5d98979fb1bu};
  Checksum first_, second_;
};

}  // namespace graze
