// The search of gjk.h without rounding. Points of the difference are exact differences w = b - a of posed doubles; the
// direction d is a polynomial of them: w itself, n = e x f of a triangle, w (e.e) - e (e.w) of an edge, of degree 3 at
// most. So every sign has at most degree 6, which is what a Dyadic holds.
//
// A face of the simplex is the nearest when the origin projects into it and no other corner is on the origin's side of
// the plane through that projection, across d. The faces are tried by dimension; the conditions leave no other, also
// for degenerate simplices: a least face that holds the nearest point is affinely independent. When none fits, the
// tetrahedron holds the origin.
#include "convex/exact_gjk.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "math/dyadic3.h"
#include "math/exact.h"

namespace graze {
namespace {

struct Corner {
  std::uint32_t a = 0, b = 0;
  Dyadic3 w;
};

// The nearest face: its corners come first in the list.
struct Face {
  std::array<Corner, 4> corner;
  int size = 0;
  Dyadic3 direction;
  Dyadic weight[3], whole;           // of the nearest point: weight / whole of each corner
  Dyadic square_top, square_bottom;  // the squared distance
};

bool zero(const Dyadic3& v) noexcept { return v.x.sign() == 0 && v.y.sign() == 0 && v.z.sign() == 0; }

// d to doubles, the sum of their magnitudes about 1.
Vec3 rounded(const Dyadic3& d) noexcept {
  const auto magnitude = [](const Dyadic& x) { return x.sign() < 0 ? -x : x; };
  const Dyadic sum = magnitude(d.x) + magnitude(d.y) + magnitude(d.z);
  return {quotient(d.x, sum), quotient(d.y, sum), quotient(d.z, sum)};
}

// The first of the points farthest along d. Doubles leave the few that may be; their errors are at most 8 units of
// the sum of magnitudes, for the rounding of d, the differences, the products and the sums.
std::uint32_t farthest(const Support& support, const Dyadic3& d) noexcept {
  const Vec3 direction = rounded(d), first = support.posed_point(0);
  const auto value = [&](std::uint32_t i, double& error) {
    const Vec3 p = support.posed_point(i) - first;
    error = 8 * 0x1p-53 * dot(abs(direction), abs(p)) + 1e-300;
    return dot(direction, p);
  };
  double best = -std::numeric_limits<double>::infinity(), error = 0;
  for (std::uint32_t i = 0; i < support.count; ++i) {
    const double low = value(i, error) - error;
    if (low > best) best = low;
  }
  std::uint32_t found = support.count;
  for (std::uint32_t i = 0; i < support.count; ++i) {
    const double along = value(i, error);
    if (along + error < best) continue;
    if (found == support.count) {
      found = i;
      continue;
    }
    const Vec3 p = support.posed_point(i), q = support.posed_point(found);
    if (p == q) continue;
    if (dot(d, exact_difference(p, q)).sign() > 0) found = i;
  }
  return found;
}

Corner corner(const Support& a, const Support& b, std::uint32_t index_a, std::uint32_t index_b) noexcept {
  return {index_a, index_b, exact_difference(b.posed_point(index_b), a.posed_point(index_a))};
}
Corner support_corner(const Support& a, const Support& b, const Dyadic3& d) noexcept {
  return corner(a, b, farthest(a, d), farthest(b, {-d.x, -d.y, -d.z}));
}

enum class Fit : std::uint8_t { no, nearest, holds_origin };

bool none_nearer(const Face& face, int from, const Dyadic3& d) noexcept {
  for (int i = from; i < face.size; ++i)
    if (dot(d, face.corner[std::size_t(i)].w - face.corner[0].w).sign() < 0) return false;
  return true;
}

// Of a list of corners the first `count` are tried as the nearest face.
Fit fit(Face& face, int count) noexcept {
  const Dyadic3& w = face.corner[0].w;
  if (count == 1) {
    if (zero(w)) return Fit::holds_origin;
    if (!none_nearer(face, 1, w)) return Fit::no;
    face.direction = w;
    face.weight[0] = face.whole = face.square_bottom = Dyadic(1);
    face.square_top = dot(w, w);
    return Fit::nearest;
  }
  const Dyadic3 e = face.corner[1].w - w;
  if (count == 2) {
    const Dyadic share = -dot(w, e), square = dot(e, e);
    if (share.sign() < 0 || (square - share).sign() < 0 || square.sign() == 0) return Fit::no;
    const Dyadic3 d = w * square + e * share;
    if (zero(d)) return Fit::holds_origin;
    if (!none_nearer(face, 2, d)) return Fit::no;
    const Dyadic3 k = cross(e, w);
    face.direction = d;
    face.weight[0] = square - share;
    face.weight[1] = share;
    face.whole = face.square_bottom = square;
    face.square_top = dot(k, k);
    return Fit::nearest;
  }
  const Dyadic3 f = face.corner[2].w - w, n = cross(e, f);
  if (zero(n)) return Fit::no;
  const Dyadic on_e = dot(n, cross(f, w)), on_f = dot(n, cross(w, e)), square = dot(n, n);
  const Dyadic on_w = square - on_e - on_f;
  if (on_e.sign() < 0 || on_f.sign() < 0 || on_w.sign() < 0) return Fit::no;
  const Dyadic height = dot(n, w);
  if (height.sign() == 0) return Fit::holds_origin;
  const Dyadic3 d = height.sign() > 0 ? n : Dyadic3{-n.x, -n.y, -n.z};
  if (!none_nearer(face, 3, d)) return Fit::no;
  face.direction = d;
  face.weight[0] = on_w;
  face.weight[1] = on_e;
  face.weight[2] = on_f;
  face.whole = face.square_bottom = square;
  face.square_top = height * height;
  return Fit::nearest;
}

// The new corner is first; the nearest face has it. False when the simplex holds the origin.
bool reduce(Face& face) noexcept {
  const auto attempt = [&](int count) {
    const Fit found = fit(face, count);
    if (found == Fit::nearest) face.size = count;
    return found;
  };
  Fit found = attempt(1);
  const int size = face.size;
  for (int i = 1; i < size && found == Fit::no; ++i) {
    std::swap(face.corner[1], face.corner[std::size_t(i)]);
    found = attempt(2);
  }
  // Two of the others at a time: turned round, each pair of three comes up.
  const int pairs = size == 4 ? 3 : size == 3 ? 1 : 0;
  for (int i = 0; i < pairs && found == Fit::no; ++i) {
    if (size == 4) {
      const Corner last = face.corner[3];
      face.corner[3] = face.corner[2];
      face.corner[2] = face.corner[1];
      face.corner[1] = last;
    }
    found = attempt(3);
  }
  return found == Fit::nearest;
}

// A few units in the last place around the root, or all that can be said near the ends of the doubles.
void bracket_root(const Dyadic& top, const Dyadic& bottom, double& lower, double& upper) noexcept {
  const double square = quotient(top, bottom), root = std::sqrt(square);
  lower = square > 1e-290 ? root * (1 - 4 * 0x1p-53) : 0;
  upper = square > 1e-290 ? root * (1 + 4 * 0x1p-53) : 1e-144;
  if (!(root <= std::numeric_limits<double>::max())) lower = std::sqrt(std::numeric_limits<double>::max());
}

}  // namespace

ExactGjk exact_gjk(const Support& a, const Support& b, Vec3 start) noexcept {
  count_exact();
  ExactGjk answer;
  Face face;
  const Dyadic3 first{Dyadic(start.x), Dyadic(start.y), Dyadic(start.z)};
  face.corner[0] = zero(first) ? corner(a, b, 0, 0) : support_corner(a, b, first);
  face.size = 1;
  // Without rounding each face is strictly nearer to the origin than the one before, so that none returns, and there
  // are finitely many; the start is the last direction of a search in double, which leaves a few steps.
  while (reduce(face)) {
    Corner next = support_corner(a, b, face.direction);
    if (dot(face.direction, next.w - face.corner[0].w).sign() >= 0) {
      bracket_root(face.square_top, face.square_bottom, answer.lower, answer.upper);
      const Dyadic radius = Dyadic(a.radius) + Dyadic(b.radius);
      answer.meet = (face.square_top - radius * radius * face.square_bottom).sign() <= 0;
      const Vec3 direction = rounded(face.direction);
      answer.normal = direction * (1 / length(direction));
      answer.count = std::uint32_t(face.size);
      for (std::size_t i = 0; i < answer.count; ++i) {
        const double weight = quotient(face.weight[i], face.whole);
        answer.index_a[i] = face.corner[i].a;
        answer.index_b[i] = face.corner[i].b;
        answer.point_a = answer.point_a + a.posed_point(face.corner[i].a) * weight;
        answer.point_b = answer.point_b + b.posed_point(face.corner[i].b) * weight;
      }
      return answer;
    }
    for (int i = face.size; i > 0; --i) face.corner[std::size_t(i)] = face.corner[std::size_t(i) - 1];
    face.corner[0] = next;
    ++face.size;
  }
  answer.meet = answer.cores_meet = true;
  return answer;
}

}  // namespace graze
