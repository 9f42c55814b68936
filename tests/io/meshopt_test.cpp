// Views packed by EXT_meshopt_compression and KHR_meshopt_compression: an encoder that draws among all ways to say a
// thing, and what the decoder makes of it.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "graze/assembly.h"
#include "graze/error.h"
#include "io/meshopt.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"
#include "tests/property/model_files.h"

namespace graze {
namespace {

using oracle::Dice;

template <class Unsigned>
Unsigned folded(Unsigned v) {
  const auto high = static_cast<Unsigned>(Unsigned{1} << (8 * sizeof v - 1));
  return static_cast<Unsigned>((v & high) != 0 ? ~(v << 1) : v << 1);
}

void put_number(std::string& bytes, std::uint32_t value) {
  for (; value > 127; value >>= 7) bytes.push_back(static_cast<char>((value & 127) | 128));
  bytes.push_back(static_cast<char>(value));
}

void put_group(std::string& bytes, const std::array<std::uint8_t, 16>& deltas, unsigned bits) {
  if (bits == 0) return;
  const unsigned ones = (1U << bits) - 1;
  std::string packed(2 * bits, '\0'), behind;
  for (unsigned i = 0; i < 16; ++i) {
    const bool beyond = bits < 8 && deltas[i] >= ones;
    if (beyond) behind.push_back(static_cast<char>(deltas[i]));
    const unsigned slot = i % (8 / bits), shift = bits == 1 ? slot : 8 - bits * (slot + 1);
    packed[i * bits / 8] = static_cast<char>(packed[i * bits / 8] | (beyond ? ones : deltas[i]) << shift);
  }
  bytes += packed + behind;
}

void put_lane(std::string& bytes, const std::vector<std::uint8_t>& lane, unsigned control, Dice& dice) {
  constexpr unsigned sizes[5][4] = {{0, 1, 2, 4}, {1, 2, 4, 8}, {}, {}, {0, 2, 4, 8}};
  if (control == 2) return;
  if (control == 3) {
    for (const std::uint8_t delta : lane) bytes.push_back(static_cast<char>(delta));
    return;
  }
  const std::size_t groups = (lane.size() + 15) / 16;
  std::string header((groups + 3) / 4, '\0'), body;
  for (std::size_t g = 0; g < groups; ++g) {
    std::array<std::uint8_t, 16> deltas{};
    bool zero = true;
    for (std::size_t i = 0; i < 16 && 16 * g + i < lane.size(); ++i) {
      deltas[i] = lane[16 * g + i];
      zero = zero && deltas[i] == 0;
    }
    int mode = dice.integer(0, 3);
    if (sizes[control][mode] == 0 && !zero) mode = 1;
    header[g / 4] = static_cast<char>(header[g / 4] | mode << (2 * (g % 4)));
    put_group(body, deltas, sizes[control][mode]);
  }
  bytes += header + body;
}

// Elements in version 0 or 1, every choice that is free by chance.
std::string packed_attributes(const std::string& elements, std::size_t stride, int version, Dice& dice) {
  const std::size_t count = elements.size() / stride, channels = stride / 4;
  std::vector<std::uint8_t> modes(channels, 0);
  for (std::uint8_t& mode : modes) {
    if (version == 0) break;
    mode = static_cast<std::uint8_t>(dice.integer(0, 2));
    if (mode == 2) mode = static_cast<std::uint8_t>(mode | dice.integer(0, 15) << 4);
  }
  std::string bytes(1, static_cast<char>(0xa0 + version)), base = elements.substr(0, stride);
  const std::size_t most = std::min<std::size_t>(8192 / stride / 16 * 16, 256);
  std::string last = base;
  for (std::size_t first = 0; first < count; first += most) {
    const std::size_t block = std::min(most, count - first);
    std::vector<std::vector<std::uint8_t>> lanes(stride, std::vector<std::uint8_t>(block));
    for (std::size_t i = 0; i < block; ++i) {
      const std::string now = elements.substr((first + i) * stride, stride);
      for (std::size_t c = 0; c < channels; ++c) {
        std::uint32_t a = 0, b = 0, delta = 0;
        std::memcpy(&a, last.data() + 4 * c, 4);
        std::memcpy(&b, now.data() + 4 * c, 4);
        for (unsigned shift = 0; shift < 32 && (modes[c] & 15) == 0; shift += 8)
          delta |= std::uint32_t{folded(static_cast<std::uint8_t>((b >> shift) - (a >> shift)))} << shift;
        for (unsigned shift = 0; shift < 32 && (modes[c] & 15) == 1; shift += 16)
          delta |= std::uint32_t{folded(static_cast<std::uint16_t>((b >> shift) - (a >> shift)))} << shift;
        if ((modes[c] & 15) == 2) delta = std::rotr(a ^ b, modes[c] >> 4);
        for (unsigned k = 0; k < 4; ++k) lanes[4 * c + k][i] = static_cast<std::uint8_t>(delta >> (8 * k));
      }
      last = now;
    }
    std::string controls(version == 0 ? 0 : channels, '\0'), body;
    for (std::size_t k = 0; k < stride; ++k) {
      unsigned control = 4;
      if (version == 1) {
        control = static_cast<unsigned>(dice.integer(0, 3));
        if (control == 2 && std::any_of(lanes[k].begin(), lanes[k].end(), [](auto d) { return d != 0; })) control = 1;
        controls[k / 4] = static_cast<char>(controls[k / 4] | control << (2 * (k % 4)));
      }
      put_lane(body, lanes[k], control, dice);
    }
    bytes += controls + body;
  }
  std::string tail = base;
  if (version == 1) tail.append(reinterpret_cast<const char*>(modes.data()), modes.size());
  const std::size_t padded = std::max<std::size_t>(tail.size(), version == 0 ? 32 : 24);
  return bytes + std::string(padded - tail.size(), '\0') + tail;
}

std::string decoded(const std::string& bytes, std::size_t count, std::size_t stride, const char* mode,
                    const char* filter = "NONE") {
  const std::vector<char> result = decode_meshopt({bytes, count, stride, mode, filter});
  return {result.begin(), result.end()};
}

TEST(Meshopt, AttributesInEveryWayToStoreThem) {
  const std::uint64_t seed = oracle::run_seed();
  Dice dice(seed);
  std::size_t elements_seen = 0;
  for (std::uint64_t round = 0; round < oracle::scaled(300); ++round) {
    const std::size_t stride = 4 * static_cast<std::size_t>(dice.integer(1, dice.chance(10) ? 64 : 6));
    const auto count = static_cast<std::size_t>(dice.integer(1, dice.chance(5) ? 700 : 40));
    std::string elements(count * stride, '\0');
    const int kind = dice.integer(0, 2);  // all equal, slow changes, noise
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const char before = i < stride ? '\7' : elements[i - stride];
      elements[i] = kind == 0   ? before
                    : kind == 1 ? static_cast<char>(before + dice.integer(-2, 2))
                                : static_cast<char>(dice.integer(0, 255));
    }
    for (const int version : {0, 1}) {
      const std::string bytes = packed_attributes(elements, stride, version, dice);
      ASSERT_EQ(decoded(bytes, count, stride, "ATTRIBUTES"), elements) << "GRAZE_SEED=" << seed << " round " << round;
    }
    elements_seen += count;
  }
  EXPECT_GT(elements_seen, 10 * oracle::scaled(300));
}

// What the specification's own example says.
TEST(Meshopt, TheExampleOfTheSpecification) {
  const std::string group("\x17\x5f\xf0\xbc\x77\xa9\x21\x00\x34\xb5", 10);
  // One byte of each element has these deltas, the others none: a header byte a lane.
  const std::string bytes =
      std::string("\xa0") + std::string(1, '\2') + group + std::string(3, '\0') + std::string(32, '\0');
  const std::string elements = decoded(bytes, 16, 4, "ATTRIBUTES");
  const int deltas[16] = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
  std::uint8_t value = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    value = static_cast<std::uint8_t>(value + deltas[i]);
    EXPECT_EQ(static_cast<std::uint8_t>(elements[4 * i]), value);
  }
}

