// Everything that a Polytope promises, checked exactly.
#include <algorithm>
#include <cstring>
#include <utility>

#include "hull/polytope.h"
#include "hull/simplex.h"
#include "math/exact.h"

namespace graze {
namespace {

std::string at(const char* what, std::size_t index) { return std::string(what) + " " + std::to_string(index); }

class Check {
 public:
  Check(const Polytope& hull, std::span<const Vec3> points) : hull_(hull), points_(points) {}

  std::string run() const {
    if (points_.empty()) return "no points";
    if (hull_.dimension != spanning_simplex(points_).dimension) return "wrong dimension";
    if (std::string fault = corners(); !fault.empty()) return fault;
    if (std::string fault = edges(); !fault.empty()) return fault;
    if (hull_.dimension < 2) return line();
    for (std::uint32_t f = 0; f < hull_.facet_count(); ++f)
      if (std::string fault = facet(f); !fault.empty()) return at("facet", f) + ": " + fault;
    return whole();
  }

 private:
  std::uint32_t size(std::uint32_t f) const { return hull_.facet_start[f + 1] - hull_.facet_start[f]; }
  Vec3 corner(std::uint32_t f, std::uint32_t i) const {
    return hull_.vertices[hull_.loop[hull_.facet_start[f] + i % size(f)]];
  }

  std::string corners() const {
    const auto& [dimension, vertices, sources, facet_start, loop, twin, neighbour_start, neighbours, facet, outgoing] =
        hull_;
    if (vertices.empty() || vertices.size() != sources.size()) return "vertices and sources differ in number";
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      if (sources[v] >= points_.size() || (v > 0 && sources[v] <= sources[v - 1])) return at("wrong source", v);
      if (std::memcmp(&vertices[v], &points_[sources[v]], sizeof(Vec3)) != 0) return at("wrong vertex", v);
      if (std::find(points_.begin(), points_.end(), vertices[v]) != points_.begin() + sources[v])
        return at("a vertex appears before its source", v);
    }
    if (facet_start.empty() || facet_start.front() != 0 || facet_start.back() != loop.size() ||
        twin.size() != loop.size() || facet.size() != loop.size() || outgoing.size() != loop.size())
      return "loops and facets differ in number";
    for (std::size_t f = 0; f + 1 < facet_start.size(); ++f)
      if (facet_start[f] + 3 > facet_start[f + 1]) return at("less than three corners in facet", f);
    for (const std::uint32_t v : loop)
      if (v >= vertices.size()) return "a loop leaves the vertices";
    return {};
  }

  std::string edges() const {
    std::vector<std::vector<std::uint32_t>> joined(hull_.vertices.size());
    if (hull_.dimension == 1) joined = {{1}, {0}};
    for (std::uint32_t f = 0; f < hull_.facet_count(); ++f)
      for (std::uint32_t h = hull_.facet_start[f]; h < hull_.facet_start[f + 1]; ++h)
        if (hull_.facet[h] != f) return at("wrong facet of half-edge", h);
    const auto to = [&](std::uint32_t h) {
      const std::uint32_t f = hull_.facet[h];
      return hull_.loop[h + 1 < hull_.facet_start[f + 1] ? h + 1 : hull_.facet_start[f]];
    };
    for (std::uint32_t h = 0; h < hull_.loop.size(); ++h) {
      const std::uint32_t twin = hull_.twin[h];
      if (twin >= hull_.loop.size() || hull_.twin[twin] != h || hull_.facet[twin] == hull_.facet[h] ||
          hull_.loop[twin] != to(h) || to(twin) != hull_.loop[h])
        return at("wrong twin of half-edge", h);
      joined[hull_.loop[h]].push_back(to(h));
    }
    if (hull_.neighbour_start.size() != hull_.vertices.size() + 1 || hull_.neighbour_start[0] != 0 ||
        hull_.neighbour_start.back() != hull_.neighbours.size())
      return "neighbours and vertices differ in number";
    for (std::size_t v = 0; v < joined.size(); ++v) {
      std::sort(joined[v].begin(), joined[v].end());
      if (!std::equal(joined[v].begin(), joined[v].end(), hull_.neighbours.begin() + hull_.neighbour_start[v],
                      hull_.neighbours.begin() + hull_.neighbour_start[v + 1]))
        return at("wrong neighbours of vertex", v);
      for (std::uint32_t i = hull_.neighbour_start[v]; i < hull_.neighbour_start[v + 1] && hull_.dimension > 1; ++i) {
        const std::uint32_t h = hull_.outgoing[i];
        if (h >= hull_.loop.size() || hull_.loop[h] != v || to(h) != hull_.neighbours[i])
          return at("wrong outgoing half-edges of vertex", v);
      }
      if (joined[v].size() < static_cast<std::size_t>(hull_.dimension)) return at("too few edges at vertex", v);
    }
    return {};
  }

