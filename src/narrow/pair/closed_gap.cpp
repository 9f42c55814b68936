// Bounds. u = 2^-53; |v|1 is the sum of magnitudes, at least the length. First-order terms are counted and rounded up
// to the constants below, which leave room for those of second order. Numbers are kept within 2^-300 .. 2^300, where
// nothing underflows that matters.
//
// Two points: differences of doubles are off by u of themselves, the sum of squares by 5u, its root by 3.5u: 4u.
//
// Segments, relative to one end, S = |r|1 + |d1|1 + |d2|1 of the vector between the ends and along both: the ends are
// off by uS. Any two points found are, with 4u of their sum and 3u of its length, not nearer than the segments: upper =
// gap + 16uS. Along their difference d the segments are apart by (min d.b - max d.a) / |d|: products 3u each, sums 2u,
// length and quotient 4u, ends 1u of S: lower = that - 16uS. Nothing is assumed of how the points were found.
//
// A solid in its frame: with M^T M = 1 + E, |E| <= defect + 15u, the point is at y = M^-1 (c - t), and M^T (c - t) =
// y + E y, computed to 7u |w|, w = c - t. Lengths change by M at most by |E| / 2 of themselves. Gaps in the frame
// are computed to 16u (|w|1 + 2 |extent|1). Together below (2 defect + 48u) |w|1 + 32u |extent|1. A box is the hull of
// its rounded corners: off the image by u (|t|1 + 9 |extent|1).
#include "narrow/pair/closed_gap.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/before.h"
#include "math/constants.h"
#include "math/norms.h"
#include "math/paired.h"
#include "math/posed_point.h"
#include "narrow/body/box_feature.h"
#include "narrow/body/posed.h"

