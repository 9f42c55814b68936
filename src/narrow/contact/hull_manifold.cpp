// Two convex bodies with facets. A normal is guessed: that of the last answer, the way between the centres; or found by
// the searches of convex/. The facets that look that way are tried first: where the overlap along the normal of one is
// hardly more than the least, the facet of the other body that looks against it is clipped to it. Else the nearest or
// deepest points of the search are the one contact.
//
// Whatever found a normal n, the overlap along it is known: supports are proven (convex/posed_polytope.h). Let r be the
// rounding of both bodies there, E = 4r. A clipped point is between corners of a facet of the other body, wherever
// rounding puts it between them, so that it is within r of that facet and its height over the first facet's plane is
// right to within E. The sides of the facet are planes along n through its edges. An edge of length l, with ends off by
// r, is turned by 2r / l at most: a point that is inside all sides as computed is within (1 + 4d / l) E of the facet,
// where d is how far the points are from the edges at most. That is the bound of points; facets with edges too short
// for it are left to the general way.
#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/depth.h"
#include "narrow/contact/manifold.h"
#include "narrow/contact/posed_facets.h"
#include "narrow/pair/convex_pair.h"

namespace graze {
namespace {

struct Overlap {
  double value;  // not below the overlap along the normal, by less than 2r
  std::uint32_t top_a, bottom_b;
  double top, bottom;  // of a and of b along the normal, outward
};

class Finder {
 public:
  Finder(const FacetedBody& a, const FacetedBody& b, double tolerance, Manifold& manifold)
      : a_(a),
        b_(b),
        tolerance_(tolerance),
        rounding_(4 * (a.posed.rounding() + b.posed.rounding())),
        size_(a.posed.size() + b.posed.size()),
        m_(manifold) {}

  double rounding() const { return rounding_; }
  double size() const { return size_; }

  Overlap overlap(Vec3 n, std::uint32_t from_a, std::uint32_t from_b) const {
    const PosedPolytope::Support top = a_.posed.support(n, from_a), bottom = b_.posed.support(-n, from_b);
    return {top.upper + bottom.upper, top.vertex, bottom.vertex, top.upper, -bottom.upper};
  }

  enum class Tried : std::uint8_t { nothing, apart, found, proven };

  // The facet of a or b that looks along n (from a to b): is its overlap at most `most`, and what is on it?
  Tried try_facet(bool on_a, Vec3 n, const Overlap& along, double most, Vec3& taken) {
    const FacetedBody &own = on_a ? a_ : b_, &other = on_a ? b_ : a_;
    Vec3 out;
    const std::uint32_t facet = own.facet_along(on_a ? along.top_a : along.bottom_b, on_a ? n : -n, out);
    const Vec3 normal = on_a ? out : -out;
    const Overlap here = overlap(normal, along.top_a, along.bottom_b);
    if (-here.value > tolerance_) {
      taken = normal;
      return Tried::apart;
    }
    if (!(here.value <= most)) return Tried::nothing;
    Vec3 against;
    const std::uint32_t incident = other.facet_along(on_a ? here.bottom_b : here.top_a, -out, against);
    const Tried tried = clip(on_a, facet, out, incident);
    // A facet that is not the best may miss what is deepest.
    double deepest = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < m_.count; ++i) deepest = std::max(deepest, m_.points[std::size_t(i)].depth);
    if (tried == Tried::nothing || deepest < here.value - (1e-9 * size_ + tolerance_)) return Tried::nothing;
    taken = m_.normal = normal;
    return tried;
  }

  // Is neither body inside the other? Each must reach farther than the other somewhere.
  bool stick_out(Vec3 n, const Overlap& along) const {
    const double more = rounding_ - tolerance_;
    bool a_out = a_.posed.support(-n, 0).upper > -along.bottom + more;
    bool b_out = b_.posed.support(n, 0).upper > along.top + more;
    for (int k = 0; k < 6 && !(a_out && b_out); ++k) {
      Vec3 way;
      way[k / 2] = k % 2 == 0 ? 1 : -1;
      const double of_a = a_.posed.support(way, 0).upper, of_b = b_.posed.support(way, 0).upper;
      a_out = a_out || of_a > of_b + more;
      b_out = b_out || of_b > of_a + more;
    }
    return a_out && b_out;
  }

