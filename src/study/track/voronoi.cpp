// Why the walk ends. A step goes to a pair of features only if its (distance, sum of dimensions), as computed, is
// below that of the pair before, in that order: no pair comes twice. Distances alone would not do: parallel edges and
// faces have features at the same distance. What rounding makes of the tests can so cost a step, or end the walk early;
// then the proof fails and the status says so.
//
// One case is not a descent. A vertex of one body over the inside of a facet of the other, but below its plane, is at a
// minimum that is only local: the way to the facet leads through the body. The walk then starts anew from the facet
// that the vertex is highest above, a few times at most; if it is above none, it is inside.
//
// The proof is apart from the walk: a direction and the supports of both bodies along it give the lower end.
#include "study/track/voronoi.h"

#include <cmath>
#include <optional>
#include <utility>

#include "convex/gap_along.h"

namespace graze::study {
namespace {

constexpr std::uint32_t most_escapes = 4;
constexpr double narrow_enough = 1e-10;
constexpr double unit = 0x1p-53;

bool precedes(const HullPair& p, const HullPair& q) {
  if (p.distance_sq != q.distance_sq) return p.distance_sq < q.distance_sq;
  return dimension(p.a) + dimension(p.b) < dimension(q.a) + dimension(q.b);
}

// The edge of vertex `v` that runs most towards a point, if one does.
std::optional<HullFeature> edge_towards(const PosedPolytope& p, std::uint32_t v, Vec3 point) {
  const Polytope& polytope = p.polytope();
  const Mat3& linear = p.pose().linear;
  const Vec3 world = point - p.vertex(v);
  const Vec3 local{dot(linear.c0, world), dot(linear.c1, world), dot(linear.c2, world)};
  double best = 0;
  std::optional<HullFeature> edge;
  for (std::uint32_t i = polytope.neighbour_start[v]; i < polytope.neighbour_start[v + 1]; ++i) {
    const double value = dot(local, polytope.vertices[polytope.neighbours[i]] - polytope.vertices[v]);
    if (!(value > best)) continue;
    best = value;
    edge = HullFeature{HullFeature::Kind::edge, polytope.dimension == 1 ? 0 : polytope.outgoing[i]};
  }
  return edge;
}

// The facet at an edge over which the point is, beyond the edge.
std::optional<HullFeature> facet_towards(const PosedPolytope& p, std::uint32_t edge, Vec3 point) {
  const Polytope& polytope = p.polytope();
  if (polytope.dimension < 2) return std::nullopt;
  const Vec3 from = p.vertex(p.from(edge)), along = p.vertex(p.to(edge)) - from;
  double best = 0, best_height = 0;
  std::optional<HullFeature> facet;
  for (const std::uint32_t h : {edge, polytope.twin[edge]}) {
    const Vec3 normal = p.normal(polytope.facet[h]);
    const Vec3 inward = cross(normal, along) * (h == edge ? p.sense() : -p.sense());
    const double width = length(inward), value = dot(inward, point - from), height = dot(normal, point - from);
    if (!(value > 0)) continue;
    if (facet && !(value / width > best || (value / width == best && height > best_height))) continue;
    best = value / width;
    best_height = height;
    facet = HullFeature{HullFeature::Kind::facet, polytope.facet[h]};
  }
  return facet;
}

std::optional<HullFeature> violated(const PosedPolytope& p, HullFeature feature, Vec3 point) {
  switch (feature.kind) {
    case HullFeature::Kind::vertex:
      return edge_towards(p, feature.index, point);
    case HullFeature::Kind::edge:
      return facet_towards(p, feature.index, point);
    case HullFeature::Kind::facet:
      break;
  }
  return std::nullopt;
}

Vec3 first_corner(const PosedPolytope& p, std::uint32_t facet) {
  return p.vertex(p.polytope().loop[p.polytope().facet_start[facet]]);
}

// A vertex below the plane of the other's facet.
bool below(const HullPair& pair) {
  return (pair.a.kind == HullFeature::Kind::facet || pair.b.kind == HullFeature::Kind::facet) &&
         dot(pair.axis, pair.point_b - pair.point_a) < 0;
}

// The facet that the point is highest above, if it is above one.
std::optional<HullFeature> facet_below(const PosedPolytope& p, Vec3 point) {
  std::optional<HullFeature> best;
  double highest = 0;
  for (std::uint32_t f = 0; f < p.polytope().facet_count(); ++f) {
    const Vec3 normal = p.normal(f);
    const double height = dot(normal, point - first_corner(p, f)) / length(normal);
    if (!(height > highest)) continue;
    highest = height;
    best = HullFeature{HullFeature::Kind::facet, f};
  }
  return best;
}

// A vertex of the feature.
std::uint32_t some_vertex(const PosedPolytope& p, HullFeature feature) {
  switch (feature.kind) {
    case HullFeature::Kind::vertex:
      return feature.index;
    case HullFeature::Kind::edge:
      return p.from(feature.index);
    case HullFeature::Kind::facet:
      return p.polytope().loop[p.polytope().facet_start[feature.index]];
  }
  return 0;
}

bool belongs(const PosedPolytope& p, HullFeature feature) {
  switch (feature.kind) {
    case HullFeature::Kind::vertex:
      return feature.index < p.polytope().vertices.size();
    case HullFeature::Kind::edge:
      return p.polytope().dimension == 1 ? feature.index == 0 : feature.index < p.polytope().loop.size();
    case HullFeature::Kind::facet:
      return feature.index < p.polytope().facet_count();
  }
  return false;
}

class Walk {
 public:
  Walk(const PosedPolytope& a, const PosedPolytope& b, std::uint32_t most_steps)
      : a_(a), b_(b), most_steps_(most_steps) {}