  // All points are known to be on one line.
  std::string line() const {
    if (hull_.vertices.size() != static_cast<std::size_t>(hull_.dimension) + 1) return "wrong number of vertices";
    const auto [low, high] = std::minmax(hull_.vertices.front(), hull_.vertices.back(), before);
    for (const Vec3& p : points_)
      if (before(p, low) || before(high, p)) return "a point outside";
    return {};
  }

  // Strictly convex, once round, counter-clockwise about the normal; nothing above; in its canonical place.
  std::string facet(std::uint32_t f) const {
    const std::uint32_t n = size(f);
    const Vec3 a = corner(f, 0), b = corner(f, 1), c = corner(f, 2);
    int axis = 3, sense = 0;
    while (sense == 0 && axis > 0) sense = turn(--axis, a, b, c);
    if (sense == 0) return "the first corners are in line";
    for (std::uint32_t i = 0; i < n; ++i) {
      if (side(a, b, c, corner(f, i)) != 0) return at("not in its plane: corner", i);
      if (turn(axis, corner(f, i), corner(f, i + 1), corner(f, i + 2)) != sense) return at("no left turn at corner", i);
      if (i > 0 && i + 1 < n && turn(axis, a, corner(f, i), corner(f, i + 1)) != sense)
        return at("goes round more than once at corner", i);
      if (i > 0 && hull_.loop[hull_.facet_start[f] + i] <= hull_.loop[hull_.facet_start[f]])
        return "does not start at its least corner";
    }
    if (hull_.dimension == 2) {
      for (const Vec3& p : points_)
        for (std::uint32_t i = 0; i < n; ++i)
          if (turn(axis, corner(f, i), corner(f, i + 1), p) * sense < 0) return "a point outside";
      return {};
    }
    for (const Vec3& p : points_)
      if (side(a, b, c, p) > 0) return "a point above";
    for (std::uint32_t h = hull_.facet_start[f]; h < hull_.facet_start[f + 1]; ++h) {
      const Vec3 beyond = past(hull_.twin[h]);
      if (side(a, b, c, beyond) >= 0) return "not merged with a neighbour in its plane";
    }
    return {};
  }

  // The corner after the end of a half-edge.
  Vec3 past(std::uint32_t h) const {
    const auto above = std::upper_bound(hull_.facet_start.begin(), hull_.facet_start.end(), h);
    const auto f = static_cast<std::uint32_t>(above - hull_.facet_start.begin() - 1);
    return corner(f, h - hull_.facet_start[f] + 2);
  }

  std::string whole() const {
    const std::size_t facets = hull_.facet_count();
    for (std::uint32_t f = 1; f < facets; ++f) {
      const auto* previous = &hull_.loop[hull_.facet_start[f - 1]];
      const auto* current = &hull_.loop[hull_.facet_start[f]];
      if (std::pair(previous[0], previous[1]) >= std::pair(current[0], current[1])) return at("out of order: facet", f);
    }
    if (hull_.dimension == 2) return facets == 2 ? std::string() : "a polygon has two facets";
    return hull_.vertices.size() + facets == hull_.loop.size() / 2 + 2 ? std::string() : "not a sphere (Euler)";
  }

  const Polytope& hull_;
  std::span<const Vec3> points_;
};

}  // namespace

std::string validate(const Polytope& polytope, std::span<const Vec3> points) { return Check(polytope, points).run(); }

}  // namespace graze