  // One contact, of the points that a search found.
  void single(Vec3 n, Vec3 on_a, Vec3 on_b, double lower, double upper, const ConvexFeature& a,
              const ConvexFeature& b) {
    const double depth = 0.5 * (lower + upper);
    const double slip = std::max(length(on_b - on_a) - std::fabs(depth), 0.0);
    m_.normal = n;
    m_.arbitrary = false;
    m_.bound = 0.5 * (upper - lower) + rounding_;
    m_.point_bound = (upper - lower) + 0.5 * slip + rounding_;
    m_.count = 1;
    m_.points[0] = {on_a * 0.5 + on_b * 0.5, depth, 0, 0, a_.feature_of(a), b_.feature_of(b)};
  }

 private:
  struct ClipPoint {
    Vec3 at;
    std::uint32_t edge;  // to the next: a half-edge of the incident facet, or, from `sides` on, of the reference
  };
  static constexpr std::uint32_t sides = std::uint32_t{1} << 31;

  // The facet of the one body is clipped to that of the other, whose plane has normal `out`. Heights are over its first
  // corner: the others are in one plane with it up to rounding.
  Tried clip(bool on_a, std::uint32_t facet, Vec3 out, std::uint32_t incident) {
    const FacetedBody &own = on_a ? a_ : b_, &other = on_a ? b_ : a_;
    const Polytope &p = own.polytope(), &q = other.polytope();
    const std::uint32_t begin = p.facet_start[facet], end = p.facet_start[facet + 1];
    const std::uint32_t from = q.facet_start[incident], to = q.facet_start[incident + 1];
    if (end - begin + (to - from) > Manifold::most - 2) return Tried::nothing;
    ClipPoint buffer[2][Manifold::most + 1];
    ClipPoint* in = buffer[0];
    ClipPoint* next = buffer[1];
    int count = 0;
    const Vec3 origin = own.posed.vertex(p.loop[begin]);
    for (std::uint32_t h = from; h < to; ++h) in[count++] = {other.posed.vertex(q.loop[h]) - origin, h};
    const double sense = own.posed.sense();
    Vec3 corner = {}, first_edge = {};
    double shortest = std::numeric_limits<double>::infinity();
    for (std::uint32_t h = begin; h < end && count > 0; ++h) {
      const Vec3 other_end = h + 1 == end ? Vec3{} : own.posed.vertex(p.loop[h + 1]) - origin;
      const Vec3 along = other_end - corner;
      if (h == begin) first_edge = along;
      const Vec3 side = cross(along, out) * sense;
      const double limit = dot(side, corner), square = dot(along, along);
      shortest = std::min(shortest, square);
      corner = other_end;
      // Flush sides count as inside.
      const double grown = limit + rounding_ * std::sqrt(square);
      double over[Manifold::most + 1];
      bool cut = false;
      for (int i = 0; i < count; ++i) {
        over[i] = dot(side, in[i].at) - grown;
        cut = cut || over[i] > 0;
      }
      if (!cut) continue;
      int made = 0, last = count - 1;
      for (int i = 0; i < count; last = i++) {
        if ((over[last] <= 0) != (over[i] <= 0)) {
          const double part = over[last] / (over[last] - over[i]);
          next[made++] = {in[last].at + (in[i].at - in[last].at) * part, over[last] <= 0 ? sides + h : in[last].edge};
        }
        if (over[i] <= 0) next[made++] = in[i];
      }
      std::swap(in, next);
      count = made;
    }
    shortest = std::sqrt(shortest);
    m_.bound = 2 * rounding_;
    m_.point_bound = (2 + 4 * size_ / shortest) * rounding_;
    if (!(m_.point_bound <= 1e-10 * size_ + 64 * rounding_)) return Tried::nothing;
    const Vec3 x = first_edge * (1 / length(first_edge)), y = cross(out, x);
    bool witness = false;
    m_.count = 0;
    m_.arbitrary = false;
    for (int i = 0; i < count; ++i) {
      const double height = dot(out, in[i].at);
      if (height > tolerance_ + rounding_) continue;
      witness = witness || height <= tolerance_ - 2 * m_.point_bound;
      ManifoldPoint& point = m_.points[std::size_t(m_.count)];
      point.x = dot(x, in[i].at);
      point.y = dot(y, in[i].at);
      bool twice = false;
      for (int l = 0; l < m_.count; ++l)
        twice = twice ||
                std::fabs(m_.points[std::size_t(l)].x - point.x) + std::fabs(m_.points[std::size_t(l)].y - point.y) <=
                    4 * rounding_;
      if (twice) continue;
      point.depth = -height;
      point.point = (in[i].at + origin) - out * (0.5 * height);
      name(on_a, facet, incident, in[i == 0 ? count - 1 : i - 1].edge, in[i].edge, point);
      ++m_.count;
    }
    return m_.count == 0 ? Tried::nothing : witness ? Tried::proven : Tried::found;
  }

