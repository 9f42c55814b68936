// The parameters at which a line is in a set, as a union of pieces, each an interval that is given by linear
// inequalities and one quadratic one. Membership is exact at any fraction; a piece that holds anything holds one of a
// few fractions that are known beforehand. No root is ever computed.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "graze/query.h"
#include "math/ray_base.h"
#include "tests/oracle/binary.h"

namespace graze::oracle {

class LinePiece {
 public:
  // p + t q <= 0.
  void keep(const Binary& p, const Binary& q) { linear_.push_back({p, q}); }
  // a t^2 + 2 b t + c <= 0; with the linear ones what is left must be one interval.
  void keep(Binary a, Binary b, Binary c) {
    a_ = std::move(a);
    b_ = std::move(b);
    c_ = std::move(c);
    quadratic_ = true;
  }

  // 1 inside, 0 where an inequality is an equality, -1 outside.
  int where(const BinaryFraction& t) const {
    int least = 1;
    for (const auto& [p, q] : linear_) least = std::min(least, -sgn(p * t.d + q * t.n));
    if (quadratic_ && least >= 0) {
      const Binary twice = b_ + b_;
      least = std::min(least, -sgn(a_ * t.n * t.n + twice * t.n * t.d + c_ * t.d * t.d));
    }
    return least;
  }

  // Is what is infinitely near to t inside: after it (way 1) or before it (-1)?
  bool beside(const BinaryFraction& t, int way) const {
    for (const auto& [p, q] : linear_) {
      const int value = sgn(p * t.d + q * t.n);
      if (value > 0 || (value == 0 && sgn(q) * way > 0)) return false;
    }
    if (!quadratic_) return true;
    const Binary half_slope = a_ * t.n + b_ * t.d;
    const int value = sgn((half_slope + b_ * t.d) * t.n + c_ * t.d * t.d), slope = sgn(half_slope) * way;
    return value < 0 || (value == 0 && (slope < 0 || (slope == 0 && sgn(a_) <= 0)));
  }

  // A member, if there is any: the quadratic is least at its vertex, or at an end of what the linear ones leave.
  std::optional<BinaryFraction> member() const {
    std::vector<BinaryFraction> candidates{{}};
    if (quadratic_ && sgn(a_) != 0) candidates.push_back(fraction(-b_, a_));
    for (const auto& [p, q] : linear_)
      if (sgn(q) != 0) candidates.push_back(fraction(-p, q));
    for (const BinaryFraction& t : candidates)
      if (where(t) >= 0) return t;
    return std::nullopt;
  }

 private:
  std::vector<std::pair<Binary, Binary>> linear_;
  Binary a_, b_, c_;
  bool quadratic_ = false;
};

using LineSet = std::vector<LinePiece>;

inline int where(const LineSet& set, const BinaryFraction& t) {
  int most = -1;
  for (const LinePiece& piece : set) {
    most = std::max(most, piece.where(t));
    if (most == 1) break;
  }
  return most;
}

inline bool beside(const LineSet& set, const BinaryFraction& t, int way) {
  return std::any_of(set.begin(), set.end(), [&](const LinePiece& piece) { return piece.beside(t, way); });
}

struct ExactLine {
  Binary3 origin, direction;
  explicit ExactLine(const Ray& ray) : origin(ray.origin), direction(Binary3(ray.direction) - Binary3(base_of(ray))) {}
};

// All within r of the segment from p to q: two balls and the cylinder between them.
inline void add_swept(LineSet& set, const ExactLine& line, Vec3 p, Vec3 q, double r) {
  const Binary square = Binary(r) * Binary(r);
  const Binary3 d = line.direction, m = line.origin - Binary3(p), n = line.origin - Binary3(q);
  for (const Binary3& from : {m, n}) {
    LinePiece ball;
    ball.keep(dot(d, d), dot(d, from), dot(from, from) - square);
    set.push_back(ball);
  }
  const Binary3 v = Binary3(q) - Binary3(p), dxv = cross(d, v), mxv = cross(m, v);
  const Binary vv = dot(v, v);
  if (sgn(vv) == 0) return;
  LinePiece between;
  between.keep(-dot(m, v), -dot(d, v));
  between.keep(dot(n, v), dot(d, v));
  between.keep(dot(dxv, dxv), dot(dxv, mxv), dot(mxv, mxv) - square * vv);
  set.push_back(between);
}

// All within r of a triangle.
inline void add_padded(LineSet& set, const ExactLine& line, const Triangle& t, double r) {
  const Vec3 corner[3] = {t.a, t.b, t.c};
  for (int k = 0; k < 3; ++k) add_swept(set, line, corner[k], corner[(k + 1) % 3], r);
  const Binary3 n = cross(Binary3(t.b) - Binary3(t.a), Binary3(t.c) - Binary3(t.a));
  const Binary height = dot(n, line.origin - Binary3(t.a)), climb = dot(n, line.direction);
  if (sgn(dot(n, n)) == 0) return;
  LinePiece prism;
  for (int k = 0; k < 3; ++k) {
    const Binary3 inward = cross(n, Binary3(corner[(k + 1) % 3]) - Binary3(corner[k]));
    prism.keep(-dot(inward, line.origin - Binary3(corner[k])), -dot(inward, line.direction));
  }
  prism.keep(climb * climb, height * climb, height * height - Binary(r) * Binary(r) * dot(n, n));
  set.push_back(prism);
}

// The hull of points: of each plane through three of them that has all others on one side, that side. False, and
// nothing is added, when they have no volume.
inline bool add_hull(LineSet& set, const ExactLine& line, const std::vector<Vec3>& points) {
  LinePiece inside;
  bool any = false;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j)
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        const Binary3 at(points[i]), n = cross(Binary3(points[j]) - at, Binary3(points[k]) - at);
        bool above = false, below = false;
        for (const Vec3 p : points) {
          const int side = sgn(dot(n, Binary3(p) - at));
          above = above || side > 0;
          below = below || side < 0;
        }
        if (above == below) continue;
        any = true;
        const Binary height = dot(n, line.origin - at), climb = dot(n, line.direction);
        above ? inside.keep(-height, -climb) : inside.keep(height, climb);
      }
  if (any) set.push_back(inside);
  return any;
}

