// Degenerate triangles bound nothing: the boundary of one, taken as directed segments, cancels. So a surface is closed
// when its non-degenerate triangles are balanced along every edge. Tessellators also stitch a long edge to two short
// ones with a degenerate triangle of three distinct points; such a surface is balanced only when the degenerate ones
// count as well. Both are tried: edges are those of the non-degenerate triangles, unless these alone leave open edges
// and all triangles together leave none.
#include "shape/topology.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "math/exact.h"
#include "shape/data.h"
#include "shape/enclosed_volume.h"
#include "shape/weld.h"

namespace graze {
namespace {

struct EdgeCount {
  std::uint64_t edges = 0, open = 0, non_manifold = 0;
  bool oriented = true;
  std::uint32_t first_triangle = std::numeric_limits<std::uint32_t>::max();  // of those with an open edge
  std::uint32_t first_low = 0, first_high = 0;                               // that edge, as positions
  std::uint64_t first_up = 0, first_down = 0;  // triangles that run it from low to high, and back
};

// One triangle's use of an edge, kept with the lower of its two positions.
struct EdgeWay {
  std::uint32_t high;
  std::uint32_t triangle_and_way;  // 2 * triangle + (1 when run from high to low)
  friend auto operator<=>(const EdgeWay&, const EdgeWay&) = default;
};

template <class Visit>
void for_each_edge(const Weld& weld, const std::vector<bool>& skipped, Visit visit) {
  for (std::uint32_t i = 0; i < weld.triangles.size(); ++i) {
    if (skipped[i]) continue;
    const Index3& t = weld.triangles[i];
    for (std::size_t k = 0; k < 3; ++k) visit(i, t[k], t[(k + 1) % 3]);
  }
}

EdgeCount count_edges(const Weld& weld, const std::vector<bool>& skipped) {
  std::vector<std::size_t> starts(std::size_t{weld.positions} + 1, 0);
  for_each_edge(weld, skipped, [&](std::uint32_t, std::uint32_t from, std::uint32_t to) {
    ++starts[std::size_t{std::min(from, to)} + 1];
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<EdgeWay> uses(starts.back());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for_each_edge(weld, skipped, [&](std::uint32_t triangle, std::uint32_t from, std::uint32_t to) {
    uses[next[std::min(from, to)]++] = {std::max(from, to), 2 * triangle + (from > to ? 1u : 0u)};
  });

  EdgeCount count;
  for (std::uint32_t low = 0; low < weld.positions; ++low) {
    const auto begin = uses.begin() + static_cast<std::ptrdiff_t>(starts[low]);
    const auto end = uses.begin() + static_cast<std::ptrdiff_t>(starts[std::size_t{low} + 1]);
    std::sort(begin, end);
    for (auto edge = begin; edge != end;) {
      const std::uint32_t high = edge->high;
      const std::uint32_t first = edge->triangle_and_way / 2;
      std::uint64_t ways[2] = {0, 0};
      for (; edge != end && edge->high == high; ++edge) ++ways[edge->triangle_and_way % 2];
      ++count.edges;
      if (ways[0] + ways[1] > 2) ++count.non_manifold;
      if (ways[0] + ways[1] == 2 && ways[0] != 1) count.oriented = false;
      if (ways[0] == ways[1]) continue;
      ++count.open;
      if (first < count.first_triangle) {
        count.first_triangle = first;
        count.first_low = low;
        count.first_high = high;
        count.first_up = ways[0];
        count.first_down = ways[1];
      }
    }
  }
  return count;
}

std::uint32_t count_components(const Weld& weld, const std::vector<bool>& degenerate) {
  std::vector<std::uint32_t> parent(weld.positions);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::vector<bool> used(weld.positions, false);
  std::uint32_t components = 0;
  for_each_edge(weld, degenerate, [&](std::uint32_t, std::uint32_t from, std::uint32_t to) {
    for (const std::uint32_t end : {from, to}) {
      if (!used[end]) ++components;
      used[end] = true;
    }
    const std::uint32_t a = root(from), b = root(to);
    if (a == b) return;
    parent[std::max(a, b)] = std::min(a, b);
    --components;
  });
  return components;
}

OpenEdge describe(const EdgeCount& count, const Weld& weld, const ShapeData& data) {
  const Index3& corner = weld.triangles[count.first_triangle];
  const Triangle triangle = data.triangle(count.first_triangle);
  const std::array<Vec3, 3> points{triangle.a, triangle.b, triangle.c};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t l = (k + 1) % 3;
    if (std::minmax(corner[k], corner[l]) != std::minmax(count.first_low, count.first_high)) continue;
    const bool up = corner[k] < corner[l];
    return {count.first_triangle, points[k], points[l], up ? count.first_up : count.first_down,
            up ? count.first_down : count.first_up};
  }
  return {};
}

}  // namespace

bool is_degenerate(const Triangle& t) noexcept {
  return inner::orient2d(t.a.x, t.a.y, t.b.x, t.b.y, t.c.x, t.c.y) == 0 &&
         inner::orient2d(t.a.y, t.a.z, t.b.y, t.b.z, t.c.y, t.c.z) == 0 &&
         inner::orient2d(t.a.z, t.a.x, t.b.z, t.b.x, t.c.z, t.c.x) == 0;
}

Surface find_surface(const ShapeData& data) {
  const Weld welded = weld(data);
  Surface surface;
  Topology& facts = surface.topology;
  facts.vertices = welded.positions;

  std::vector<bool> degenerate(data.triangle_count, false);
  std::vector<bool> pointed(data.triangle_count, false);  // two corners are one position: the edges cancel
  bool stitches = false;
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const Index3& t = welded.triangles[i];
    pointed[i] = t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
    degenerate[i] = pointed[i] || is_degenerate(data.triangle(i));
    if (degenerate[i]) ++facts.degenerate_triangles;
    if (degenerate[i] && !pointed[i]) stitches = true;
  }

  EdgeCount edges = count_edges(welded, degenerate);
  if (edges.open > 0 && stitches) {
    const EdgeCount all = count_edges(welded, pointed);
    surface.stitched = all.open == 0;
    if (surface.stitched) edges = all;
  }
  facts.edges = edges.edges;
  facts.open_edges = edges.open;
  facts.non_manifold_edges = edges.non_manifold;
  facts.oriented = edges.oriented;
  facts.closed = edges.open == 0;
  facts.components = count_components(welded, degenerate);
  if (facts.closed) {
    const EnclosedVolume volume = enclosed_volume(data, degenerate);
    // The triangles of a box are those of both diagonals of each face.
    facts.signed_volume = data.form == ShapeForm::box ? 0.5 * volume.value : volume.value;
    facts.volume_sign = volume.sign;
  } else {
    surface.open_edge = describe(edges, welded, data);
  }
  return surface;
}

}  // namespace graze
