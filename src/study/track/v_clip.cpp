#include "study/track/v_clip.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace graze::study {
namespace {

using Kind = HullFeature::Kind;

// A plane of a Voronoi region, positive towards the neighbour that a point beyond it should go on with.
struct RegionPlane {
  Vec3 point, away;
  HullFeature neighbour;
  double height(Vec3 p) const { return dot(away, p - point); }
};

// Everything the cases need to know of one body.
class Side {
 public:
  explicit Side(const PosedPolytope& body) : body_(body) {}

  Vec3 vertex(std::uint32_t v) const { return body_.vertex(v); }
  std::uint32_t from(std::uint32_t e) const { return body_.from(e); }
  std::uint32_t to(std::uint32_t e) const { return body_.to(e); }
  Vec3 tail(std::uint32_t e) const { return vertex(from(e)); }
  Vec3 way(std::uint32_t e) const { return vertex(to(e)) - tail(e); }
  Vec3 normal(std::uint32_t f) const {
    const Vec3 n = body_.normal(f);
    return n * (1 / length(n));
  }
  Vec3 corner(std::uint32_t f) const { return vertex(polytope().loop[polytope().facet_start[f]]); }
  double height(std::uint32_t f, Vec3 p) const { return dot(normal(f), p - corner(f)); }
  const Polytope& polytope() const { return body_.polytope(); }

  // In the plane of half-edge h's facet, out of it.
  Vec3 outward(std::uint32_t h) const {
    const Vec3 out = cross(way(h), normal(polytope().facet[h])) * body_.sense();
    return out * (1 / length(out));
  }
  template <class Visit>
  void for_each_edge_of_vertex(std::uint32_t v, const Visit& visit) const {
    const Polytope& p = polytope();
    for (std::uint32_t i = p.neighbour_start[v]; i < p.neighbour_start[v + 1]; ++i) visit(p.outgoing[i]);
  }
  // The planes of the region of a feature: for an edge those of its ends first, then those of its facets.
  template <class Visit>
  void for_each_plane(HullFeature feature, const Visit& visit) const {
    const Polytope& p = polytope();
    if (feature.kind == Kind::vertex) {
      for_each_edge_of_vertex(feature.index, [&](std::uint32_t e) {
        const Vec3 u = from(e) == feature.index ? way(e) : -way(e);
        visit(RegionPlane{vertex(feature.index), u * (1 / length(u)), {Kind::edge, e}});
      });
    } else if (feature.kind == Kind::edge) {
      const std::uint32_t e = feature.index;
      const Vec3 u = way(e) * (1 / length(way(e)));
      visit(RegionPlane{tail(e), -u, {Kind::vertex, from(e)}});
      visit(RegionPlane{vertex(to(e)), u, {Kind::vertex, to(e)}});
      for (const std::uint32_t h : {e, p.twin[e]}) visit(RegionPlane{tail(h), -outward(h), {Kind::facet, p.facet[h]}});
    } else {
      for (std::uint32_t h = p.facet_start[feature.index]; h < p.facet_start[feature.index + 1]; ++h)
        visit(RegionPlane{tail(h), outward(h), {Kind::edge, h}});
    }
  }
  // The plane that the point is farthest beyond, if it is beyond one.
  std::optional<HullFeature> violated(HullFeature feature, Vec3 p) const {
    std::optional<HullFeature> next;
    double most = 0;
    for_each_plane(feature, [&](const RegionPlane& plane) {
      const double height = plane.height(p);
      if (!(height > most)) return;
      most = height;
      next = plane.neighbour;
    });
    return next;
  }

