#include "io/solid/solid_mesh.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "base/hash.h"
#include "graze/error.h"
#include "shape/position_table.h"

namespace graze {

void SolidMesh::append(const SolidMesh& other) { append(other, Pose{}); }

void SolidMesh::append(const SolidMesh& other, const Pose& pose) {
  const std::size_t first = vertices.size();
  if (first + other.vertices.size() > UINT32_MAX) throw Error("it has too many vertices");
  const bool plain = pose == Pose{};
  const bool mirrored = dot(pose.linear.c0, cross(pose.linear.c1, pose.linear.c2)) < 0;
  vertices.reserve(first + other.vertices.size());
  for (const Vec3& vertex : other.vertices) vertices.push_back(plain ? vertex : pose * vertex);
  triangles.reserve(triangles.size() + other.triangles.size());
  for (Index3 triangle : other.triangles) {
    for (std::uint32_t& corner : triangle) corner += static_cast<std::uint32_t>(first);
    if (mirrored) std::swap(triangle[1], triangle[2]);
    triangles.push_back(triangle);
  }
}

void SolidMesh::turn() noexcept {
  for (Index3& triangle : triangles) std::swap(triangle[1], triangle[2]);
}

Box bounds(const SolidMesh& mesh) noexcept {
  Box box;
  for (const Vec3& vertex : mesh.vertices) {
    box.lo = min(box.lo, vertex);
    box.hi = max(box.hi, vertex);
  }
  return box;
}

double enclosed_volume(const SolidMesh& mesh) noexcept {
  if (mesh.vertices.empty()) return 0;
  const Vec3 from = mesh.vertices[0];
  double sum = 0;
  for (const Index3& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - from, b = mesh.vertices[t[1]] - from, c = mesh.vertices[t[2]] - from;
    sum += dot(a, cross(b, c));
  }
  return sum / 6;
}

double area_of(const SolidMesh& mesh) noexcept {
  double sum = 0;
  for (const Index3& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]];
    sum += length(cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a));
  }
  return sum / 2;
}

namespace {

// The first of the vertices at each place.
std::vector<std::uint32_t> first_of_equal(const std::vector<Vec3>& vertices) {
  PositionTable table;
  std::vector<std::uint32_t> first(vertices.size()), first_at;
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    const std::uint32_t number = table.number_of(vertices[i]);
    if (number == first_at.size()) first_at.push_back(i);
    first[i] = first_at[number];
  }
  return first;
}

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// Lists of vertices by cells of space, by open addressing with linear probing.
class CellTable {
 public:
  using Cell = std::array<std::int64_t, 3>;
  static constexpr std::uint32_t none = UINT32_MAX;

  explicit CellTable(std::size_t vertices) : slots_(std::bit_ceil(2 * vertices + 2)), next_(vertices, none) {}

  // The last that was put in, then next().
  std::uint32_t last(const Cell& cell) const { return slots_[slot_of(cell)].head; }
  std::uint32_t next(std::uint32_t vertex) const { return next_[vertex]; }
  void add(const Cell& cell, std::uint32_t vertex) {
    Slot& slot = slots_[slot_of(cell)];
    slot.cell = cell;
    next_[vertex] = slot.head;
    slot.head = vertex;
  }

