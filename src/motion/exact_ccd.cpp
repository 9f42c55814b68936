#include "motion/exact_ccd.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "math/exact.h"
#include "motion/exact_hull.h"

namespace graze {
namespace {

// A difference of two of the points, linear in time.
template <class Number>
struct MovingVector {
  LinearInTime<Number> x[3];
};

template <class Number>
class StraightHull {
 public:
  using Polynomial = TimePolynomial<Number>;

  // The other points are those at time 1, or the ways there.
  StraightHull(CcdKind kind, const FourPoints& at_0, const FourPoints& other, bool ways) : kind_(kind) {
    const auto difference = [&](int p, int q) {
      MovingVector<Number> result;
      for (int k = 0; k < 3; ++k) {
        result.x[k].a = Number(at_0[p][k]) - Number(at_0[q][k]);
        result.x[k].b = Number(other[p][k]) - Number(other[q][k]);
        if (!ways) result.x[k].b = result.x[k].b - result.x[k].a;
      }
      return result;
    };
    if (kind == CcdKind::vertex_face) {
      for (int i = 0; i < 3; ++i) corner_[i] = difference(i + 1, 0);
    } else {
      corner_[0] = difference(0, 2);
      corner_[1] = difference(1, 2);
      corner_[2] = difference(1, 3);
      corner_[3] = difference(0, 3);
    }
  }

  // Of two edges the hull is a parallelogram.
  int edges() const { return kind_ == CcdKind::vertex_face ? 3 : 4; }

  Polynomial area(int edge, int k) const { return cross(from(edge), to(edge), k); }
  Polynomial product(int edge) const {
    Polynomial p;
    for (int k = 0; k < 3; ++k) add(p, from(edge).x[k], to(edge).x[k]);
    p.find_degree();
    return p;
  }
  // Three corners tell the plane of the parallelogram as well.
  Polynomial volume() const {
    Polynomial p;
    for (int k = 0; k < 3; ++k) {
      const Polynomial minor = cross(corner_[0], corner_[1], k);
      const LinearInTime<Number>& x = corner_[2].x[k];
      p.c[0] = p.c[0] + minor.c[0] * x.a;
      p.c[1] = p.c[1] + (minor.c[1] * x.a + minor.c[0] * x.b);
      p.c[2] = p.c[2] + (minor.c[2] * x.a + minor.c[1] * x.b);
      p.c[3] = p.c[3] + minor.c[2] * x.b;
    }
    p.find_degree();
    return p;
  }

 private:
  const MovingVector<Number>& from(int edge) const { return corner_[edge]; }
  const MovingVector<Number>& to(int edge) const { return corner_[edge + 1 == edges() ? 0 : edge + 1]; }

  static void add(Polynomial& p, const LinearInTime<Number>& u, const LinearInTime<Number>& v) {
    p.c[0] = p.c[0] + u.a * v.a;
    p.c[1] = p.c[1] + (u.a * v.b + u.b * v.a);
    p.c[2] = p.c[2] + u.b * v.b;
  }
  static Polynomial cross(const MovingVector<Number>& u, const MovingVector<Number>& v, int k) {
    const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
    Polynomial p;
    p.c[0] = u.x[i].a * v.x[j].a - u.x[j].a * v.x[i].a;
    p.c[1] = (u.x[i].a * v.x[j].b + u.x[i].b * v.x[j].a) - (u.x[j].a * v.x[i].b + u.x[j].b * v.x[i].a);
    p.c[2] = u.x[i].b * v.x[j].b - u.x[j].b * v.x[i].b;
    p.find_degree();
    return p;
  }

  CcdKind kind_;
  MovingVector<Number> corner_[4];
};

// From the last bit to the first of all coordinates, and what differences of differences add.
int span(const FourPoints& at_0, const FourPoints& at_1) {
  int lowest = 2000, highest = -2000;
  for (const FourPoints* points : {&at_0, &at_1})
    for (const Vec3& p : *points)
      for (int k = 0; k < 3; ++k) {
        if (p[k] == 0) continue;
        int exponent = 0;
        const auto mantissa = static_cast<std::uint64_t>(std::fabs(std::frexp(p[k], &exponent)) * 0x1p53);
        highest = std::max(highest, exponent);
        lowest = std::min(lowest, exponent - 53 + std::countr_zero(mantissa));
      }
  return highest - lowest + 2;
}

ContactTime contact_of(CcdKind kind, const FourPoints& at_0, const FourPoints& other, bool ways) {
  count_exact();
  // 24 times the span, and whole limbs around it, in 64 limbs.
  using Short = DyadicOf<64>;
  using Long = DyadicOf<832>;
  if (span(at_0, other) <= 150) return first_contact<Short>(StraightHull<Short>(kind, at_0, other, ways));
  return first_contact<Long>(StraightHull<Long>(kind, at_0, other, ways));
}

}  // namespace

ContactTime exact_ccd(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1) {
  return contact_of(kind, at_0, at_1, false);
}

ContactTime exact_ccd_by_ways(CcdKind kind, const FourPoints& at_0, const FourPoints& ways) {
  return contact_of(kind, at_0, ways, true);
}

}  // namespace graze
