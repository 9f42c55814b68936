#include "study/volume/lss.h"

#include <algorithm>

#include "math/round.h"
#include "study/volume/volume.h"

namespace graze::study {
namespace {

static_assert(Volume<Lss>);

// Along the longer side of the rectangle.
Rss without_width(Rss rss) {
  if (rss.half[1] > rss.half[0]) {
    std::swap(rss.half[0], rss.half[1]);
    for (int i = 0; i < 3; ++i) std::swap(rss.axis[0][i], rss.axis[1][i]);
  }
  rss.half[1] = 0;
  return rss;
}

}  // namespace

Lss::Lss(const Rss& rss) noexcept : Rss(without_width(rss)) {
  const double width = std::fmin(rss.half[0], rss.half[1]);
  radius = round_up((double(rss.radius) + width) * (1 + 0x1p-50) + 2 * frame_rounding);
}

Lss Lss::fit(std::span<const Triangle> triangles) noexcept {
  Lss lss;
  static_cast<Rss&>(lss) = without_width(Rss::fit(triangles));
  const auto vec = [](const float* p) { return Vec3{p[0], p[1], p[2]}; };
  // The distance from the segment as written, from above; what is beyond its ends counts.
  const Vec3 u = vec(lss.axis[0]), centre = vec(lss.centre);
  double most = 0;
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) {
      const Vec3 d = p - centre;
      most = std::max(most, length(d - u * std::clamp(dot(u, d), -double(lss.half[0]), double(lss.half[0]))));
    }
  lss.radius = round_up(most * (1 + 0x1p-50) + 2 * frame_rounding);
  return lss;
}

Lss merge(const Lss& a, const Lss& b) noexcept {
  return Lss(merge(static_cast<const Rss&>(a), static_cast<const Rss&>(b)));
}

}  // namespace graze::study
