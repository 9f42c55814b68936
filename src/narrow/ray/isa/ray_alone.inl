// One ray: place_lanes() and meet_lanes() of ray.inl, with the coordinates as lanes. Each number goes through the same
// operations in the same order, so the bits are the same; the reasons for all of them are there.
#include "math/wide_lanes.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

// In the first three lanes; the last one is 0, and nothing reads it.
// One by one: what was just written so cannot be read as a whole without waiting for it.
inline Double4 coordinates(const Vec3& v) { return set4(v.x, v.y, v.z, 0); }
inline double sum(Double4 a) { return (a.v[0] + a.v[1]) + a.v[2]; }
inline double dot(Double4 a, Double4 b) { return sum(a * b); }
inline double greatest(double a, double b) { return a < b ? b : a; }
inline double largest(Double4 a) { return greatest(greatest(a.v[0], a.v[1]), a.v[2]); }
inline Double4 cross(Double4 a, Double4 b) { return yzx(a) * zxy(b) - zxy(a) * yzx(b); }
inline Double4 combined(Double4 c0, Double4 c1, Double4 c2, Double4 v) {
  return (c0 * all4(v.v[0]) + c1 * all4(v.v[1])) + c2 * all4(v.v[2]);
}
template <class To>
inline void store(Double4 from, To (&to)[3][width]) {
  for (int k = 0; k < 3; ++k) to[k][0] = To(from.v[k]);
}

inline void place_alone(const Placement& body, const Ray& ray, PlacedRays& placed) {
  constexpr double u = 0x1p-53, float_u = 0x1p-24;
  const Double4 from = coordinates(ray.origin), direct = coordinates(ray.direction);
  const Double4 base = ray.to_point ? from : all4(0);  // base_of(ray)
  const Double4 apart = from - coordinates(body.centre), way = direct - base;
  const double end = ray.max;
  const double fault = sum(from - from) + (sum(direct - direct) + sum(base - base));
  placed.valid = fault <= 0 && 0 < sum(abs(way)) && end <= end ? 1 : 0;
  if (!body.usable) return;
  const Double4 c0 = coordinates(body.from_world.c0), c1 = coordinates(body.from_world.c1);
  const Double4 c2 = coordinates(body.from_world.c2);
  const Double4 origin = combined(c0, c1, c2, apart), direction = combined(c0, c1, c2, way);
  const double reach = body.from_world_norm * (5 * u);
  const double origin_error = reach * largest(abs(apart)), direction_error = reach * largest(abs(way));
  const Double4 size_of = abs(direction);
  const bool y_leads = size_of.v[0] < size_of.v[1];
  const double lead_xy = y_leads ? size_of.v[1] : size_of.v[0];
  const bool z_leads = lead_xy < size_of.v[2];
  const double rate = z_leads ? size_of.v[2] : lead_xy;
  const bool bounded = 1e-290 < rate && rate < 1e290 && direction_error < rate * 0.01 && origin_error < 0.25;

  const double per_rate = 1 / rate;
  const double spread = 2 * direction_error * per_rate + 1e-12;
  const double along = z_leads ? direction.v[2] : y_leads ? direction.v[1] : direction.v[0];
  const double sign = 0 < along ? 1.0 : -1.0;
  const double ahead = -sign * (z_leads ? origin.v[2] : y_leads ? origin.v[1] : origin.v[0]);
  const double enter = (ahead - 3) * per_rate, leave = (ahead + 3) * per_rate;
  const double out = leave + __builtin_fabs(leave) * spread, last = end < out ? end : out;
  const double first = greatest(0, enter - __builtin_fabs(enter) * spread);
  const bool passes = last < first;
  const Double4 moved = origin + direction * all4(first);
  const double drift = direction_error * out + (largest(abs(origin)) + rate * first) * (4 * u);
  const double pad = ((body.own_pad_most + origin_error) + (drift + 1e-14)) * 2;
  const double farthest = largest(abs(moved));
  const bool near = pad < 1e3 && farthest < 1e300, far = 1e6 < farthest;
  const bool misses = bounded && (passes || (near && far));
  placed.misses = misses ? 1 : 0;
  placed.usable = bounded && near && !misses ? 1 : 0;
  placed.first[0] = first;
  placed.rate[0] = rate;
  if (placed.usable == 0) return;

  RayFrames& frames = placed.frames;
  const Double4 unit = direction * all4(per_rate), zero = all4(0), one = all4(1);
  const double size = (farthest + 2) + pad, slack = pad + size * (16 * float_u);
  const auto backward = unit < zero;
  const Double4 inverse = choose(backward, -one, one) / max(abs(unit), all4(1e-20));
  const Double4 outward = choose(backward, all4(-slack), all4(slack));
  const Double4 face = coordinates(body.half) + all4(slack), first_face = choose(backward, face, -face);
  const Double4 into = (first_face - moved) * inverse, out_of = (-first_face - moved) * inverse;
  const auto smaller = [](double x, double y) { return y < x ? y : x; };
  const double box_in = greatest(greatest(greatest(0, into.v[0]), into.v[1]), into.v[2]);
  const double box_out = smaller(smaller(smaller(1e300, out_of.v[0]), out_of.v[1]), out_of.v[2]);
  if (box_out < box_in) {
    placed.misses = 1;
    placed.usable = 0;
    return;
  }
  store(inverse, frames.inverse);
  store(-(moved + outward) * inverse, frames.enter);
  store(-(moved - outward) * inverse, frames.leave);
  store(moved, frames.start);
  frames.shear_x[0] = float((z_leads ? unit.v[0] : y_leads ? unit.v[2] : unit.v[1]) * sign);
  frames.shear_y[0] = float((z_leads ? unit.v[1] : y_leads ? unit.v[0] : unit.v[2]) * sign);
  frames.sign[0] = float(sign);
  frames.side_error[0] = float(2.01 * pad + size * (9 * float_u));
  frames.depth_error[0] = float(1.01 * pad + size * (4 * float_u));
  frames.corner_error[0] = float(1.01 * body.own_pad_most + float_u + spread);
  frames.octant[0] = backward.bits() & 7;
  frames.axis[0] = z_leads ? 2 : y_leads ? 1 : 0;
}

