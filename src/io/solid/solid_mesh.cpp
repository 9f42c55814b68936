#include "io/solid/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "graze/error.h"

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

struct PositionHash {
  std::size_t operator()(const Vec3& v) const noexcept {
    std::uint64_t h = 0;
    for (const double x : {v.x, v.y, v.z}) h = mix(h ^ std::hash<double>()(x + 0.0));  // -0 is 0
    return h;
  }
};

// The first of the vertices at each place.
std::vector<std::uint32_t> first_of_equal(const std::vector<Vec3>& vertices) {
  std::unordered_map<Vec3, std::uint32_t, PositionHash> at;
  at.reserve(vertices.size());
  std::vector<std::uint32_t> first(vertices.size());
  for (std::uint32_t i = 0; i < vertices.size(); ++i) first[i] = at.try_emplace(vertices[i], i).first->second;
  return first;
}

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// Joins what is within the width, found by cells of that size.
void join_near(const std::vector<Vec3>& vertices, double width, std::vector<std::uint32_t>& parent) {
  struct CellHash {
    std::size_t operator()(const std::array<std::int64_t, 3>& c) const noexcept {
      return mix(mix(mix(static_cast<std::uint64_t>(c[0])) ^ static_cast<std::uint64_t>(c[1])) ^
                 static_cast<std::uint64_t>(c[2]));
    }
  };
  // Where a cell is finer than the numbers, none but equal ones are that near.
  double largest = 0;
  for (const Vec3& v : vertices) largest = std::max({largest, std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
  if (!(largest / width < 0x1p60)) return;
  std::unordered_map<std::array<std::int64_t, 3>, std::vector<std::uint32_t>, CellHash> cells;
  cells.reserve(vertices.size());
  const auto cell = [&](const Vec3& v) {
    return std::array<std::int64_t, 3>{static_cast<std::int64_t>(std::floor(v.x / width)),
                                       static_cast<std::int64_t>(std::floor(v.y / width)),
                                       static_cast<std::int64_t>(std::floor(v.z / width))};
  };
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    if (parent[i] != i) continue;
    const auto at = cell(vertices[i]);
    for (std::int64_t x = -1; x <= 1; ++x) {
      for (std::int64_t y = -1; y <= 1; ++y) {
        for (std::int64_t z = -1; z <= 1; ++z) {
          const auto found = cells.find({at[0] + x, at[1] + y, at[2] + z});
          if (found == cells.end()) continue;
          for (const std::uint32_t k : found->second) {
            if (length(vertices[i] - vertices[k]) > width) continue;
            if (parent[i] == i) parent[i] = k;
          }
        }
      }
    }
    if (parent[i] == i) cells[at].push_back(i);  // the others have one that stands for them
  }
}

struct TriangleHash {
  std::size_t operator()(const Index3& t) const noexcept { return mix(mix(mix(t[0]) ^ t[1]) ^ t[2]); }
};

// Pairs of triangles with the same corners that face opposite ways enclose nothing.
void drop_back_to_back(SolidMesh& mesh) {
  std::vector<Index3>& triangles = mesh.triangles;
  std::unordered_map<Index3, std::vector<std::uint32_t>, TriangleHash> seen;
  std::vector<bool> gone(triangles.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    Index3 t = triangles[i];
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    const auto back = seen.find({t[0], t[2], t[1]});
    if (back != seen.end() && !back->second.empty()) {
      gone[i] = gone[back->second.back()] = true;
      back->second.pop_back();
    } else {
      seen[t].push_back(i);
    }
  }
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

SolidMesh welded(const SolidMesh& mesh, double width) {
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
  drop_back_to_back(result);
  return result;
}

bool is_closed(const SolidMesh& mesh) {
  const std::vector<std::uint32_t> first = first_of_equal(mesh.vertices);
  std::vector<std::pair<std::uint64_t, int>> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const Index3& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint64_t a = first[t[i]], b = first[t[(i + 1) % 3]];
      if (a == b) continue;
      edges.emplace_back(a < b ? a << 32 | b : b << 32 | a, a < b ? 1 : -1);
    }
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size();) {
    int sum = 0;
    std::size_t end = i;
    for (; end < edges.size() && edges[end].first == edges[i].first; ++end) sum += edges[end].second;
    if (sum != 0) return false;
    i = end;
  }
  return !mesh.triangles.empty();
}

}  // namespace graze