  TrackResult run(TrackCache* cache) {
    if (!a_.in_range() || !b_.in_range()) {
      result_.upper = HUGE_VAL;
      return result_;
    }
    HullPair pair = start(cache);
    while (step(pair)) {
    }
    result_.a = pair.a;
    result_.b = pair.b;
    result_.point_a = pair.point_a;
    result_.point_b = pair.point_b;
    result_.upper = length(pair.point_b - pair.point_a) * (1 + 8 * unit) + a_.rounding() + b_.rounding();
    if (!met_) prove(pair);
    if (cache != nullptr) *cache = {true, pair.a, pair.b};
    return result_;
  }

 private:
  HullPair start(const TrackCache* cache) {
    HullFeature a, b;
    if (cache != nullptr && cache->valid && belongs(a_, cache->a) && belongs(b_, cache->b) &&
        dimension(cache->a) + dimension(cache->b) < 4) {
      a = cache->a;
      b = cache->b;
    } else if (Vec3 direction = b_.centre() - a_.centre(); unit_scaled(direction)) {
      a.index = a_.support(direction, 0).vertex;
      b.index = b_.support(-direction, 0).vertex;
    }
    return closest(a_, a, b_, b);
  }

  // False at the end of the walk.
  bool step(HullPair& pair) {
    if (pair.distance_sq == 0) {
      met_ = true;
      result_.status = TrackStatus::meeting;
      return false;
    }
    if (result_.steps >= most_steps_) return false;
    if (below(pair)) return escape(pair);
    return step_from(pair, false) || step_from(pair, true);
  }

  // A step from the feature of one body. Where the feature that seems best brings no progress, because rounding or a
  // sliver misled the test, each of the others is tried.
  bool step_from(HullPair& pair, bool of_b) {
    const PosedPolytope& body = of_b ? b_ : a_;
    const HullFeature from = of_b ? pair.b : pair.a;
    const auto attempt = [&](HullFeature feature) {
      return go(pair, of_b ? closest(a_, pair.a, b_, feature) : closest(a_, feature, b_, pair.b));
    };
    const auto best = violated(body, from, of_b ? pair.point_a : pair.point_b);
    if (!best) return false;
    if (attempt(*best)) return true;
    alternative_ = of_b ? closest(a_, pair.a, b_, *best) : closest(a_, *best, b_, pair.b);
    const Polytope& polytope = body.polytope();
    if (polytope.dimension < 2) return false;
    if (from.kind == HullFeature::Kind::edge)
      return attempt({HullFeature::Kind::facet, polytope.facet[from.index]}) ||
             attempt({HullFeature::Kind::facet, polytope.facet[polytope.twin[from.index]]});
    for (std::uint32_t i = polytope.neighbour_start[from.index]; i < polytope.neighbour_start[from.index + 1]; ++i)
      if (attempt({HullFeature::Kind::edge, polytope.outgoing[i]})) return true;
    return false;
  }