// Draws codes, and what they mean by the rules of the specification, kept in queues.
class TriangleDraw {
 public:
  explicit TriangleDraw(Dice& dice) : dice_(dice) {
    for (std::size_t i = 0; i < 14; ++i)
      table_.push_back(static_cast<char>(dice.integer(0, 14) << 4 | dice.integer(0, 14)));
    table_ += std::string(2, '\0');
  }

  void draw() {
    if (!edges_.empty() && !dice_.chance(4)) {
      beside_edge();
    } else {
      fresh();
    }
  }
  std::string bytes() const { return "\xe1" + codes_ + data_ + table_; }
  const std::vector<std::uint32_t>& indices() const { return indices_; }

 private:
  using Edge = std::array<std::uint32_t, 2>;
  template <class T>
  static void push(std::deque<T>& queue, T value) {
    queue.push_front(value);
    if (queue.size() > 16) queue.pop_back();
  }
  std::uint32_t explicit_index() {
    const auto index = static_cast<std::uint32_t>(dice_.integer(0, 60000));
    put_number(data_, folded(index - last_));
    return last_ = index;
  }
  void emit(std::uint32_t a, std::uint32_t b, std::uint32_t c) { indices_.insert(indices_.end(), {a, b, c}); }

  void beside_edge() {
    const auto at =
        static_cast<std::size_t>(dice_.integer(0, static_cast<int>(std::min<std::size_t>(edges_.size(), 15)) - 1));
    const Edge edge = edges_[at];
    int how = dice_.integer(0, 15);
    if (how >= 1 && how <= 12 && static_cast<std::size_t>(how) >= vertices_.size()) how = 0;
    if (how == 13 && last_ == 0) how = 14;
    std::uint32_t c = 0;
    codes_.push_back(static_cast<char>(at << 4 | static_cast<std::size_t>(how)));
    if (how == 0) {
      c = next_++;
    } else if (how <= 12) {
      c = vertices_[static_cast<std::size_t>(how)];
    } else {
      c = how == 15 ? explicit_index() : (last_ = how == 13 ? last_ - 1 : last_ + 1);
    }
    push(edges_, {c, edge[1]});
    push(edges_, {edge[0], c});
    if (how == 0 || how > 12) push(vertices_, c);
    emit(edge[0], edge[1], c);
  }

