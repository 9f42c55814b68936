#include "study/volume/rss.h"

#include <algorithm>
#include <limits>

#include "math/round.h"
#include "study/volume/volume.h"
#include "volume/obb.h"

namespace graze::study {
namespace {

static_assert(Volume<Rss>);

Vec3 vec(const float* p) { return {p[0], p[1], p[2]}; }

// Distance of a point from the rectangle as written, from above: to the point of it that is nearest but for rounding.
double distance(const Rss& rss, Vec3 p) {
  const Vec3 u = vec(rss.axis[0]), v = vec(rss.axis[1]), d = p - vec(rss.centre);
  const double a = std::clamp(dot(u, d), -double(rss.half[0]), double(rss.half[0]));
  const double b = std::clamp(dot(v, d), -double(rss.half[1]), double(rss.half[1]));
  return length(d - u * a - v * b);
}

float padded(double radius) { return round_up(radius * (1 + 0x1p-50) + 2 * frame_rounding); }

}  // namespace

Rss Rss::fit(std::span<const Triangle> triangles) noexcept {
  const Obb box = fit_obb(triangles);
  int order[3] = {0, 1, 2};
  std::sort(order, order + 3, [&](int i, int j) { return box.half[i] > box.half[j]; });
  Rss rss;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) rss.axis[k][i] = box.axis[order[k]][i];
    rss.centre[k] = box.centre[k];
  }
  // With the radius of half the thickness, a point at height z needs the rectangle only to within sqrt(r^2 - z^2).
  const double radius = box.half[order[2]];
  Vec3 half;
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) {
      const Vec3 d = p - vec(rss.centre);
      const double z = dot(vec(rss.axis[2]), d), over = std::sqrt(std::max(0.0, radius * radius - z * z));
      for (int k = 0; k < 2; ++k) half[k] = std::max(half[k], std::fabs(dot(vec(rss.axis[k]), d)) - over);
    }
  for (int k = 0; k < 2; ++k) rss.half[k] = float(half[k]);
  double most = 0;
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) most = std::max(most, distance(rss, p));
  rss.radius = padded(most);
  return rss;
}

bool Rss::holds(Vec3 p) const noexcept { return distance(*this, p) <= double(radius); }

// Along the axes of either, whichever is smaller: a rectangle over the corners of both. The distance from it is a
// convex function, so its largest value on a rectangle is at a corner.
Rss merge(const Rss& a, const Rss& b) noexcept {
  Vec3 corners[8];
  for (int i = 0; i < 8; ++i) {
    const Rss& from = i < 4 ? a : b;
    corners[i] = vec(from.centre) + vec(from.axis[0]) * ((i & 1) != 0 ? double(from.half[0]) : -double(from.half[0])) +
                 vec(from.axis[1]) * ((i & 2) != 0 ? double(from.half[1]) : -double(from.half[1]));
  }
  Rss best = a;
  double best_size = std::numeric_limits<double>::infinity();
  for (const Rss* from : {&a, &b}) {
    Rss rss = *from;
    Box along;
    for (const Vec3& p : corners)
      along = merge(along, Vec3{dot(vec(rss.axis[0]), p), dot(vec(rss.axis[1]), p), dot(vec(rss.axis[2]), p)});
    const Vec3 middle = (along.lo + along.hi) * 0.5;
    const Vec3 at = vec(rss.axis[0]) * middle.x + vec(rss.axis[1]) * middle.y + vec(rss.axis[2]) * middle.z;
    for (int k = 0; k < 3; ++k) rss.centre[k] = float(at[k]);
    for (int k = 0; k < 2; ++k) rss.half[k] = float((along.hi[k] - along.lo[k]) * 0.5);
    double most = 0;
    for (int i = 0; i < 8; ++i) most = std::max(most, distance(rss, corners[i]) + double((i < 4 ? a : b).radius));
    rss.radius = padded(most);
    const double size =
        (double(rss.half[0]) + double(rss.radius)) * (double(rss.half[1]) + double(rss.radius)) * double(rss.radius);
    if (size < best_size) {
      best_size = size;
      best = rss;
    }
  }
  return best;
}

}  // namespace graze::study
