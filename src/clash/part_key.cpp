// What parts are known by from one run to the next: PartKey of graze/clash.h.
#include "clash/part_key.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/compat.h"
#include "base/hash.h"

namespace graze {

namespace {

std::uint64_t hash_of(std::string_view text) {
  // FNV-1a, byte by byte: the same on every machine.
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return mix(hash);
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A name of one step of a path without the number that tells equal ones apart; empty for one that a reader made up by
// counting.
std::string_view plain_name(std::string_view name) {
  const std::size_t hash = name.rfind('#');
  if (hash != std::string_view::npos && all_digits(name.substr(hash + 1))) name = name.substr(0, hash);
  for (const std::string_view word : {"node ", "mesh ", "part ", "object ", "solid ", "shape "}) {
    if (name.starts_with(word) && all_digits(name.substr(word.size()))) return {};
  }
  return name;
}

}  // namespace

std::string key_path(const Part& part) {
  std::string_view path = part.path;
  if (!part.file.empty() && path.size() > part.file.size() && path.starts_with(part.file) &&
      path[part.file.size()] == ':')
    path.remove_prefix(part.file.size() + 1);
  std::string result;
  while (true) {
    const std::size_t slash = path.find('/');
    result += plain_name(path.substr(0, slash));
    if (slash == std::string_view::npos) return result;
    result += '/';
    path.remove_prefix(slash + 1);
  }
}

namespace {

std::uint64_t hash_of(Vec3 p) {
  std::uint64_t hash = 0;
  // + 0.0 makes one zero of both.
  for (const double x : {p.x, p.y, p.z}) hash = mix(std::rotl(hash, 21) ^ bit_cast<std::uint64_t>(x + 0.0));
  return hash;
}

}  // namespace

// Of the set of triangles: their order, that of the vertices and which corner is first do not matter.
std::uint64_t key_shape(const Shape& shape) {
  std::uint64_t sum = 0;
  const std::uint32_t count = shape.triangle_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Triangle t = shape.triangle(i);
    const std::uint64_t a = hash_of(t.a), b = hash_of(t.b), c = hash_of(t.c);
    // Cyclic: the least corner first, so that turning a triangle inside out changes the hash.
    const std::uint64_t least = std::min({a, b, c});
    const auto of = [](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
      return mix(x ^ std::rotl(mix(y ^ std::rotl(mix(z), 17)), 31));
    };
    sum += least == a ? of(a, b, c) : least == b ? of(b, c, a) : of(c, a, b);
  }
  if (count == 0) sum = hash_of(shape.bounds().lo) + mix(hash_of(shape.bounds().hi));
  return mix(sum + count);
}

// Where the middle of the part is, in steps of its size / 2^16: what rounding does to a place does not change it, but
// for the few that are within rounding of the edge of a step.
std::uint64_t key_place(const Box& box, Vec3 origin) {
  if (box.empty()) return 0;
  const double size = length(box.hi - box.lo);
  int exponent = 0;
  std::frexp(size > 0 && std::isfinite(size) ? size * 1.1 : 1.0, &exponent);
  const Vec3 middle = (box.lo + box.hi) * 0.5 + origin;
  const auto step = [&](double x) { return std::nearbyint(std::ldexp(x, 16 - exponent)); };
  return hash_of(Vec3{step(middle.x), step(middle.y), step(middle.z)});
}

namespace {

std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, value >>= 4) text[static_cast<std::size_t>(i)] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace

std::string PartKey::text() const {
  if (!global_id.empty()) return global_id + (rank == 0 ? "" : "\1" + std::to_string(rank));
  return path + '\1' + hex(shape) + hex(place) + (rank == 0 ? "" : "\1" + std::to_string(rank));
}

std::vector<PartKey> part_keys(std::span<const Part> parts, Vec3 origin) {
  std::vector<PartKey> keys(parts.size());
  std::unordered_map<const void*, std::uint64_t> known;  // of shapes that several parts share
  for (std::size_t i = 0; i < parts.size(); ++i) {
    PartKey& key = keys[i];
    key.global_id = parts[i].global_id;
    key.path = key_path(parts[i]);
    const auto [at, added] = known.try_emplace(parts[i].shape.identity(), 0);
    if (added) at->second = key_shape(parts[i].shape);
    key.shape = at->second;
    key.place = key_place(posed_box(parts[i].pose, parts[i].shape.bounds()), origin);
  }
  // Several parts of one object, and copies in one place: numbered by what they are, then by their order.
  std::vector<std::size_t> order(parts.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto apart = [&](std::size_t i) {
    const PartKey& key = keys[i];
    return key.global_id.empty() ? std::tuple(std::string_view(key.path), key.shape, key.place)
                                 : std::tuple(std::string_view(key.global_id), std::uint64_t{0}, std::uint64_t{0});
  };
  std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    const bool gx = keys[x].global_id.empty(), gy = keys[y].global_id.empty();
    if (gx != gy) return gy;
    const auto ax = apart(x), ay = apart(y);
    if (ax != ay) return ax < ay;
    return std::tuple(keys[x].shape, keys[x].place, x) < std::tuple(keys[y].shape, keys[y].place, y);
  });
  for (std::size_t k = 1; k < order.size(); ++k) {
    const PartKey& before = keys[order[k - 1]];
    PartKey& key = keys[order[k]];
    if (before.global_id.empty() == key.global_id.empty() && apart(order[k - 1]) == apart(order[k]))
      key.rank = before.rank + 1;
  }
  return keys;
}

std::string clash_id(const PartKey& a, const PartKey& b) {
  const std::string x = a.text(), y = b.text();
  // A zero byte is in no key, so that no other two keys give the same bytes.
  return hex(hash_of(std::min(x, y) + '\0' + std::max(x, y)));
}

}  // namespace graze
