// With the planes as in posed_plane.h, N.(w - t) <= D or N.w <= E, E = D + N.t. The normals are opposite when N x M = 0
// and N.M < 0, that is, M = -k N with k = |M_c| / |N_c| for any component c that is not 0. The gap is then what N.w <=
// E leaves of N.w >= -F / k: X = -(|M_c| E + |N_c| F), over |M_c| |N|. The square of X has degree 14 in the given
// numbers, which is why they must not be too small: 14 * 654 bits fit into a Dyadic. Margins are a length that the gap
// is less by, never rounded.
#include "narrow/pair/two_halfspaces.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/body_order.h"
#include "narrow/body/posed.h"

namespace graze {
namespace {

bool in_range(double x) { return in_range_of_halfspaces(x); }
bool in_range(Vec3 v) { return in_range(v.x) && in_range(v.y) && in_range(v.z); }

Status make_plane(const Body& body, int& orientation) {
  if (!body.shape) return Status::invalid;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  const ShapeData& shape = data_of(body.shape);
  const Mat3& m = body.pose.linear;
  const bool fits = in_range(shape.normal) && in_range(shape.offset) && in_range(m.c0) && in_range(m.c1) &&
                    in_range(m.c2) && in_range(body.pose.translation) && in_range(shape.world_margin);
  return fits ? Status::ok : Status::out_of_range;
}

const Dyadic& component(const Dyadic3& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }
Dyadic magnitude(const Dyadic& x) { return x.sign() < 0 ? -x : x; }

}  // namespace

bool in_range_of_halfspaces(double x) noexcept {
  return x == 0 || (std::fabs(x) >= 0x1p-300 && std::fabs(x) <= 0x1p300);
}

HalfspacesGap::HalfspacesGap(const Body& first, int first_orientation, const Body& second, int second_orientation)
    : plane_(data_of(first.shape), first.pose, first_orientation),
      other_plane_(data_of(second.shape), second.pose, second_orientation),
      from_(first.pose.translation),
      own_margin_(data_of(first.shape).world_margin),
      other_margin_(data_of(second.shape).world_margin) {
  count_exact();
  const Dyadic3 &n = plane_.exact_normal(), &m = other_plane_.exact_normal();
  const Dyadic3 across = cross(n, m);
  opposite_ = across.x.sign() == 0 && across.y.sign() == 0 && across.z.sign() == 0 && dot(n, m).sign() < 0;
  if (!opposite_) return;
  const Vec3 unit = abs(plane_.unit_normal());
  axis_ = unit.x >= unit.y && unit.x >= unit.z ? 0 : unit.y >= unit.z ? 1 : 2;
  own_ = magnitude(component(n, axis_));
  other_ = magnitude(component(m, axis_));
  const auto limit = [](const PosedPlane& plane, Vec3 origin) {
    return plane.exact_offset() + plane.exact_climb(origin, {});
  };
  gap_ = -(other_ * limit(plane_, first.pose.translation) + own_ * limit(other_plane_, second.pose.translation));
}

double HalfspacesGap::length() const { return quotient(gap_, own_ * other_) * std::fabs(plane_.unit_normal()[axis_]); }

Vec3 HalfspacesGap::point() const {
  return from_ + plane_.unit_normal() * (quotient(plane_.exact_offset(), Dyadic(1.0)) / plane_.normal_length());
}

Vec3 HalfspacesGap::common(double& bound) const {
  Vec3 result = point();
  if (opposite_) {
    const double part = length() > 0 && margin() > 0 ? own_margin_ / margin() : 0.5;
    result = result + normal() * (length() * part);
  } else {
    // From the one plane straight away from both, until surely inside the other.
    const Vec3 back = normal() + other_plane_.unit_normal();
    const double sine_sq = dot(back, back) / 2;  // 1 + cosine
    if (!(sine_sq > 0x1p-40)) {
      bound = infinity;
      return {};
    }
    const Height above = other_plane_.height(result);  // margins only help
    const double most = std::max((above.value + above.error) / other_plane_.normal_length(), 0.0);
    result = result - back * ((most + sum_abs(result) * 0x1p-40) * (1 + 0x1p-20) / sine_sq);
  }
  bound = (sum_abs(result) + sum_abs(from_)) * 0x1p-48;
  return result;
}

int HalfspacesGap::beyond(const Dyadic& most) const {
  const int gap = gap_.sign();
  if (!opposite_) return -1;
  if (gap != most.sign()) return gap > most.sign() ? 1 : -1;
  if (gap == 0) return 0;
  const Dyadic reach = most * other_;
  return (gap_ * gap_ - reach * reach * dot(plane_.exact_normal(), plane_.exact_normal())).sign() * gap;
}

HalfspacePair::HalfspacePair(const Body& a, const Body& b) : status(make_plane(a, orientation_a)) {
  if (status == Status::ok) status = make_plane(b, orientation_b);
  if (status == Status::ok) swapped = body_order(a, b) > 0;
}

HalfspacesGap HalfspacePair::gap(const Body& a, const Body& b) const {
  return swapped ? HalfspacesGap(b, orientation_b, a, orientation_a)
                 : HalfspacesGap(a, orientation_a, b, orientation_b);
}

Status halfspaces_overlap(const Body& a, const Body& b, bool& overlap) {
  const HalfspacePair pair(a, b);
  if (pair.status == Status::ok) overlap = pair.gap(a, b).overlap();
  return pair.status;
}

Status halfspace_in(const Body& a, const Body& complement, double margin, bool& in) {
  int orientation_a = 0, orientation_b = 0;
  Status status = make_plane(a, orientation_a);
  if (status == Status::ok) status = make_plane(complement, orientation_b);
  if (status == Status::ok) in = HalfspacesGap(a, orientation_a, complement, orientation_b).nested(margin);
  return status;
}

}  // namespace graze
