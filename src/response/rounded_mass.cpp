// The polytope, a prism on each face, a sector of a cylinder at each edge, a part of a ball at each corner. Their
// integrals are closed forms of the angles of edges and of faces: a corner has the solid angle 2 pi less the angles of
// the faces there, and the rest of it follows from the divergence theorem.
#include "response/rounded_mass.h"

#include <cmath>

#include "math/constants.h"
#include "motion/turn.h"

namespace graze {
namespace {

// From 0 to pi, of a sine that is not negative and a cosine, both times the same.
double angle_from(double sine, double cosine) {
  const double size = std::sqrt(sine * sine + cosine * cosine);
  if (!(size > 0)) return 0;
  if (cosine < 0) return pi - angle_from(sine, -cosine);
  if (sine > cosine) return 0.5 * pi - angle_from(cosine, sine);
  const double s = sine / size, c = cosine / size;
  double angle = s * (1 + s * s / 6);
  for (int i = 0; i < 3; ++i) {  // Newton's method, which is cubic here
    const Turn turn = turn_by(angle);
    angle += s * (1 - turn.versine) - c * turn.sine;
  }
  return angle;
}

// Integrals of 1, x and x x^T.
struct Sums {
  double volume = 0;
  Vec3 first;
  double second[3][3] = {};

  void add(double weight, Vec3 p, Vec3 q) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) second[i][j] += weight * (p[i] * q[j] + q[i] * p[j]) * 0.5;
  }
};

}  // namespace

MassProperties of_rounded(const Polytope& hull, const MassProperties& core, double radius) {
  const double r = radius, r2 = r * r / 2, r3 = r * r * r / 3, r4 = r * r * r * r / 4, r5 = r * r * r * r * r / 5;
  // From a point within, so that little cancels.
  Vec3 middle = core.centre;
  if (!(core.volume > 0)) {
    middle = {};
    for (const Vec3 v : hull.vertices) middle += v / double(hull.vertices.size());
  }
  const auto at = [&](std::uint32_t corner) { return hull.vertices[corner] - middle; };
  Sums sums;
  sums.volume = core.volume;
  const Mat3& inertia = core.inertia;
  const double trace = (inertia.c0.x + inertia.c1.y + inertia.c2.z) / 2;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sums.second[i][j] = (i == j ? trace : 0) - inertia.at(i, j);

  std::vector<Vec3> normals(hull.facet_count());
  std::vector<double> solid(hull.vertices.size(), 2 * pi);
  for (std::uint32_t f = 0; f < hull.facet_count(); ++f) {
    const std::uint32_t begin = hull.facet_start[f], end = hull.facet_start[f + 1];
    const Vec3 a = at(hull.loop[begin]);
    Vec3 area;
    for (std::uint32_t h = begin + 1; h + 1 < end; ++h) area += cross(at(hull.loop[h]) - a, at(hull.loop[h + 1]) - a);
    const Vec3 n = area / length(area);
    normals[f] = n;
    for (std::uint32_t h = begin + 1; h + 1 < end; ++h) {
      const Vec3 b = at(hull.loop[h]), c = at(hull.loop[h + 1]), sum = a + b + c;
      const double size = 0.5 * dot(n, cross(b - a, c - a));
      sums.volume += size * r;
      sums.first += sum * (size * r / 3) + n * (size * r2);
      for (const Vec3 p : {a, b, c, sum}) sums.add(size / 12 * r, p, p);
      sums.add(2 * size / 3 * r2, sum, n);
      sums.add(size * r3, n, n);
    }
    for (std::uint32_t h = begin; h < end; ++h) {
      const std::uint32_t before = h == begin ? end - 1 : h - 1, after = h + 1 == end ? begin : h + 1;
      const Vec3 here = at(hull.loop[h]), p = at(hull.loop[after]) - here, q = at(hull.loop[before]) - here;
      solid[hull.loop[h]] -= angle_from(length(cross(p, q)), dot(p, q));
    }
  }
  for (std::uint32_t h = 0; h < hull.loop.size(); ++h) {
    const std::uint32_t back = hull.twin[h];
    if (back < h) continue;
    const std::uint32_t from = hull.loop[h], to = hull.loop[back];
    const Vec3 a = at(from), along = at(to) - a, mid = a + along * 0.5;
    const double size = length(along);
    const Vec3 t = along / size, n1 = normals[hull.facet[h]], n2 = normals[hull.facet[back]], m = cross(t, n1);
    const double sine = std::max(dot(t, cross(n1, n2)), 0.0), cosine = dot(n1, n2), angle = angle_from(sine, cosine);
    // Over the arc from n1 to n2 about t: of w, and of w w^T.
    const Vec3 arc = cross(n2 - n1, t);
    const double twist = 0.5 * sine * cosine;
    sums.volume += size * r2 * angle;
    sums.first += mid * (size * r2 * angle) + arc * (size * r3);
    sums.add(size * r2 * angle, mid, mid);
    sums.add(size * size * size / 12 * r2 * angle, t, t);
    sums.add(2 * size * r3, mid, arc);
    sums.add(size * r4 * (0.5 * angle + twist), n1, n1);
    sums.add(size * r4 * (0.5 * angle - twist), m, m);
    sums.add(size * r4 * (sine * sine), n1, m);
    // Its two corners: the directions there are those that lead back along none of the edges.
    for (const auto& [corner, out] : {std::pair{from, t}, std::pair{to, -t}}) {
      const Vec3 v = at(corner);
      sums.first += out * (-0.5 * angle * r4);
      sums.add(-angle * r4, v, out);
      sums.add(-r5 / 3, out, arc);
    }
  }
  for (std::uint32_t i = 0; i < hull.vertices.size(); ++i) {
    const Vec3 v = at(i);
    sums.volume += solid[i] * r3;
    sums.first += v * (solid[i] * r3);
    sums.add(solid[i] * r3, v, v);
    for (int k = 0; k < 3; ++k) sums.second[k][k] += solid[i] / 3 * r5;
  }
  MassProperties result;
  result.volume = sums.volume;
  const Vec3 by = sums.first / sums.volume;
  result.centre = middle + by;
  sums.add(-sums.volume, by, by);
  const auto& s = sums.second;
  result.inertia = {{s[1][1] + s[2][2], -s[0][1], -s[0][2]},
                    {-s[0][1], s[2][2] + s[0][0], -s[1][2]},
                    {-s[0][2], -s[1][2], s[0][0] + s[1][1]}};
  return result;
}

}  // namespace graze
