// The first contact of two sets of triangles, one of which translates or rotates, by rational arithmetic.
//
// A rotation goes in arcs of the quaternion (1, r u) with the axis u as given: (1 + r^2 u.u) R x is a quadratic in r,
// and so are all points when the others are scaled by the same factor, which changes nothing about who touches whom.
// Each arc begins where the last ended, exactly. Times are found from r with 256 bits.
#pragma once

#include <gmpxx.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "narrow/triangle/triangle_distance.h"
#include "tests/oracle/ccd_oracle.h"

namespace graze::oracle {

inline constexpr unsigned long float_bits = 256;
using Float = mpf_class;

// For x >= 0, to about 2^-240.
inline Float arc_tangent(Float x) {
  int halvings = 0;
  for (; x > 1e-6; ++halvings) x = x / (1 + sqrt(Float(1 + x * x, float_bits)));
  const Float square(x * x, float_bits);
  Float sum(0, float_bits), power(x, float_bits);
  for (int k = 1; k < 26; k += 2) {
    sum += (k % 4 == 1 ? power : -power) / k;
    power *= square;
  }
  for (; halvings > 0; --halvings) sum *= 2;
  return sum;
}
inline Float to_float(const Rational& value) { return Float(value, float_bits); }

using MovedPoint = std::array<Rational, 3>;
inline MovedPoint rational(Vec3 p) { return {exact(p.x), exact(p.y), exact(p.z)}; }

// A set of triangles by what can touch: corners, edges, faces.
struct Features {
  std::vector<MovedPoint> points;
  std::vector<std::array<std::size_t, 2>> edges;
  std::vector<std::array<std::size_t, 3>> faces;

  explicit Features(const std::vector<Triangle>& triangles) {
    std::set<std::pair<std::size_t, std::size_t>> seen;
    std::vector<Vec3> known;
    const auto index = [&](Vec3 p) {
      for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i] == p) return i;
      known.push_back(p);
      points.push_back(rational(p));
      return known.size() - 1;
    };
    for (const Triangle& t : triangles) {
      const std::array<std::size_t, 3> corner{index(t.a), index(t.b), index(t.c)};
      faces.push_back(corner);
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t p = corner[i], q = corner[(i + 1) % 3];
        if (seen.insert({std::min(p, q), std::max(p, q)}).second) edges.push_back({p, q});
      }
    }
  }
};

struct MoveTruth {
  bool hit = false;
  Float lo{0, float_bits}, hi{0, float_bits};  // of the first contact, as a fraction of the motion
};

class MoveOracle {
 public:
  MoveOracle(const std::vector<Triangle>& moving, const std::vector<Triangle>& fixed)
      : moving_(moving), fixed_(fixed) {}

  MoveTruth translated(Vec3 by) const {
    std::vector<CcdOracle::PointPath> paths;
    for (const MovedPoint& p : moving_.points) {
      CcdOracle::PointPath path;
      for (std::size_t k = 0; k < 3; ++k) path[k] = line(p[k], exact(by[static_cast<int>(k)]));
      paths.push_back(path);
    }
    std::vector<CcdOracle::PointPath> fixed;
    for (const MovedPoint& p : fixed_.points) fixed.push_back({line(p[0], 0), line(p[1], 0), line(p[2], 0)});
    const CcdAnswer first = first_of(paths, fixed, {Rational(1)});
    MoveTruth truth;
    truth.hit = first.hit;
    truth.lo = to_float(first.lo);
    truth.hi = to_float(first.hi);
    return truth;
  }

  // Contact after the end of the angle counts as none. The angle is not 0.
  MoveTruth rotated(Vec3 origin, Vec3 axis, double angle) const {
    MovedPoint u = rational(axis);
    if (angle < 0)
      for (Rational& x : u) x = -x;
    const MovedPoint o = rational(origin);
    const Rational square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    const Float length = sqrt(to_float(square));
    const Float whole(std::fabs(angle), float_bits);
    // About a right angle.
    const Rational step(std::ldexp(std::round(std::ldexp(1 / std::sqrt(square.get_d()), 8)), -8));
    std::vector<MovedPoint> points = moving_.points;
    Float done(0, float_bits);
    MoveTruth truth;
    for (int arc = 0; arc < 5 && done < whole; ++arc) {
      std::vector<CcdOracle::PointPath> paths, fixed;
      const Polynomial weight = trimmed({Rational(1), Rational(0), square * step * step});
      for (MovedPoint& p : points) {
        const CcdOracle::PointPath path = turned(p, o, u, square, step);
        paths.push_back(path);
        for (std::size_t k = 0; k < 3; ++k) p[k] = at(path[k], 1) / at(weight, 1);
      }
      for (const MovedPoint& q : fixed_.points)
        fixed.push_back({weight * Polynomial{q[0]}, weight * Polynomial{q[1]}, weight * Polynomial{q[2]}});
      for (CcdOracle::PointPath& path : fixed)
        for (Polynomial& p : path) trim(p);
      const CcdAnswer first = first_of(paths, fixed, weight);
      if (first.hit) {
        const Rational lo = std::max(first.lo, Rational(0));
        truth.lo = (done + 2 * arc_tangent(to_float(lo * step) * length)) / whole;
        truth.hi = (done + 2 * arc_tangent(to_float(first.hi * step) * length)) / whole;
        truth.hit = truth.lo <= 1;
        return truth;
      }
      done += 2 * arc_tangent(to_float(step) * length);
    }
    return truth;
  }

 private:
  static Polynomial trimmed(Polynomial p) {
    trim(p);
    return p;
  }
  static Polynomial line(const Rational& a, const Rational& b) { return trimmed({a, b}); }

