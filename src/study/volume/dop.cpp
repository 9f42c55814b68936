#include "study/volume/dop.h"

#include <algorithm>
#include <limits>

#include "math/round.h"
#include "study/volume/volume.h"

namespace graze::study {

Dop fit_dop(std::span<const Triangle> triangles) noexcept {
  double lo[Dop::axes], hi[Dop::axes];
  std::fill(lo, lo + Dop::axes, std::numeric_limits<double>::infinity());
  std::fill(hi, hi + Dop::axes, -std::numeric_limits<double>::infinity());
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) {
      const double point[3] = {p.x, p.y, p.z};
      double along[Dop::axes];
      dop_project(point, along);
      for (int i = 0; i < Dop::axes; ++i) {
        lo[i] = std::min(lo[i], along[i]);
        hi[i] = std::max(hi[i], along[i]);
      }
    }
  Dop dop;
  for (int i = 0; i < Dop::axes; ++i) {
    // Up to three coordinates, each off by the rounding of the frame, and two sums.
    dop.lo[i] = round_down(lo[i] - 4 * frame_rounding);
    dop.hi[i] = round_up(hi[i] + 4 * frame_rounding);
  }
  return dop;
}

bool Dop::holds(Vec3 p) const noexcept {
  const double point[3] = {p.x, p.y, p.z};
  double along[axes];
  dop_project(point, along);
  for (int i = 0; i < axes; ++i)
    if (!(double(lo[i]) <= along[i] && along[i] <= double(hi[i]))) return false;
  return true;
}

Dop merge_dop(const Dop& a, const Dop& b) noexcept {
  Dop dop;
  for (int i = 0; i < Dop::axes; ++i) {
    dop.lo[i] = std::min(a.lo[i], b.lo[i]);
    dop.hi[i] = std::max(a.hi[i], b.hi[i]);
  }
  return dop;
}

}  // namespace graze::study
