// Where a ray enters a ball or capsule: all within r of the segment from a to b.
//
// With m = o - a, d and v = b - a the squared distance g(t) of m + t d from the core is a convex function, made of
// three quadratics: around an end of the core, or around the line through it. A root of one of them at which g is that
// quadratic, and falls, is where the ray enters.
//
// Misses: for any vector n, all of the ray has n.x >= low, and all of the core n.x <= high. If low - high > r |n|, they
// are farther apart than r. From `far` on the ray is farther from a than |v| + r, so it ends there. The differences and
// dots are off by less than 8u of the products of the sums of magnitudes; 2^-46 is 128u.
//
// Enters: coefficients in pairs of doubles, t = c / (s - b) with s the root of the discriminant. The bounds count a
// relative error of 2^-102 a step of the magnitudes that it adds; where those say that t rounds to one double, and that
// the point there is beside that part of the core, it is the answer. All else is left to exact arithmetic.
#include "math/double_double.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

using Numbers3 = Lanes3<double>;
using Pairs3 = Lanes3<DoubleDouble>;

inline Numbers3 numbers(const Vec3& v) { return {v.x, v.y, v.z}; }
inline double magnitudes(const Numbers3& v) {
  return (__builtin_fabs(v.x) + __builtin_fabs(v.y)) + __builtin_fabs(v.z);
}
inline double clamped(double x, double low, double high) { return x > low ? (x < high ? x : high) : low; }

// a t^2 + 2 b t + c and b^2 - a c, of which a is not needed; how far each may be off.
struct EntryQuadratic {
  DoubleDouble b, c, discriminant;
  double b_error, c_error, discriminant_error;
};

// |m + t d|^2 = r^2. The last three are the sums of magnitudes.
inline EntryQuadratic around_end(const Pairs3& d, const Pairs3& m, DoubleDouble r, double d1, double m1) {
  EntryQuadratic f;
  f.b = dot(d, m);
  f.c = dot(m, m) - r * r;
  f.discriminant = f.b * f.b - dot(d, d) * f.c;
  const double squares = m1 * m1 + r.hi * r.hi;
  f.b_error = 0x1p-97 * (d1 * m1);
  f.c_error = 0x1p-97 * squares;
  f.discriminant_error = 0x1p-93 * (d1 * d1) * squares;
  return f;
}

// |(m + t d) x v|^2 = r^2 v.v. Its discriminant is v.v (r^2 |d x v|^2 - (m . d x v)^2).
inline EntryQuadratic around_middle(const Pairs3& d, const Pairs3& m, const Pairs3& v, DoubleDouble r, double d1,
                                    double m1, double v1) {
  const Pairs3 dxv = cross(d, v), mxv = cross(m, v);
  const DoubleDouble vv = dot(v, v), rr = r * r, volume = dot(m, dxv);
  EntryQuadratic f;
  f.b = dot(dxv, mxv);
  f.c = dot(mxv, mxv) - rr * vv;
  f.discriminant = vv * (rr * dot(dxv, dxv) - volume * volume);
  const double w = 2 * d1 * v1, x = 2 * m1 * v1, r1 = r.hi;
  f.b_error = 0x1p-95 * (w * x);
  f.c_error = 0x1p-95 * (x * x + (r1 * v1) * (r1 * v1));
  f.discriminant_error = 0x1p-92 * ((v1 * w) * (v1 * w)) * (r1 * r1 + m1 * m1);
  return f;
}

// The smaller root rounded to the nearest double, where that and that it is positive are sure; else NaN.
inline double smaller_root(const EntryQuadratic& f) {
  constexpr double unsure = __builtin_nan("");
  if (!(f.discriminant.hi > 4 * f.discriminant_error && f.b.hi < 0 && f.c.hi > 4 * f.c_error)) return unsure;
  const double s = __builtin_sqrt(f.discriminant.hi), square = s * s;
  const DoubleDouble rest = f.discriminant - DoubleDouble{square, product_error(s, s, square)};
  const DoubleDouble root = two_sum(s, rest.hi / (2 * s));
  const double root_error = f.discriminant_error / s + 0x1p-98 * s;
  const DoubleDouble q = root - f.b;
  const double q_error = root_error + f.b_error + 0x1p-100 * q.hi;
  const double t = f.c.hi / q.hi;
  const DoubleDouble left = f.c - DoubleDouble{t, 0} * q, result = two_sum(t, left.hi / q.hi);
  const double error = 4 * t * (f.c_error / f.c.hi + q_error / q.hi + 0x1p-99);
  const bool known = result.hi + (result.lo + error) == result.hi && result.hi + (result.lo - error) == result.hi;
  return known ? result.hi : unsure;
}

