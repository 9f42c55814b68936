// The same two bounds as in closest_rounded.cpp, with e = 2^-102 in place of u: corners relative to the origin are
// exact here (two_sum), so the errors are smaller than there, below 36 e M each; 64 e M is taken, which also covers
// underflow: squared lengths below 2^-800 are not used, and sizes are above 2^-60.
//
// What is gained is the direction of the lower bound. The difference of the closest points is off by about e M, so it
// turns by e M / d and costs e M^2 / d: no more than the distance d itself or 2^-51 M. Between two insides of edges,
// and for a face, the cross product is the direction; its error does not depend on the distance.
#include "narrow/triangle/closest_refined.h"

#include <algorithm>
#include <cmath>

#include "base/work.h"

namespace graze {
namespace {

constexpr double refined_error = 64 * 0x1p-102;
constexpr double least_square = 0x1p-800;

DoubleDouble3 operator+(const DoubleDouble3& a, const DoubleDouble3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
DoubleDouble3 operator-(const DoubleDouble3& a, const DoubleDouble3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
DoubleDouble3 operator*(const DoubleDouble3& a, const DoubleDouble& s) { return {a.x * s, a.y * s, a.z * s}; }
DoubleDouble dot(const DoubleDouble3& a, const DoubleDouble3& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
DoubleDouble3 cross(const DoubleDouble3& a, const DoubleDouble3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

DoubleDouble quotient(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.hi / b.hi;
  const DoubleDouble rest = a - b * DoubleDouble{first, 0};
  const double second = rest.hi / b.hi;
  const DoubleDouble last = rest - b * DoubleDouble{second, 0};
  const DoubleDouble sum = two_sum(first, second);
  return two_sum(sum.hi, sum.lo + last.hi / b.hi);
}

// One Newton step from the root in double doubles its digits.
DoubleDouble root(const DoubleDouble& a) {
  const double first = std::sqrt(a.hi);
  const DoubleDouble rest = a - DoubleDouble{first, 0} * DoubleDouble{first, 0};
  const double second = rest.hi / (2 * first);
  const DoubleDouble sum = two_sum(first, second);
  const DoubleDouble last = a - sum * sum;
  return two_sum(sum.hi, sum.lo + last.hi / (2 * first));
}

DoubleDouble clamp01(const DoubleDouble& x) {
  if (less(x, {0, 0})) return {0, 0};
  return less({1, 0}, x) ? DoubleDouble{1, 0} : x;
}
bool inside01(const DoubleDouble& x) { return less({0, 0}, x) && less(x, {1, 0}); }

Vec3 rounded(const DoubleDouble3& a) { return {a.x.hi, a.y.hi, a.z.hi}; }
DoubleDouble3 doubled_difference(Vec3 p, Vec3 q) {
  return {two_sum(p.x, -q.x), two_sum(p.y, -q.y), two_sum(p.z, -q.z)};
}

TriangleFeature edge_feature(int edge, const DoubleDouble& share) {
  using Kind = TriangleFeature::Kind;
  if (!less({0, 0}, share)) return {Kind::vertex, std::uint8_t(edge)};
  if (!less(share, {1, 0})) return {Kind::vertex, std::uint8_t(edge == 2 ? 0 : edge + 1)};
  return {Kind::edge, std::uint8_t(edge)};
}

class Search {
 public:
  Search(const Triangle& a, const Triangle& b, const RoundedClosest& guess) : slack_(refined_error * guess.size) {
    const Vec3 corners[6] = {a.a, a.b, a.c, b.a, b.b, b.c};
    for (int k = 0; k < 3; ++k) {
      a_[k] = doubled_difference(corners[k], guess.origin);
      b_[k] = doubled_difference(corners[k + 3], guess.origin);
    }
    best_.lower = {-1, 0};
  }

  const RefinedClosest& best() const { return best_; }
  double gap() const { return best_.found ? (best_.upper - best_.lower).hi : std::numeric_limits<double>::infinity(); }

  void edges(int i, int j) {
    const DoubleDouble3 &p = a_[i], &q = b_[j];
    const DoubleDouble3 u = a_[i == 2 ? 0 : i + 1] - p, v = b_[j == 2 ? 0 : j + 1] - q, w = q - p;
    const DoubleDouble3 n = cross(u, v);
    const DoubleDouble square = dot(n, n);
    if (square.hi > least_square) {
      const DoubleDouble s = quotient(dot(n, cross(w, v)), square), t = quotient(dot(n, cross(w, u)), square);
      if (inside01(s) && inside01(t)) {
        offer(p + u * s, q + v * t, edge_feature(i, s), edge_feature(j, t));
        part(n);
        return;
      }
    }
    // An end takes part: the ends against the other edge.
    const DoubleDouble uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
    const bool length_u = uu.hi > least_square, length_v = vv.hi > least_square;
    DoubleDouble best_s{0, 0}, best_t{0, 0}, least;
    DoubleDouble3 best_r;
    bool any = false;
    const auto consider = [&](const DoubleDouble& s, const DoubleDouble& t) {
      const DoubleDouble3 r = (q + v * t) - (p + u * s);
      const DoubleDouble square_r = dot(r, r);
      if (any && !less(square_r, least)) return;
      any = true;
      least = square_r;
      best_r = r;
      best_s = s;
      best_t = t;
    };
    for (const double end : {0.0, 1.0}) {
      const DoubleDouble at{end, 0};
      consider(at, length_v ? clamp01(quotient(at * uv - vw, vv)) : DoubleDouble{0, 0});
      consider(length_u ? clamp01(quotient(uw + at * uv, uu)) : DoubleDouble{0, 0}, at);
    }
    offer(p + u * best_s, q + v * best_t, edge_feature(i, best_s), edge_feature(j, best_t));
    part(best_r);
  }

  void corner_and_face(bool corner_of_b, int corner) {
    const DoubleDouble3* face = corner_of_b ? a_ : b_;
    const DoubleDouble3& p = corner_of_b ? b_[corner] : a_[corner];
    const DoubleDouble3 u = face[1] - face[0], v = face[2] - face[0], w = p - face[0], n = cross(u, v);
    const DoubleDouble square = dot(n, n);
    if (!(square.hi > least_square)) return;
    part(n);
    const DoubleDouble s = quotient(dot(n, cross(w, v)), square), t = quotient(dot(n, cross(u, w)), square);
    if (!(inside01(s) && inside01(t) && inside01(s + t))) return;
    const DoubleDouble3 foot = face[0] + (u * s + v * t);
    const TriangleFeature whole{TriangleFeature::Kind::face, 0};
    const TriangleFeature one{TriangleFeature::Kind::vertex, std::uint8_t(corner)};
    if (corner_of_b) {
      offer(foot, p, whole, one);
    } else {
      offer(p, foot, one, whole);
    }
  }

 private:
  // Two points of the triangles.
  void offer(const DoubleDouble3& p, const DoubleDouble3& q, TriangleFeature feature_a, TriangleFeature feature_b) {
    const DoubleDouble3 r = q - p;
    const DoubleDouble square = dot(r, r);
    if (!(square.hi > least_square)) return;
    const DoubleDouble distance = root(square);
    if (best_.found && !less(distance, best_.distance)) return;
    best_.found = true;
    best_.distance = distance;
    best_.upper = distance + DoubleDouble{slack_, 0};
    best_.point_a = rounded(p);
    best_.point_b = rounded(q);
    best_.direction = rounded(r);
    best_.feature_a = feature_a;
    best_.feature_b = feature_b;
  }

  // How far apart the triangles are along n, which way round they may be.
  void part(const DoubleDouble3& n) {
    const DoubleDouble square = dot(n, n);
    if (!(square.hi > least_square)) return;
    DoubleDouble a[3], b[3];
    for (int k = 0; k < 3; ++k) {
      a[k] = dot(n, a_[k]);
      b[k] = dot(n, b_[k]);
    }
    const auto [low_a, high_a] = std::minmax({a[0], a[1], a[2]}, less);
    const auto [low_b, high_b] = std::minmax({b[0], b[1], b[2]}, less);
    const DoubleDouble forth = low_b - high_a, back = low_a - high_b;
    const DoubleDouble lower = quotient(less(forth, back) ? back : forth, root(square)) - DoubleDouble{slack_, 0};
    if (less(best_.lower, lower)) best_.lower = lower;
  }

  DoubleDouble3 a_[3], b_[3];
  double slack_;
  RefinedClosest best_;
};

}  // namespace

RefinedClosest refine_closest(const Triangle& a, const Triangle& b, const RoundedClosest& guess, double gap,
                              const DoubleDouble* limit) noexcept {
  work::charge(256);
  Search search(a, b, guess);
  // Squares in double are off by some u M^2, more where edges are all but parallel.
  const FeatureSquares& squares = guess.squares;
  const double near = std::sqrt(squares.square[squares.least]) + 0x1p-30 * guess.size;
  double square[FeatureSquares::count];
  std::copy(squares.square, squares.square + FeatureSquares::count, square);
  for (;;) {
    const int next = int(std::min_element(square, square + FeatureSquares::count) - square);
    if (!(square[next] <= near * near)) break;
    square[next] = std::numeric_limits<double>::infinity();
    const FeaturePair pair = FeaturePair::at(next);
    if (pair.kind == FeaturePair::Kind::edges) {
      search.edges(pair.i, pair.j);
    } else {
      search.corner_and_face(pair.kind == FeaturePair::Kind::corner_of_b, pair.i);
    }
    if (search.gap() <= gap) break;
    if (limit != nullptr && search.best().found &&
        (less(*limit, search.best().lower) || !less(*limit, search.best().upper)))
      break;
  }
  return search.best();
}

}  // namespace graze
