#include "narrow/contact/curves.h"

#include <algorithm>
#include <utility>

#include "base/ranges.h"
#include "math/exact.h"
#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

using FeatureKind = TriangleFeature::Kind;

// A corner, edge or face of a skin.
struct Place {
  FeatureKind kind;
  std::uint32_t id;
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Node {
  Place a, b;
  Vec3 point;  // follows from the places
  friend bool operator==(const Node& x, const Node& y) { return x.a == y.a && x.b == y.b; }
  friend bool operator<(const Node& x, const Node& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }
};
using Segment = std::pair<Node, Node>;  // the lesser first

Place place_of(const Skin::Face& face, std::uint32_t number, TriangleFeature feature) {
  if (feature.kind == FeatureKind::vertex) return {feature.kind, face.vertices[feature.index]};
  if (feature.kind == FeatureKind::edge) return {feature.kind, face.edges[feature.index]};
  return {feature.kind, number};
}

bool coplanar(const Triangle& s, const Triangle& t) {
  return side(s.a, s.b, s.c, t.a) == 0 && side(s.a, s.b, s.c, t.b) == 0 && side(s.a, s.b, s.c, t.c) == 0;
}

// Edge k of face `number` of `own` against a face of the other skin; false when they have no common point.
bool meet(const Skin& own, std::uint32_t number, std::size_t k, const Skin& other, std::uint32_t other_number,
          bool own_is_a, Node& node) {
  const Skin::Face &face = own.faces[number], &other_face = other.faces[other_number];
  const std::uint32_t from = face.vertices[k], to = face.vertices[(k + 1) % 3];
  const Triangle edge = as_triangle(own.vertices[from].point, own.vertices[to].point);
  if (!triangles_meet(edge, other_face.posed)) return false;
  const CommonPoint common = common_point(edge, other_face.posed);
  Place on_own{FeatureKind::edge, face.edges[k]};
  if (common.feature_a.kind == FeatureKind::vertex)
    on_own = {FeatureKind::vertex, common.feature_a.index == 0 ? from : to};
  const Place on_other = place_of(other_face, other_number, common.feature_b);
  node = own_is_a ? Node{on_own, on_other, common.point} : Node{on_other, on_own, common.point};
  return true;
}

// False when the faces are coplanar, or have at most one point in common.
bool crossing(const Skin& a, std::uint32_t face_a, const Skin& b, std::uint32_t face_b, Segment& segment) {
  const Skin::Face &s = a.faces[face_a], &t = b.faces[face_b];
  if (s.normal == Vec3{} || t.normal == Vec3{} || !triangles_meet(s.posed, t.posed) || coplanar(s.posed, t.posed))
    return false;
  std::vector<Node> nodes;
  for (std::size_t k = 0; k < 3; ++k) {
    Node node;
    if (meet(a, face_a, k, b, face_b, true, node)) nodes.push_back(node);
    if (meet(b, face_b, k, a, face_a, false, node)) nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  if (nodes.size() < 2) return false;
  if (nodes.size() > 2) {
    // All on one line, whose order rounding keeps on the axis along which they spread.
    Box box;
    for (const Node& node : nodes) box = merge(box, node.point);
    const Vec3 spread = box.hi - box.lo;
    const int axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2;
    const auto [first, last] = ranges::minmax_element(nodes, {}, [&](const Node& n) { return n.point[axis]; });
    nodes = {*first, *last};
    if (nodes[1] < nodes[0]) std::swap(nodes[0], nodes[1]);
  }
  segment = {nodes[0], nodes[1]};
  return true;
}

class Chains {
 public:
  explicit Chains(const std::vector<Segment>& segments) : used_(segments.size(), false) {
    for (const auto& [p, q] : segments) nodes_.insert(nodes_.end(), {p, q});
    std::sort(nodes_.begin(), nodes_.end());
    nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
    std::vector<TrianglePair> at;
    for (std::uint32_t i = 0; i < segments.size(); ++i) {
      ends_.push_back({number_of(segments[i].first), number_of(segments[i].second)});
      at.push_back({ends_[i].a, i});
      at.push_back({ends_[i].b, i});
    }
    at_ = Lists(nodes_.size(), at);
  }

  std::vector<ContactCurve> all() {
    std::vector<ContactCurve> curves;
    // From ends and branches first; what is left are loops.
    for (const bool loops : {false, true})
      for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        if (!loops && at_[node].size() == 2) continue;
        for (const std::uint32_t segment : at_[node])
          if (!used_[segment]) curves.push_back(walk(node, segment));
      }
    return curves;
  }

 private:
  std::uint32_t number_of(const Node& node) const {
    return std::uint32_t(std::lower_bound(nodes_.begin(), nodes_.end(), node) - nodes_.begin());
  }

  ContactCurve walk(std::uint32_t node, std::uint32_t segment) {
    ContactCurve curve;
    const std::uint32_t first = node;
    curve.points.push_back(nodes_[node].point);
    for (;;) {
      used_[segment] = true;
      node = ends_[segment].a == node ? ends_[segment].b : ends_[segment].a;
      if (node == first) {
        curve.closed = true;
        return curve;
      }
      curve.points.push_back(nodes_[node].point);
      if (at_[node].size() != 2) return curve;
      segment = at_[node][at_[node][0] == segment ? 1 : 0];
    }
  }

  std::vector<Node> nodes_;
  std::vector<TrianglePair> ends_;
  std::vector<bool> used_;
  Lists at_;
};

}  // namespace

std::vector<ContactCurve> find_curves(const Skin& a, const Skin& b, std::span<const TrianglePair> pairs) {
  std::vector<Segment> segments;
  Segment segment;
  for (const TrianglePair& pair : pairs)
    if (crossing(a, pair.a, b, pair.b, segment)) segments.push_back(segment);
  // An edge in a face's plane is crossed by both of its triangles.
  std::sort(segments.begin(), segments.end());
  segments.erase(std::unique(segments.begin(), segments.end()), segments.end());
  return Chains(segments).all();
}

}  // namespace graze
