// Two convex bodies with facets. A normal is guessed: that of the last answer, the way between the centres; or found by
// the searches of convex/. The facets that look that way are tried first: where the overlap along the normal of one is
// hardly more than the least, the facet of the other body that looks against it is clipped to it. Else the nearest or
// deepest points of the search are the one contact. With a cache the two edges of the last answer are tried, too, and
// the least overlap is often known from it (depth_memory.h), so that no search is needed.
//
// Whatever found a normal n, the overlap along it is known: supports are proven (convex/posed_polytope.h). Let r be the
// rounding of both bodies there, E = 4r. Corners are carried into a frame with its origin at a corner of the facet and
// the facet's normal as z, of perpendicular unit vectors to within 4u: that rounds a coordinate by at most 8u of the
// bodies' reach, less than r as a length. A clipped point is between corners of a facet of the other body, wherever
// rounding puts it between them, so that it is within 2r of that facet. The facet's own corners are off one plane by 2r
// at most, the origin by r: heights over it are right to within 5r, below 2E, which is their bound. The sides of the
// facet are planes along n through its edges. An edge of length l, with ends off by r, is turned by 4r / l at most: a
// point that is inside all sides as computed is within (1 + 4d / l) E of the facet, where d is how far the points are
// from the edges at most. That is the bound of points; facets with edges too short for it are left to the general way.
#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/depth.h"
#include "narrow/contact/depth_memory.h"
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

class HullFinder {
 public:
  HullFinder(const FacetedBody& a, const FacetedBody& b, double tolerance, Manifold& manifold)
      : a_(a),
        b_(b),
        tolerance_(tolerance),
        rounding_(4 * (a.posed.rounding() + b.posed.rounding())),
        size_(a.posed.size() + b.posed.size()),
        m_(manifold) {}

  double rounding() const { return rounding_; }
  double size() const { return size_; }

  // Nothing is known of what is farthest; or it is near two corners.
  Overlap overlap(Vec3 n) const {
    const PosedPolytope::Support top = a_.posed.support(n), bottom = b_.posed.support(-n);
    return {top.upper + bottom.upper, top.vertex, bottom.vertex, top.upper, -bottom.upper};
  }
  Overlap overlap(Vec3 n, std::uint32_t from_a, std::uint32_t from_b) const {
    const PosedPolytope::Support top = a_.posed.support(n, from_a), bottom = b_.posed.support(-n, from_b);
    return {top.upper + bottom.upper, top.vertex, bottom.vertex, top.upper, -bottom.upper};
  }

  enum class Tried : std::uint8_t { nothing, apart, found, proven };

  // The facet of a or b that looks along n (from a to b): is its overlap at most `most`, and what is on it?
  // `here` becomes the overlap along its normal.
  Tried try_facet(bool on_a, Vec3 n, const Overlap& along, double most, Vec3& taken, Overlap& here) {
    const FacetedBody &own = on_a ? a_ : b_, &other = on_a ? b_ : a_;
    Vec3 out;
    const std::uint32_t facet = own.facet_along(on_a ? along.top_a : along.bottom_b, on_a ? n : -n, out);
    const Vec3 normal = on_a ? out : -out;
    here = overlap(normal, along.top_a, along.bottom_b);
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

  // The edges of two half-edges, if the bodies touch across them: with an overlap of at most `deep`, or with a gap that
  // no other place has less of. `guess` is near the normal.
  Tried try_edges(std::uint32_t edge_a, std::uint32_t edge_b, Vec3 guess, double deep, Vec3& taken, Overlap& here) {
    const Polytope &p = a_.polytope(), &q = b_.polytope();
    if (edge_a >= p.loop.size() || edge_b >= q.loop.size()) return Tried::nothing;
    const std::uint32_t from_a = a_.posed.from(edge_a), to_a = a_.posed.to(edge_a);
    const std::uint32_t from_b = b_.posed.from(edge_b), to_b = b_.posed.to(edge_b);
    const Vec3 start_a = a_.posed.vertex(from_a), u = a_.posed.vertex(to_a) - start_a;
    const Vec3 start_b = b_.posed.vertex(from_b), v = b_.posed.vertex(to_b) - start_b;
    Vec3 n = cross(u, v);
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), square = dot(n, n);
    if (!(square > 1e-6 * (uu * vv))) return Tried::nothing;
    n = n * ((dot(n, guess) < 0 ? -1 : 1) / std::sqrt(square));
    here = overlap(n, from_a, from_b);
    if (-here.value > tolerance_) {
      taken = n;
      return Tried::apart;
    }
    const Vec3 between = start_b - start_a;
    const double on_u = dot(u, between), on_v = dot(v, between);
    const double along_a = (on_u * vv - on_v * uv) / square, along_b = (on_u * uv - on_v * uu) / square;
    if (!(along_a >= 0 && along_a <= 1 && along_b >= 0 && along_b <= 1)) return Tried::nothing;
    const Vec3 on_a = start_a + u * along_a, on_b = start_b + v * along_b, way = on_a - on_b;
    // Nothing reaches farther than the edges, and the way between them is along the normal.
    const double little = 1e-12 * size_ + rounding_, apart = length(way);
    if (!(here.value - dot(n, way) <= little && apart - std::fabs(here.value) <= little)) return Tried::nothing;
    if (!(here.value < 0 ? apart <= tolerance_ - rounding_ : here.value <= deep)) return Tried::nothing;
    taken = n;
    single(n, on_a, on_b, here.value - rounding_, here.value, {2, {from_a, to_a}}, {2, {from_b, to_b}});
    return Tried::proven;
  }