  bool can(int half) const { return half == 0 || half == 15 || static_cast<std::size_t>(half) <= vertices_.size(); }
  std::uint32_t by_half(int half) {
    return half == 0 ? next_++ : half == 15 ? explicit_index() : vertices_[static_cast<std::size_t>(half) - 1];
  }

  void fresh() {
    int code = dice_.integer(0, 15), halves = 0;
    if (code < 14) {
      halves = static_cast<std::uint8_t>(table_[static_cast<std::size_t>(code)]);
      if (!can(halves >> 4) || !can(halves & 15)) code = 14;
    }
    if (code >= 14) {
      do {
        halves = dice_.integer(0, 255);
      } while (!can(halves >> 4) || !can(halves & 15));
      data_.push_back(static_cast<char>(halves));
      if (halves == 0) next_ = 0;
    }
    codes_.push_back(static_cast<char>(0xf0 | code));
    const std::uint32_t a = code == 15 ? explicit_index() : next_++;
    const std::uint32_t b = by_half(halves >> 4), c = by_half(halves & 15);
    push(edges_, {b, a});
    push(edges_, {c, b});
    push(edges_, {a, c});
    push(vertices_, a);
    if (halves >> 4 == 0 || halves >> 4 == 15) push(vertices_, b);
    if ((halves & 15) == 0 || (halves & 15) == 15) push(vertices_, c);
    emit(a, b, c);
  }

  Dice& dice_;
  std::string codes_, data_, table_;
  std::uint32_t next_ = 0, last_ = 0;
  std::deque<Edge> edges_;
  std::deque<std::uint32_t> vertices_;
  std::vector<std::uint32_t> indices_;
};

std::string as_bytes(const std::vector<std::uint32_t>& indices, std::size_t stride) {
  std::string bytes(indices.size() * stride, '\0');
  for (std::size_t i = 0; i < indices.size(); ++i) std::memcpy(bytes.data() + i * stride, &indices[i], stride);
  return bytes;
}

