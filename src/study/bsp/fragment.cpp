#include "study/bsp/fragment.h"

#include <algorithm>
#include <cmath>

namespace graze::study {

Vec3 normalised(Vec3 x, const LocalFrame& frame) noexcept {
  const double inverse = 1 / frame.scale;
  Vec3 y;
  // As in fit(): in halves, so that the difference cannot overflow.
  for (int k = 0; k < 3; ++k) y[k] = (x[k] * 0.5 - frame.origin[k] * 0.5) * inverse * 2;
  return y;
}

Triangle normalised(const Triangle& t, const LocalFrame& frame) noexcept {
  return {normalised(t.a, frame), normalised(t.b, frame), normalised(t.c, frame)};
}

bool plane_of(const Triangle& triangle, const LocalFrame& frame, CutPlane& plane) noexcept {
  const Triangle t = normalised(triangle, frame);
  const Vec3 u = t.b - t.a, v = t.c - t.a, normal = cross(u, v);
  const double size = length(normal);
  // Relative to the edges, so that a small triangle is as good as a large one.
  if (!(size > 1e-9 * (dot(u, u) + dot(v, v))) || !(size > 1e-200)) return false;
  plane.normal = normal * (1 / size);
  plane.offset = dot(plane.normal, t.a);
  plane.of_triangle = true;
  plane.triangle = triangle;
  plane.filter_ = PlaneFilter(triangle.a, triangle.b, triangle.c);
  return true;
}

CutPlane axial_plane(int axis, double offset) noexcept {
  CutPlane plane;
  plane.normal = {};
  plane.normal[axis] = 1;
  plane.offset = offset;
  return plane;
}

int CutPlane::corner_side(Vec3 at, Vec3 local) const noexcept {
  const double distance = dot(normal, at) - offset;
  if (std::fabs(distance) <= thickness) return 0;
  if (!of_triangle) return distance > 0 ? 1 : distance < 0 ? -1 : 0;
  const int sign = filtered_side(filter_, local - filter_.origin);
  return sign != 0 ? sign : exact_det3({triangle.b, triangle.a}, {triangle.c, triangle.a}, {local, triangle.a});
}

int CutPlane::cut_side(Vec3 at, std::uint32_t cuts) const noexcept {
  const double distance = dot(normal, at) - offset, error = thickness + 4 * point_error(cuts);
  return distance > error ? 1 : distance < -error ? -1 : 0;
}

Placing classify(const Fragment& fragment, const CutPlane& plane, const Triangle& source, const LocalFrame& frame,
                 std::vector<int>& sides) {
  const Vec3 corners[3] = {source.a, source.b, source.c};
  const std::size_t count = fragment.points.size();
  sides.resize(count);
  if (fragment.cuts > 0) {
    // What is known of the whole triangle holds for its pieces.
    int least = 1, most = -1;
    for (const Vec3 corner : corners) {
      const int sign = plane.corner_side(normalised(corner, frame), corner);
      least = std::min(least, sign);
      most = std::max(most, sign);
    }
    if (least == 0 && most == 0) return Placing::in_plane;
    if (least >= 0) return Placing::front;
    if (most <= 0) return Placing::back;
  }
  bool positive = false, negative = false;
  for (std::size_t i = 0; i < count; ++i) {
    const FragmentPoint& point = fragment.points[i];
    sides[i] = point.corner != no_corner ? plane.corner_side(point.at, corners[point.corner])
                                         : plane.cut_side(point.at, fragment.cuts);
    positive = positive || sides[i] > 0;
    negative = negative || sides[i] < 0;
  }
  if (!positive && !negative) return Placing::in_plane;
  if (!negative) return Placing::front;
  if (!positive) return Placing::back;
  // One run of each sign, around the polygon, zeros left aside: the sign changes twice.
  int changes = 0, last = 0;
  for (std::size_t i = 0; i < 2 * count; ++i) {
    const int sign = sides[i % count];
    if (sign == 0) continue;
    if (last != 0 && sign != last && i >= count) ++changes;
    last = sign;
  }
  // Zeros within a run of one sign would have to go to both sides and leave a gap.
  int crossings = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int here = sides[i], next = sides[(i + 1) % count];
    if (here * next < 0 || here == 0) ++crossings;
  }
  return changes == 2 && crossings == 2 ? Placing::cut : Placing::stuck;
}

std::array<Fragment, 2> cut(const Fragment& fragment, const CutPlane& plane, const std::vector<int>& sides) {
  std::array<Fragment, 2> parts;
  for (Fragment& part : parts) {
    part.source = fragment.source;
    part.cuts = fragment.cuts + 1;
    part.points.reserve(fragment.points.size() + 1);
  }
  const std::size_t count = fragment.points.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = i + 1 == count ? 0 : i + 1;
    const FragmentPoint &here = fragment.points[i], &next = fragment.points[j];
    if (sides[i] >= 0) parts[0].points.push_back(here);
    if (sides[i] <= 0) parts[1].points.push_back(here);
    if (sides[i] * sides[j] >= 0) continue;
    const double from = dot(plane.normal, here.at) - plane.offset, to = dot(plane.normal, next.at) - plane.offset;
    // The signs are exact and these numbers are not: where rounding has both on one side, the nearer end is taken.
    const double part = from / (from - to);
    const double s = std::isnan(part) ? 0 : std::clamp(part, 0.0, 1.0);
    const FragmentPoint middle{here.at + (next.at - here.at) * s, no_corner};
    parts[0].points.push_back(middle);
    parts[1].points.push_back(middle);
  }
  return parts;
}

Extent extent(const Fragment& fragment, Vec3 normal) noexcept {
  double lo = dot(normal, fragment.points[0].at), hi = lo;
  for (const FragmentPoint& point : fragment.points) {
    const double at = dot(normal, point.at);
    lo = std::min(lo, at);
    hi = std::max(hi, at);
  }
  return {lo - point_error(fragment.cuts), hi + point_error(fragment.cuts)};
}

Aabb box_of(const Fragment& fragment) noexcept {
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    const Extent along = extent(fragment, axis);
    box.lo[k] = round_down(along.lo);
    box.hi[k] = round_up(along.hi);
  }
  return box;
}

}  // namespace graze::study