namespace graze {
namespace {

// A point or segment with its posed ends, which are exact, and the radius of the body around it.
struct RoundCore {
  Vec3 p, q;
  double radius = 0;
  bool point = true;  // p = q
};

// A box, cylinder or cone under a pose that is a rotation or reflection to within rounding.
struct FramedSolid {
  ShapeForm form = ShapeForm::box;
  const Pose* pose = nullptr;
  Vec3 extent;        // box: half extents; cylinder, cone: radius, radius, half height
  double defect = 0;  // the magnitudes in M M^T - 1, as computed, added up
  double radius = 0;  // the margin around it
};

using roundoff::u;
constexpr double least = 0x1p-300, most = 0x1p300;
constexpr double rigid =
    0x1p-41;  // defects up to here: invertible, and a radius is as it is given (narrow/body/posed.h)

constexpr FormSet framed_forms = forms(ShapeForm::box, ShapeForm::cylinder, ShapeForm::cone);

double clamp_share(double share) { return share > 0 ? (share < 1 ? share : 1) : 0; }

// Of M M^T, which is as far from 1 as M^T M: they have the same eigenvalues.
double rigid_defect(const Mat3& m) {
  const Paired c0(m.c0), c1(m.c1), c2(m.c2);
  const Paired squares((c0.xy * c0.xy + c1.xy * c1.xy) + c2.xy * c2.xy, (c0.z * c0.z + c1.z * c1.z) + c2.z * c2.z);
  const Paired products((c0.xy * c0.z + c1.xy * c1.z) + c2.xy * c2.z,
                        (c0.x() * c0.y() + c1.x() * c1.y()) + c2.x() * c2.y());
  const Paired off = abs(squares + -1.0) + abs(products) * 2;
  return (off.x() + off.y()) + off.z;
}

void set_unknown(CoreGap& result) {
  result.lower = -infinity;
  result.upper = infinity;
}

void point_gap(Vec3 a, Vec3 b, CoreGap& result) {
  const Vec3 d = b - a;
  const double sq = dot(d, d);
  result.point_a = a;
  result.point_b = b;
  if (d == Vec3{}) return;
  if (!(sq > least && sq < most)) return set_unknown(result);
  const double gap = std::sqrt(sq);
  result.gap = result.size = gap;
  result.lower = gap * (1 - 4 * u);
  result.upper = gap * (1 + 4 * u);
  result.normal = d * (1 / gap);
}

Feature feature_at(double share) {
  if (share == 0) return {};
  if (share == 1) return {Feature::Kind::vertex, 1, 0, 0};
  return {Feature::Kind::edge, 0, 0, 0};
}

Vec3 point_at(const RoundCore& core, Vec3 along, double share) {
  return share == 0 ? core.p : share == 1 ? core.q : core.p + along * share;
}

// In a fixed order: a is the point, if one is; else the segment that comes first.
void segment_gap(const RoundCore& a, const RoundCore& b, CoreGap& result) {
  const Vec3 r = b.p - a.p, d1 = a.q - a.p, d2 = b.q - b.p;
  const double size = (sum_abs(r) + sum_abs(d1)) + sum_abs(d2);
  if (!(size > least && size < most)) return set_unknown(result);
  const double ee = dot(d2, d2), b2 = dot(d2, r);
  double s = 0, t = 0;
  if (a.point) {
    t = clamp_share(-b2 / ee);
  } else {
    const double aa = dot(d1, d1), b1 = dot(d1, r), c = dot(d1, d2), across = aa * ee - c * c;
    s = across > 0 ? clamp_share((b1 * ee - c * b2) / across) : 0;
    t = (c * s - b2) / ee;
    if (!(t > 0)) {
      t = 0;
      s = clamp_share(b1 / aa);
    } else if (t > 1) {
      t = 1;
      s = clamp_share((b1 + c) / aa);
    }
  }
  const Vec3 d = (r + d2 * t) - d1 * s;
  const double gap = std::sqrt(dot(d, d)), off = 16 * u * size;
  double along = gap;
  if (gap > 0) {
    const double begin = dot(d, r), end = begin + dot(d, d2), own = dot(d, d1);
    along = std::min(gap, ((begin < end ? begin : end) - (own > 0 ? own : 0)) / gap);
    result.normal = d * (1 / gap);
  }
  result.gap = gap;
  result.lower = along - off;
  result.upper = gap + off;
  result.size = size;
  result.point_a = point_at(a, d1, s);
  result.point_b = point_at(b, d2, t);
  result.point_error = 4 * u * (std::max(sum_abs(a.p), sum_abs(b.p)) + size);
  result.feature_a = feature_at(s);
  result.feature_b = feature_at(t);
}

void mirror(CoreGap& result) {
  std::swap(result.point_a, result.point_b);
  std::swap(result.feature_a, result.feature_b);
  result.normal = -result.normal;
}

// Of a point in the frame of the solid: the nearest point of the solid, and the gap, or minus the depth.
struct NearestInSolid {
  Vec3 point;
  double gap;
  Feature feature;
};

NearestInSolid nearest_in_box(Vec3 half, Vec3 y) {
  const Vec3 inner = min(max(y, -half), half), d = y - inner;
  const unsigned outside = (d.x != 0 ? 1u : 0u) | (d.y != 0 ? 2u : 0u) | (d.z != 0 ? 4u : 0u);
  if (outside == 0) {
    const Vec3 depth = half - abs(y);
    return {y, -std::min(depth.x, std::min(depth.y, depth.z)), {Feature::Kind::solid}};
  }
  const unsigned corner = corner_of_box(y), rest = 7 ^ outside;
  const bool one = (outside & (outside - 1)) == 0;
  return {inner, length(d), rest == 0 ? box_corner(corner) : one ? box_face(corner, outside) : box_edge(corner, rest)};
}

NearestInSolid nearest_in_cylinder(double radius, double half, Vec3 y) {
  const double around = std::sqrt(y.x * y.x + y.y * y.y);
  const double side = around - radius, end = std::fabs(y.z) - half;
  if (side <= 0 && end <= 0) return {y, std::max(side, end), {Feature::Kind::solid}};
  Vec3 point = y;
  if (side > 0) {
    point.x *= radius / around;
    point.y *= radius / around;
  }
  if (end > 0) point.z = y.z > 0 ? half : -half;
  const double gap = side > 0 && end > 0 ? std::sqrt(side * side + end * end) : std::max(side, end);
  return {point, gap, {Feature::Kind::face}};
}

// In the half-plane through axis and point: the slant runs from the apex (0, half) along (radius, -2 half).
NearestInSolid nearest_in_cone(double radius, double half, Vec3 y) {
  const double around = std::sqrt(y.x * y.x + y.y * y.y), below = -half - y.z, down = y.z - half;
  const double slant_sq = radius * radius + 4 * half * half;
  const double side = (2 * half * around + radius * down) / std::sqrt(slant_sq);
  if (side <= 0 && below <= 0) return {y, std::max(side, below), {Feature::Kind::solid}};
  if (below > 0 && around <= radius) return {{y.x, y.y, -half}, below, {Feature::Kind::face}};
  const double share = clamp_share((around * radius - down * (2 * half)) / slant_sq);
  const double out = share * radius, fall = share * (2 * half);
  const double dr = around - out, dz = down + fall;
  const double per = around > 0 ? out / around : 0;
  return {{y.x * per, y.y * per, half - fall}, std::sqrt(dr * dr + dz * dz), {Feature::Kind::face}};
}

// Sphere, capsule, segment or point; false where the pose or the numbers need a closer look. The pose is invertible,
// and the radius that of the contract, margin included.
bool make_round_core(const ShapeData& shape, const Pose& pose, RoundCore& core) noexcept {
  double own = shape.radius;
  if (!(rigid_defect(pose.linear) <= rigid)) {
    int orientation = 0;
    if (check_pose(pose, orientation) != Status::ok) return false;
    if (own > 0) own = posed_radius(pose.linear, own);
    if (!(own > 0) && shape.radius > 0) return false;
  }
  core.radius = own + shape.world_margin;
  if (shape.vertices.size() == 1) {
    core.p = core.q = pose.translation;
    core.point = true;
  } else {
    core.p = posed(pose, shape.vertices[0]);
    core.q = posed(pose, shape.vertices[1]);
    core.point = core.p == core.q;
  }
  return core.radius < most;
}

bool make_framed_solid(const ShapeData& shape, const Pose& pose, FramedSolid& solid) noexcept {
  if (!framed_forms.has(shape.form)) return false;
  solid.defect = rigid_defect(pose.linear);
  if (!(solid.defect <= rigid)) return false;
  solid.form = shape.form;
  solid.pose = &pose;
  solid.extent = shape.form == ShapeForm::box ? shape.bounds.hi : shape.extent;
  solid.radius = shape.world_margin;
  return solid.radius < most;
}

void round_gap(const RoundCore& a, const RoundCore& b, CoreGap& result) noexcept {
  if (a.point && b.point) return point_gap(a.p, b.p, result);
  bool swapped = b.point;
  if (!a.point && !b.point) {
    // One segment twice has no order.
    if (a.p == b.p && a.q == b.q) return set_unknown(result);
    swapped = a.p == b.p ? before(b.q, a.q) : before(b.p, a.p);
  }
  if (!swapped) return segment_gap(a, b, result);
  segment_gap(b, a, result);
  mirror(result);
}

// a is the solid, b the point. Points and normal only where the gap is above 0.
void solid_gap(const FramedSolid& solid, Vec3 point, CoreGap& result) noexcept {
  const Mat3& m = solid.pose->linear;
  const Vec3 t = solid.pose->translation, w = point - t;
  const double extent = sum_abs(solid.extent), apart = sum_abs(w), size = apart + 2 * extent;
  if (!(size > least && size < most)) return set_unknown(result);
  const Vec3 y{dot(m.c0, w), dot(m.c1, w), dot(m.c2, w)}, e = solid.extent;
  const NearestInSolid near = solid.form == ShapeForm::box        ? nearest_in_box(e, y)
                              : solid.form == ShapeForm::cylinder ? nearest_in_cylinder(e.x, e.z, y)
                                                                  : nearest_in_cone(e.x, e.z, y);
  const double rounded = solid.form == ShapeForm::box ? u * (sum_abs(t) + 9 * extent) : 0;
  const double off = ((2 * solid.defect + 48 * u) * apart + 32 * u * extent) + rounded;
  result.gap = near.gap;
  result.lower = near.gap - off;
  result.upper = near.gap + off;
  result.size = size;
  result.feature_a = near.feature;
  result.point_b = point;
  if (!(near.gap > 0)) return;
  result.point_a = posed(*solid.pose, near.point);
  result.point_error = u * (4 * sum_abs(t) + 32 * extent);
  const Vec3 across = m * (y - near.point);
  result.normal = across * (1 / length(across));
}

// Separating axes, 3 + 3 + 9. With R between the frames off by at most e = defects + 24u, and the offset in a frame by
// e of itself, a value along an axis is off by 4e + 16u of the sizes; the rounded corners, and a frame that is no
// rotation, move a face by defect / 2 + 17u of the extent and u of the translation, a value by at most twice that.
// Boxes that are smaller by so much are in the hulls; if no axis parts these, they meet.
BoxPair boxes_meet(const FramedSolid& a, const FramedSolid& b) noexcept {
  const Mat3 &m = a.pose->linear, &n = b.pose->linear;
  const Vec3 w = b.pose->translation - a.pose->translation;
  const double size = (sum_abs(w) + sum_abs(a.extent)) + sum_abs(b.extent);
  if (!(size > least && size < most)) return BoxPair::unsure;
  const double off = (8 * (a.defect + b.defect) + 192 * u) * size +
                     4 * u * (sum_abs(a.pose->translation) + sum_abs(b.pose->translation));
  const double at[3] = {dot(m.c0, w), dot(m.c1, w), dot(m.c2, w)};
  const double bt[3] = {dot(n.c0, w), dot(n.c1, w), dot(n.c2, w)};
  const double p[3] = {a.extent.x, a.extent.y, a.extent.z}, q[3] = {b.extent.x, b.extent.y, b.extent.z};
  double r[3][3], f[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(m[i], n[j]);
      f[i][j] = std::fabs(r[i][j]);
    }
  double greatest = -infinity;
  for (int k = 0; k < 3; ++k) {
    const double of_a = std::fabs(at[k]) - (p[k] + ((f[k][0] * q[0] + f[k][1] * q[1]) + f[k][2] * q[2]));
    const double of_b = std::fabs(bt[k]) - (q[k] + ((f[0][k] * p[0] + f[1][k] * p[1]) + f[2][k] * p[2]));
    greatest = std::max(greatest, std::max(of_a, of_b));
  }
  if (greatest > off) return BoxPair::apart;
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
      const double apart = std::fabs(at[i2] * r[i1][j] - at[i1] * r[i2][j]);
      const double reach = (p[i1] * f[i2][j] + p[i2] * f[i1][j]) + (q[j1] * f[i][j2] + q[j2] * f[i][j1]);
      greatest = std::max(greatest, apart - reach);
    }
  }
  if (greatest > off) return BoxPair::apart;
  const double thin = std::min(std::min(p[0], std::min(p[1], p[2])), std::min(q[0], std::min(q[1], q[2])));
  return greatest < -off && thin > off ? BoxPair::meet : BoxPair::unsure;
}

}  // namespace

