// A corner counts as one that may be the farthest along the normal n when it is not lower than the highest, as
// computed, by more than 2^-32 S, where S bounds all coordinates. Poses with one linear part and other translations
// pose a corner the same way but for the last sum: heights of two corners of a body change by less than 2^-48 S against
// each other, and those along a unit vector within 2^-40 of n on each axis by less than 2^-36 S. So whatever is highest
// is among the corners that count.
//
// Heights are sums of three products in pairs of doubles, off by less than 2^-96 S for a vector of two doubles on each
// axis with no component above 1 in magnitude; a difference of two is off by less than 2^-94 S.
//
// Where the plane across n does not part the hulls another one may. The difference of the hulls has a facet there: a
// triangle w + s e + t f with s, t and 1 - s - t from 0 to 1 (a face of one and a corner of the other), or a
// parallelogram with s and t from 0 to 1 (two edges). Its normal N = e x f, in pairs of doubles, is off by less than
// 2^-99 |e||f|, at most 2^-87 |N| where |N| >= 2^-12 |e||f|, so that N . w is off by less than 2^-80 |N| S.
//   - When all of a is below all of b along what N is computed as, that is a plane between them.
//   - When N . w is surely negative, the origin is on the inner side of the facet's plane. Let q be a difference of
//     corners far on that side, N . q >= h |N|. The line from q through the origin goes on to the plane and ends there
//     within g |q| / h of the origin, where g = |N . w| / |N|. When that point is in the facet, and not on its outline,
//     the origin is in the interior of the hull of q and the facet: the hulls have common interior. The shares s and t
//     of the origin itself are off by less than 2^-46 (|w| + |e| + |f|) (|e| + |f|) / |N| for rounding, and the point's
//     by (|e| + |f|) / |N| for each unit that it is away.
#include "narrow/depth/facing_hulls.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/double_double.h"
#include "math/norms.h"