SweptEntry swept_entry(const Ray& ray, const Vec3* core, double radius) {
  constexpr SweptEntry misses{SweptEntry::Kind::misses, 0}, unsure{SweptEntry::Kind::unsure, 0};
  constexpr double least_size = 0x1p-100, most_size = 0x1p100;
  const Numbers3 origin = numbers(ray.origin), a = numbers(core[0]), b = numbers(core[1]);
  const Numbers3 direction = numbers(ray.direction), base = ray.to_point ? origin : Numbers3{0, 0, 0};
  const Numbers3 m = origin - a, v = b - a, d = direction - base;
  const double m1 = magnitudes(m), v1 = magnitudes(v), d1 = magnitudes(d);
  const bool ordinary = m1 < most_size && v1 < most_size && d1 < most_size && d1 > least_size && radius > least_size &&
                        radius < most_size && (v1 > least_size || v1 == 0);
  if (!ordinary) return unsure;

  const double far = 1.75 * (m1 + v1 + radius) / d1;  // |d| is at least d1 / 1.7321
  const double end = ray.max < far ? ray.max : far;
  const double dd = dot(d, d), dm = dot(d, m), dv = dot(d, v), mv = dot(m, v), vv = dot(v, v);
  double t = clamped(-dm / dd, 0, end), s = 0;
  if (v1 > 0) {
    const double determinant = dd * vv - dv * dv;
    const double beside = determinant > 0 ? clamped((dv * mv - dm * vv) / determinant, 0, end) : 0;
    s = (mv + beside * dv) / vv;
    if (s > 1) {
      s = 1;
      t = clamped((dv - dm) / dd, 0, end);
    } else if (s > 0) {
      t = beside;
    } else {
      s = 0;
    }
  }
  const Numbers3 n = (m + d * t) - v * s;
  const double climb = end * dot(n, d), rise = dot(n, v);
  const double low = dot(n, m) + (climb < 0 ? climb : 0), high = rise > 0 ? rise : 0;
  const double gap = (low - high) - magnitudes(n) * (m1 + end * d1 + v1) * 0x1p-46;
  if (gap > 0 && gap * gap > (radius * radius) * dot(n, n) * (1 + 0x1p-40)) return misses;

  // Which part of the core, as double sees it: -1 the end at a, 0 the middle, 1 the end at b.
  int part = -1;
  if (v1 > 0) {
    const Numbers3 dxv = cross(d, v), mxv = cross(m, v);
    const double fa = dot(dxv, dxv), fb = dot(dxv, mxv), fc = dot(mxv, mxv) - radius * radius * vv;
    const double discriminant = fb * fb - fa * fc;
    if (discriminant > 0 && fa > 0) {
      const double along = mv + (-fb - __builtin_sqrt(discriminant)) / fa * dv;
      part = along < 0 ? -1 : along > vv ? 1 : 0;
    } else {
      part = dv > 0 ? -1 : 1;
    }
  }
  const DoubleDouble r{radius, 0};
  const Pairs3 way = difference(direction, base);
  const double end1 = part > 0 ? magnitudes(origin - b) : m1;
  const double entry =
      smaller_root(part == 0 ? around_middle(way, difference(origin, a), difference(b, a), r, d1, m1, v1)
                             : around_end(way, difference(origin, part > 0 ? b : a), r, d1, end1));
  if (!(entry > 0) || entry == ray.max) return unsure;
  if (v1 > 0) {
    const double along = mv + entry * dv, error = 0x1p-45 * (m1 + entry * d1 + v1) * v1;
    const bool beside = part < 0 ? along < -error : part > 0 ? along > vv + error : along > error && along < vv - error;
    if (!beside) return unsure;
  }
  if (entry > ray.max) return misses;
  return {SweptEntry::Kind::enters, entry};
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
