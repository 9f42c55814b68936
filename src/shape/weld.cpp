#include "shape/weld.h"

#include <bit>
#include <cstddef>
#include <limits>

#include "base/compat.h"
#include "base/hash.h"
#include "graze/error.h"
#include "shape/data.h"
#include "shape/lazy.h"

namespace graze {
namespace {

constexpr std::uint32_t unset = std::numeric_limits<std::uint32_t>::max();

[[noreturn]] void too_many_positions() {
  throw Error("topology: more than 4294967295 distinct vertex positions; split the shape");
}

std::uint64_t hash(Vec3 p) {
  const Vec3 q = p + Vec3{};  // turns -0 into +0
  std::uint64_t sum = mix(bit_cast<std::uint64_t>(q.x));
  sum = mix(std::rotl(sum, 21) ^ bit_cast<std::uint64_t>(q.y));
  return mix(std::rotl(sum, 21) ^ bit_cast<std::uint64_t>(q.z));
}

// Open addressing with linear probing; at most half full.
class PositionTable {
 public:
  std::uint32_t number_of(Vec3 p) {
    if (2 * (positions_.size() + 1) > slots_.size()) grow();
    std::size_t slot = hash(p) & (slots_.size() - 1);
    while (slots_[slot] != unset) {
      if (positions_[slots_[slot]] == p) return slots_[slot];
      slot = (slot + 1) & (slots_.size() - 1);
    }
    if (positions_.size() == unset) too_many_positions();
    slots_[slot] = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(p);
    return slots_[slot];
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(positions_.size()); }

 private:
  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), unset);
    for (std::uint32_t i = 0; i < positions_.size(); ++i) {
      std::size_t slot = hash(positions_[i]) & (slots_.size() - 1);
      while (slots_[slot] != unset) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i;
    }
  }

  std::vector<std::uint32_t> slots_;
  std::vector<Vec3> positions_;
};

// The points of a terrain are all distinct: j * dx rises with j for every dx > 0, since j and j + 1 differ by far more
// than the rounding of the product.
Weld weld_terrain(const ShapeData& data) {
  Weld result;
  result.triangles.resize(data.triangle_count);
  std::vector<std::uint32_t> numbers(data.heights.size(), unset);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const auto corners = data.corners(i);
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& number = numbers[corners[k]];
      if (number == unset) number = result.positions++;
      result.triangles[i][k] = number;
    }
  }
  return result;
}

}  // namespace

Weld weld(const ShapeData& data) {
  if (data.form == ShapeForm::terrain) return weld_terrain(data);
  Weld result;
  result.triangles.resize(data.triangle_count);
  PositionTable table;
  const bool shared = data.form != ShapeForm::soup;
  std::vector<std::uint32_t> numbers(shared ? data.vertices.size() : 0, unset);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const auto corners = data.corners(i);
    for (std::size_t k = 0; k < 3; ++k) {
      if (!shared) {
        result.triangles[i][k] = table.number_of(data.vertices[corners[k]]);
        continue;
      }
      std::uint32_t& number = numbers[corners[k]];
      if (number == unset) number = table.number_of(data.vertices[corners[k]]);
      result.triangles[i][k] = number;
    }
  }
  result.positions = table.size();
  return result;
}

const Weld& kept_weld(const ShapeData& data) {
  return data.lazy->weld.get([&data] { return weld(data); });
}

std::vector<Vec3> welded_points(const Weld& weld, const ShapeData& data) {
  std::vector<Vec3> points(weld.positions);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const Triangle t = data.triangle(i);
    const Index3& at = weld.triangles[i];
    points[at[0]] = t.a;
    points[at[1]] = t.b;
    points[at[2]] = t.c;
  }
  return points;
}

}  // namespace graze
