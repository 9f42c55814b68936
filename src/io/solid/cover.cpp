#include "io/solid/cover.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace graze {

namespace {

using Loop = std::vector<std::uint32_t>;
constexpr std::size_t most_corners = 400;

// What is missing: for each vertex those to which edges must lead so that all edges go both ways.
std::map<std::uint32_t, std::vector<std::uint32_t>> missing_edges(const SolidMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sums;  // from the lesser to the greater, minus the other way
  for (const Index3& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = t[i], b = t[(i + 1) % 3];
      sums[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> missing;
  for (const auto& [edge, sum] : sums) {
    for (int i = sum; i > 0; --i) missing[edge.second].push_back(edge.first);
    for (int i = sum; i < 0; ++i) missing[edge.first].push_back(edge.second);
  }
  return missing;
}

// As many edges lead to a vertex as away from it, so that every walk comes back to where it was.
std::vector<Loop> loops_of(std::map<std::uint32_t, std::vector<std::uint32_t>> missing) {
  std::vector<Loop> loops;
  for (auto& [start, unused] : missing) {
    Loop path = {start};
    while (!missing[path.back()].empty()) {
      auto& ways = missing[path.back()];
      const std::uint32_t next = ways.back();
      ways.pop_back();
      const auto seen = std::find(path.begin(), path.end(), next);
      if (seen == path.end()) {
        path.push_back(next);
        continue;
      }
      loops.emplace_back(seen, path.end());
      path.erase(seen + 1, path.end());
    }
  }
  return loops;
}

double twice_area(Vec3 a, Vec3 b, Vec3 c) { return length(cross(b - a, c - a)); }

// The triangles of least area over the loop, by dynamic programming over its chords.
std::vector<Index3> filled(const std::vector<Vec3>& vertices, const Loop& loop) {
  const std::size_t n = loop.size();
  std::vector<double> cost(n * n, 0);
  std::vector<std::size_t> by(n * n, 0);
  for (std::size_t span = 2; span < n; ++span) {
    for (std::size_t i = 0; i + span < n; ++i) {
      const std::size_t k = i + span;
      double best = std::numeric_limits<double>::infinity();
      for (std::size_t j = i + 1; j < k; ++j) {
        const double area =
            cost[i * n + j] + cost[j * n + k] + twice_area(vertices[loop[i]], vertices[loop[j]], vertices[loop[k]]);
        if (!(area < best)) continue;
        best = area;
        by[i * n + k] = j;
      }
      cost[i * n + k] = best;
    }
  }
  std::vector<Index3> triangles;
  std::vector<std::pair<std::size_t, std::size_t>> pending = {{0, n - 1}};
  while (!pending.empty()) {
    const auto [i, k] = pending.back();
    pending.pop_back();
    if (k < i + 2) continue;
    const std::size_t j = by[i * n + k];
    triangles.push_back({loop[i], loop[j], loop[k]});
    pending.emplace_back(i, j);
    pending.emplace_back(j, k);
  }
  return triangles;
}

double height(const std::vector<Vec3>& vertices, const Index3& t) {
  const Vec3 a = vertices[t[0]], b = vertices[t[1]], c = vertices[t[2]];
  const double longest = std::max({length(b - a), length(c - b), length(a - c)});
  return longest > 0 ? twice_area(a, b, c) / longest : 0;
}

}  // namespace

Covered cover_holes(SolidMesh& mesh, double widest) {
  Covered covered;
  std::vector<Index3> covers;
  for (const Loop& loop : loops_of(missing_edges(mesh))) {
    if (loop.size() < 3 || loop.size() > most_corners) return {};
    for (const Index3& triangle : filled(mesh.vertices, loop)) {
      const double wide = height(mesh.vertices, triangle);
      if (!(wide <= widest)) return {};
      covered.width = std::max(covered.width, wide);
      covered.area +=
          twice_area(mesh.vertices[triangle[0]], mesh.vertices[triangle[1]], mesh.vertices[triangle[2]]) / 2;
      covers.push_back(triangle);
    }
    ++covered.holes;
  }
  // Covers have no material of their own.
  if (!mesh.tags.empty()) mesh.tags.resize(mesh.triangles.size() + covers.size(), mesh.tags.front());
  mesh.triangles.insert(mesh.triangles.end(), covers.begin(), covers.end());
  return covered;
}

}  // namespace graze
