#include "shape/polygons.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "math/exact.h"
#include "shape/data.h"
#include "shape/lazy.h"
#include "shape/polygon_covers.h"
#include "shape/polygon_loops.h"
#include "shape/topology.h"
#include "shape/weld.h"

namespace graze {
namespace {

using Bend = PolygonSurface::Bend;
using Inner = PolygonSurface::Inner;
using Edge = PolygonSurface::Edge;
constexpr std::uint32_t none = PolygonSurface::none;

// What a shape calls a face, as runs of its triangles; a triangle alone for those that have no faces.
std::uint32_t end_of_face(const ShapeData& data, std::uint32_t triangle) {
  if (data.form == ShapeForm::box) return triangle + 4;  // two cut along one diagonal, two along the other
  std::uint32_t end = triangle + 1;
  if (data.form == ShapeForm::polyhedron)
    while (end < data.triangle_count && data.faces[end] == data.faces[triangle]) ++end;
  return end;
}

// The outline of the fan; without what is repeated.
std::vector<std::uint32_t> outline(const Weld& weld, std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint32_t> corners{weld.triangles[begin][0], weld.triangles[begin][1]};
  for (std::uint32_t i = begin; i < end; ++i) corners.push_back(weld.triangles[i][2]);
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  while (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
  return corners;
}

bool all_distinct(std::vector<std::uint32_t> corners) {
  std::sort(corners.begin(), corners.end());
  return std::adjacent_find(corners.begin(), corners.end()) == corners.end();
}

// A fan that is uneven by more than rounding makes it is what its triangles are. Corners of such a face, and edges
// that bend by this, are off by no more than this part of its size.
constexpr double flat_enough = 1e-9;

bool nearly_flat(const std::vector<std::uint32_t>& corners, const std::vector<Vec3>& points) {
  const Vec3 origin = points[corners[0]];
  Vec3 area;
  double size = 0;
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const Vec3 p = points[corners[k]] - origin;
    if (k > 1) area = area + cross(points[corners[k - 1]] - origin, p);
    size = std::max(size, length(p));
  }
  for (const std::uint32_t corner : corners)
    if (!(std::fabs(dot(area, points[corner] - origin)) <= flat_enough * size * length(area))) return false;
  return true;
}

struct Pieces {
  std::vector<PolygonLoop> loops;
  std::vector<std::uint32_t> degenerate;  // triangles
};

Pieces pieces_of(const ShapeData& data, const Weld& weld, const std::vector<Vec3>& points) {
  Pieces pieces;
  const auto tag = [&](std::uint32_t triangle) { return data.tags.empty() ? 0 : data.tags[triangle]; };
  const auto add_triangle = [&](std::uint32_t i) {
    const Index3& t = weld.triangles[i];
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0] || is_degenerate(data.triangle(i))) {
      pieces.degenerate.push_back(i);
    } else {
      pieces.loops.push_back({{t[0], t[1], t[2]}, {i}, tag(i), true});
    }
  };
  for (std::uint32_t begin = 0; begin < data.triangle_count;) {
    const std::uint32_t end = end_of_face(data, begin);
    const std::uint32_t fan_end = data.form == ShapeForm::box ? begin + 2 : end;
    std::vector<std::uint32_t> corners = outline(weld, begin, fan_end);
    bool flat = true;  // no triangle of the fan has an area
    for (std::uint32_t i = begin; flat && i < fan_end; ++i) flat = is_degenerate(data.triangle(i));
    if (end == begin + 1 || flat || corners.size() < 3 || !all_distinct(corners) || !nearly_flat(corners, points)) {
      for (std::uint32_t i = begin; i < end; ++i) add_triangle(i);
    } else {
      PolygonLoop loop{std::move(corners), {}, tag(begin), true};
      loop.planar = is_planar_convex(loop.corners, points);
      for (std::uint32_t i = begin; i < end; ++i) loop.triangles.push_back(i);
      pieces.loops.push_back(std::move(loop));
    }
    begin = end;
  }
  return pieces;
}

