// Hashing: a 64-bit mixer for tables, and a 64-bit checksum for files. Neither resists an attacker.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace graze {

// A bijection of the 64-bit words in which every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t word) {
  word = (word ^ (word >> 31)) * 0x9e3779b97f4a7c15u;
  word = (word ^ (word >> 29)) * 0xd1b54a32d192ed03u;
  return word ^ (word >> 32);
}

// A checksum of a stream of bytes, the same however the stream is cut into calls of add(). Words are read in the
// machine's byte order. Every step is a bijection of the state and of the word it takes in: a change within one aligned
// 8-byte word of the stream always changes the value.
class Checksum {
 public:
  void add(const void* bytes, std::size_t count) {
    if (count == 0) return;
    const auto* from = static_cast<const unsigned char*>(bytes);
    length_ += count;
    if (pending_ > 0) {
      const std::size_t taken = std::min(count, block - pending_);
      std::memcpy(buffer_.data() + pending_, from, taken);
      pending_ += taken;
      from += taken;
      count -= taken;
      if (pending_ < block) return;
      take(buffer_.data());
      pending_ = 0;
    }
    for (; count >= block; from += block, count -= block) take(from);
    std::memcpy(buffer_.data(), from, count);
    pending_ = count;
  }

  // Of all bytes so far; more may be added after.
  std::uint64_t value() const {
    Checksum last = *this;
    std::fill(last.buffer_.begin() + static_cast<std::ptrdiff_t>(pending_), last.buffer_.end(), 0);
    last.take(last.buffer_.data());
    std::uint64_t sum = mix(length_);
    for (const std::uint64_t lane : last.lanes_) sum = mix(std::rotl(sum, 23) ^ lane);
    return sum;
  }

 private:
  static constexpr std::size_t lane_count = 4;  // independent chains keep the multiplier busy
  static constexpr std::size_t block = lane_count * sizeof(std::uint64_t);

  void take(const unsigned char* bytes) {
    std::array<std::uint64_t, lane_count> words;
    std::memcpy(words.data(), bytes, block);
    for (std::size_t i = 0; i < lane_count; ++i) {
      lanes_[i] = std::rotl((lanes_[i] ^ words[i]) * 0x9e3779b97f4a7c15u, 29) + i;
    }
  }

  std::array<std::uint64_t, lane_count> lanes_{0x243f6a8885a308d3u, 0x13198a2e03707344u, 0xa4093822299f31d0u,
                                               0x082efa98ec4e6c89u};
  std::array<unsigned char, block> buffer_{};
  std::size_t pending_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace graze