Known round_reaches(const Body& a, const Body& b, double tolerance) noexcept {
  if (const RoundKernels* const kernels = round_kernels()) {
    const RoundBody of_a = round_body(a), of_b = round_body(b);
    RoundBracket found;
    if (kernels->bracket(of_a.pose, of_a.ends, of_a.radius, of_b.pose, of_b.ends, of_b.radius, found))
      return reaches(found.lower, found.upper, (of_a.radius + of_b.radius) + tolerance);
  }
  ClosedGap gap;
  return find_round_gap(a, b, gap) ? reaches(gap, tolerance) : Known::unsure;
}

bool find_round_gap(const Body& a, const Body& b, ClosedGap& gap) noexcept {
  RoundCore core_a, core_b;
  if (!make_round_core(data_of(a.shape), a.pose, core_a) || !make_round_core(data_of(b.shape), b.pose, core_b))
    return false;
  gap.radius_a = core_a.radius;
  gap.radius_b = core_b.radius;
  round_gap(core_a, core_b, gap);
  return true;
}

bool find_solid_gap(const Body& a, const Body& b, ClosedGap& gap) noexcept {
  FramedSolid solid;
  RoundCore core;
  if (!make_round_core(data_of(b.shape), b.pose, core) || !core.point ||
      !make_framed_solid(data_of(a.shape), a.pose, solid))
    return false;
  gap.radius_a = solid.radius;
  gap.radius_b = core.radius;
  solid_gap(solid, core.p, gap);
  return true;
}

BoxPair find_boxes(const Body& a, const Body& b) noexcept {
  FramedSolid box_a, box_b;
  if (!make_framed_solid(data_of(a.shape), a.pose, box_a) || !make_framed_solid(data_of(b.shape), b.pose, box_b) ||
      box_a.radius > 0 || box_b.radius > 0)
    return BoxPair::unsure;
  return boxes_meet(box_a, box_b);
}

}  // namespace graze