// Adds the edges of the loops: one for the two loops that run it both ways, else one for each.
void add_edges(PolygonSurface& surface) {
  struct Use {
    std::uint32_t from, to, corner, face;
    bool back;
  };
  std::vector<Use> uses;
  for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
    const auto& face = surface.faces[f];
    for (std::uint32_t k = 0; k < face.count; ++k) {
      const std::uint32_t p = surface.corners[face.first + k].vertex;
      const std::uint32_t q = surface.corners[face.first + (k + 1) % face.count].vertex;
      uses.push_back({std::min(p, q), std::max(p, q), face.first + k, f, p > q});
    }
  }
  const auto key = [](const Use& use) { return std::pair(use.from, use.to); };
  std::sort(uses.begin(), uses.end(),
            [&](const Use& a, const Use& b) { return key(a) != key(b) ? key(a) < key(b) : a.corner < b.corner; });
  for (std::size_t i = 0; i < uses.size();) {
    std::size_t end = i + 1;
    while (end < uses.size() && key(uses[end]) == key(uses[i])) ++end;
    const bool shared = end == i + 2 && uses[i].back != uses[i + 1].back;
    for (std::size_t k = i; k < end; ++k) {
      if (k == i || !shared) surface.edges.push_back({uses[k].from, uses[k].to, none, none, Bend::open, false});
      Edge& edge = surface.edges.back();
      (uses[k].back ? edge.right : edge.left) = uses[k].face;
      surface.corners[uses[k].corner].edge =
          static_cast<std::uint32_t>(2 * (surface.edges.size() - 1) + (uses[k].back ? 1 : 0));
    }
    i = end;
  }
}

// A segment, unless an edge between the same vertices is there.
void add_wires(PolygonSurface& surface, const std::vector<std::uint32_t>& degenerate, const ShapeData& data,
               const Weld& weld, const std::vector<std::uint32_t>& vertex_of) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> there, wires;
  for (const Edge& edge : surface.edges) there.push_back({edge.from, edge.to});
  for (const std::uint32_t i : degenerate) {
    const Triangle t = data.triangle(i);
    const std::array<Vec3, 3> p{t.a, t.b, t.c};
    std::size_t longest = 3;
    double most = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 size = abs(p[(k + 1) % 3] - p[k]);
      const double side = std::max({size.x, size.y, size.z});
      if (side > most) {
        most = side;
        longest = k;
      }
    }
    if (longest == 3) continue;  // a point
    wires.push_back(
        std::minmax(vertex_of[weld.triangles[i][longest]], vertex_of[weld.triangles[i][(longest + 1) % 3]]));
  }
  std::sort(there.begin(), there.end());
  std::sort(wires.begin(), wires.end());
  wires.erase(std::unique(wires.begin(), wires.end()), wires.end());
  for (const auto& [from, to] : wires)
    if (!std::binary_search(there.begin(), there.end(), std::pair(from, to)))
      surface.edges.push_back({from, to, none, none, Bend::wire, false});
}

// A corner of the face that is not on the line of the edge: the one that the area shows best.
Vec3 beside(const PolygonSurface& surface, const Edge& edge, std::uint32_t face) {
  const Vec3 a = surface.vertices[edge.from], b = surface.vertices[edge.to];
  const auto& f = surface.faces[face];
  Vec3 best;
  double most = -1;
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const std::uint32_t vertex = surface.corners[f.first + k].vertex;
    if (vertex == edge.from || vertex == edge.to) continue;
    const Vec3 p = surface.vertices[vertex];
    const Vec3 area = cross(b - a, p - a);
    const double size = dot(area, area);
    if (size > most) {
      most = size;
      best = p;
    }
  }
  return best;
}

Bend bend_of(const PolygonSurface& surface, const Edge& edge) {
  if (edge.left == none || edge.right == none) return Bend::open;
  const Vec3 a = surface.vertices[edge.from], b = surface.vertices[edge.to];
  const Vec3 p = beside(surface, edge, edge.left), q = beside(surface, edge, edge.right);
  const int above = side(a, b, p, q);
  if (above != 0) return above > 0 ? Bend::concave : Bend::convex;
  // In one plane: side by side when they turn opposite ways around the edge; folded, or too thin to tell, else.
  for (int axis = 0; axis < 3; ++axis) {
    const int left = turn(axis, a, b, p), right = turn(axis, a, b, q);
    if (left != 0 || right != 0) return left * right < 0 ? Bend::flat : Bend::convex;
  }
  return Bend::convex;
}

