#include "narrow/body/placement.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/norms.h"
#include "math/paired.h"

namespace graze {
namespace {

using roundoff::float_u;
using roundoff::u;

// Columns; every query makes a dozen products with them. The same bits as Mat3 gives.
struct PairedColumns {
  Paired c0, c1, c2;

  explicit PairedColumns(const Mat3& m) : c0(m.c0), c1(m.c1), c2(m.c2) {}
  PairedColumns(Paired first, Paired second, Paired third) : c0(first), c1(second), c2(third) {}
  friend Paired operator*(const PairedColumns& m, Paired v) { return (m.c0 * v.x() + m.c1 * v.y()) + m.c2 * v.z; }
  friend PairedColumns operator*(const PairedColumns& a, const PairedColumns& b) {
    return {a * b.c0, a * b.c1, a * b.c2};
  }
  friend PairedColumns abs(const PairedColumns& m) { return {abs(m.c0), abs(m.c1), abs(m.c2)}; }
  Paired row_sums() const { return (c0 + c1) + c2; }
  Mat3 stored() const { return {c0.stored(), c1.stored(), c2.stored()}; }
  void store(Mat3& m) const {
    c0.store(m.c0);
    c1.store(m.c1);
    c2.store(m.c2);
  }
};

// The linear part of inverse(), and its bits.
PairedColumns inverse_of(const Mat3& m) noexcept {
  const Vec3 r0 = cross(m.c1, m.c2), r1 = cross(m.c2, m.c0), r2 = cross(m.c0, m.c1);
  const double determinant = dot(m.c0, r0);
  if (!(std::fabs(determinant) > 1e-200 && std::fabs(determinant) < 1e200)) [[unlikely]]
    return PairedColumns(inverse({m, {}}).linear);
  const double scale = 1 / determinant;
  return {paired(r0.x, r1.x, r2.x) * scale, paired(r0.y, r1.y, r2.y) * scale, paired(r0.z, r1.z, r2.z) * scale};
}

// Guest points y_b (|y_b| <= 1 on each axis) in the host's frame: R y_b + T, R = G M_b s_b, T = G (c_b - c_a).
bool map_guest(const Placement& host, const Placement& guest, PairMap& map) noexcept {
  const PairedColumns from_world(host.from_world), to_world(guest.to_world), magnitudes = abs(from_world);
  const Mat3 linear = (from_world * to_world).stored();
  const Paired apart = Paired(guest.centre) - Paired(host.centre);
  const Vec3 offset = (from_world * apart).stored();
  const Paired world_size = magnitudes * abs(to_world).row_sums();
  // Where posed vertices may be off, for both bodies, and the rounding of R and T in double.
  const Vec3 pad = ((Paired(host.own_pad) + magnitudes * Paired(guest.world_slack)) +
                    (world_size * 4 + (magnitudes * abs(apart)) * 5) * u)
                       .stored();

  double scale = 1;
  const double defect = similarity_defect(linear, scale);
  map.rigid = defect < 1e-7;
  if (!map.rigid) scale = 1;
  const double norm = std::sqrt(dot(linear.c0, linear.c0) + dot(linear.c1, linear.c1) + dot(linear.c2, linear.c2));
  const double size = 2 + 2 * norm + sum_abs(offset);
  // Conversion to float and up to 16 float operations on numbers of this size (isa/kernels.inl); in a map taken for
  // rigid, also what it is not. Doubled once, as all bounds here.
  const double slack = (sum_abs(pad) + size * (24 * float_u) + 4 * norm * (map.rigid ? defect : 0)) * 2;
  map.to_host = linear;
  map.shift = offset;
  map.pad = float(sum_abs(pad) * 2);
  map.norm = float(norm * 1.001);
  if (!(slack < 1e6) || !(norm < 1e12) || !(norm > 1e-12) || !(sum_abs(offset) < 1e12)) return false;

  const double per_scale = 1 / scale;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) map.linear[r][c] = float(linear.at(r, c) * per_scale);
    map.offset[r] = float(offset[r]);
  }
  map.scale = float(scale);
  map.slack = float(slack);
  map.stretch = map.rigid ? 1.0f : float(norm * 1.001);
  const Vec3 volume = cross(linear.c1, linear.c2);
  map.determinant = map.rigid ? 1.0f : float(std::fabs(dot(linear.c0, volume)) * 1.001);
  return true;
}