 private:
  const PosedPolytope& body_;
};

// What is left of an edge in a region.
struct Clipped {
  double lo = 0, hi = 1;
  std::optional<HullFeature> at_lo, at_hi;  // which neighbours cut it
  std::optional<HullFeature> excluded;      // all of it is beyond one plane
  // lo > hi: nothing is left between two planes; the derivatives tell which of the two is to be followed.
};

// By the planes number `first` to `last` of the region, from what other planes left.
Clipped clip(const Side& edge_side, std::uint32_t edge, const Side& region_side, HullFeature feature, int first = 0,
             int last = std::numeric_limits<int>::max(), double lo = 0, double hi = 1) {
  Clipped result{lo, hi, {}, {}, {}};
  const Vec3 p = edge_side.tail(edge), q = edge_side.vertex(edge_side.to(edge));
  int number = 0;
  region_side.for_each_plane(feature, [&](const RegionPlane& plane) {
    const int mine = number++;
    if (result.excluded || mine < first || mine > last) return;
    const double from = plane.height(p), to = plane.height(q);
    if (from > 0 && to > 0) {
      result.excluded = plane.neighbour;
    } else if (from > 0) {
      if (const double t = from / (from - to); t > result.lo) {
        result.lo = t;
        result.at_lo = plane.neighbour;
      }
    } else if (to > 0) {
      if (const double t = from / (from - to); t < result.hi) {
        result.hi = t;
        result.at_hi = plane.neighbour;
      }
    }
  });
  return result;
}

// The derivative along the edge of the distance to a vertex or facet, but for a positive factor.
double derivative(const Side& edge_side, std::uint32_t edge, double at, const Side& side, HullFeature to) {
  const Vec3 u = edge_side.way(edge), p = edge_side.tail(edge) + u * at;
  if (to.kind == Kind::vertex) return dot(u, p - side.vertex(to.index));
  if (to.kind == Kind::facet) {
    const double slope = dot(side.normal(to.index), u);
    return side.height(to.index, p) >= 0 ? slope : -slope;
  }
  return 0;
}

// Where to go from the feature after the other body's edge was clipped by its region: nothing when the least distance
// along the edge is within the region. Where the edge crosses a plane of the region it is as far from the feature as
// from the neighbour: the derivative is that of the distance to whichever of them is no edge.
std::optional<HullFeature> after_clip(const Side& edge_side, std::uint32_t edge, const Side& side, HullFeature feature,
                                      const Clipped& part) {
  if (part.excluded) return part.excluded;
  const auto slope = [&](double at, HullFeature neighbour) {
    return derivative(edge_side, edge, at, side, neighbour.kind == Kind::edge ? feature : neighbour);
  };
  if (part.at_lo && slope(part.lo, *part.at_lo) > 0) return part.at_lo;
  if (part.at_hi && slope(part.hi, *part.at_hi) < 0) return part.at_hi;
  return std::nullopt;
}

enum class Next : std::uint8_t { again, done, meeting };

class Clipper {
 public:
  Clipper(const PosedPolytope& a, HullFeature fa, const PosedPolytope& b, HullFeature fb)
      : body_{&a, &b}, side_{Side(a), Side(b)}, feature_{fa, fb} {}

  ClipResult run() {
    constexpr std::uint32_t most_steps = 500;
    ClipResult result;
    Next next = Next::again;
    while (next == Next::again && result.steps < most_steps) {
      next = step();
      if (next == Next::again) ++result.steps;
    }
    result.state = next == Next::done      ? ClipResult::State::apart
                   : next == Next::meeting ? ClipResult::State::meeting
                                           : ClipResult::State::lost;
    result.a = feature_[0];
    result.b = feature_[1];
    result.depth = depth_;
    return result;
  }

 private:
  Next go(int which, HullFeature to) {
    feature_[which] = to;
    return Next::again;
  }
  // The cases are written with the feature of lower dimension first.
  Next step() {
    const int p = dimension(feature_[0]) <= dimension(feature_[1]) ? 0 : 1, q = 1 - p;
    const Kind low = feature_[p].kind, high = feature_[q].kind;
    if (high == Kind::vertex) return two_vertices();
    if (low == Kind::vertex) return high == Kind::edge ? vertex_edge(p, q) : vertex_facet(p, q);
    return high == Kind::edge ? two_edges() : edge_facet(p, q);
  }

  Next two_vertices() {
    for (const int p : {0, 1})
      if (const auto next = side_[p].violated(feature_[p], side_[1 - p].vertex(feature_[1 - p].index)))
        return go(p, *next);
    return Next::done;
  }

  Next vertex_edge(int p, int q) {
    const std::uint32_t v = feature_[p].index, e = feature_[q].index;
    if (const auto next = side_[q].violated(feature_[q], side_[p].vertex(v))) return go(q, *next);
    if (const auto next = after_clip(side_[q], e, side_[p], feature_[p], clip(side_[q], e, side_[p], feature_[p])))
      return go(p, *next);
    return Next::done;
  }