// A vertex is internal when all its edges are and its faces are one fan around it: else parts that touch there may
// leave room between them.
void find_inner_vertices(PolygonSurface& surface) {
  const std::size_t count = surface.vertices.size();
  std::vector<std::uint8_t> inner(count, static_cast<std::uint8_t>(Inner::always));
  std::vector<std::uint32_t> edges(count, 0), corners(count, 0), parts(count, 0);
  for (const Edge& edge : surface.edges)
    for (const std::uint32_t v : {edge.from, edge.to}) {
      ++edges[v];
      inner[v] = std::min(inner[v], static_cast<std::uint8_t>(PolygonSurface::inner(edge)));
    }
  // Parts around a vertex: corners, less the edges that join two of them, as a forest.
  std::vector<std::uint32_t> parent(surface.corners.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::vector<std::array<std::uint32_t, 2>> ends(surface.edges.size(), {none, none});  // corners that came first
  for (const auto& face : surface.faces)
    for (std::uint32_t k = 0; k < face.count; ++k) {
      const std::uint32_t here = face.first + k, next = face.first + (k + 1) % face.count;
      ++corners[surface.corners[here].vertex];
      ++parts[surface.corners[here].vertex];
      const std::uint32_t edge = surface.corners[here].edge / 2;
      for (const std::uint32_t corner : {here, next}) {
        std::uint32_t& first = ends[edge][surface.corners[corner].vertex == surface.edges[edge].from ? 0 : 1];
        if (first == none) {
          first = corner;
        } else if (root(first) != root(corner)) {
          parent[root(corner)] = root(first);
          --parts[surface.corners[corner].vertex];
        }
      }
    }
  surface.vertex_inner.resize(count);
  for (std::size_t v = 0; v < count; ++v)
    surface.vertex_inner[v] = edges[v] > 0 && edges[v] == corners[v] && parts[v] == 1 ? Inner{inner[v]} : Inner::no;
}

PolygonSurface build(const ShapeData& data) {
  PolygonSurface surface;
  const Weld& weld = kept_weld(data);
  const std::vector<Vec3> points = welded_points(weld, data);
  Pieces pieces = pieces_of(data, weld, points);
  join_coplanar(pieces.loops, points);

  std::vector<std::uint32_t> vertex_of(points.size(), none);
  const auto number = [&](std::uint32_t position) {
    if (vertex_of[position] == none) {
      vertex_of[position] = static_cast<std::uint32_t>(surface.vertices.size());
      surface.vertices.push_back(points[position]);
    }
    return vertex_of[position];
  };
  surface.face_of.assign(data.triangle_count, none);
  std::sort(pieces.loops.begin(), pieces.loops.end(),
            [](const PolygonLoop& a, const PolygonLoop& b) { return a.triangles[0] < b.triangles[0]; });
  for (const PolygonLoop& loop : pieces.loops) {
    for (const std::uint32_t triangle : loop.triangles)
      surface.face_of[triangle] = static_cast<std::uint32_t>(surface.faces.size());
    surface.faces.push_back({static_cast<std::uint32_t>(surface.corners.size()),
                             static_cast<std::uint32_t>(loop.corners.size()), loop.triangles[0], loop.planar});
    for (const std::uint32_t position : loop.corners) surface.corners.push_back({number(position), none});
  }
  for (const std::uint32_t i : pieces.degenerate)
    for (const std::uint32_t position : weld.triangles[i]) number(position);

  add_edges(surface);
  add_wires(surface, pieces.degenerate, data, weld, vertex_of);
  for (Edge& edge : surface.edges)
    if (edge.bend != Bend::wire) edge.bend = bend_of(surface, edge);
  surface.closed = data.solid || data.topology().volume_sign > 0;
  std::vector<std::uint32_t> covered_vertices;
  if (surface.closed) covered_vertices = find_covered(surface);
  find_inner_vertices(surface);
  for (const std::uint32_t v : covered_vertices)
    surface.vertex_inner[v] = std::max(surface.vertex_inner[v], Inner::solid);
  return surface;
}

}  // namespace

std::size_t PolygonSurface::memory() const noexcept {
  return sizeof(PolygonSurface) + vertices.capacity() * sizeof(Vec3) + vertex_inner.capacity() * sizeof(Inner) +
         edges.capacity() * sizeof(Edge) + faces.capacity() * sizeof(Face) + corners.capacity() * sizeof(Corner) +
         face_of.capacity() * sizeof(std::uint32_t);
}

const PolygonSurface& polygon_surface(const ShapeData& data) {
  return data.lazy->polygons.get([&data] { return build(data); });
}

PolygonFacts polygon_facts(const Shape& shape) {
  PolygonFacts facts;
  if (!shape) return facts;
  const PolygonSurface& surface = polygon_surface(data_of(shape));
  const auto internal = [&](Inner inner) { return inner == Inner::always || (inner == Inner::solid && shape.solid()); };
  facts.faces = static_cast<std::uint32_t>(surface.faces.size());
  facts.vertices = static_cast<std::uint32_t>(surface.vertices.size());
  facts.edges = surface.edges.size();
  for (const Edge& edge : surface.edges) {
    if (internal(PolygonSurface::inner(edge))) ++facts.internal_edges;
    if (edge.bend == Bend::open) ++facts.dangling_edges;
  }
  for (const Inner inner : surface.vertex_inner)
    if (internal(inner)) ++facts.internal_vertices;
  return facts;
}

}  // namespace graze