TEST(Meshopt, TrianglesAndIndices) {
  const std::uint64_t seed = oracle::run_seed();
  Dice dice(seed);
  for (std::uint64_t round = 0; round < oracle::scaled(300); ++round) {
    TriangleDraw draw(dice);
    for (int i = dice.integer(1, 200); i > 0; --i) draw.draw();
    ASSERT_EQ(decoded(draw.bytes(), draw.indices().size(), 4, "TRIANGLES"), as_bytes(draw.indices(), 4))
        << "GRAZE_SEED=" << seed << " round " << round;

    std::string bytes = "\xd1";
    std::vector<std::uint32_t> indices;
    std::uint32_t last[2] = {0, 0};
    for (int i = dice.integer(1, 200); i > 0; --i) {
      const int base = dice.integer(0, 1);
      indices.push_back(static_cast<std::uint32_t>(dice.integer(0, 65535)));
      put_number(bytes, folded(indices.back() - last[base]) << 1 | static_cast<std::uint32_t>(base));
      last[base] = indices.back();
    }
    bytes += std::string(4, '\0');
    ASSERT_EQ(decoded(bytes, indices.size(), 2, "INDICES"), as_bytes(indices, 2)) << "GRAZE_SEED=" << seed;
  }
}

TEST(Meshopt, Filters) {
  Dice dice(oracle::fixed_seed);
  // 2^e m, exactly.
  std::string words(4 * 64, '\0');
  std::vector<float> floats(64);
  for (std::size_t i = 0; i < 64; ++i) {
    const int power = dice.integer(-100, 100), digits = dice.integer(-(1 << 23), (1 << 23) - 1);
    const std::uint32_t word =
        static_cast<std::uint32_t>(power) << 24 | (static_cast<std::uint32_t>(digits) & 0xffffff);
    std::memcpy(words.data() + 4 * i, &word, 4);
    floats[i] = static_cast<float>(std::ldexp(digits, power));
  }
  const std::string unpacked = decoded(packed_attributes(words, 4, 0, dice), 64, 4, "ATTRIBUTES", "EXPONENTIAL");
  EXPECT_EQ(std::memcmp(unpacked.data(), floats.data(), unpacked.size()), 0);
  // Unit quaternions and vectors come back as such, and as what was stored.
  for (int round = 0; round < 200; ++round) {
    const Quat q = dice.rotation();
    double v[4] = {q.x, q.y, q.z, q.w};
    int most = 0;
    for (int i = 1; i < 4; ++i)
      if (std::fabs(v[i]) > std::fabs(v[most])) most = i;
    if (v[most] < 0)
      for (double& x : v) x = -x;
    constexpr int one = 2047;  // 12 bits
    std::int16_t stored[4];
    for (int i = 0; i < 3; ++i)
      stored[i] = static_cast<std::int16_t>(std::lround(v[(most + 1 + i) % 4] * std::sqrt(2.0) * one));
    stored[3] = static_cast<std::int16_t>((one & ~3) | most);
    const std::string element(reinterpret_cast<const char*>(stored), 8);
    const std::string back = decoded(packed_attributes(element, 8, 1, dice), 1, 8, "ATTRIBUTES", "QUATERNION");
    std::int16_t r[4];
    std::memcpy(r, back.data(), 8);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(r[i] / 32767.0, v[i], 2e-3);

    const Vec3 n = dice.direction();
    const double sum = std::fabs(n.x) + std::fabs(n.y) + std::fabs(n.z);
    double x = n.x / sum, y = n.y / sum;
    if (n.z < 0) {
      const double fx = (1 - std::fabs(y)) * (x < 0 ? -1 : 1), fy = (1 - std::fabs(x)) * (y < 0 ? -1 : 1);
      x = fx;
      y = fy;
    }
    const std::int16_t folded_normal[4] = {static_cast<std::int16_t>(std::lround(x * one)),
                                           static_cast<std::int16_t>(std::lround(y * one)), one, 77};
    const std::string normal(reinterpret_cast<const char*>(folded_normal), 8);
    const std::string vector = decoded(packed_attributes(normal, 8, 0, dice), 1, 8, "ATTRIBUTES", "OCTAHEDRAL");
    std::memcpy(r, vector.data(), 8);
    EXPECT_NEAR(r[0] / 32767.0, n.x, 3e-3);
    EXPECT_NEAR(r[1] / 32767.0, n.y, 3e-3);
    EXPECT_NEAR(r[2] / 32767.0, n.z, 3e-3);
    EXPECT_EQ(r[3], 77);
  }
}