// The host's points are within its half extents, the guest's within R (their half extents) + T, all of them to within
// the pad. The sums round by a few u, for which 2^-40 is plenty.
bool face_parts(const Placement& host, const Placement& guest, const PairMap& map) noexcept {
  const Vec3 extent = (abs(map.to_host) * guest.half + host.half) * (1 + 0x1p-40);
  return max_component(abs(map.shift) - extent) > map.pad;
}

}  // namespace

double similarity_defect(const Mat3& m, double& scale) noexcept {
  const double xx = dot(m.c0, m.c0), yy = dot(m.c1, m.c1), zz = dot(m.c2, m.c2);
  const double mean = (xx + yy + zz) / 3;
  scale = std::sqrt(mean);
  return std::max({std::fabs(xx - mean), std::fabs(yy - mean), std::fabs(zz - mean), std::fabs(dot(m.c0, m.c1)),
                   std::fabs(dot(m.c1, m.c2)), std::fabs(dot(m.c2, m.c0))}) /
         mean;
}

Placement place(const ShapeData& shape, const Pose& pose) noexcept {
  Placement result;
  const LocalFrame frame = local_frame(shape.bounds);  // of every tree of the shape
  const PairedColumns linear(pose.linear);
  const PairedColumns to_world(linear.c0 * frame.scale, linear.c1 * frame.scale, linear.c2 * frame.scale);
  const PairedColumns from_world = inverse_of(to_world.stored());
  to_world.store(result.to_world);
  from_world.store(result.from_world);
  const Paired origin = paired(frame.origin), translation(pose.translation);
  const Paired lo(shape.bounds.lo), hi(shape.bounds.hi);
  (linear * origin + translation).store(result.centre);
  (max(hi - origin, origin - lo) * (1 / frame.scale)).store(result.half);
  const Paired local = max(abs(lo), abs(hi));
  const Paired world_slack = (abs(linear) * local + abs(translation)) * (8 * u) + 0x1p-1060;  // with denormals
  world_slack.store(result.world_slack);

  const PairedColumns magnitudes = abs(from_world), product = from_world * to_world;
  const PairedColumns residual(product.c0 - paired(1, 0, 0), product.c1 - paired(0, 1, 0),
                               product.c2 - paired(0, 0, 1));
  const Paired rounding = (magnitudes * abs(to_world).row_sums()) * (4 * u);
  const Paired own_pad = (abs(residual).row_sums() + rounding) + magnitudes * world_slack;
  own_pad.store(result.own_pad);
  // A pad of the size of the body culls nothing; beyond it, or with infinities, there is no use in trying. The largest
  // scale does not keep its boxes within 1.
  result.own_pad_most = largest(own_pad.stored());
  result.from_world_norm = largest(magnitudes.row_sums().stored());
  result.usable =
      result.own_pad_most < 1 && frame.scale < 0x1p1000 && is_finite(result.centre) && is_finite(result.world_slack);
  return result;
}

PairPlace pair_place(const Placement& a, const Placement& b, PairFrame& frame) noexcept {
  if (!a.usable || !b.usable || !map_guest(a, b, frame.b_in_a)) return PairPlace::extreme;
  if (face_parts(a, b, frame.b_in_a)) return PairPlace::apart;
  if (!map_guest(b, a, frame.a_in_b)) return PairPlace::extreme;
  return face_parts(b, a, frame.a_in_b) ? PairPlace::apart : PairPlace::near;
}

bool pair_frame(const Placement& a, const Placement& b, PairFrame& frame) noexcept {
  return a.usable && b.usable && map_guest(a, b, frame.b_in_a) && map_guest(b, a, frame.a_in_b);
}

}  // namespace graze
