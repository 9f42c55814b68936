#include "narrow/contact/skin.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/ranges.h"
#include "base/stable_radix_sort.h"
#include "math/before.h"
#include "math/norms.h"
#include "math/ordinary.h"
#include "narrow/contact/numbers.h"
#include "narrow/ray/ray_triangle.h"

namespace graze {

Lists::Lists(std::size_t count, const std::vector<TrianglePair>& pairs) : starts_(count + 1, 0), items_(pairs.size()) {
  for (const TrianglePair& pair : pairs) ++starts_[pair.a + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (const TrianglePair& pair : pairs) items_[next[pair.a]++] = pair.b;
}

Joined::Joined(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

std::uint32_t Joined::root(std::uint32_t i) {
  while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
  return i;
}

void Joined::join(std::uint32_t i, std::uint32_t j) {
  const std::uint32_t p = root(i), q = root(j);
  parent_[std::max(p, q)] = std::min(p, q);
}

int facing_of(const Posed& body) {
  if (body.shape->solid) return body.orientation;
  const Topology& facts = body.shape->topology();
  return facts.closed && facts.oriented ? facts.volume_sign * body.orientation : 0;
}

Skin::Skin(const Posed& body, std::span<const std::uint32_t> triangles, double flat)
    : outward(body.shape->solid ? body.orientation : 0), facing(facing_of(body)) {
  find_corners(body, triangles);
  double size = 0;
  for (const Vertex& vertex : vertices) size = std::max(size, largest(vertex.point));
  find_edges(flat, size * 0x1p-49);
  find_vertices(flat);
}

void Skin::find_corners(const Posed& body, std::span<const std::uint32_t> triangles) {
  std::vector<Vec3> points;
  Numbers numbers(3 * triangles.size());
  faces.reserve(triangles.size());
  for (const std::uint32_t i : triangles) {
    const Triangle t = body.triangle(i);
    Face face{i, t, {}, {}, unit_normal(t), 0};
    // -0 and +0 are one position.
    face.vertices[0] = numbers.of(t.a + Vec3{}, points);
    face.vertices[1] = numbers.of(t.b + Vec3{}, points);
    face.vertices[2] = numbers.of(t.c + Vec3{}, points);
    faces.push_back(face);
  }
  // In the order of their positions.
  struct Placed {
    std::uint64_t x;
    std::uint32_t point;
  };
  std::vector<Placed> order(points.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = {ordered_bits(points[i].x), i};
  stable_radix_sort(order, [](const Placed& placed) { return placed.x; });
  for (auto begin = order.begin(); begin != order.end();) {
    auto end = begin + 1;
    while (end != order.end() && end->x == begin->x) ++end;
    std::sort(begin, end, [&](const Placed& p, const Placed& q) { return before(points[p.point], points[q.point]); });
    begin = end;
  }
  std::vector<std::uint32_t> rank(points.size());
  vertices.reserve(points.size());
  for (const Placed& placed : order) {
    rank[placed.point] = std::uint32_t(vertices.size());
    vertices.push_back({points[placed.point], {}, 0});
  }
  for (Face& face : faces)
    for (std::uint32_t& v : face.vertices) v = rank[v];
}

void Skin::find_edges(double flat, double rounding) {
  struct Use {
    std::uint32_t low, high, place;
  };
  std::vector<Use> uses;
  std::vector<TrianglePair> of_vertices;
  uses.reserve(3 * faces.size());
  of_vertices.reserve(3 * faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f)
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t* v = faces[f].vertices;
      uses.push_back({std::min(v[k], v[(k + 1) % 3]), std::max(v[k], v[(k + 1) % 3]), 3 * f + k});
      if (std::find(v, v + k, v[k]) == v + k) of_vertices.push_back({v[k], f});
    }
  vertex_faces = Lists(vertices.size(), of_vertices);
  // They come in the order of their places.
  stable_radix_sort(uses, [](const Use& use) { return std::uint64_t{use.low} << 32 | use.high; });
  std::vector<TrianglePair> of_edges;
  edges.reserve(uses.size());
  of_edges.reserve(uses.size());
  for (const Use& use : uses) {
    if (edges.empty() || edges.back().from != use.low || edges.back().to != use.high)
      edges.push_back({use.low, use.high, true, 0});
    const auto edge = std::uint32_t(edges.size() - 1);
    faces[use.place / 3].edges[use.place % 3] = edge;
    if (of_edges.empty() || !(of_edges.back() == TrianglePair{edge, use.place / 3}))
      of_edges.push_back({edge, use.place / 3});
  }
  edge_faces = Lists(edges.size(), of_edges);

  Joined patches(faces.size());
  struct Reach {
    double off;
    Vec3 tip;
  };
  std::vector<Reach> reaches;  // of the faces around an edge
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const std::span<const std::uint32_t> around = edge_faces[e];
    if (around.size() == 1) continue;  // a border is sharp
    const Vec3 p = vertices[edges[e].from].point, along = ordinary(vertices[edges[e].to].point - p);
    if (!(largest(along) > 0)) continue;
    const double size = length(along);
    // How far a face reaches from the edge, and where to. Of two, the one that reaches farther has the better plane.
    const auto reach = [&](const Face& face, Vec3& tip) {
      double most = 0;
      for (const std::uint32_t v : face.vertices) {
        if (v == edges[e].from || v == edges[e].to) continue;
        const Vec3 to = vertices[v].point - p;
        const double off = any_length(cross(to, along)) / size;
        if (off > most) {
          most = off;
          tip = to;
        }
      }
      return most;
    };
    reaches.clear();
    for (const std::uint32_t f : around) {
      Reach far{};
      far.off = reach(faces[f], far.tip);
      reaches.push_back(far);
    }
    // Do two faces bend at the edge?
    const auto bends = [&](std::size_t i, std::size_t j) {
      const auto& [off, tip] = reaches[i];
      const auto& [other_off, other_tip] = reaches[j];
      const Vec3 &normal = faces[around[i]].normal, &other = faces[around[j]].normal;
      const double height = off > other_off ? dot(normal, other_tip) : dot(other, tip);
      return !(std::fabs(height) <= flat * std::min(off, other_off) + rounding);
    };
    const bool whole = !(faces[around[0]].normal == Vec3{}) && !(faces[around[1]].normal == Vec3{});
    if (around.size() == 2 && whole && bends(0, 1)) continue;  // as nearly all edges of curved surfaces
    bool left = false, right = false, bent = false;
    for (std::size_t i = 0; i < around.size(); ++i)
      for (std::size_t j = i; j < around.size(); ++j) {
        const Face &one = faces[around[i]], &other = faces[around[j]];
        if (one.normal == Vec3{} || other.normal == Vec3{}) continue;
        if (bends(i, j)) {
          bent = true;
          continue;
        }
        const Vec3 &tip = reaches[i].tip, &other_tip = reaches[j].tip;
        const double at = dot(cross(one.normal, along), tip), other_at = dot(cross(one.normal, along), other_tip);
        const bool same_side = (at > 0 && other_at > 0) || (at < 0 && other_at < 0);
        if (same_side) patches.join(around[i], around[j]);  // two on each other, or one
        (same_side ? left : right) = true;
      }
    if (bent || !left || !right) continue;
    edges[e].sharp = false;
    std::uint32_t first = around[0];
    for (const std::uint32_t f : around)
      if (!(faces[f].normal == Vec3{})) {
        if (faces[first].normal == Vec3{}) first = f;
        patches.join(first, f);
      }
  }
  for (std::uint32_t f = 0; f < faces.size(); ++f) faces[f].patch = patches.root(f);
}

void Skin::find_vertices(double flat) {
  std::vector<TrianglePair> sharp;  // vertex, edge
  for (std::uint32_t e = 0; e < edges.size(); ++e)
    if (edges[e].sharp && edges[e].from != edges[e].to) {
      sharp.push_back({edges[e].from, e});
      sharp.push_back({edges[e].to, e});
    }
  const Lists at(vertices.size(), sharp);
  Joined lines(edges.size());
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    const std::span<const std::uint32_t> ends = at[v];
    const bool whole = ranges::none_of(vertex_faces[v], [&](std::uint32_t f) { return faces[f].normal == Vec3{}; });
    if (!whole) continue;  // a segment or a point is among the triangles: a corner
    if (ends.empty()) {
      vertices[v].kind = Kind::face;
      vertices[v].carrier = vertex_faces[v][0];
    } else if (ends.size() == 2) {
      const auto away = [&](std::uint32_t e) {
        return vertices[edges[e].from == v ? edges[e].to : edges[e].from].point - vertices[v].point;
      };
      const Vec3 u = ordinary(away(ends[0])), w = ordinary(away(ends[1]));
      const double scale = length(u) * length(w);
      if (!(length(cross(u, w)) <= flat * scale) || !(dot(u, w) < 0)) continue;
      vertices[v].kind = Kind::edge;
      vertices[v].carrier = ends[0];
      lines.join(ends[0], ends[1]);
    }
  }
  for (std::uint32_t e = 0; e < edges.size(); ++e) edges[e].line = lines.root(e);
}

std::uint32_t Skin::face_of(std::uint32_t triangle) const {
  const auto it = ranges::lower_bound(faces, triangle, {}, &Face::triangle);
  return std::uint32_t(it - faces.begin());
}

Vec3 Skin::direction(std::uint32_t edge) const {
  const Vec3 way = vertices[edges[edge].to].point - vertices[edges[edge].from].point;
  const double scale = largest(way);
  if (!(scale > 0)) return {};
  const Vec3 scaled{way.x / scale, way.y / scale, way.z / scale};
  return scaled * (1 / length(scaled));
}

Skin::Part Skin::vertex_part(std::uint32_t vertex) const {
  const Vertex& v = vertices[vertex];
  const std::uint32_t whole = v.kind == Kind::vertex ? vertex
                              : v.kind == Kind::edge ? edges[v.carrier].line
                                                     : faces[v.carrier].patch;
  return {Kind::vertex, v.kind, vertex, whole};
}

Skin::Part Skin::edge_part(std::uint32_t edge) const {
  if (edges[edge].sharp) return {Kind::edge, Kind::edge, edge, edges[edge].line};
  for (const std::uint32_t f : edge_faces[edge])
    if (!(faces[f].normal == Vec3{})) return {Kind::edge, Kind::face, edge, faces[f].patch};
  return {Kind::edge, Kind::face, edge, faces[edge_faces[edge][0]].patch};
}

std::span<const std::uint32_t> Skin::faces_of(const Part& part) const {
  if (part.kind == Kind::vertex) return vertex_faces[part.id];
  if (part.kind == Kind::edge) return edge_faces[part.id];
  return std::span(&part.id, 1);
}

bool Skin::nested(const Part& p, const Part& q) const {
  if (p.whole_kind > q.whole_kind) return nested(q, p);
  if (p.whole_kind == q.whole_kind) return p.whole == q.whole;
  // The lesser one is in one of the faces, or has an edge, of the larger.
  for (const std::uint32_t f : faces_of(p)) {
    if (q.whole_kind == Kind::face) {
      if (faces[f].patch == q.whole) return true;
      continue;
    }
    for (const std::uint32_t e : faces[f].edges)
      if (edges[e].sharp && edges[e].line == q.whole && (edges[e].from == p.id || edges[e].to == p.id)) return true;
  }
  return false;
}

bool Skin::adjoin(const Part& p, const Part& q) const {
  if (nested(p, q)) return true;
  for (const std::uint32_t f : faces_of(p))
    for (const std::uint32_t g : faces_of(q))
      for (const std::uint32_t v : faces[f].vertices)
        if (ranges::find(faces[g].vertices, v) != std::end(faces[g].vertices)) return true;
  return false;
}

Feature Skin::feature(const Posed& body, const Part& part) const {
  const ShapeData& shape = *body.shape;
  Feature result;
  std::uint32_t f = faces_of(part)[0];
  std::uint32_t edge = part.id;
  switch (part.whole_kind) {
    case Kind::vertex:
      result.kind = Feature::Kind::vertex;
      for (std::uint8_t k = 3; k-- > 0;)
        if (faces[f].vertices[k] == part.id) result.index = k;
      break;
    case Kind::edge:
      result.kind = Feature::Kind::edge;
      if (part.kind == Kind::vertex) edge = vertices[part.id].carrier;
      f = edge_faces[edge][0];
      for (std::uint8_t k = 3; k-- > 0;)
        if (faces[f].edges[k] == edge) result.index = k;
      break;
    case Kind::face:
      result.kind = Feature::Kind::face;
      break;
  }
  result.triangle = faces[f].triangle;
  result.tag = shape.tags.size() == 0 ? 0 : shape.tags[result.triangle];
  return result;
}

}  // namespace graze