// Whatever bytes are changed or lost: an Error, or elements.
TEST(Meshopt, DamagedStreams) {
  const std::uint64_t seed = oracle::run_seed();
  Dice dice(seed);
  std::size_t refused = 0;
  const std::uint64_t rounds = oracle::scaled(2000);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const int kind = dice.integer(0, 1);
    std::string bytes;
    std::size_t count = 60;
    if (kind == 0) {
      std::string elements(60 * 12, '\0');
      for (char& c : elements) c = static_cast<char>(dice.integer(0, 255));
      bytes = packed_attributes(elements, 12, dice.integer(0, 1), dice);
    } else {
      TriangleDraw draw(dice);
      for (int i = 0; i < 20; ++i) draw.draw();
      bytes = draw.bytes();
    }
    if (dice.chance(3)) bytes.resize(static_cast<std::size_t>(dice.integer(0, static_cast<int>(bytes.size()))));
    for (int i = dice.integer(0, 5); i > 0 && !bytes.empty(); --i)
      bytes[static_cast<std::size_t>(dice.integer(0, static_cast<int>(bytes.size()) - 1))] =
          static_cast<char>(dice.integer(0, 255));
    if (dice.chance(5)) count = static_cast<std::size_t>(dice.integer(0, 1 << 30));
    try {
      decoded(bytes, count, kind == 0 ? 12 : 4, kind == 0 ? "ATTRIBUTES" : "TRIANGLES");
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, rounds / 4) << "GRAZE_SEED=" << seed;
}

// A cube whose positions and indices are packed, in a file whose other buffer has no bytes.
TEST(Meshopt, PackedViewsInAFile) {
  Dice dice(oracle::fixed_seed);
  std::string positions;
  for (int i = 0; i < 8; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const float x = i >> axis & 1 ? 1.0f : -1.0f;
      positions.append(reinterpret_cast<const char*>(&x), 4);
    }
  }
  const std::uint32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  std::string indices = "\xd1";
  std::uint32_t last = 0;
  for (const auto& f : faces) {
    for (const int k : {0, 1, 2, 0, 2, 3}) {
      put_number(indices, folded(f[k] - last) << 1);
      last = f[k];
    }
  }
  indices += std::string(4, '\0');
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    const std::string packed = packed_attributes(positions, 12, name[0] == 'K' ? 1 : 0, dice);
    const auto view = [&](std::size_t at, std::size_t bytes, int stride, int count, const char* mode) {
      return R"({"buffer":1,"byteLength":)" + std::to_string(stride * count) + R"(,"extensions":{")" + name +
             R"(":{"buffer":0,"byteOffset":)" + std::to_string(at) + R"(,"byteLength":)" + std::to_string(bytes) +
             R"(,"byteStride":)" + std::to_string(stride) + R"(,"count":)" + std::to_string(count) + R"(,"mode":")" +
             mode + R"("}}})";
    };
    const std::string all = packed + indices;
    file_of("packed.bin", all);
    const std::string json = R"({"asset":{"version":"2.0"},"extensionsRequired":[")" + std::string(name) +
                             R"("],"buffers":[{"uri":"packed.bin","byteLength":)" + std::to_string(all.size()) +
                             R"(},{"byteLength":168}],"bufferViews":[)" + view(0, packed.size(), 12, 8, "ATTRIBUTES") +
                             "," + view(packed.size(), indices.size(), 2, 36, "INDICES") +
                             R"(],"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":8},
{"bufferView":1,"componentType":5123,"type":"SCALAR","count":36}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"nodes":[{"mesh":0}]})";
    const Assembly read = read_assembly(file_of("packed.gltf", json));
    ASSERT_EQ(read.parts.size(), 1u);
    EXPECT_TRUE(read.notes.empty());
    EXPECT_EQ(read.parts[0].shape.topology().signed_volume, 8);
  }
}

}  // namespace
}  // namespace graze