  bool go(HullPair& pair, const HullPair& next) {
    if (!precedes(next, pair)) return false;
    ++result_.steps;
    pair = next;
    return true;
  }

  // The pair is a facet of one body and a vertex of the other.
  bool escape(HullPair& pair) {
    const bool of_a = pair.a.kind == HullFeature::Kind::facet;
    const auto facet = of_a ? facet_below(a_, pair.point_b) : facet_below(b_, pair.point_a);
    if (!facet) {
      met_ = true;
      result_.status = TrackStatus::meeting;
      return false;
    }
    if (++result_.escapes > most_escapes) return false;
    ++result_.steps;
    pair = of_a ? closest(a_, *facet, b_, pair.b) : closest(a_, pair.a, b_, *facet);
    return true;
  }

  // A vertex, and a point on its edge so close to it that the distance in double is the same: the axis of the second is
  // square to the edge and can prove more.
  void prove(const HullPair& pair) {
    prove_along(pair, pair.axis);
    if (result_.status != TrackStatus::separate && alternative_) prove_along(pair, alternative_->axis);
  }

  void prove_along(const HullPair& pair, Vec3 direction) {
    if (!unit_scaled(direction)) return;
    const GapAlong gap = gap_along(a_, b_, direction, some_vertex(a_, pair.a), some_vertex(b_, pair.b));
    result_.climbed += gap.top_a.climbed + gap.bottom_b.climbed;
    if (result_.normal == Vec3{} || gap.lower > result_.lower) result_.normal = direction * (1 / length(direction));
    if (!(gap.lower > result_.lower)) return;
    result_.lower = gap.lower;
    if (result_.upper - gap.lower <= narrow_enough * (a_.size() + b_.size())) result_.status = TrackStatus::separate;
  }

  const PosedPolytope& a_;
  const PosedPolytope& b_;
  const std::uint32_t most_steps_;
  TrackResult result_;
  std::optional<HullPair> alternative_;  // features that were no step down, but as near
  bool met_ = false;
};

// An order of posed polytopes, so that a query and its mirror image do the same arithmetic.
bool before(const PosedPolytope& a, const PosedPolytope& b) {
  const auto compare = [](Vec3 p, Vec3 q) {
    return p.x != q.x   ? (p.x < q.x ? -1 : 1)
           : p.y != q.y ? (p.y < q.y ? -1 : 1)
           : p.z != q.z ? (p.z < q.z ? -1 : 1)
                        : 0;
  };
  const Pose &p = a.pose(), &q = b.pose();
  if (const int order = compare(p.translation, q.translation); order != 0) return order < 0;
  for (int column = 0; column < 3; ++column)
    if (const int order = compare(p.linear[column], q.linear[column]); order != 0) return order < 0;
  const auto &v = a.polytope().vertices, &w = b.polytope().vertices;
  if (v.size() != w.size()) return v.size() < w.size();
  for (std::size_t i = 0; i < v.size(); ++i)
    if (const int order = compare(v[i], w[i]); order != 0) return order < 0;
  return false;
}

}  // namespace

TrackResult track(const PosedPolytope& a, const PosedPolytope& b, TrackCache* cache,
                  std::uint32_t most_steps) noexcept {
  if (!before(b, a)) return Walk(a, b, most_steps).run(cache);
  if (cache != nullptr) std::swap(cache->a, cache->b);
  TrackResult result = Walk(b, a, most_steps).run(cache);
  if (cache != nullptr) std::swap(cache->a, cache->b);
  std::swap(result.a, result.b);
  std::swap(result.point_a, result.point_b);
  result.normal = -result.normal;
  return result;
}

}  // namespace graze::study
