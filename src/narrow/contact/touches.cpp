#include "narrow/contact/touches.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/ranges.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/contact/crossing.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/triangle_distance.h"
#include "narrow/triangle/triangle_triangle.h"
#include "narrow/within/near_pairs.h"
#include "tree/tree.h"

namespace graze {
namespace {

using SkinKind = Skin::Kind;
using FeatureKind = TriangleFeature::Kind;

Skin::Part part_of(const Skin& skin, std::uint32_t face, TriangleFeature feature) {
  const Skin::Face& f = skin.faces[face];
  if (feature.kind == FeatureKind::vertex) return skin.vertex_part(f.vertices[feature.index]);
  if (feature.kind == FeatureKind::face && !(f.normal == Vec3{})) return skin.face_part(face);
  // A degenerate face is its edges.
  for (std::size_t k = feature.kind == FeatureKind::face ? 0 : feature.index, n = 0; n < 3; ++n, k = (k + 1) % 3) {
    const Skin::Edge& edge = skin.edges[f.edges[k]];
    if (edge.from != edge.to) return skin.edge_part(f.edges[k]);
    if (feature.kind == FeatureKind::edge) return skin.vertex_part(edge.from);
  }
  return skin.vertex_part(f.vertices[0]);
}

Triangle segment_of(const Skin& skin, std::uint32_t edge) {
  return as_triangle(skin.vertices[skin.edges[edge].from].point, skin.vertices[skin.edges[edge].to].point);
}

// The part of an edge that is given as the triangle (from, to, to); a vertex where the point is a corner at its end.
Skin::Part part_of_edge(const Skin& skin, std::uint32_t edge, TriangleFeature feature) {
  const bool at_from = feature.kind == FeatureKind::vertex && feature.index == 0;
  const bool at_to = feature.kind == FeatureKind::vertex ? feature.index != 0
                                                         : feature.kind == FeatureKind::edge && feature.index == 1;
  if (at_from) return skin.vertex_part(skin.edges[edge].from);
  if (at_to) return skin.vertex_part(skin.edges[edge].to);
  return skin.edge_part(edge);
}

Touch touch_of(const TriangleDistance& found, Skin::Part a, Skin::Part b, TrianglePair faces) {
  Touch touch;
  touch.a = a;
  touch.b = b;
  touch.point_a = found.point_a;
  touch.point_b = found.point_b;
  touch.distance = found.distance;
  touch.bound = found.bound;
  touch.point_bound = found.point_bound;
  touch.direction = found.normal;
  touch.faces = faces;
  return touch;
}

Touch mirrored(Touch touch) {
  std::swap(touch.a, touch.b);
  std::swap(touch.point_a, touch.point_b);
  std::swap(touch.faces.a, touch.faces.b);
  touch.direction = Vec3{} - touch.direction;
  return touch;
}

void sort_unique(std::vector<TrianglePair>& pairs) {
  sort_triangle_pairs(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

bool within(const Triangle& s, const Triangle& t, const Reach& reach, double most) {
  return !(box_gap(box_of(s), box_of(t)) > most) && triangles_within(s, t, reach);
}

// A round body's core, a segment or point, against a mesh: most corners and edges in its reach are beside the nearest
// place, and no normal fits there.
class Core {
 public:
  Core(const Skin& core, const Skin& mesh, const Reach& reach, double flat)
      : mesh_(mesh), tolerance_(reach.tolerance), flat_(flat), radii_(reach.radius_a + reach.radius_b) {
    known_ = radii_ > 0 && core.faces.size() == 1 && core.faces[0].normal == Vec3{};
    if (!known_) return;
    from_ = core.faces[0].posed.a;
    to_ = core.faces[0].posed.b == from_ ? core.faces[0].posed.c : core.faces[0].posed.b;
    double size = std::max(largest(from_), largest(to_));
    for (const Skin::Vertex& vertex : mesh.vertices) size = std::max(size, largest(vertex.point));
    rounding_ = size * 0x1p-47;
  }

  // Of a corner, and of an edge between its ends: is it plain that the body on both sides of it, along the way to the
  // core and against it, leaves no normal?
  bool hopeless_corner(std::uint32_t vertex) const {
    if (!known_) return false;
    const Vec3 at = mesh_.vertices[vertex].point, way = to_ - from_;
    const double square = dot(way, way);
    const double t = square > 0 ? std::clamp(dot(at - from_, way) / square, 0.0, 1.0) : 0;
    return hopeless(mesh_.vertex_faces[vertex], at, from_ + way * t);
  }
  bool hopeless_edge(std::uint32_t edge) const {
    if (!known_) return false;
    const Vec3 p = mesh_.vertices[mesh_.edges[edge].from].point, q = mesh_.vertices[mesh_.edges[edge].to].point;
    const Vec3 u = to_ - from_, v = q - p, w = from_ - p;
    const double a = dot(u, u), b = dot(u, v), c = dot(v, v), d = dot(u, w), e = dot(v, w), det = a * c - b * b;
    if (!(det > 1e-9 * a * c)) return false;
    const double s = std::clamp((b * e - c * d) / det, 0.0, 1.0), t = (e + b * s) / c;
    if (!(t > 1e-6 && t < 1 - 1e-6)) return false;
    return hopeless(mesh_.edge_faces[edge], p + v * t, from_ + u * std::clamp((b * t - d) / a, 0.0, 1.0));
  }

 private:
  // Something of the faces is farther from the core than the place, and something is nearer: neither the way between
  // them nor its opposite fits. Nor is the normal of a face along it. Twice what counts as level is enough to tell.
  bool hopeless(std::span<const std::uint32_t> faces, Vec3 at, Vec3 on_core) const {
    const Vec3 apart = at - on_core;
    const double distance = length(apart);
    if (!(distance > 1e-6 * radii_)) return false;
    const Vec3 n = apart * (1 / distance);
    bool nearer = false, farther = false;
    for (const std::uint32_t f : faces) {
      const Skin::Face& face = mesh_.faces[f];
      if (radii_ * length(cross(face.normal, n)) <= 2 * (tolerance_ + flat_ * radii_) + 1e-6 * radii_) return false;
      for (const std::uint32_t v : face.vertices) {
        const Vec3 away = mesh_.vertices[v].point - at;
        const double far = length(away), height = dot(n, away);
        if (!(far > 0)) continue;
        if (far <= 4 * tolerance_) return false;  // faces beyond it count as being at the place
        const double level = 2 * (std::max(tolerance_, flat_ * far) + rounding_) + 1e-9 * distance;
        nearer = nearer || height < -level;
        farther = farther || height > level;
      }
    }
    return nearer && farther;
  }

  const Skin& mesh_;
  double tolerance_, flat_, radii_, rounding_ = 0;
  bool known_ = false;
  Vec3 from_, to_;
};

// Corners of `own` against `other`: (vertex, face) pairs, all that are near, in order.
void find_corners(const Skin& own, const Skin& other, std::vector<TrianglePair> pairs, const Reach& reach, bool mirror,
                  std::vector<Touch>& touches) {
  const double most = reach.upper();
  struct Near {
    std::uint32_t face;
    TriangleDistance found;
  };
  std::vector<Near> near;
  for (auto begin = pairs.begin(); begin != pairs.end();) {
    const std::uint32_t v = begin->a;
    const Vec3 point = own.vertices[v].point;
    const Triangle corner = as_triangle(point, point);
    near.clear();
    for (; begin != pairs.end() && begin->a == v; ++begin) {
      const Triangle& face = other.faces[begin->b].posed;
      if (within(corner, face, reach, most)) near.push_back({begin->b, triangle_distance(corner, face)});
    }
    for (const Near& n : near) {
      const Skin::Part part = part_of(other, n.face, n.found.feature_b);
      const bool nearest = ranges::none_of(other.faces_of(part), [&](std::uint32_t f) {
        const auto it = ranges::lower_bound(near, f, {}, &Near::face);
        return it != near.end() && it->face == f && it->found.distance < n.found.distance;
      });
      if (!nearest) continue;
      const Touch touch = touch_of(n.found, own.vertex_part(v), part, {own.vertex_faces[v][0], n.face});
      touches.push_back(mirror ? mirrored(touch) : touch);
    }
  }
}

void find_edges(const Skin& a, const Skin& b, std::vector<TrianglePair> pairs, const Reach& reach, double flat,
                std::vector<Touch>& touches) {
  const double most = reach.upper();
  for (const auto& [e, f] : pairs) {
    const Triangle s = segment_of(a, e), t = segment_of(b, f);
    if (!within(s, t, reach, most)) continue;
    if (!(length(cross(a.direction(e), b.direction(f))) > flat)) continue;
    const TriangleDistance found = triangle_distance(s, t);
    const Skin::Part on_a = part_of_edge(a, e, found.feature_a), on_b = part_of_edge(b, f, found.feature_b);
    if (on_a.whole_kind != SkinKind::edge || on_b.whole_kind != SkinKind::edge) continue;
    touches.push_back(touch_of(found, on_a, on_b, {a.edge_faces[e][0], b.edge_faces[f][0]}));
  }
}

// Edges of `own` through faces of `other`.
void find_crossings(const Skin& own, const Skin& other, std::vector<TrianglePair> pairs, double tolerance, bool mirror,
                    std::vector<Touch>& touches) {
  sort_unique(pairs);
  double size = 0;
  for (const Skin* skin : {&own, &other})
    for (const Skin::Vertex& vertex : skin->vertices) size = std::max(size, largest(vertex.point));
  const double exact_to = size * 0x1p-51;  // an eighth of what contacts promise of their points
  for (const auto& [e, f] : pairs) {
    const Triangle s = segment_of(own, e);
    const Skin::Face& face = other.faces[f];
    if (face.normal == Vec3{}) continue;
    CommonPoint common;
    const Crossing quick = plain_crossing(s.a, s.b, face.posed, exact_to, common.point);
    if (quick == Crossing::none || (quick == Crossing::unknown && !triangles_meet(s, face.posed))) continue;
    const double from = dot(face.normal, s.a - face.posed.a), to = dot(face.normal, s.b - face.posed.a);
    const auto in_plane = [&](Vec3 p, double height) {
      return std::fabs(height) <= tolerance || side(face.posed.a, face.posed.b, face.posed.c, p) == 0;
    };
    if (in_plane(s.a, from) && in_plane(s.b, to)) continue;
    Skin::Part on_own = own.edge_part(e), on_other = other.face_part(f);
    if (quick == Crossing::unknown) {
      common = common_point(s, face.posed);
      on_own = part_of_edge(own, e, common.feature_a);
      on_other = part_of(other, f, common.feature_b);
    }
    if (on_own.whole_kind != SkinKind::edge || on_other.whole_kind != SkinKind::face) continue;
    Touch touch;
    touch.a = on_own;
    touch.b = on_other;
    touch.point_a = touch.point_b = common.point;
    touch.faces = {own.edge_faces[e][0], f};
    touch.pierces = true;
    touch.below = from < to ? s.a : s.b;
    touch.above = from < to ? s.b : s.a;
    touches.push_back(mirror ? mirrored(touch) : touch);
  }
}

}  // namespace

namespace {

// Two edges that meet are in one plane.
bool in_one_plane(const Triangle& s, const Triangle& t) { return side(s.a, s.b, t.a, t.b) == 0; }

// What of two faces may meet without any reach, bit k for corner k and the edge from it: a corner is in the plane of
// the other face, and an edge has no end strictly above it or none strictly below. Of a degenerate face all may.
struct MayMeet {
  unsigned corners = 7, edges = 7;
};
MayMeet may_meet(const Triangle& own, const Triangle& other) {
  const PlaneFilter plane(other.a, other.b, other.c);
  const auto side_of = [&](Vec3 p) {
    const int filtered = filtered_side(plane, p - plane.origin);
    return filtered != 0 ? filtered : side(other.a, other.b, other.c, p);
  };
  const int at[3] = {side_of(own.a), side_of(own.b), side_of(own.c)};
  MayMeet result{0, 0};
  for (unsigned k = 0; k < 3; ++k) {
    if (at[k] == 0) result.corners |= 1u << k;
    if (at[k] * at[(k + 1) % 3] <= 0) result.edges |= 1u << k;
  }
  return result;
}

}  // namespace

Touches find_touches(const Skin& a, const Skin& b, std::span<const TrianglePair> pairs, const Reach& reach,
                     double flat) {
  std::vector<TrianglePair> corners_a, corners_b, edges, through_b, through_a;
  through_a.reserve(2 * pairs.size());
  through_b.reserve(2 * pairs.size());
  const bool meet_only = reach.radius_a == 0 && reach.radius_b == 0 && reach.tolerance == 0;
  for (const TrianglePair& pair : pairs) {
    const Skin::Face &fa = a.faces[pair.a], &fb = b.faces[pair.b];
    MayMeet may_a, may_b;
    if (meet_only) {
      may_a = may_meet(fa.posed, fb.posed);
      may_b = may_meet(fb.posed, fa.posed);
    }
    for (int k = 0; k < 3; ++k) {
      const unsigned bit = 1u << k;
      if ((may_a.corners & bit) != 0 && a.vertices[fa.vertices[k]].kind == SkinKind::vertex)
        corners_a.push_back({fa.vertices[k], pair.b});
      if ((may_b.corners & bit) != 0 && b.vertices[fb.vertices[k]].kind == SkinKind::vertex)
        corners_b.push_back({fb.vertices[k], pair.a});
      const std::uint32_t e = fa.edges[k];
      if ((may_a.edges & bit) != 0 && a.edges[e].sharp && a.edges[e].from != a.edges[e].to) {
        through_b.push_back({e, pair.b});
        for (unsigned l = 0; l < 3; ++l) {
          const std::uint32_t f = fb.edges[l];
          if ((may_b.edges >> l & 1u) == 0 || !b.edges[f].sharp || b.edges[f].from == b.edges[f].to) continue;
          if (meet_only && !in_one_plane(segment_of(a, e), segment_of(b, f))) continue;
          edges.push_back({e, f});
        }
      }
      const std::uint32_t f = fb.edges[k];
      if ((may_b.edges & bit) != 0 && b.edges[f].sharp && b.edges[f].from != b.edges[f].to)
        through_a.push_back({f, pair.a});
    }
  }
  const Core core_a(a, b, reach, flat), core_b(b, a, reach, flat);
  sort_unique(corners_a);
  sort_unique(corners_b);
  sort_unique(edges);
  std::erase_if(corners_a, [&](const TrianglePair& pair) { return core_b.hopeless_corner(pair.a); });
  std::erase_if(corners_b, [&](const TrianglePair& pair) { return core_a.hopeless_corner(pair.a); });
  std::erase_if(edges,
                [&](const TrianglePair& pair) { return core_a.hopeless_edge(pair.b) || core_b.hopeless_edge(pair.a); });
  Touches touches;
  touches.crossings.reserve(pairs.size());
  find_corners(a, b, std::move(corners_a), reach, false, touches.near);
  find_corners(b, a, std::move(corners_b), reach, true, touches.near);
  find_edges(a, b, std::move(edges), reach, flat, touches.near);
  find_crossings(a, b, std::move(through_b), reach.tolerance, false, touches.crossings);
  find_crossings(b, a, std::move(through_a), reach.tolerance, true, touches.crossings);
  return touches;
}

Touch nearest_touch(const Skin& a, const Skin& b, TrianglePair faces) {
  const TriangleDistance found = triangle_distance(a.faces[faces.a].posed, b.faces[faces.b].posed);
  return touch_of(found, part_of(a, faces.a, found.feature_a), part_of(b, faces.b, found.feature_b), faces);
}

}  // namespace graze
