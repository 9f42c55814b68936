#include "hull/assemble.h"

#include <algorithm>

namespace graze {
namespace {

using Indices = std::vector<std::uint32_t>;

// The order, made stable-sorted by key(item) < count.
template <class Key>
Indices sorted(const Indices& order, std::size_t count, Key key) {
  Indices start(count + 1, 0);
  for (const std::uint32_t item : order) ++start[key(item) + 1];
  for (std::size_t i = 0; i < count; ++i) start[i + 1] += start[i];
  Indices result(order.size());
  for (const std::uint32_t item : order) result[start[key(item)]++] = item;
  return result;
}

// The items 0 ... n-1 by (major, minor), in linear time.
template <class Major, class Minor>
Indices sorted_pairs(std::size_t n, std::size_t count, Major major, Minor minor) {
  Indices order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>(i);
  return sorted(sorted(order, count, minor), count, major);
}

// Facets start at their least corner and stand in the order of their first half-edge, which no two share.
void put_facets(Polytope& hull, const FacetLoops& loops, const Indices& corner_of) {
  const std::size_t facets = loops.start.size() - 1;
  const auto corner = [&](std::size_t facet, std::size_t i) {
    const std::size_t size = loops.start[facet + 1] - loops.start[facet];
    return corner_of[loops.corner[loops.start[facet] + i % size]];
  };
  Indices first(facets);
  for (std::size_t f = 0; f < facets; ++f)
    for (std::uint32_t i = 1; i < loops.start[f + 1] - loops.start[f]; ++i)
      if (corner(f, i) < corner(f, first[f])) first[f] = i;
  const Indices order = sorted_pairs(
      facets, hull.vertices.size(), [&](std::uint32_t f) { return corner(f, first[f]); },
      [&](std::uint32_t f) { return corner(f, first[f] + 1); });
  hull.loop.reserve(loops.corner.size());
  for (const std::uint32_t f : order) {
    for (std::uint32_t i = 0; i < loops.start[f + 1] - loops.start[f]; ++i) {
      hull.loop.push_back(corner(f, first[f] + i));
      hull.facet.push_back(hull.facet_count());
    }
    hull.facet_start.push_back(static_cast<std::uint32_t>(hull.loop.size()));
  }
}

// Half-edges by (from, to) and by (to, from) stand at the same place as their twins.
void put_twins(Polytope& hull) {
  const std::size_t corners = hull.vertices.size(), edges = hull.loop.size();
  Indices to(edges);
  for (std::size_t f = 0; f + 1 < hull.facet_start.size(); ++f) {
    const std::uint32_t begin = hull.facet_start[f], end = hull.facet_start[f + 1];
    for (std::uint32_t h = begin; h < end; ++h) to[h] = hull.loop[h + 1 < end ? h + 1 : begin];
  }
  const auto from_key = [&](std::uint32_t h) { return hull.loop[h]; };
  const auto to_key = [&](std::uint32_t h) { return to[h]; };
  hull.outgoing = sorted_pairs(edges, corners, from_key, to_key);
  const Indices incoming = sorted_pairs(edges, corners, to_key, from_key);
  hull.twin.resize(edges);
  hull.neighbours.resize(edges);
  hull.neighbour_start.assign(corners + 1, 0);
  for (std::size_t i = 0; i < edges; ++i) {
    hull.twin[hull.outgoing[i]] = incoming[i];
    hull.neighbours[i] = to[hull.outgoing[i]];
    ++hull.neighbour_start[hull.loop[hull.outgoing[i]] + 1];
  }
  for (std::size_t v = 0; v < corners; ++v) hull.neighbour_start[v + 1] += hull.neighbour_start[v];
}

}  // namespace

Polytope assemble(std::span<const Vec3> points, int dimension, const FacetLoops& loops) {
  Polytope hull;
  hull.dimension = dimension;
  hull.facet_start = {0};
  Indices corner_of(points.size(), 0);
  for (const std::uint32_t index : loops.corner) corner_of[index] = 1;
  for (std::uint32_t index = 0; index < points.size(); ++index) {
    if (corner_of[index] == 0) continue;
    corner_of[index] = static_cast<std::uint32_t>(hull.vertices.size());
    hull.vertices.push_back(points[index]);
    hull.sources.push_back(index);
  }
  put_facets(hull, loops, corner_of);
  put_twins(hull);
  return hull;
}

}  // namespace graze