  // (1 + s^2 u.u) (o + R (p - o)) for s = step r: R = ((1 - s^2 u.u) I + 2 s^2 u u^T + 2 s [u]x) / (1 + s^2 u.u).
  static CcdOracle::PointPath turned(const MovedPoint& p, const MovedPoint& o, const MovedPoint& u,
                                     const Rational& square, const Rational& step) {
    const MovedPoint x{p[0] - o[0], p[1] - o[1], p[2] - o[2]};
    const Rational along = u[0] * x[0] + u[1] * x[1] + u[2] * x[2];
    CcdOracle::PointPath path;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
      path[k] = trimmed({o[k] + x[k], 2 * step * (u[i] * x[j] - u[j] * x[i]),
                         step * step * (square * (o[k] - x[k]) + 2 * along * u[k])});
    }
    return path;
  }

  // A path in double, to see which features come near to each other at all.
  struct RoughPath {
    std::array<Vec3, 3> c;  // from the constant up

    Vec3 at(double r, double weight) const { return (c[0] + c[1] * r + c[2] * (r * r)) * (1 / weight); }
  };
  static RoughPath rough(const CcdOracle::PointPath& path) {
    RoughPath result;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < path[k].size(); ++i) result.c[i][static_cast<int>(k)] = path[k][i].get_d();
    return result;
  }

  struct Candidate {
    double time;
    bool edges;
    std::array<const CcdOracle::PointPath*, 4> points;
  };

  // Adds the times at which four points are nearly in one plane and the features within 1e-6 of each other.
  static void add_candidates(bool edges, const std::array<const CcdOracle::PointPath*, 4>& points,
                             const std::array<RoughPath, 4>& paths, double square, std::vector<Candidate>& found) {
    const auto at = [&](std::size_t i, double r) { return paths[i].at(r, 1 + square * r * r); };
    const auto volume = [&](double r) {
      const Vec3 p = at(0, r);
      return graze::dot(at(1, r) - p, graze::cross(at(2, r) - p, at(3, r) - p)) * (1 + square * r * r);
    };
    // A quadratic, by three of its values.
    const double v0 = volume(0), v1 = volume(0.5), v2 = volume(1);
    const double a = 2 * (v0 + v2) - 4 * v1, b = 4 * v1 - 3 * v0 - v2;
    const double size = std::fabs(v0) + std::fabs(v1) + std::fabs(v2);
    std::vector<double> times;
    const double under = b * b - 4 * a * v0;
    const double root = std::sqrt(std::max(0.0, under));
    if (under > -1e-8 * size * size) {
      const double q = -0.5 * (b + (b < 0 ? -root : root));
      if (q != 0) times.push_back(v0 / q);
      if (a != 0) times.push_back(q / a);
      if (a != 0) times.push_back(-b / (2 * a));
    }
    for (const double time : times) {
      if (!(time > -1e-6 && time < 1 + 1e-6)) continue;
      const std::array<Vec3, 4> p{at(0, time), at(1, time), at(2, time), at(3, time)};
      const double gap = edges ? triangle_distance({p[0], p[1], p[1]}, {p[2], p[3], p[3]}).distance
                               : triangle_distance({p[0], p[0], p[0]}, {p[1], p[2], p[3]}).distance;
      if (gap < 1e-6) found.push_back({time, edges, points});
    }
  }

  // The first time in [0, 1]. What a rotation keeps is a volume: with the weight that the paths have it is a quadratic
  // times the weight's square.
  CcdAnswer first_of(const std::vector<CcdOracle::PointPath>& a, const std::vector<CcdOracle::PointPath>& b,
                     const Polynomial& weight) const {
    const double square = weight.size() > 2 ? weight[2].get_d() : 0;
    std::vector<RoughPath> rough_a, rough_b;
    for (const CcdOracle::PointPath& path : a) rough_a.push_back(rough(path));
    for (const CcdOracle::PointPath& path : b) rough_b.push_back(rough(path));
    std::vector<Candidate> found;
    for (const auto& f : fixed_.faces)
      for (std::size_t i = 0; i < a.size(); ++i)
        add_candidates(false, {&a[i], &b[f[0]], &b[f[1]], &b[f[2]]},
                       {rough_a[i], rough_b[f[0]], rough_b[f[1]], rough_b[f[2]]}, square, found);
    for (const auto& f : moving_.faces)
      for (std::size_t i = 0; i < b.size(); ++i)
        add_candidates(false, {&b[i], &a[f[0]], &a[f[1]], &a[f[2]]},
                       {rough_b[i], rough_a[f[0]], rough_a[f[1]], rough_a[f[2]]}, square, found);
    for (const auto& e : moving_.edges)
      for (const auto& f : fixed_.edges)
        add_candidates(true, {&a[e[0]], &a[e[1]], &b[f[0]], &b[f[1]]},
                       {rough_a[e[0]], rough_a[e[1]], rough_b[f[0]], rough_b[f[1]]}, square, found);
    std::sort(found.begin(), found.end(), [](const Candidate& x, const Candidate& y) { return x.time < y.time; });
    CcdAnswer first;
    const Rational width(Rational(1) / (Integer(1) << 100));
    for (const Candidate& c : found) {
      if (first.hit && c.time > first.hi.get_d() + 1e-6) break;
      const CcdAnswer answer =
          CcdOracle(c.edges, {*c.points[0], *c.points[1], *c.points[2], *c.points[3]}, weight * weight)
              .answer(width, first.hit ? &first.hi : nullptr);
      if (answer.hit && (!first.hit || answer.hi < first.hi)) first = answer;
    }
    return first;
  }

  Features moving_, fixed_;
};

}  // namespace graze::oracle