namespace graze {
namespace {

constexpr double near_top = 0x1p-32, far_turn = 0x1p-40;
constexpr double height_error = 0x1p-94, facet_error = 0x1p-78;
constexpr double least_sine = 0x1p-12, least_far = 0x1p-12, least_share = 0x1p-20;

struct Vector2 {
  DoubleDouble x, y, z;
};
Vector2 exact_difference_of(Vec3 p, Vec3 q) { return {two_sum(p.x, -q.x), two_sum(p.y, -q.y), two_sum(p.z, -q.z)}; }
Vector2 cross_of(const Vector2& a, const Vector2& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec3 high(const Vector2& v) { return {v.x.hi, v.y.hi, v.z.hi}; }

double apart(const DoubleDouble& a, const DoubleDouble& b) { return (a.hi - b.hi) + (a.lo - b.lo); }

DoubleDouble height_along(Vec3 m, Vec3 p) {
  const double x = m.x * p.x, y = m.y * p.y, z = m.z * p.z;
  const DoubleDouble xy = two_sum(x, y), sum = two_sum(xy.hi, z);
  const double low =
      (xy.lo + sum.lo) + ((product_error(m.x, p.x, x) + product_error(m.y, p.y, y)) + product_error(m.z, p.z, z));
  return two_sum(sum.hi, low);
}
DoubleDouble height_along(const Vector2& m, Vec3 p) {
  const DoubleDouble first = height_along(high(m), p);
  return two_sum(first.hi, first.lo + dot({m.x.lo, m.y.lo, m.z.lo}, p));
}

Vec3 corner_of(const Support& set, const Pose& pose, std::uint32_t index) {
  if (set.table != nullptr) return posed(pose, set.table->point(index));
  return posed(pose, Vec3{set.points.x[index], set.points.y[index], set.points.z[index]});
}

}  // namespace

FacingHulls::FacingHulls(const Support& a, const Support& b, const ConvexDepth& depth) noexcept
    : normal_(depth.normal) {
  a_.set = &a;
  b_.set = &b;
  a_.feature = depth.feature_a;
  b_.feature = depth.feature_b;
  const double unit = dot(normal_, normal_);
  if (!(std::fabs(unit - 1) < 0x1p-40) || a.radius != 0 || b.radius != 0 || !a.of_points() || !b.of_points()) return;
  double size = 0;
  for (const Support* set : {&a, &b}) {
    const Mat3& m = set->pose.linear;
    size =
        std::max(size, largest((abs(m.c0) + abs(m.c1)) + abs(m.c2)) * set->farthest + largest(set->pose.translation));
  }
  size = 4 * size;  // wherever they are moved to
  if (!(size > 0x1p-100 && size < 0x1p100)) return;
  size_ = size;
  find_corners(a_, normal_);
  find_corners(b_, -normal_);
  if (a_.count == 0 || b_.count == 0) size_ = 0;
}

void FacingHulls::find_corners(Side& side, Vec3 along) const noexcept {
  const Support& set = *side.set;
  const Mat3& m = set.pose.linear;
  const Vec3 l{dot(m.c0, along), dot(m.c1, along), dot(m.c2, along)};
  const PointBlock* const blocks = set.table != nullptr ? set.table->blocks.data() : &set.points;
  const std::uint32_t count = (set.count + 7) / 8;
  const auto heights = [&](std::uint32_t block, double(&height)[8]) {
    const PointBlock& p = blocks[block];
    for (int i = 0; i < 8; ++i) height[i] = (p.x[i] * l.x + p.y[i] * l.y) + p.z[i] * l.z;
  };
  double height[8], most[8], least[8];
  heights(0, most);
  std::copy(most, most + 8, least);
  for (std::uint32_t block = 1; block < count; ++block) {
    heights(block, height);
    for (int i = 0; i < 8; ++i) most[i] = most[i] < height[i] ? height[i] : most[i];
    for (int i = 0; i < 8; ++i) least[i] = height[i] < least[i] ? height[i] : least[i];
  }
  const double top = *std::max_element(most, most + 8) - near_top * size_, bottom = *std::min_element(least, least + 8);
  for (std::uint32_t block = 0; block < count; ++block) {
    heights(block, height);
    for (std::uint32_t i = 0; i < 8; ++i) {
      const std::uint32_t index = 8 * block + i;
      if (index >= set.count) break;  // the last one is repeated
      if (height[i] <= bottom) side.opposite = index;
      if (height[i] < top) continue;
      if (side.count == most_corners) {
        side.count = 0;
        return;
      }
      side.corner[side.count++] = index;
    }
  }
}

bool FacingHulls::overlap(double& value) const noexcept {
  if (!(size_ > 0)) return false;
  DoubleDouble highest{-infinity, 0}, lowest{infinity, 0};
  for (std::uint32_t i = 0; i < a_.count; ++i)
    if (const auto h = height_along(normal_, a_.set->posed_point(a_.corner[i])); less(highest, h)) highest = h;
  for (std::uint32_t i = 0; i < b_.count; ++i)
    if (const auto h = height_along(normal_, b_.set->posed_point(b_.corner[i])); less(h, lowest)) lowest = h;
  const DoubleDouble between = highest - lowest;
  value = between.hi;
  const double error = height_error * size_;
  return value > 0 && value + (between.lo + error) == value && value + (between.lo - error) == value;
}

Facing FacingHulls::look(const Pose& pose_a, const Pose& pose_b) const noexcept {
  const double moved = std::max(largest(pose_a.translation - a_.set->pose.translation),
                                largest(pose_b.translation - b_.set->pose.translation));
  if (!(moved <= 0.5 * size_) || !(size_ > 0)) return Facing::unsure;
  DoubleDouble highest{-infinity, 0}, lowest{infinity, 0};
  for (std::uint32_t i = 0; i < a_.count; ++i)
    if (const auto h = height_along(normal_, corner_of(*a_.set, pose_a, a_.corner[i])); less(highest, h)) highest = h;
  for (std::uint32_t i = 0; i < b_.count; ++i)
    if (const auto h = height_along(normal_, corner_of(*b_.set, pose_b, b_.corner[i])); less(h, lowest)) lowest = h;
  if (apart(lowest, highest) > height_error * size_) return Facing::parted;
  return look_across(pose_a, pose_b, size_);
}

// By the facet of the difference that the features of the depth tell.
Facing FacingHulls::look_across(const Pose& pose_a, const Pose& pose_b, double size) const noexcept {
  const std::uint32_t of_a = a_.feature.count, of_b = b_.feature.count;
  const bool edges = of_a == 2 && of_b == 2;
  if (!edges && !(of_a == 3 && of_b == 1) && !(of_a == 1 && of_b == 3)) return Facing::unsure;
  const auto on_a = [&](std::size_t i) { return corner_of(*a_.set, pose_a, a_.feature.point[i]); };
  const auto on_b = [&](std::size_t i) { return corner_of(*b_.set, pose_b, b_.feature.point[i]); };
  const Vec3 a0 = on_a(0), b0 = on_b(0), w = b0 - a0;
  const Vector2 exact_e = of_b == 3 ? exact_difference_of(on_b(1), b0) : exact_difference_of(a0, on_a(1));
  const Vector2 exact_f = of_a == 3 ? exact_difference_of(a0, on_a(2)) : exact_difference_of(on_b(of_b - 1), b0);
  const Vec3 e = high(exact_e), f = high(exact_f);
  Vector2 n = cross_of(exact_e, exact_f);
  const double norm = length(high(n)), lengths = length(e) + length(f);
  if (!(norm >= least_sine * length(e) * length(f)) || !(norm > 0x1p-300)) return Facing::unsure;
  // As a vector of about length 1, by a power of two.
  const double scale = std::ldexp(1.0, -std::ilogb(norm) - 1), along = dot(high(n), normal_) < 0 ? -scale : scale;
  for (DoubleDouble* part : {&n.x, &n.y, &n.z}) *part = {part->hi * along, part->lo * along};
  const Vec3 m = high(n), unit = m * (1 / length(m));
  if (!(largest(unit - normal_) <= far_turn)) return Facing::unsure;
  const auto above = [&](const Side& side, const Pose& pose, bool top) {
    DoubleDouble best = height_along(n, corner_of(*side.set, pose, side.corner[0]));
    for (std::uint32_t i = 1; i < side.count; ++i)
      if (const auto h = height_along(n, corner_of(*side.set, pose, side.corner[i])); less(h, best) != top) best = h;
    return best;
  };
  if (apart(above(b_, pose_b, false), above(a_, pose_a, true)) > height_error * size) return Facing::parted;

  const double at = apart(height_along(n, b0), height_along(n, a0));
  if (!(at < -facet_error * size)) return Facing::unsure;
  const Vec3 q = corner_of(*b_.set, pose_b, b_.opposite) - corner_of(*a_.set, pose_a, a_.opposite);
  const double far = dot(m, q), square = dot(m, m) / scale;
  if (!(far >= least_far * length(q))) return Facing::unsure;
  // The shares of the origin, times the square of the normal; along m, whichever way it leads.
  const double turned = along < 0 ? -1 : 1;
  const double s = -turned * dot(cross(w, f), m), t = turned * dot(cross(w, e), m);
  const double off = (2 * -at * length(q) / far + 0x1p-44 * (length(w) + lengths)) * lengths / norm;
  const double margin = (least_share + off) * square;
  const bool within = edges ? s > margin && t > margin && s < square - margin && t < square - margin
                            : s > margin && t > margin && (s + t) < square - margin;
  return off < 0.25 && within ? Facing::deep : Facing::unsure;
}

}  // namespace graze