  // A corner of the clipped polygon, by the edges before and after it.
  void name(bool on_a, std::uint32_t facet, std::uint32_t incident, std::uint32_t before, std::uint32_t after,
            ManifoldPoint& point) const {
    const FacetedBody &own = on_a ? a_ : b_, &other = on_a ? b_ : a_;
    Feature of_own, of_other;
    if (before < sides && after < sides) {
      of_own = own.facet_feature(facet);
      of_other = other.corner_feature(other.polytope().loop[after]);
    } else if (before >= sides && after >= sides) {
      // The corner that the two sides have in common: the start of the later one.
      const std::uint32_t h = before - sides, g = after - sides, start = own.polytope().facet_start[facet];
      const std::uint32_t later = std::min(h, g) == start && std::max(h, g) != start + 1 ? start : std::max(h, g);
      of_own = own.corner_feature(own.polytope().loop[later]);
      of_other = other.facet_feature(incident);
    } else {
      of_own = own.edge_feature((before >= sides ? before : after) - sides);
      of_other = other.edge_feature(before >= sides ? after : before);
    }
    point.feature_a = on_a ? of_own : of_other;
    point.feature_b = on_a ? of_other : of_own;
  }

  const FacetedBody &a_, &b_;
  const double tolerance_, rounding_, size_;
  Manifold& m_;
};

// The radius of a ball in the body is not below a small part of this, but for rounding.
double thickness_of(const FacetedBody& hull) {
  const ShapeData& shape = hull.shape;
  const Vec3& half = shape.bounds.hi;
  const double local = shape.form == ShapeForm::box ? std::min({half.x, half.y, half.z}) : shape.thickness;
  const Mat3& m = hull.pose.linear;
  return local * std::min({length(m.c0), length(m.c1), length(m.c2)});
}

}  // namespace

