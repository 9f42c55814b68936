#include "io/solid/mend.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <unordered_map>
#include <utility>

#include "io/solid/cover.h"
#include "io/solid/facing.h"

namespace graze {

namespace {

// Of the area of a mesh, what its holes may take up.
constexpr double most_covered = 0.05;

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
  return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
}

// How often each edge is run from its lesser to its greater end more than the other way.
std::unordered_map<std::uint64_t, int> balance(const std::vector<Index3>& triangles) {
  std::unordered_map<std::uint64_t, int> edges;
  edges.reserve(2 * triangles.size());
  for (const Index3& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = t[i], b = t[(i + 1) % 3];
      edges[key_of(a, b)] += a < b ? 1 : -1;
    }
  }
  return edges;
}

// Vertices of open edges that lie on others: those are cut there. How many were.
std::size_t cut_at_vertices(SolidMesh& mesh, double width) {
  const auto edges = balance(mesh.triangles);
  std::vector<std::uint32_t> rim;
  for (const auto& [key, sum] : edges) {
    if (sum == 0) continue;
    rim.push_back(static_cast<std::uint32_t>(key >> 32));
    rim.push_back(static_cast<std::uint32_t>(key));
  }
  std::sort(rim.begin(), rim.end());
  rim.erase(std::unique(rim.begin(), rim.end()), rim.end());
  if (rim.empty() || rim.size() > 20000) return 0;
  // By x, so that few are looked at for each edge.
  std::sort(rim.begin(), rim.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(mesh.vertices[a].x, a) < std::pair(mesh.vertices[b].x, b);
  });
  std::size_t cuts = 0;
  std::vector<Index3> result;
  std::vector<std::uint32_t> tags;
  std::vector<Index3> pending;
  for (std::size_t from = 0; from < mesh.triangles.size(); ++from) {
    pending.assign(1, mesh.triangles[from]);
    while (!pending.empty()) {
      const Index3 t = pending.back();
      pending.pop_back();
      bool was_cut = false;
      for (std::size_t i = 0; i < 3 && !was_cut; ++i) {
        const std::uint32_t a = t[i], b = t[(i + 1) % 3], c = t[(i + 2) % 3];
        const auto found = edges.find(key_of(a, b));
        if (found != edges.end() && found->second == 0) continue;
        const Vec3 p = mesh.vertices[a], q = mesh.vertices[b], d = q - p;
        const double size = length(d), lo = std::min(p.x, q.x) - width, hi = std::max(p.x, q.x) + width;
        std::uint32_t best = UINT32_MAX;
        double best_at = 2;
        auto at = std::lower_bound(rim.begin(), rim.end(), lo,
                                   [&](std::uint32_t v, double x) { return mesh.vertices[v].x < x; });
        for (; at != rim.end() && mesh.vertices[*at].x <= hi; ++at) {
          if (*at == a || *at == b || *at == c) continue;
          const Vec3 v = mesh.vertices[*at] - p;
          const double along = dot(v, d) / (size * size);
          if (!(along * size > width) || !((1 - along) * size > width)) continue;
          if (length(v - d * along) > width) continue;
          if (along < best_at) {
            best_at = along;
            best = *at;
          }
        }
        if (best == UINT32_MAX) continue;
        pending.push_back({a, best, c});
        pending.push_back({best, b, c});
        was_cut = true;
        if (++cuts > 4 * mesh.triangles.size() + 1000) return 0;
      }
      if (was_cut) continue;
      result.push_back(t);
      if (!mesh.tags.empty()) tags.push_back(mesh.tags[from]);
    }
  }
  if (cuts > 0) {
    mesh.triangles = std::move(result);
    mesh.tags = std::move(tags);
  }
  return cuts;
}

// Neighbours across edges of two triangles face the same way, from the first of each patch on; patches face outward of
// what all together enclose. How many were turned. None, where that closes nothing, unless holes may be left.
std::size_t face_one_way(SolidMesh& mesh, bool holes_may_be) {
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> at;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) at[key_of(mesh.triangles[i][k], mesh.triangles[i][(k + 1) % 3])].push_back(i);
  const auto runs = [&](std::uint32_t triangle, std::uint64_t key) {
    const Index3& t = mesh.triangles[triangle];
    for (std::size_t k = 0; k < 3; ++k) {
      if (key_of(t[k], t[(k + 1) % 3]) == key) return t[k] < t[(k + 1) % 3];
    }
    return false;
  };
  // Turning alone closes nothing where an odd number of triangles meet.
  for (const auto& [key, triangles] : at) {
    if (triangles.size() % 2 != 0 && !holes_may_be) return 0;
  }
  std::vector<std::uint8_t> seen(mesh.triangles.size());
  std::size_t turned = 0;
  std::optional<Facing> facing;
  std::vector<std::uint32_t> component;
  for (std::uint32_t seed = 0; seed < mesh.triangles.size(); ++seed) {
    if (seen[seed] != 0) continue;
    component.assign(1, seed);
    seen[seed] = 1;
    for (std::size_t next = 0; next < component.size(); ++next) {
      const Index3 t = mesh.triangles[component[next]];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint64_t key = key_of(t[k], t[(k + 1) % 3]);
        const auto& both = at[key];
        if (both.size() != 2) continue;
        const std::uint32_t other = both[0] == component[next] ? both[1] : both[0];
        if (seen[other] != 0) continue;
        seen[other] = 1;
        if (runs(other, key) == (t[k] < t[(k + 1) % 3])) {
          std::swap(mesh.triangles[other][1], mesh.triangles[other][2]);
          ++turned;
        }
        component.push_back(other);
      }
    }
    if (!facing) facing.emplace(mesh);
    if (facing->of(component) >= 0) continue;
    for (const std::uint32_t i : component) std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);
    turned += component.size();
  }
  return turned;
}

}  // namespace

Mended mended(const SolidMesh& mesh, const MendLimits& limits) {
  Mended result{mesh, is_closed(mesh)};
  if (result.closed) return result;
  for (const double width : limits.widths) {
    SolidMesh tried = welded(mesh, width);
    std::size_t cuts = 0, turned = 0;
    for (int round = 0; round < 4 && !is_closed(tried); ++round) {
      const std::size_t more = cut_at_vertices(tried, width);
      cuts += more;
      if (more > 0) tried = welded(tried);
      if (more == 0 && turned == 0) {
        turned = face_one_way(tried, false);
        if (turned == 0) break;
      }
    }
    Covered covered;
    if (limits.hole > 0 && !tried.empty() && !is_closed(tried)) {
      turned += face_one_way(tried, true);
      const double area = area_of(tried);
      covered = cover_holes(tried, limits.hole);
      // A sheet is no solid, however narrow it is.
      if (!(covered.area <= most_covered * area)) continue;
    }
    if (tried.empty() || !is_closed(tried)) continue;
    const auto length_text = [&](double length) {
      char text[64];
      std::snprintf(text, sizeof text, "%.3g ", length * limits.per_unit);
      return text + limits.unit;
    };
    result = {std::move(tried), true, "nearly closed: cracks up to " + length_text(width) + " were joined"};
    if (covered.holes > 0)
      result.how +=
          ", " + std::to_string(covered.holes) + " holes up to " + length_text(covered.width) + " wide were covered";
    if (cuts > 0) result.how += ", " + std::to_string(cuts) + " edges cut at vertices on them";
    if (turned > 0) result.how += ", " + std::to_string(turned) + " triangles turned";
    return result;
  }
  return result;
}

}  // namespace graze