 private:
  struct Slot {
    Cell cell = {};
    std::uint32_t head = none;
  };
  // That of the cell, or the empty one where it would be.
  std::size_t slot_of(const Cell& cell) const {
    std::uint64_t sum = 0;
    for (const std::int64_t c : cell) sum = mix(sum ^ static_cast<std::uint64_t>(c));
    std::size_t slot = sum & (slots_.size() - 1);
    while (slots_[slot].head != none && slots_[slot].cell != cell) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> next_;
};

// Joins what is within the width.
void join_near(const std::vector<Vec3>& vertices, double width, std::vector<std::uint32_t>& parent) {
  // Where a cell is finer than the numbers, none but equal ones are that near.
  double largest = 0;
  for (const Vec3& v : vertices) largest = std::max({largest, std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
  if (!(largest / width < 0x1p60)) return;
  // Cells are so much larger than the width that few vertices are near the side of one, and so that round numbers are
  // not.
  constexpr double widths = 16, shift = 0.4142135623730951;
  CellTable cells(vertices.size());
  const auto number = [&](double x) { return static_cast<std::int64_t>(std::floor(x / (widths * width) + shift)); };
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    if (parent[i] != i) continue;
    const Vec3 v = vertices[i];
    CellTable::Cell lo, hi;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double x = v[static_cast<int>(axis)];
      lo[axis] = number(x - width);
      hi[axis] = number(x + width);
    }
    std::uint32_t nearest = CellTable::none;  // the first of them
    for (std::int64_t x = lo[0]; x <= hi[0]; ++x) {
      for (std::int64_t y = lo[1]; y <= hi[1]; ++y) {
        for (std::int64_t z = lo[2]; z <= hi[2]; ++z) {
          for (std::uint32_t k = cells.last({x, y, z}); k != CellTable::none; k = cells.next(k))
            if (length(v - vertices[k]) <= width) nearest = std::min(nearest, k);
        }
      }
    }
    if (nearest != CellTable::none) {
      parent[i] = nearest;
    } else {
      cells.add({number(v.x), number(v.y), number(v.z)}, i);  // the others have one that stands for them
    }
  }
}

// Lists of things by the vertex that they belong to, in the order in which they came.
template <class Thing>
class ByVertex {
 public:
  // `each` calls what it is given with a vertex and a thing, the same ones every time.
  template <class Each>
  ByVertex(std::size_t vertices, const Each& each) : starts_(vertices + 1) {
    each([&](std::uint32_t vertex, const Thing&) { ++starts_[vertex + 1]; });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    things_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    each([&](std::uint32_t vertex, const Thing& thing) { things_[next[vertex]++] = thing; });
  }
  std::span<Thing> of(std::size_t vertex) {
    return std::span<Thing>(things_).subspan(starts_[vertex], starts_[vertex + 1] - starts_[vertex]);
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Thing> things_;
};

// Pairs of triangles with the same corners that face opposite ways enclose nothing.
void drop_back_to_back(SolidMesh& mesh, SolidMesh* sheets) {
  std::vector<Index3>& triangles = mesh.triangles;
  struct Sides {  // of a triangle, without its least corner
    std::uint32_t low, high, triangle;
    bool forward;  // is the lower one the next?
  };
  ByVertex<Sides> at(mesh.vertices.size(), [&](const auto& add) {
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
      Index3 t = triangles[i];
      std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
      add(t[0], Sides{std::min(t[1], t[2]), std::max(t[1], t[2]), i, t[1] < t[2]});
    }
  });
  std::vector<bool> gone;
  std::vector<Sides> alone;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const std::span<Sides> around = at.of(v);
    if (around.size() < 2) continue;
    std::sort(around.begin(), around.end(), [](const Sides& a, const Sides& b) {
      return std::tuple(a.low, a.high, a.triangle) < std::tuple(b.low, b.high, b.triangle);
    });
    for (std::size_t i = 0; i < around.size(); ++i) {
      if (i == 0 || around[i].low != around[i - 1].low || around[i].high != around[i - 1].high) alone.clear();
      if (!alone.empty() && alone.back().forward != around[i].forward) {
        gone.resize(triangles.size());
        gone[around[i].triangle] = gone[alone.back().triangle] = true;
        if (sheets != nullptr) sheets->triangles.push_back(triangles[alone.back().triangle]);
        alone.pop_back();
      } else {
        alone.push_back(around[i]);
      }
    }
  }
  if (gone.empty()) return;
  if (sheets != nullptr) sheets->vertices = mesh.vertices;
  std::size_t kept = 0;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    if (gone[i]) continue;
    if (!mesh.tags.empty()) mesh.tags[kept] = mesh.tags[i];
    triangles[kept++] = triangles[i];
  }
  triangles.resize(kept);
  if (!mesh.tags.empty()) mesh.tags.resize(kept);
}

}  // namespace

namespace {

SolidMesh welded_with(const SolidMesh& mesh, double width, SolidMesh* sheets) {
  std::vector<std::uint32_t> parent = first_of_equal(mesh.vertices);
  if (width > 0) join_near(mesh.vertices, width, parent);
  SolidMesh result;
  std::vector<std::uint32_t> number(mesh.vertices.size(), UINT32_MAX);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    Index3 triangle = mesh.triangles[i];
    for (std::uint32_t& corner : triangle) corner = root_of(parent, corner);
    if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) continue;
    for (std::uint32_t& corner : triangle) {
      if (number[corner] == UINT32_MAX) {
        number[corner] = static_cast<std::uint32_t>(result.vertices.size());
        result.vertices.push_back(mesh.vertices[corner]);
      }
      corner = number[corner];
    }
    result.triangles.push_back(triangle);
    if (!mesh.tags.empty()) result.tags.push_back(mesh.tags[i]);
  }
  drop_back_to_back(result, sheets);
  return result;
}

}  // namespace

SolidMesh welded(const SolidMesh& mesh, double width) { return welded_with(mesh, width, nullptr); }

SolidMesh welded(const SolidMesh& mesh, SolidMesh& sheets) {
  SolidMesh found;
  SolidMesh result = welded_with(mesh, 0, &found);
  sheets.append(found);
  return result;
}

bool is_closed(const SolidMesh& mesh) {
  const std::vector<std::uint32_t> first = first_of_equal(mesh.vertices);
  struct End {  // of an edge from a lesser vertex
    std::uint32_t to;
    int way;
  };
  ByVertex<End> edges(mesh.vertices.size(), [&](const auto& add) {
    for (const Index3& t : mesh.triangles) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t a = first[t[i]], b = first[t[(i + 1) % 3]];
        if (a != b) add(std::min(a, b), End{std::max(a, b), a < b ? 1 : -1});
      }
    }
  });
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const std::span<End> around = edges.of(v);
    std::sort(around.begin(), around.end(), [](const End& a, const End& b) { return a.to < b.to; });
    int sum = 0;
    for (std::size_t i = 0; i < around.size(); ++i) {
      sum += around[i].way;
      if (i + 1 < around.size() && around[i + 1].to == around[i].to) continue;
      if (sum != 0) return false;
    }
  }
  return !mesh.triangles.empty();
}

}  // namespace graze
