#include "shape/weld.h"

#include <cstddef>
#include <limits>

#include "shape/data.h"
#include "shape/lazy.h"
#include "shape/position_table.h"

namespace graze {
namespace {

constexpr std::uint32_t unset = std::numeric_limits<std::uint32_t>::max();

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
