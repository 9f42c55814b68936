#include "study/track/hull_pair.h"
#include "math/constants.h"

#include <utility>

namespace graze::study {
namespace {

constexpr HullFeature corner(std::uint32_t vertex) { return {HullFeature::Kind::vertex, vertex}; }

struct Segment {
  Vec3 from, to;
  std::uint32_t from_index, to_index, edge;

  HullFeature feature() const { return {HullFeature::Kind::edge, edge}; }
};

Segment segment(const PosedPolytope& p, std::uint32_t edge) {
  const std::uint32_t from = p.from(edge), to = p.to(edge);
  return {p.vertex(from), p.vertex(to), from, to, edge};
}

double square(Vec3 v) { return dot(v, v); }

HullPair pair_of(HullFeature a, Vec3 point_a, HullFeature b, Vec3 point_b) {
  const Vec3 difference = point_b - point_a;
  return {a, b, point_a, point_b, square(difference), difference};
}

void keep_closer(HullPair& best, const HullPair& other) {
  if (other.distance_sq < best.distance_sq) best = other;
}

// The difference is taken from the nearer end: of a foot that is all but an end, the step from the end to the foot must
// not drown in the rounding of coordinates.
HullPair vertex_edge(Vec3 v, std::uint32_t index, const Segment& edge) {
  const Vec3 along = edge.to - edge.from;
  const double past_from = dot(v - edge.from, along), past_to = dot(v - edge.to, along);
  if (!(past_from > 0)) return pair_of(corner(index), v, corner(edge.from_index), edge.from);
  if (!(past_to < 0)) return pair_of(corner(index), v, corner(edge.to_index), edge.to);
  const bool nearer_from = past_from <= -past_to;
  const Vec3 end = nearer_from ? edge.from : edge.to;
  const double full = square(along), share = (nearer_from ? past_from : past_to) / full;
  const Vec3 difference = (end - v) + along * share;
  const Vec3 axis = difference - along * (dot(difference, along) / full);
  return {corner(index), edge.feature(), v, end + along * share, square(axis), axis};
}

// Where the closest points of the lines are within both edges, they are the closest of the edges.
HullPair edge_edge(const Segment& a, const Segment& b) {
  const Vec3 u = a.to - a.from, v = b.to - b.from, between = b.from - a.from;
  const Vec3 normal = cross(u, v);
  const double full = square(normal), s = dot(cross(between, v), normal), t = dot(cross(between, u), normal);
  if (s > 0 && s < full && t > 0 && t < full) {
    HullPair pair = pair_of(a.feature(), a.from + u * (s / full), b.feature(), b.from + v * (t / full));
    pair.axis = dot(normal, pair.axis) < 0 ? -normal : normal;
    return pair;
  }
  HullPair best = vertex_edge(a.from, a.from_index, b);
  keep_closer(best, vertex_edge(a.to, a.to_index, b));
  keep_closer(best, vertex_edge(b.from, b.from_index, a).swapped());
  keep_closer(best, vertex_edge(b.to, b.to_index, a).swapped());
  return best;
}

// A facet, posed.
class Polygon {
 public:
  Polygon(const PosedPolytope& p, std::uint32_t facet) : p_(p), facet_(facet), normal_(p.normal(facet)) {
    begin_ = p.polytope().facet_start[facet];
    end_ = p.polytope().facet_start[facet + 1];
    if (end_ - begin_ <= kept)
      for (std::uint32_t h = begin_; h < end_; ++h) corner_[h - begin_] = p.vertex(p.polytope().loop[h]);
  }

  std::uint32_t begin() const { return begin_; }
  std::uint32_t end() const { return end_; }
  double height(Vec3 point) const { return dot(normal_, point - corner_at(begin_)); }

  // True when the point is over the inner side of edge h.
  bool within(Vec3 point, std::uint32_t h) const {
    const Vec3 from = corner_at(h), along = corner_at(h + 1 < end_ ? h + 1 : begin_) - from;
    return p_.sense() * dot(cross(normal_, along), point - from) > 0;
  }
  bool within(Vec3 point) const {
    for (std::uint32_t h = begin_; h < end_; ++h)
      if (!within(point, h)) return false;
    return true;
  }