Verdict hull_manifold(const Body& body_a, const Body& body_b, double tolerance, Vec3& normal, Manifold& m) {
  if (!has_facets(body_a) || !has_facets(body_b) || !(tolerance < 0x1p100)) return Verdict::undecided;
  const FacetedBody a(body_a), b(body_b);
  if (!a.posed.in_range() || !b.posed.in_range()) return Verdict::undecided;
  Finder finder(a, b, tolerance, m);
  using Tried = Finder::Tried;
  if (!(finder.size() > 0x1p-100 && finder.size() < 0x1p100 && finder.rounding() < 1e-9 * finder.size()))
    return Verdict::undecided;
  const double hardly = 1e-9 * finder.size();
  const double bias = hardly + std::min(tolerance, 0x1p-6 * std::min(thickness_of(a), thickness_of(b)));

  // Where facets that are guessed overlap by hardly anything, nothing can be much better.
  bool deep = false;
  Vec3 guess = normal == Vec3{} ? b.posed.centre() - a.posed.centre() : normal;
  if (const double size = length(guess); size > 0x1p-20 * finder.size()) {
    guess = guess * (1 / size);
    const Overlap along = finder.overlap(guess, 0, 0);
    if (-along.value > tolerance) {
      normal = guess;
      return Verdict::none;
    }
    deep = along.value > 0x1p-4 * finder.size();
    for (int k = 0; k < 2 && !deep; ++k) {
      const Tried tried = finder.try_facet(k == 0, guess, along, bias, normal);
      if (tried == Tried::apart) return Verdict::none;
      if (tried == Tried::proven && finder.stick_out(m.normal, finder.overlap(m.normal, along.top_a, along.bottom_b)))
        return Verdict::contacts;
    }
  }

  SupportBody set_a, set_b;
  if (make_support(body_a, set_a) != Status::ok || make_support(body_b, set_b) != Status::ok) return Verdict::undecided;
  ConvexDistanceSettings settings;
  settings.max = tolerance;
  // Bodies that look deep in each other mostly are.
  ConvexDepth depth;
  if (deep) depth = convex_depth(set_a.set, set_b.set);
  ConvexDistance gap;
  gap.relation = Relation::meet;
  if (depth.relation != Relation::meet) gap = convex_distance(set_a.set, set_b.set, settings);
  if (gap.relation == Relation::separate) {
    normal = gap.normal;
    if (gap.beyond || gap.lower > tolerance) return Verdict::none;
    if (!(gap.upper <= tolerance)) return Verdict::undecided;
    const Overlap along = finder.overlap(gap.normal, 0, 0);
    for (const bool on_a : {true, false}) {
      const Tried tried = finder.try_facet(on_a, gap.normal, along, hardly - gap.lower, normal);
      if (tried == Tried::proven || tried == Tried::found) return Verdict::contacts;
    }
    normal = gap.normal;
    finder.single(gap.normal, gap.point_a, gap.point_b, -gap.upper, -gap.lower, gap.feature_a, gap.feature_b);
    return Verdict::contacts;
  }
  if (!deep) depth = convex_depth(set_a.set, set_b.set);
  if (depth.relation != Relation::meet || !depth.converged || !(depth.upper - depth.lower <= 1e-8 * finder.size()))
    return Verdict::undecided;
  const Overlap along = finder.overlap(depth.normal, 0, 0);
  const Verdict verdict = finder.stick_out(depth.normal, along) ? Verdict::contacts : Verdict::surfaces;
  for (const bool on_a : {true, false}) {
    const Tried tried = finder.try_facet(on_a, depth.normal, along, depth.lower + bias, normal);
    if (tried == Tried::proven || tried == Tried::found) return verdict;
  }
  normal = depth.normal;
  // The search may prove the depth before its points are across from each other along the normal. The bodies touch once
  // they are moved apart by the depth: where they do is where the points are.
  if (length(depth.point_b - depth.point_a) - depth.lower > 1e-8 * finder.size()) {
    const Vec3 way = depth.normal * depth.upper;
    Support moved = set_a.set;
    moved.pose.translation = moved.pose.translation - way;
    const ConvexDistance at = convex_distance(moved, set_b.set);
    if (at.upper <= 1e-8 * finder.size()) {
      depth.point_a = at.point_a + way;
      depth.point_b = at.point_b;
      depth.feature_a = at.feature_a;
      depth.feature_b = at.feature_b;
    }
  }
  finder.single(depth.normal, depth.point_a, depth.point_b, depth.lower, depth.upper, depth.feature_a, depth.feature_b);
  return verdict;
}

}  // namespace graze
