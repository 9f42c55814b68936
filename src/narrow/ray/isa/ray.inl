// Written once over the lane type, compiled once per instruction set. The lanes are rays; those of a single ray are its
// coordinates (ray_alone.inl).
#include "math/wide_double.h"
#include "narrow/ray/ray_kernels.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr int width = RayFrames::width;

template <class D>
struct Lanes3 {
  D x, y, z;
};
template <class D>
inline Lanes3<D> operator+(const Lanes3<D>& a, const Lanes3<D>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class D>
inline Lanes3<D> operator-(const Lanes3<D>& a, const Lanes3<D>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class D>
inline Lanes3<D> operator*(const Lanes3<D>& a, D s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class D>
inline Lanes3<D> abs(const Lanes3<D>& a) {
  return {abs(a.x), abs(a.y), abs(a.z)};
}
template <class D>
inline D dot(const Lanes3<D>& a, const Lanes3<D>& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
template <class D>
inline Lanes3<D> cross(const Lanes3<D>& a, const Lanes3<D>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class D>
inline D sum(const Lanes3<D>& a) {
  return (a.x + a.y) + a.z;
}
template <class D>
inline D largest(const Lanes3<D>& a) {
  return most(most(a.x, a.y), a.z);
}
template <class D>
inline Lanes3<D> all(const Vec3& v) {
  return {D::all(v.x), D::all(v.y), D::all(v.z)};
}

template <class D>
inline Lanes3<D> load(const double (&from)[3][width]) {
  return {D::load(from[0]), D::load(from[1]), D::load(from[2])};
}
template <class D>
inline void store(const Lanes3<D>& from, double (&to)[3][width]) {
  from.x.store(to[0]);
  from.y.store(to[1]);
  from.z.store(to[2]);
}

// In the frame the ray is G (o - c) + t G d. With first and rate the float kernel sees an origin within [-3, 3] and a
// direction whose largest component is 1. An error of direction grows with t, but t is bounded where the ray leaves the
// cube [-2, 2] around the tree. All bounds are taken for the worst axis; where one overflows, the ray is not usable.
// Without slabs, the frames have no inverse, enter and leave, and what passes by the box is found without dividing.
template <class D, bool slabs>
inline void place_lanes(const Placement& body, const RayLanes& rays, int count, PlacedRays& placed) {
  constexpr double u = 0x1p-53, float_u = 0x1p-24;
  const auto number = [](double x) { return D::all(x); };
  const D zero = number(0), one = number(1);
  const Lanes3<D> from = load<D>(rays.origin), direct = load<D>(rays.direction), base = load<D>(rays.base);
  const Lanes3<D> apart = from - all<D>(body.centre);
  const Lanes3<D> way = direct - base;  // 0 only where they are equal
  const D end = D::load(rays.max);
  // What is not finite minus itself is NaN.
  const D fault = sum(from - from) + (sum(direct - direct) + sum(base - base));
  placed.valid = ((fault <= zero) & (zero < sum(abs(way))) & (end <= end)).bits();
  if (!body.usable) return;
  const Lanes3<D> c0 = all<D>(body.from_world.c0), c1 = all<D>(body.from_world.c1), c2 = all<D>(body.from_world.c2);
  const Lanes3<D> origin = (c0 * apart.x + c1 * apart.y) + c2 * apart.z;
  const Lanes3<D> direction = (c0 * way.x + c1 * way.y) + c2 * way.z;
  const D reach = number(body.from_world_norm * (5 * u));
  const D origin_error = reach * largest(abs(apart)), direction_error = reach * largest(abs(way));
  const Lanes3<D> size_of = abs(direction);
  const auto y_leads = size_of.x < size_of.y;
  const D lead_xy = choose(y_leads, size_of.y, size_of.x);
  const auto z_leads = lead_xy < size_of.z;
  const D rate = choose(z_leads, size_of.z, lead_xy);
  const unsigned bounded = ((number(1e-290) < rate) & (rate < number(1e290)) & (direction_error < rate * number(0.01)) &
                            (origin_error < number(0.25)))
                               .bits();

  // Along the main axis the ray is within the cube, grown by 1 to cover the error of the origin, only for t in
  // [enter, leave], give or take the relative error of the direction.
  const D per_rate = one / rate;
  const D spread = number(2) * direction_error * per_rate + number(1e-12);
  const D along = choose(z_leads, direction.z, choose(y_leads, direction.y, direction.x));
  const D sign = choose(zero < along, one, -one);
  const D ahead = -sign * choose(z_leads, origin.z, choose(y_leads, origin.y, origin.x));  // to the middle of the cube
  const D enter = (ahead - number(3)) * per_rate, leave = (ahead + number(3)) * per_rate;
  const D out = leave + abs(leave) * spread, last = least(out, end);
  const D first = most(zero, enter - abs(enter) * spread);
  const unsigned passes = (last < first).bits();
  const Lanes3<D> moved = origin + direction * first;
  // Triangles beyond the end of the ray are sheared along it, too.
  const D drift = direction_error * out + (largest(abs(origin)) + rate * first) * number(4 * u);
  const D pad = ((number(body.own_pad_most) + origin_error) + (drift + number(1e-14))) * number(2);
  const D farthest = largest(abs(moved));
  const unsigned near = ((pad < number(1e3)) & (farthest < number(1e300))).bits();
  const unsigned far = (number(1e6) < farthest).bits();  // it moves by less than 10 from there
  placed.misses = bounded & (passes | (near & far));
  placed.usable = bounded & near & ~placed.misses;
  first.store(placed.first);
  rate.store(placed.rate);

  // Slabs: start, direction and its inverse become floats, the plane's parameter is rounded once or twice, on numbers
  // below farthest + 2 + pad. No component of the direction is smaller than 1e-20 in size.
  RayFrames& frames = placed.frames;
  const Lanes3<D> unit = direction * per_rate;
  const D size = (farthest + number(2)) + pad, slack = pad + size * number(16 * float_u);
  unsigned negative[3];
  // Between which s it is in the box of the whole shape, grown by the slack: nowhere, where the last is before the
  // first.
  D box_in = zero, box_out = number(1e300);
  const auto slab = [&](int k, D along_k, D moved_k) {
    const auto backward = along_k < zero;
    store_float(moved_k, frames.start[k]);
    negative[k] = backward.bits();
    if constexpr (!slabs) return;
    const D away = most(abs(along_k), number(1e-20));
    const D inverse = choose(backward, -one, one) / away, outward = choose(backward, -slack, slack);
    store_float(inverse, frames.inverse[k]);
    // The float is off by 2^-24 of the inverse at most, which the slack covers.
    store_float(-(moved_k + outward) * inverse, frames.enter[k]);
    store_float(-(moved_k - outward) * inverse, frames.leave[k]);
    const D face = number(body.half[k]) + slack, first_face = choose(backward, face, -face);
    box_in = most(box_in, (first_face - moved_k) * inverse);
    box_out = least(box_out, (-first_face - moved_k) * inverse);
  };
  slab(0, unit.x, moved.x);
  slab(1, unit.y, moved.y);
  slab(2, unit.z, moved.z);
  unsigned aside = placed.usable & (box_out < box_in).bits();
  if constexpr (!slabs) {
    // The line is aside where an axis across it and one of the coordinates' parts it from the box. What rounding does
    // here is far below the slack.
    const Lanes3<D> half{number(body.half[0]) + slack, number(body.half[1]) + slack, number(body.half[2]) + slack};
    const Lanes3<D> arm = abs(cross(moved, unit)), along_axes = abs(unit);
    aside = placed.usable & ((half.y * along_axes.z + half.z * along_axes.y < arm.x).bits() |
                             (half.z * along_axes.x + half.x * along_axes.z < arm.y).bits() |
                             (half.x * along_axes.y + half.y * along_axes.x < arm.z).bits());
  }
  placed.misses |= aside;
  placed.usable &= ~aside;
  store_float(choose(z_leads, unit.x, choose(y_leads, unit.z, unit.y)) * sign, frames.shear_x);
  store_float(choose(z_leads, unit.y, choose(y_leads, unit.x, unit.z)) * sign, frames.shear_y);
  store_float(sign, frames.sign);
  // Of a corner x - S z, both minus the start: the corners, the start and S are rounded to float, the differences, the
  // product and the sum once each; together below 8 roundings of numbers below size, and twice the pad.
  store_float(number(2.01) * pad + size * number(9 * float_u), frames.side_error);
  store_float(number(1.01) * pad + size * number(4 * float_u), frames.depth_error);
  // Corners are within 1 of the middle, where floats are off by half of 2^-24; what the direction is off by moves
  // edges, which are at most 2 long along the ray, against each other.
  store_float(number(1.01 * body.own_pad_most + float_u) + spread, frames.corner_error);
  const unsigned y_bits = y_leads.bits(), z_bits = z_leads.bits();
  for (int i = 0; i < count; ++i) {
    frames.octant[i] = (negative[0] >> i & 1) | (negative[1] >> i & 1) << 1 | (negative[2] >> i & 1) << 2;
    frames.axis[i] = (z_bits >> i & 1) != 0 ? 2 : y_bits >> i & 1;
  }
}

template <class D>
using Twice = BasicDoubleDouble<D>;
// As the products and sums of double_double.h, with fewer steps in a row: hi and lo of a product may overlap, and what
// is added up is put in order once. Still below 2^-101 of the magnitudes.
template <class D>
inline Twice<D> loose_product(const Twice<D>& a, const Twice<D>& b) {
  const D product = a.hi * b.hi;
  return {product, product_error(a.hi, b.hi, product) + (a.hi * b.lo + a.lo * b.hi)};
}
template <class D>
inline Twice<D> loose_difference(const Twice<D>& a, const Twice<D>& b) {
  const Twice<D> high = two_sum(a.hi, -b.hi);
  return two_sum(high.hi, high.lo + (a.lo - b.lo));
}
template <class D>
inline Twice<D> loose_sum(const Twice<D>& a, const Twice<D>& b, const Twice<D>& c) {
  const Twice<D> first = two_sum(a.hi, b.hi), high = two_sum(first.hi, c.hi);
  return two_sum(high.hi, ((a.lo + b.lo) + c.lo) + (first.lo + high.lo));
}
template <class D>
inline Twice<D> dot(const Lanes3<Twice<D>>& a, const Lanes3<Twice<D>>& b) {
  return loose_sum(loose_product(a.x, b.x), loose_product(a.y, b.y), loose_product(a.z, b.z));
}
template <class D>
inline Lanes3<Twice<D>> cross(const Lanes3<Twice<D>>& a, const Lanes3<Twice<D>>& b) {
  return {loose_difference(loose_product(a.y, b.z), loose_product(a.z, b.y)),
          loose_difference(loose_product(a.z, b.x), loose_product(a.x, b.z)),
          loose_difference(loose_product(a.x, b.y), loose_product(a.y, b.x))};
}
// a - b, exactly.
template <class D>
inline Lanes3<Twice<D>> difference(const Lanes3<D>& a, const Lanes3<D>& b) {
  return {two_sum(a.x, -b.x), two_sum(a.y, -b.y), two_sum(a.z, -b.z)};
}
template <class D>
inline Lanes3<D> rounded(const Lanes3<Twice<D>>& a) {
  return {a.x.hi, a.y.hi, a.z.hi};
}

template <class D, bool whole>
inline void meet_lanes(const Pose& pose, const RayLanes& rays, RayMeetings& meetings) {
  const auto number = [](double x) { return D::all(x); };
  const Lanes3<D> c0 = all<D>(pose.linear.c0), c1 = all<D>(pose.linear.c1), c2 = all<D>(pose.linear.c2);
  const Lanes3<D> shift = all<D>(pose.translation);
  const auto corner = [&](int c) {
    const Lanes3<D> local = load<D>(meetings.corner[c]);
    return ((c0 * local.x + c1 * local.y) + c2 * local.z) + shift;
  };
  const Lanes3<D> origin = load<D>(rays.origin), a = corner(0), b = corner(1), c = corner(2);
  const Lanes3<Twice<D>> way = difference(load<D>(rays.direction), load<D>(rays.base));
  const Lanes3<Twice<D>> u = difference(b, a), v = difference(c, a), w = difference(a, origin);

  // t = w . n / way . n with the normal n = u x v, both within 2^-95 of the magnitudes: a dozen operations of 2^-101
  // each. Underflow costs a product a few denormals, those of the normal times the reach: below `tiny`, which is far
  // from them, as a product that is denormal takes the processor longer than all the rest. Quotients near the ends of
  // the doubles are not decided here.
  const Lanes3<Twice<D>> normal = cross(u, v);
  // In plain double, so that it is the same everywhere: where products leave the doubles, their errors are not.
  const Lanes3<D> edge_u = rounded(u), edge_v = rounded(v), facing = cross(edge_u, edge_v);
  const Lanes3<D> products{abs(edge_u.y * edge_v.z) + abs(edge_u.z * edge_v.y),
                           abs(edge_u.z * edge_v.x) + abs(edge_u.x * edge_v.z),
                           abs(edge_u.x * edge_v.y) + abs(edge_u.y * edge_v.x)};
  const Twice<D> numerator = dot(w, normal), denominator = dot(way, normal);
  const Lanes3<D> w_size = abs(rounded(w)), way_size = abs(rounded(way));
  const D quotient = numerator.hi / denominator.hi;
  const D q = abs(quotient), n = abs(numerator.hi), d = abs(denominator.hi);
  const D u95 = number(0x1p-95), tiny = number(0x1p-1000);
  const D error = (dot(w_size, products) * u95 + (sum(w_size) * tiny + tiny)) / n +
                  (dot(way_size, products) * u95 + (sum(way_size) * tiny + tiny)) / d + number(0x1p-98);  // relative
  // What is left after the rounded quotient, small against it: of the high parts exactly, as a remainder is a double.
  const D made = quotient * denominator.hi;
  const D rest = (numerator.hi - made) - product_error(quotient, denominator.hi, made);
  const D correction = (rest + (numerator.lo - quotient * denominator.lo)) / denominator.hi;
  const D slack = q * error + abs(correction) * number(0x1p-50);
  const D low = quotient + (correction - slack), high = quotient + (correction + slack);
  const auto known = (number(1e-200) < q) & (q < number(1e200)) & (number(1e-280) < d) & (d < number(1e280)) &
                     (n < number(1e280)) & (low <= high) & (high <= low);
  const D t = choose(known, low, number(__builtin_nan("")));
  t.store(meetings.t);
  if constexpr (!whole) return;
  const Lanes3<D> point = origin + rounded(way) * t;

  // Each component of the normal is off by a few units in the last place of its products: where little is left of them,
  // or squares leave the doubles, this is no normal.
  const D square = dot(facing, facing), made_of = sum(products), length = root(square);
  const Lanes3<D> unit = facing * (number(1) / length);
  const auto in_range = (number(1e-200) < square) & (square < number(1e200));
  meetings.has_normal = (in_range & (number(0x1p-16) * made_of * made_of < square)).bits();

  // Weights: b x c, c x a, a x b along the normal, seen from the rounded point, which is off by a few units in the last
  // place of the numbers that make it. Where that could move a weight by 1e-9, these are no weights.
  const Lanes3<D> pa = a - point, pb = b - point, pc = c - point;
  const D zero = number(0);
  const Lanes3<D> weight{most(zero, dot(cross(pb, pc), facing)), most(zero, dot(cross(pc, pa), facing)),
                         most(zero, dot(cross(pa, pb), facing))};
  const Lanes3<D> share = weight * (number(1) / sum(weight));
  const D size = sum((abs(origin) + abs(point - origin)) + (abs(pa) + abs(pb)) + abs(pc));
  const D edges = sum(abs(b - a) + abs(c - a));
  meetings.has_barycentric =
      (in_range & (number(0x1p-50) * size * edges < number(0x1p-30) * length) & (sum(share) < number(2))).bits();

  store(point, meetings.point);
  store(unit, meetings.normal);
  store(share, meetings.barycentric);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE

#if GRAZE_LANES != 1
#include "narrow/ray/isa/ray_alone.inl"
#endif
#include "narrow/ray/isa/ray_misses.inl"
#include "narrow/ray/isa/swept_entry.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

void place_one(const Placement& body, const Ray& ray, PlacedRays& placed) {
  placed.usable = placed.misses = 0;
#if GRAZE_LANES == 1
  RayLanes lanes;
  lanes.set(0, ray);
  place_lanes<Double1, true>(body, lanes, 1, placed);
#else
  place_alone(body, ray, placed);
#endif
}

void meet_one(const Pose& pose, const Ray& ray, const Triangle& local, RayMeeting& meeting) {
#if GRAZE_LANES == 1
  RayLanes lanes;
  RayMeetings lane;
  lanes.set(0, ray);
  lane.set(0, local);
  meet_lanes<Double1, true>(pose, lanes, lane);
  for (int k = 0; k < 3; ++k) {
    meeting.point[k] = lane.point[k][0];
    meeting.normal[k] = lane.normal[k][0];
    meeting.barycentric[k] = lane.barycentric[k][0];
  }
  meeting.t = lane.t[0];
  meeting.has_normal = (lane.has_normal & 1) != 0;
  meeting.has_barycentric = (lane.has_barycentric & 1) != 0;
#else
  meet_alone(pose, ray, local, meeting);
#endif
}

#ifndef __wasm__

void place(const Placement& body, const RayLanes& rays, int count, PlacedRays& placed) {
  placed.usable = placed.misses = 0;
  place_lanes<Double8, true>(body, rays, count, placed);
}

void place_alike(const Placement& body, const RayLanes& rays, int count, PlacedRays& placed) {
  placed.usable = placed.misses = 0;
  place_lanes<Double8, false>(body, rays, count, placed);
}

void meet(const Pose& pose, const RayLanes& rays, RayMeetings& meetings) {
  meet_lanes<Double8, true>(pose, rays, meetings);
}

void meet_parameter(const Pose& pose, const RayLanes& rays, RayMeetings& meetings) {
  meet_lanes<Double8, false>(pose, rays, meetings);
}

constexpr RayKernels kernels = {place_one, meet_one, swept_entry, misses, place, place_alike, meet, meet_parameter};

#else

constexpr RayKernels kernels = {place_one, meet_one, swept_entry, misses};

#endif

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
