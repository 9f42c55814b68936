// After appendices A (bitstream) and B (filters) of the two specifications. Version 0 of the attributes is that of the
// older extension; version 1 adds to it ways to store a byte of all elements, and deltas of two and four bytes.
#include "io/meshopt.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "graze/error.h"

namespace graze {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are written as they lie in memory");

[[noreturn]] void damaged_stream() { throw Error("its meshopt stream is damaged"); }

class Bytes {
 public:
  explicit Bytes(std::span<const char> bytes) : bytes_(bytes) {}
  std::uint8_t next() {
    if (at_ == bytes_.size()) damaged_stream();
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  std::span<const char> next(std::size_t count) {
    if (count > bytes_.size() - at_) damaged_stream();
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }
  // 7 bits a byte, the least first.
  std::uint32_t next_number() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint8_t byte = next();
      value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    damaged_stream();
  }
  bool ended() const noexcept { return at_ == bytes_.size(); }

 private:
  std::span<const char> bytes_;
  std::size_t at_ = 0;
};

// A signed number whose least bit is its sign.
template <class Unsigned>
Unsigned unfolded(Unsigned v) {
  return static_cast<Unsigned>((v & 1) != 0 ? ~(v >> 1) : v >> 1);
}

constexpr std::size_t group_size = 16;
using Group = std::array<std::uint8_t, group_size>;

// Sixteen deltas of so many bits; those of all ones stand for a whole byte behind.
Group read_group(Bytes& bytes, unsigned bits) {
  Group group{};
  if (bits == 0) return group;
  const std::span<const char> packed = bytes.next(2 * bits);
  const unsigned a_byte = 8 / bits, ones = (1U << bits) - 1;
  for (unsigned i = 0; i < group_size; ++i) {
    const unsigned slot = i % a_byte, shift = bits == 1 ? slot : 8 - bits * (slot + 1);
    group[i] = static_cast<std::uint8_t>(static_cast<std::uint8_t>(packed[i / a_byte]) >> shift & ones);
  }
  if (bits == 8) return group;
  for (std::uint8_t& delta : group) {
    if (delta == ones) delta = bytes.next();
  }
  return group;
}

// One byte of all elements of a block. Control: 0 and 1, of version 1, differ in the sizes of groups; 2 is all zero, 3
// all bytes as they are; 4 is version 0.
void read_lane(Bytes& bytes, unsigned control, std::span<std::uint8_t> lane) {
  constexpr unsigned sizes[5][4] = {{0, 1, 2, 4}, {1, 2, 4, 8}, {}, {}, {0, 2, 4, 8}};
  if (control == 2) {
    std::fill(lane.begin(), lane.end(), std::uint8_t{0});
    return;
  }
  if (control == 3) {
    const std::span<const char> raw = bytes.next(lane.size());
    std::memcpy(lane.data(), raw.data(), raw.size());
    return;
  }
  const std::size_t groups = (lane.size() + group_size - 1) / group_size;
  const std::span<const char> header = bytes.next((groups + 3) / 4);
  for (std::size_t g = 0; g < groups; ++g) {
    const unsigned mode = static_cast<std::uint8_t>(header[g / 4]) >> (2 * (g % 4)) & 3U;
    const Group group = read_group(bytes, sizes[control][mode]);
    const std::size_t first = g * group_size, count = std::min(group_size, lane.size() - first);
    std::copy_n(group.begin(), count, lane.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

// Four bytes of an element after those of the element before it.
std::uint32_t next_channel(std::uint32_t before, std::uint32_t delta, unsigned mode) {
  std::uint32_t value = 0;
  switch (mode & 15) {
    case 0:
      for (unsigned shift = 0; shift < 32; shift += 8) {
        const auto d = unfolded(static_cast<std::uint8_t>(delta >> shift));
        value |= static_cast<std::uint32_t>(static_cast<std::uint8_t>((before >> shift) + d)) << shift;
      }
      return value;
    case 1:
      for (unsigned shift = 0; shift < 32; shift += 16) {
        const auto d = unfolded(static_cast<std::uint16_t>(delta >> shift));
        value |= static_cast<std::uint32_t>(static_cast<std::uint16_t>((before >> shift) + d)) << shift;
      }
      return value;
    default:
      return before ^ std::rotl(delta, static_cast<int>(mode >> 4));
  }
}

std::vector<char> attributes(const MeshoptView& view) {
  const std::size_t stride = view.stride, count = view.count;
  if (stride == 0 || stride % 4 != 0 || stride > 256) throw Error("its meshopt elements have a size that is not known");
  const std::uint8_t header = view.bytes.empty() ? 0 : static_cast<std::uint8_t>(view.bytes[0]);
  if (header != 0xa0 && header != 0xa1) throw Error("its meshopt stream is of a version that is not known");
  const bool has_channels = header == 0xa1;
  const std::size_t channels = stride / 4;
  const std::size_t tail = stride + (has_channels ? channels : 0),
                    padded = std::max<std::size_t>(tail, has_channels ? 24 : 32);
  // A block of up to 256 elements has at least a byte.
  if (view.bytes.size() < 1 + padded || count / 256 > view.bytes.size()) damaged_stream();
  const char* const baseline = view.bytes.data() + (view.bytes.size() - tail);
  std::vector<std::uint32_t> last(channels);
  std::memcpy(last.data(), baseline, stride);
  std::vector<std::uint8_t> modes(channels, 0);
  if (has_channels) std::memcpy(modes.data(), baseline + stride, channels);
  for (const std::uint8_t mode : modes) {
    if ((mode & 15) > 2 || ((mode & 15) < 2 && mode > 15)) damaged_stream();
  }

  Bytes bytes(view.bytes.subspan(1, view.bytes.size() - 1 - padded));
  std::vector<char> result(count * stride);
  const std::size_t most = std::min<std::size_t>(8192 / stride & ~std::size_t{15}, 256);
  std::vector<std::uint8_t> lanes(stride * most);
  for (std::size_t first = 0; first < count; first += most) {
    const std::size_t block = std::min(most, count - first);
    const std::span<const char> controls = bytes.next(has_channels ? channels : 0);
    for (std::size_t k = 0; k < stride; ++k) {
      const unsigned control = has_channels ? static_cast<std::uint8_t>(controls[k / 4]) >> (2 * (k % 4)) & 3U : 4;
      read_lane(bytes, control, std::span(lanes).subspan(k * most, block));
    }
    for (std::size_t i = 0; i < block; ++i) {
      for (std::size_t c = 0; c < channels; ++c) {
        std::uint32_t delta = 0;
        for (unsigned b = 0; b < 4; ++b) delta |= std::uint32_t{lanes[(4 * c + b) * most + i]} << (8 * b);
        last[c] = next_channel(last[c], delta, modes[c]);
      }
      std::memcpy(result.data() + (first + i) * stride, last.data(), stride);
    }
  }
  if (!bytes.ended()) damaged_stream();
  return result;
}

// The last sixteen of something; 0 is the newest.
template <class T>
class Newest {
 public:
  void push(T value) { values_[count_++ % 16] = value; }
  T at(std::size_t index) const {
    if (index >= std::min<std::size_t>(count_, 16)) damaged_stream();
    return values_[(count_ - 1 - index) % 16];
  }

 private:
  std::array<T, 16> values_{};
  std::size_t count_ = 0;
};

class TriangleDecoder {
 public:
  TriangleDecoder(std::span<const char> data, std::span<const char> table) : data_(data), table_(table) {}

  std::array<std::uint32_t, 3> next(std::uint8_t code) {
    const unsigned high = code >> 4, low = code & 15;
    if (high < 15) return beside_edge(high, low);
    if (low < 14) return fresh(static_cast<std::uint8_t>(table_[low]), false);
    const std::uint8_t both = data_.next();
    if (both == 0) next_ = 0;
    return fresh(both, low == 15);
  }
  bool ended() const noexcept { return data_.ended(); }

 private:
  std::uint32_t explicit_index() { return last_ += unfolded(data_.next_number()); }

  std::array<std::uint32_t, 3> beside_edge(unsigned edge, unsigned how) {
    const auto [a, b] = edges_.at(edge);
    std::uint32_t c = 0;
    if (how == 0) {
      c = next_++;
    } else if (how < 13) {
      c = vertices_.at(how);
    } else {
      c = how == 15 ? explicit_index() : last_ += how == 13 ? UINT32_MAX : 1U;
    }
    edges_.push({c, b});
    edges_.push({a, c});
    if (how == 0 || how >= 13) vertices_.push(c);
    return {a, b, c};
  }

  // A half of a code: 0 is the next index, 15 one that is written out, others are among the newest vertices.
  std::uint32_t by_half(unsigned half) {
    return half == 0 ? next_++ : half == 15 ? explicit_index() : vertices_.at(half - 1);
  }

  std::array<std::uint32_t, 3> fresh(std::uint8_t halves, bool first_is_explicit) {
    const unsigned second = halves >> 4, third = halves & 15;
    const std::uint32_t a = first_is_explicit ? explicit_index() : next_++;
    const std::uint32_t b = by_half(second), c = by_half(third);
    edges_.push({b, a});
    edges_.push({c, b});
    edges_.push({a, c});
    vertices_.push(a);
    if (second == 0 || second == 15) vertices_.push(b);
    if (third == 0 || third == 15) vertices_.push(c);
    return {a, b, c};
  }

  Bytes data_;
  std::span<const char> table_;
  std::uint32_t next_ = 0, last_ = 0;
  Newest<std::array<std::uint32_t, 2>> edges_;
  Newest<std::uint32_t> vertices_;
};

void put_index(std::vector<char>& result, std::size_t at, std::size_t stride, std::uint32_t index) {
  if (stride == 2 && index > UINT16_MAX) damaged_stream();
  std::memcpy(result.data() + at * stride, &index, stride);
}

void check_indices(const MeshoptView& view) {
  if (view.stride != 2 && view.stride != 4) throw Error("its meshopt indices have neither 2 nor 4 bytes");
  if (view.filter != "NONE") throw Error("its meshopt indices have a filter");
}

std::vector<char> triangles(const MeshoptView& view) {
  check_indices(view);
  constexpr std::size_t table_size = 16;
  if (view.count % 3 != 0) throw Error("its meshopt indices are not three a triangle");
  const std::size_t count = view.count / 3;
  if (view.bytes.size() < 1 + table_size || count > view.bytes.size() - 1 - table_size) damaged_stream();
  if (static_cast<std::uint8_t>(view.bytes[0]) != 0xe1)
    throw Error("its meshopt stream is of a version that is not known");
  const std::span<const char> codes = view.bytes.subspan(1, count), table = view.bytes.last(table_size);
  TriangleDecoder decoder(view.bytes.subspan(1 + count, view.bytes.size() - 1 - count - table_size), table);
  std::vector<char> result(view.count * view.stride);
  for (std::size_t i = 0; i < count; ++i) {
    const auto triangle = decoder.next(static_cast<std::uint8_t>(codes[i]));
    for (std::size_t k = 0; k < 3; ++k) put_index(result, 3 * i + k, view.stride, triangle[k]);
  }
  if (!decoder.ended()) damaged_stream();
  return result;
}

std::vector<char> indices(const MeshoptView& view) {
  check_indices(view);
  constexpr std::size_t tail = 4;
  if (view.bytes.size() < 1 + tail || view.count > view.bytes.size()) damaged_stream();
  if (static_cast<std::uint8_t>(view.bytes[0]) != 0xd1)
    throw Error("its meshopt stream is of a version that is not known");
  Bytes bytes(view.bytes.subspan(1, view.bytes.size() - 1 - tail));
  std::uint32_t last[2] = {0, 0};
  std::vector<char> result(view.count * view.stride);
  for (std::size_t i = 0; i < view.count; ++i) {
    const std::uint32_t value = bytes.next_number();
    std::uint32_t& base = last[value & 1];
    base += unfolded(value >> 1);
    put_index(result, i, view.stride, base);
  }
  if (!bytes.ended()) damaged_stream();
  return result;
}

template <class Integer>
void octahedral(std::vector<char>& bytes) {
  constexpr double most = std::numeric_limits<Integer>::max();
  for (std::size_t at = 0; at < bytes.size(); at += 4 * sizeof(Integer)) {
    Integer v[4];
    std::memcpy(v, bytes.data() + at, sizeof v);
    if (v[2] <= 0) damaged_stream();
    const double one = v[2];
    double x = v[0] / one, y = v[1] / one;
    const double z = 1 - std::fabs(x) - std::fabs(y), under = std::min(z, 0.0);
    x -= std::copysign(under, x);
    y -= std::copysign(under, y);
    const double scale = most / std::sqrt(x * x + y * y + z * z);
    v[0] = static_cast<Integer>(std::round(x * scale));
    v[1] = static_cast<Integer>(std::round(y * scale));
    v[2] = static_cast<Integer>(std::round(z * scale));
    std::memcpy(bytes.data() + at, v, sizeof v);
  }
}

void quaternion(std::vector<char>& bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::int16_t v[4], q[4];
    std::memcpy(v, bytes.data() + at, sizeof v);
    const double one = (v[3] | 3) * std::sqrt(2.0);
    if (!(one > 0)) damaged_stream();
    double rest = 1;
    for (int i = 0; i < 3; ++i) {
      const double x = std::clamp(v[i] / one, -1.0, 1.0);
      rest -= x * x;
      q[((v[3] & 3) + 1 + i) % 4] = static_cast<std::int16_t>(std::round(x * 32767));
    }
    q[v[3] & 3] = static_cast<std::int16_t>(std::round(std::sqrt(std::max(0.0, rest)) * 32767));
    std::memcpy(bytes.data() + at, q, sizeof q);
  }
}

void exponential(std::vector<char>& bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, 4);
    const int power = static_cast<std::int8_t>(word >> 24);
    const int digits = static_cast<int>(word << 8) >> 8;
    const float value = static_cast<float>(std::ldexp(static_cast<double>(digits), power));
    std::memcpy(bytes.data() + at, &value, 4);
  }
}

void unfilter(std::vector<char>& bytes, const MeshoptView& view) {
  const auto need = [&](bool fits) {
    if (!fits) throw Error("its meshopt filter " + std::string(view.filter) + " does not fit its elements");
  };
  if (view.filter == "NONE") return;
  if (view.filter == "OCTAHEDRAL") {
    need(view.stride == 4 || view.stride == 8);
    view.stride == 4 ? octahedral<std::int8_t>(bytes) : octahedral<std::int16_t>(bytes);
  } else if (view.filter == "QUATERNION") {
    need(view.stride == 8);
    quaternion(bytes);
  } else if (view.filter == "EXPONENTIAL") {
    exponential(bytes);
  } else {
    throw Error("its meshopt filter '" + std::string(view.filter) + "' is not read");
  }
}

}  // namespace

std::vector<char> decode_meshopt(const MeshoptView& view) {
  if (view.mode == "TRIANGLES") return triangles(view);
  if (view.mode == "INDICES") return indices(view);
  if (view.mode != "ATTRIBUTES") throw Error("its meshopt mode '" + std::string(view.mode) + "' is not known");
  std::vector<char> bytes = attributes(view);
  unfilter(bytes, view);
  return bytes;
}

}  // namespace graze