  Next vertex_facet(int p, int q) {
    const std::uint32_t v = feature_[p].index, f = feature_[q].index;
    const Vec3 at = side_[p].vertex(v);
    if (const auto next = side_[q].violated(feature_[q], at)) return go(q, *next);
    const double height = side_[q].height(f, at);
    // An edge along which the distance to the plane shrinks.
    std::optional<HullFeature> nearer;
    double steepest = 0;
    const Vec3 n = side_[q].normal(f);
    side_[p].for_each_edge_of_vertex(v, [&](std::uint32_t e) {
      const Vec3 u = side_[p].from(e) == v ? side_[p].way(e) : -side_[p].way(e);
      const double slope = dot(n, u) / length(u) * (height >= 0 ? 1 : -1);
      if (!(slope < steepest)) return;
      steepest = slope;
      nearer = HullFeature{Kind::edge, e};
    });
    if (nearer) return go(p, *nearer);
    if (height > 0) return Next::done;
    // A minimum that is only local: below the facet. Go on from the facet that the vertex is highest above.
    std::uint32_t best = f;
    double highest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t k = 0; k < side_[q].polytope().facet_count(); ++k)
      if (const double h = side_[q].height(k, at); h > highest) {
        highest = h;
        best = k;
      }
    if (highest <= 0) {
      feature_[q] = {Kind::facet, best};
      depth_ = -highest;
      return Next::meeting;
    }
    return best == f ? Next::done : go(q, {Kind::facet, best});
  }

  Next two_edges() {
    for (const int p : {0, 1}) {
      const int q = 1 - p;
      const std::uint32_t e = feature_[q].index;  // is clipped by the region of the other
      const Clipped ends = clip(side_[q], e, side_[p], feature_[p], 0, 1);
      if (const auto next = after_clip(side_[q], e, side_[p], feature_[p], ends)) return go(p, *next);
      const Clipped sides = clip(side_[q], e, side_[p], feature_[p], 2, 3, ends.lo, ends.hi);
      if (const auto next = after_clip(side_[q], e, side_[p], feature_[p], sides)) return go(p, *next);
    }
    return Next::done;
  }

  Next edge_facet(int p, int q) {
    const std::uint32_t e = feature_[p].index, f = feature_[q].index;
    const Clipped part = clip(side_[p], e, side_[q], feature_[q]);
    if (part.excluded || part.lo > part.hi) return go(q, nearest_border(p, q));
    const Vec3 tail = side_[p].tail(e), u = side_[p].way(e);
    const double lo = side_[q].height(f, tail + u * part.lo), hi = side_[q].height(f, tail + u * part.hi);
    if ((lo <= 0 && hi >= 0) || (lo >= 0 && hi <= 0)) {
      depth_ = std::fmin(std::fabs(lo), std::fabs(hi));
      return Next::meeting;
    }
    const double slope = derivative(side_[p], e, part.lo, side_[q], feature_[q]);
    if (slope >= 0) return part.at_lo ? go(q, *part.at_lo) : go(p, {Kind::vertex, side_[p].from(e)});
    return part.at_hi ? go(q, *part.at_hi) : go(p, {Kind::vertex, side_[p].to(e)});
  }

  // An edge that is beside a facet: of the facet's edges the nearest comes next. Any plane that excludes it would do
  // for most pairs, but can lead around in a circle.
  HullFeature nearest_border(int p, int q) const {
    const Polytope& polytope = side_[q].polytope();
    HullFeature best;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t h = polytope.facet_start[feature_[q].index]; h < polytope.facet_start[feature_[q].index + 1];
         ++h) {
      const HullPair pair = closest(*body_[p], feature_[p], *body_[q], {Kind::edge, h});
      if (!(pair.distance_sq < least)) continue;
      least = pair.distance_sq;
      best = {Kind::edge, h};
    }
    return best;
  }

  const PosedPolytope* body_[2];
  Side side_[2];
  HullFeature feature_[2];
  double depth_ = 0;
};

}  // namespace

ClipResult clip_features(const PosedPolytope& a, HullFeature start_a, const PosedPolytope& b, HullFeature start_b) {
  return Clipper(a, start_a, b, start_b).run();
}

}  // namespace graze::study