  // The foot of a point over the inside, as a combination of three corners with weights >= 0: in the hull of the
  // posed corners, whether they are coplanar or not.
  HullPair above(Vec3 v, std::uint32_t index) const {
    const Vec3 origin = corner_at(begin_);
    std::uint32_t h = begin_ + 1;
    while (h + 2 < end_ && p_.sense() * dot(cross(normal_, corner_at(h + 1) - origin), v - origin) > 0) ++h;
    const Vec3 u = corner_at(h) - origin, w = corner_at(h + 1) - origin, normal = cross(u, w);
    const double full = square(normal);
    double s = dot(cross(v - origin, w), normal), t = dot(cross(u, v - origin), normal);
    s = s > 0 ? s : 0;
    t = t > 0 ? t : 0;
    const double whole = s + t > full ? s + t : full;
    if (!(whole > 0)) return pair_of(corner(index), v, corner(p_.polytope().loop[begin_]), origin);
    HullPair pair =
        pair_of(corner(index), v, {HullFeature::Kind::facet, facet_}, origin + (u * (s / whole) + w * (t / whole)));
    pair.axis = -normal_;
    return pair;
  }

 private:
  static constexpr std::uint32_t kept = 8;

  Vec3 corner_at(std::uint32_t h) const {
    return end_ - begin_ <= kept ? corner_[h - begin_] : p_.vertex(p_.polytope().loop[h]);
  }

  const PosedPolytope& p_;
  std::uint32_t facet_, begin_ = 0, end_ = 0;
  Vec3 normal_;
  Vec3 corner_[kept];  // when they are not more
};

// The closest point is over the inside, or on one of the edges that the vertex is beyond.
HullPair vertex_facet(Vec3 v, std::uint32_t index, const PosedPolytope& p, std::uint32_t facet) {
  const Polygon polygon(p, facet);
  HullPair best;
  best.distance_sq = infinity;
  for (std::uint32_t h = polygon.begin(); h < polygon.end(); ++h)
    if (!polygon.within(v, h)) keep_closer(best, vertex_edge(v, index, segment(p, h)));
  return best.distance_sq < infinity ? best : polygon.above(v, index);
}

HullPair edge_facet(const Segment& edge, const PosedPolytope& p, std::uint32_t facet) {
  const Polygon polygon(p, facet);
  HullPair best;
  best.distance_sq = infinity;
  for (std::uint32_t h = polygon.begin(); h < polygon.end(); ++h) keep_closer(best, edge_edge(edge, segment(p, h)));
  if (polygon.within(edge.from)) keep_closer(best, polygon.above(edge.from, edge.from_index));
  if (polygon.within(edge.to)) keep_closer(best, polygon.above(edge.to, edge.to_index));
  const double from = polygon.height(edge.from), to = polygon.height(edge.to);
  if ((from < 0 && to > 0) || (from > 0 && to < 0)) {
    const Vec3 crossing = edge.from + (edge.to - edge.from) * (from / (from - to));
    if (polygon.within(crossing)) return {edge.feature(), {HullFeature::Kind::facet, facet}, crossing, crossing, 0, {}};
  }
  return best;
}

}  // namespace

HullPair closest(const PosedPolytope& a, HullFeature feature_a, const PosedPolytope& b, HullFeature feature_b) {
  if (dimension(feature_a) > dimension(feature_b)) return closest(b, feature_b, a, feature_a).swapped();
  if (feature_a.kind == HullFeature::Kind::vertex) {
    const Vec3 v = a.vertex(feature_a.index);
    if (feature_b.kind == HullFeature::Kind::vertex) return pair_of(feature_a, v, feature_b, b.vertex(feature_b.index));
    if (feature_b.kind == HullFeature::Kind::edge) return vertex_edge(v, feature_a.index, segment(b, feature_b.index));
    return vertex_facet(v, feature_a.index, b, feature_b.index);
  }
  const Segment edge = segment(a, feature_a.index);
  if (feature_b.kind == HullFeature::Kind::edge) return edge_edge(edge, segment(b, feature_b.index));
  return edge_facet(edge, b, feature_b.index);
}

}  // namespace graze::study
