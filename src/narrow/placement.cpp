#include "narrow/placement.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr double u = 0x1p-53;
constexpr double float_u = 0x1p-24;
constexpr Vec3 ones{1, 1, 1};

double largest(Vec3 v) { return std::max({v.x, v.y, v.z}); }

double sum(Vec3 v) { return v.x + v.y + v.z; }

// Guest points y_b (|y_b| <= 1 on each axis) in the host's frame: R y_b + T, R = G M_b s_b, T = G (c_b - c_a).
bool map_guest(const Placement& host, const Placement& guest, PairMap& map) noexcept {
  const Mat3 linear = host.from_world * guest.to_world;
  const Vec3 apart = guest.centre - host.centre;
  const Vec3 offset = host.from_world * apart;
  const Mat3 reach = abs(host.from_world);
  const Vec3 world_size = reach * (abs(guest.to_world) * ones);
  // Where posed vertices may be off, for both bodies, and the rounding of R and T in double.
  const Vec3 pad = host.own_pad + reach * guest.world_slack + (world_size * 4 + (reach * abs(apart)) * 5) * u;

  double scale = 1;
  const double defect = similarity_defect(linear, scale);
  map.rigid = defect < 1e-7;
  if (!map.rigid) scale = 1;
  const double norm = std::sqrt(dot(linear.c0, linear.c0) + dot(linear.c1, linear.c1) + dot(linear.c2, linear.c2));
  const double size = 2 + 2 * norm + sum(abs(offset));
  // Conversion to float and up to 16 float operations on numbers of this size (isa/kernels.inl); in a map taken for
  // rigid, also what it is not. Doubled once, as all bounds here.
  const double slack = (sum(pad) + size * (24 * float_u) + 4 * norm * (map.rigid ? defect : 0)) * 2;
  map.to_host = linear;
  map.shift = offset;
  map.pad = float(sum(pad) * 2);
  map.norm = float(norm * 1.001);
  if (!(slack < 1e6) || !(norm < 1e12) || !(norm > 1e-12) || !(sum(abs(offset)) < 1e12)) return false;

  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) map.linear[r][c] = float(linear.at(r, c) / scale);
    map.offset[r] = float(offset[r]);
  }
  map.scale = float(scale);
  map.slack = float(slack);
  map.stretch = map.rigid ? 1.0f : float(norm * 1.001);
  const Vec3 volume = cross(linear.c1, linear.c2);
  map.determinant = map.rigid ? 1.0f : float(std::fabs(dot(linear.c0, volume)) * 1.001);
  return true;
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

Placement place(const Shape::Data& shape, const Pose& pose) noexcept {
  Placement result;
  const LocalFrame frame = local_frame(shape.bounds);  // of every tree of the shape
  result.to_world = {pose.linear.c0 * frame.scale, pose.linear.c1 * frame.scale, pose.linear.c2 * frame.scale};
  result.from_world = inverse({result.to_world, {}}).linear;
  result.centre = pose * frame.origin;
  const Vec3 local = max(abs(shape.bounds.lo), abs(shape.bounds.hi));
  const Vec3 denormals = ones * 0x1p-1060;
  result.world_slack = (abs(pose.linear) * local + abs(pose.translation)) * (8 * u) + denormals;

  const Mat3 reach = abs(result.from_world);
  const Mat3 product = result.from_world * result.to_world;
  const Mat3 residual{product.c0 - Vec3{1, 0, 0}, product.c1 - Vec3{0, 1, 0}, product.c2 - Vec3{0, 0, 1}};
  result.own_pad =
      abs(residual) * ones + (reach * (abs(result.to_world) * ones)) * (4 * u) + reach * result.world_slack;
  // A pad of the size of the body culls nothing; beyond it, or with infinities, there is no use in trying. The largest
  // scale does not keep its boxes within 1.
  result.own_pad_most = largest(result.own_pad);
  result.reach = largest(reach * ones);
  result.usable =
      result.own_pad_most < 1 && frame.scale < 0x1p1000 && is_finite(result.centre) && is_finite(result.world_slack);
  return result;
}

bool pair_frame(const Placement& a, const Placement& b, PairFrame& frame) noexcept {
  return a.usable && b.usable && map_guest(a, b, frame.b_in_a) && map_guest(b, a, frame.a_in_b);
}

}  // namespace graze