using Twice4 = BasicDoubleDouble<Double4>;
inline Twice4 yzx(const Twice4& a) { return {yzx(a.hi), yzx(a.lo)}; }
inline Twice4 zxy(const Twice4& a) { return {zxy(a.hi), zxy(a.lo)}; }
inline DoubleDouble dot(const Twice4& a, const Twice4& b) {
  const Twice4 p = loose_product(a, b);
  const auto lane = [&p](int k) { return DoubleDouble{p.hi.v[k], p.lo.v[k]}; };
  return loose_sum(lane(0), lane(1), lane(2));
}
inline Twice4 cross(const Twice4& a, const Twice4& b) {
  return loose_difference(loose_product(yzx(a), zxy(b)), loose_product(zxy(a), yzx(b)));
}

inline void meet_alone(const Pose& pose, const Ray& ray, const Triangle& local, RayMeeting& meeting) {
  const Double4 c0 = coordinates(pose.linear.c0), c1 = coordinates(pose.linear.c1), c2 = coordinates(pose.linear.c2);
  const Double4 shift = coordinates(pose.translation);
  const auto corner = [&](const Vec3& p) { return ((c0 * all4(p.x) + c1 * all4(p.y)) + c2 * all4(p.z)) + shift; };
  const Double4 origin = coordinates(ray.origin), a = corner(local.a), b = corner(local.b), c = corner(local.c);
  const Twice4 way = two_sum(coordinates(ray.direction), -(ray.to_point ? origin : all4(0)));
  const Twice4 u = two_sum(b, -a), v = two_sum(c, -a), w = two_sum(a, -origin);

  const Twice4 normal = cross(u, v);
  const Double4 left = yzx(u.hi) * zxy(v.hi), right = zxy(u.hi) * yzx(v.hi), facing = left - right;
  const Double4 products = abs(left) + abs(right);
  const DoubleDouble numerator = dot(w, normal), denominator = dot(way, normal);
  const Double4 w_size = abs(w.hi), way_size = abs(way.hi);
  const double quotient = numerator.hi / denominator.hi;
  const double q = __builtin_fabs(quotient), n = __builtin_fabs(numerator.hi), d = __builtin_fabs(denominator.hi);
  constexpr double u95 = 0x1p-95, tiny = 0x1p-1000;
  const double error = (dot(w_size, products) * u95 + (sum(w_size) * tiny + tiny)) / n +
                       (dot(way_size, products) * u95 + (sum(way_size) * tiny + tiny)) / d + 0x1p-98;
  const double made = quotient * denominator.hi;
  const double rest = (numerator.hi - made) - product_error(quotient, denominator.hi, made);
  const double correction = (rest + (numerator.lo - quotient * denominator.lo)) / denominator.hi;
  const double slack = q * error + __builtin_fabs(correction) * 0x1p-50;
  const double low = quotient + (correction - slack), high = quotient + (correction + slack);
  const bool known = 1e-200 < q && q < 1e200 && 1e-280 < d && d < 1e280 && n < 1e280 && low <= high && high <= low;
  const double t = known ? low : __builtin_nan("");
  const Double4 point = origin + way.hi * all4(t);

  const double square = dot(facing, facing), made_of = sum(products), length = __builtin_sqrt(square);
  const bool in_range = 1e-200 < square && square < 1e200;
  meeting.has_normal = in_range && 0x1p-16 * made_of * made_of < square;

  const Double4 pa = a - point, pb = b - point, pc = c - point;
  const auto weight = [&](Double4 p, Double4 r) { return greatest(0, dot(cross(p, r), facing)); };
  const Double4 weights = set4(weight(pb, pc), weight(pc, pa), weight(pa, pb), 0);
  const Double4 share = weights * all4(1 / sum(weights));
  const double size = sum((abs(origin) + abs(point - origin)) + (abs(pa) + abs(pb)) + abs(pc));
  const double edges = sum(abs(b - a) + abs(c - a));
  meeting.has_barycentric = in_range && 0x1p-50 * size * edges < 0x1p-30 * length && sum(share) < 2;

  meeting.t = t;
  point.store(meeting.point);
  (facing * all4(1 / length)).store(meeting.normal);
  share.store(meeting.barycentric);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