// The local line of a pose, times |det M|, which is `w`.
struct LocalLine {
  Binary3 p, d;
  Binary w;

  LocalLine(const ExactLine& line, const Pose& pose) {
    const Binary3 c0(pose.linear.c0), c1(pose.linear.c1), c2(pose.linear.c2);
    const Binary3 x = cross(c1, c2), y = cross(c2, c0), z = cross(c0, c1),
                  from = line.origin - Binary3(pose.translation);
    w = dot(c0, x);
    const Binary sign(sgn(w) < 0 ? -1.0 : 1.0);
    w = w * sign;
    p = Binary3{dot(x, from), dot(y, from), dot(z, from)} * sign;
    d = Binary3{dot(x, line.direction), dot(y, line.direction), dot(z, line.direction)} * sign;
  }
  // |z| <= half.
  void keep_between(LinePiece& piece, double half) const {
    const Binary end = Binary(half) * w;
    piece.keep(p.z - end, d.z);
    piece.keep(-p.z - end, -d.z);
  }
};

inline LineSet in_ellipsoid(const LocalLine& l, Vec3 radii) {
  const Binary a(radii.x), b(radii.y), c(radii.z);
  const Binary3 p{l.p.x * b * c, l.p.y * a * c, l.p.z * a * b}, d{l.d.x * b * c, l.d.y * a * c, l.d.z * a * b};
  const Binary one = a * b * c * l.w;
  LinePiece all;
  all.keep(dot(d, d), dot(p, d), dot(p, p) - one * one);
  return {all};
}

inline LineSet in_cylinder(const LocalLine& l, double radius, double half) {
  LinePiece all;
  const Binary r = Binary(radius) * l.w;
  l.keep_between(all, half);
  all.keep(l.d.x * l.d.x + l.d.y * l.d.y, l.p.x * l.d.x + l.p.y * l.d.y, l.p.x * l.p.x + l.p.y * l.p.y - r * r);
  return {all};
}

inline LineSet in_cone(const LocalLine& l, double radius, double half) {
  // 2 h |xy| <= r (h - z)
  const Binary h = Binary(half) + Binary(half), r(radius), below = Binary(half) * l.w - l.p.z, falls = -l.d.z;
  LinePiece all;
  l.keep_between(all, half);
  all.keep(h * h * (l.d.x * l.d.x + l.d.y * l.d.y) - r * r * falls * falls,
           h * h * (l.p.x * l.d.x + l.p.y * l.d.y) - r * r * below * falls,
           h * h * (l.p.x * l.p.x + l.p.y * l.p.y) - r * r * below * below);
  return {all};
}

inline LineSet in_capsule(const LocalLine& l, double radius, double half) {
  LineSet set = in_cylinder(l, radius, half);
  for (const double end : {-half, half}) {
    const Binary3 p{l.p.x, l.p.y, l.p.z - Binary(end) * l.w};
    const Binary r = Binary(radius) * l.w;
    LinePiece ball;
    ball.keep(dot(l.d, l.d), dot(p, l.d), dot(p, p) - r * r);
    set.push_back(ball);
  }
  return set;
}

// n.x <= offset, grown by a margin in the world.
inline LineSet in_halfspace(const ExactLine& line, const Pose& pose, Vec3 normal, double offset, double margin) {
  const LocalLine l(line, pose);
  const Binary height = dot(Binary3(normal), l.p) - Binary(offset) * l.w, climb = dot(Binary3(normal), l.d);
  LinePiece below, near;
  below.keep(height, climb);
  const Binary3 c0(pose.linear.c0), c1(pose.linear.c1), c2(pose.linear.c2);
  const Binary3 x = cross(c1, c2) * Binary(normal.x), y = cross(c2, c0) * Binary(normal.y),
                z = cross(c0, c1) * Binary(normal.z);
  const Binary3 n = x - (y * Binary(-1.0)) - (z * Binary(-1.0));
  near.keep(climb * climb, height * climb, height * height - Binary(margin) * Binary(margin) * dot(n, n));
  if (margin == 0) return {below};
  return {below, near};
}

}  // namespace graze::oracle
