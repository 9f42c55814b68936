#include "narrow/depth/plane_between.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hull/polytope.h"
#include "math/dyadic3.h"
#include "math/exact.h"
#include "math/norms.h"

namespace graze {
namespace {

std::vector<Vec3> points_of(const Support& set) {
  std::vector<Vec3> points;
  points.reserve(set.count);
  for (std::uint32_t i = 0; i < set.count; ++i) points.push_back(set.posed_point(i));
  return points;
}

// The point that is farthest along n, exactly. Products and sums of double are off by less than 4 * 2^-53 of what is
// summed up.
Vec3 farthest(const std::vector<Vec3>& points, Vec3 n, const Dyadic3& exact_n) {
  Vec3 best = points[0];
  double height = dot(n, best);
  for (const Vec3 p : points) {
    const double other = dot(n, p), error = 0x1p-50 * (dot(abs(n), abs(p)) + dot(abs(n), abs(best)));
    if (other < height - error) continue;
    if (other > height + error || dot(exact_n, exact_difference(p, best)).sign() > 0) {
      best = p;
      height = other;
    }
  }
  return best;
}

struct Edge {
  Vec3 from, to;
};
struct Facet {
  Vec3 a, b, c;
};
// What of a hull may touch a plane.
struct Features {
  int dimension = 0;
  std::vector<Vec3> points;
  std::vector<Edge> edges;
  std::vector<Facet> facets;
};

// `towards` leads to the other body, and `from` is how far along it a corner must be to count.
Features features(const std::vector<Vec3>& points, Vec3 towards, double from) {
  Features result;
  result.points = points;
  const Polytope hull = convex_hull(points);
  result.dimension = hull.dimension;
  const auto counts = [&](std::uint32_t corner) { return dot(towards, hull.vertices[corner]) >= from; };
  for (std::uint32_t v = 0; v + 1 < hull.neighbour_start.size(); ++v)
    for (std::uint32_t k = hull.neighbour_start[v]; k < hull.neighbour_start[v + 1]; ++k) {
      const std::uint32_t w = hull.neighbours[k];
      if (v < w && (counts(v) || counts(w))) result.edges.push_back({hull.vertices[v], hull.vertices[w]});
    }
  if (hull.dimension < 2) return result;
  for (std::uint32_t f = 0; f + 1 < hull.facet_start.size(); ++f) {
    const std::uint32_t first = hull.facet_start[f];
    const std::uint32_t *corner = hull.loop.data() + first, *end = hull.loop.data() + hull.facet_start[f + 1];
    if (std::any_of(corner, end, counts))
      result.facets.push_back({hull.vertices[corner[0]], hull.vertices[corner[1]], hull.vertices[corner[2]]});
  }
  return result;
}

// Are all points of a not above, and all of b not below, the plane through p across n = u x v? Exactly.
bool parts(const Features& a, const Features& b, Vec3 p, const Edge& u, const Edge& v) {
  const Vec3 n = cross(u.to - u.from, v.to - v.from);
  const double length_n = length(n);
  // What is far on the wrong side needs no exact look.
  const auto wrong = [&](Vec3 q, double sign) {
    const Vec3 d = q - p;
    const double error =
        0x1p-40 * (length(u.to - u.from) * length(v.to - v.from) + length_n) * (largest(q) + largest(p));
    return sign * dot(n, d) > error;
  };
  for (const Vec3 q : a.points)
    if (wrong(q, 1)) return false;
  for (const Vec3 q : b.points)
    if (wrong(q, -1)) return false;
  const Dyadic3 exact_n = cross(exact_difference(u.to, u.from), exact_difference(v.to, v.from));
  if (exact_n.x.sign() == 0 && exact_n.y.sign() == 0 && exact_n.z.sign() == 0) return false;
  for (const Vec3 q : a.points)
    if (dot(exact_n, exact_difference(q, p)).sign() > 0) return false;
  for (const Vec3 q : b.points)
    if (dot(exact_n, exact_difference(q, p)).sign() < 0) return false;
  return true;
}

bool facet_parts(const Features& a, const Features& b) {
  for (const Facet& f : a.facets)
    if (parts(a, b, f.a, {f.a, f.b}, {f.a, f.c})) return true;
  return false;
}

}  // namespace

bool plane_across(const Support& a, const Support& b, Vec3 direction) {
  if (!a.of_points() || !b.of_points()) return false;
  const double size = largest(direction);
  if (!(size > 0) || !(size < 0x1p300)) return false;
  Vec3 n = direction;
  for (int k = 0; k < 3; ++k)
    if (std::fabs(n[k]) < size * 0x1p-100) n[k] = 0;
  const std::vector<Vec3> points_a = points_of(a), points_b = points_of(b);
  for (const std::vector<Vec3>* points : {&points_a, &points_b})
    for (const Vec3 p : *points)
      if (!(largest(p) < 0x1p300)) return false;
  count_exact();
  const Dyadic3 exact_n = exact_vector(n), back = exact_vector(-n);
  const Dyadic gap = dot(exact_n, exact_difference(farthest(points_b, -n, back), farthest(points_a, n, exact_n)));
  if (gap.sign() < 0) return false;
  if (a.radius == 0 && b.radius == 0) return true;
  const Dyadic radii = Dyadic(a.radius) + Dyadic(b.radius);
  return (gap * gap - radii * radii * dot(exact_n, exact_n)).sign() >= 0;
}

double overlap_along(const Support& a, const Support& b, Vec3 normal) {
  const Dyadic3 n = exact_vector(normal);
  const Vec3 top = farthest(points_of(a), normal, n), bottom = farthest(points_of(b), -normal, exact_vector(-normal));
  return quotient(dot(n, exact_difference(top, bottom)), Dyadic(1.0)) + (a.radius + b.radius);
}

bool plane_between(const Support& a, const Support& b, Vec3 near, double deepest) {
  if (!a.of_points() || !b.of_points() || a.radius > 0 || b.radius > 0) return false;
  const std::vector<Vec3> points_a = points_of(a), points_b = points_of(b);
  const auto top = [](const std::vector<Vec3>& points, Vec3 n) {
    double most = dot(n, points[0]);
    for (const Vec3 p : points) most = std::max(most, dot(n, p));
    return most;
  };
  const Features of_a = features(points_a, near, top(points_a, near) - deepest);
  const Features of_b = features(points_b, -near, top(points_b, -near) - deepest);
  if (of_a.dimension + of_b.dimension < 3) return true;
  count_exact();
  if (facet_parts(of_a, of_b) || facet_parts(of_b, of_a)) return true;
  for (const Edge& e : of_a.edges)
    for (const Edge& f : of_b.edges)
      if (parts(of_a, of_b, e.from, e, f) || parts(of_a, of_b, e.from, f, e)) return true;
  return false;
}

}  // namespace graze