  // The same of the edges of the last answer, if it was one of two edges.
  Tried try_named(std::uint64_t name, Vec3 guess, double deep, Vec3& taken, Overlap& here) {
    const auto [of_a, of_b] = named(name);
    if (of_a.kind != Feature::Kind::edge || of_b.kind != Feature::Kind::edge) return Tried::nothing;
    return try_edges(a_.edge_named(of_a), b_.edge_named(of_b), guess, deep, taken, here);
  }

  // Is neither body inside the other? Each must reach farther than the other somewhere.
  bool stick_out(Vec3 n, const Overlap& along) const {
    const double more = rounding_ - tolerance_;
    bool a_out = a_.posed.support(-n).upper > -along.bottom + more;
    bool b_out = b_.posed.support(n).upper > along.top + more;
    for (int k = 0; k < 6 && !(a_out && b_out); ++k) {
      Vec3 way;
      way[k / 2] = k % 2 == 0 ? 1 : -1;
      const double of_a = a_.posed.support(way).upper, of_b = b_.posed.support(way).upper;
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
  // A polygon in the frame of a facet; z is the height over it. `edge` leads to the next corner: a half-edge of the
  // incident facet, or, from `sides` on, of the reference.
  struct Polygon {
    double x[Manifold::most + 1], y[Manifold::most + 1], z[Manifold::most + 1];
    std::uint32_t edge[Manifold::most + 1];
    int count = 0;

    void add(const Polygon& from, int i) {
      x[count] = from.x[i];
      y[count] = from.y[i];
      z[count] = from.z[i];
      edge[count++] = from.edge[i];
    }
    void add_between(const Polygon& from, int i, int j, double part, std::uint32_t to_next) {
      x[count] = from.x[i] + (from.x[j] - from.x[i]) * part;
      y[count] = from.y[i] + (from.y[j] - from.y[i]) * part;
      z[count] = from.z[i] + (from.z[j] - from.z[i]) * part;
      edge[count++] = to_next;
    }
  };
  static constexpr std::uint32_t sides = std::uint32_t{1} << 31;

  // What of a convex polygon is not over the side h, in its order: `over` says how far each corner is. Rounding may
  // make several pieces of it.
  static void cut(const Polygon& in, const double* over, std::uint32_t h, Polygon& out) {
    out.count = 0;
    int last = in.count - 1;
    for (int i = 0; i < in.count; last = i++) {
      if ((over[last] <= 0) != (over[i] <= 0))
        out.add_between(in, last, i, over[last] / (over[last] - over[i]), over[last] <= 0 ? sides + h : in.edge[last]);
      if (over[i] <= 0) out.add(in, i);
    }
  }

  // The facet of the one body is clipped to that of the other, whose plane has normal `out`. Heights are over its first
  // corner: the others are in one plane with it up to rounding.
  Tried clip(bool on_a, std::uint32_t facet, Vec3 out, std::uint32_t incident) {
    const FacetedBody &own = on_a ? a_ : b_, &other = on_a ? b_ : a_;
    const Polytope &p = own.polytope(), &q = other.polytope();
    const std::uint32_t begin = p.facet_start[facet], end = p.facet_start[facet + 1];
    const std::uint32_t from = q.facet_start[incident], to = q.facet_start[incident + 1];
    if (end - begin + (to - from) > Manifold::most - 2) return Tried::nothing;
    const Vec3 origin = own.posed.vertex(p.loop[begin]);
    Vec3 y = cross(out, own.posed.vertex(p.loop[begin + 1]) - origin);
    y = y * (1 / length(y));
    const Vec3 x = cross(y, out);
    Polygon one, two;
    Polygon *in = &one, *next = &two;
    for (std::uint32_t h = from; h < to; ++h) {
      const Vec3 at = other.posed.vertex(q.loop[h]) - origin;
      in->x[in->count] = dot(x, at);
      in->y[in->count] = dot(y, at);
      in->z[in->count] = dot(out, at);
      in->edge[in->count++] = h;
    }
    const double sense = own.posed.sense();
    double corner_x = 0, corner_y = 0, shortest = std::numeric_limits<double>::infinity();
    bool whole = true;
    for (std::uint32_t h = begin; h < end && in->count > 0; ++h) {
      const Vec3 other_end = h + 1 == end ? Vec3{} : own.posed.vertex(p.loop[h + 1]) - origin;
      const double end_x = dot(x, other_end), end_y = dot(y, other_end);
      const double side_x = sense * (end_y - corner_y), side_y = sense * (corner_x - end_x);
      const double square = side_x * side_x + side_y * side_y;
      shortest = std::min(shortest, square);
      // Flush sides count as inside.
      const double grown = (side_x * corner_x + side_y * corner_y) + rounding_ * std::sqrt(square);
      corner_x = end_x;
      corner_y = end_y;
      double over[Manifold::most + 1], most = -1;
      for (int i = 0; i < in->count; ++i) over[i] = (side_x * in->x[i] + side_y * in->y[i]) - grown;
      for (int i = 0; i < in->count; ++i) most = std::max(most, over[i]);
      if (!(most > 0)) continue;
      whole = false;
      cut(*in, over, h, *next);
      std::swap(in, next);
    }
    shortest = std::sqrt(shortest);
    m_.bound = 2 * rounding_;
    m_.point_bound = (2 + 4 * size_ / shortest) * rounding_;
    if (!(m_.point_bound <= 1e-10 * size_ + 64 * rounding_)) return Tried::nothing;
    bool witness = false;
    m_.count = 0;
    m_.arbitrary = false;
    for (int i = 0; i < in->count; ++i) {
      const double at_x = in->x[i], at_y = in->y[i], height = in->z[i];
      if (height > tolerance_ + rounding_) continue;
      witness = witness || height <= tolerance_ - 2 * m_.point_bound;
      bool twice = false;
      // Those that stay are written over those that are done with.
      for (int l = 0; l < m_.count && !whole; ++l)
        twice |= std::fabs(next->x[l] - at_x) + std::fabs(next->y[l] - at_y) <= 4 * rounding_;
      if (twice) continue;
      next->x[m_.count] = at_x;
      next->y[m_.count] = at_y;
      ManifoldPoint& point = m_.points[std::size_t(m_.count)];
      point.x = at_x;
      point.y = at_y;
      point.depth = -height;
      point.point = origin + ((x * at_x + y * at_y) + out * (0.5 * height));
      name(on_a, facet, incident, in->edge[i == 0 ? in->count - 1 : i - 1], in->edge[i], point);
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

Verdict hull_manifold(const Body& body_a, const Body& body_b, double tolerance, ContactCache* cache, Manifold& m) {
  if (!has_facets(body_a) || !has_facets(body_b) || !(tolerance < 0x1p100)) return Verdict::undecided;
  const FacetedBody a(body_a), b(body_b);
  if (!a.posed.in_range() || !b.posed.in_range()) return Verdict::undecided;
  HullFinder finder(a, b, tolerance, m);
  using Tried = HullFinder::Tried;
  if (!(finder.size() > 0x1p-100 && finder.size() < 0x1p100 && finder.rounding() < 1e-9 * finder.size()))
    return Verdict::undecided;
  const double hardly = 1e-9 * finder.size();
  const double bias = hardly + std::min(tolerance, 0x1p-6 * std::min(thickness_of(a), thickness_of(b)));
  Vec3 of_nobody;
  Vec3& normal = cache != nullptr ? cache->normal : of_nobody;
  const double known = cache != nullptr ? remembered_depth(a, b, *cache) : 0;
  const auto verdict_of = [&](const Overlap& along) {
    return finder.stick_out(m.normal, along) ? Verdict::contacts : Verdict::surfaces;
  };

  // Where facets that are guessed overlap by hardly anything, or hardly more than is known, nothing can be much better.
  bool overlap = false;
  Vec3 guess = normal == Vec3{} ? b.posed.centre() - a.posed.centre() : normal;
  if (const double size = length(guess); size > 0x1p-20 * finder.size()) {
    guess = guess * (1 / size);
    Overlap across{};
    const Tried last = cache != nullptr && cache->count == 1
                           ? finder.try_named(cache->points[0], guess, known > 0 ? known + bias : 0, normal, across)
                           : Tried::nothing;
    if (last == Tried::apart) return Verdict::none;
    if (last == Tried::proven) return across.value < 0 ? Verdict::contacts : verdict_of(across);
    const Overlap along = finder.overlap(guess);
    if (-along.value > tolerance) {
      normal = guess;
      return Verdict::none;
    }
    double least = along.value;
    for (int k = 0; k < 2 && least <= std::max(0x1p-4 * finder.size(), known + bias); ++k) {
      Overlap here{};
      const Tried tried = finder.try_facet(k == 0, guess, along, known + bias, normal, here);
      if (tried == Tried::apart) return Verdict::none;
      if (known > 0 && tried != Tried::nothing) return verdict_of(here);
      if (tried == Tried::proven && finder.stick_out(m.normal, here)) return Verdict::contacts;
      least = std::min(least, here.value);
    }
    overlap = least > 0;
  }

  SupportBody set_a, set_b;
  if (make_support(body_a, set_a) != Status::ok || make_support(body_b, set_b) != Status::ok) return Verdict::undecided;
  ConvexDistanceSettings settings;
  settings.max = tolerance;
  // Bodies that overlap along all that was tried mostly do.
  ConvexDepth depth;
  if (overlap) depth = convex_depth(set_a.set, set_b.set);
  ConvexDistance gap;
  gap.relation = Relation::meet;
  if (depth.relation != Relation::meet) gap = convex_distance(set_a.set, set_b.set, settings);
  if (gap.relation == Relation::separate) {
    normal = gap.normal;
    if (gap.beyond || gap.lower > tolerance) return Verdict::none;
    if (!(gap.upper <= tolerance)) return Verdict::undecided;
    const Overlap along = finder.overlap(gap.normal);
    for (const bool on_a : {true, false}) {
      Overlap here{};
      const Tried tried = finder.try_facet(on_a, gap.normal, along, hardly - gap.lower, normal, here);
      if (tried == Tried::proven || tried == Tried::found) return Verdict::contacts;
    }
    normal = gap.normal;
    finder.single(gap.normal, gap.point_a, gap.point_b, -gap.upper, -gap.lower, gap.feature_a, gap.feature_b);
    return Verdict::contacts;
  }
  if (!overlap) depth = convex_depth(set_a.set, set_b.set);
  if (depth.relation != Relation::meet || !depth.converged || !(depth.upper - depth.lower <= 1e-8 * finder.size()))
    return Verdict::undecided;
  if (cache != nullptr) remember_depth(a, b, depth.lower, *cache);
  const Overlap along = finder.overlap(depth.normal);
  const Verdict verdict = finder.stick_out(depth.normal, along) ? Verdict::contacts : Verdict::surfaces;
  for (const bool on_a : {true, false}) {
    Overlap here{};
    const Tried tried = finder.try_facet(on_a, depth.normal, along, depth.lower + bias, normal, here);
    if (tried == Tried::proven || tried == Tried::found) return verdict;
  }
  normal = depth.normal;
  // The search may prove the depth before its points are across from each other along the normal. Moved apart by
  // more than the depth the bodies are nearest where they would touch last: of two edges these places stay the same
  // however far they are moved along what is across both. How far the points are off is measured, not assumed.
  if (length(depth.point_b - depth.point_a) - depth.lower > 1e-8 * finder.size()) {
    const Vec3 way = depth.normal * (depth.upper + 1e-4 * finder.size());
    Support moved = set_a.set;
    moved.pose.translation = moved.pose.translation - way;
    ConvexCache start;
    start.axis = depth.normal;
    const ConvexDistance at = convex_distance(moved, set_b.set, {}, &start);
    const Vec3 on_a = at.point_a + way;
    if (at.relation == Relation::separate && length(at.point_b - on_a) < length(depth.point_b - depth.point_a)) {
      depth.point_a = on_a;
      depth.point_b = at.point_b;
      depth.feature_a = at.feature_a;
      depth.feature_b = at.feature_b;
    }
  }
  finder.single(depth.normal, depth.point_a, depth.point_b, depth.lower, depth.upper, depth.feature_a, depth.feature_b);
  return verdict;
}

}  // namespace graze
