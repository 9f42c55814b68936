#include "study/volume/kdop.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "math/round.h"
#include "study/volume/volume.h"

namespace graze::study {
namespace {

static_assert(Volume<Kdop>);

// Three axes that meet in a point, and the inverse of the matrix that has them as rows.
struct Triple {
  int axis[3];
  Mat3 inverse;
};

std::vector<Triple> list_triples() {
  std::vector<Triple> result;
  const auto direction = [](int i) {
    return Vec3{double(dop_direction[i][0]), double(dop_direction[i][1]), double(dop_direction[i][2])};
  };
  for (int i = 0; i < Dop::axes; ++i)
    for (int j = i + 1; j < Dop::axes; ++j)
      for (int k = j + 1; k < Dop::axes; ++k) {
        const Vec3 a = direction(i), b = direction(j), c = direction(k);
        const double volume = dot(a, cross(b, c));
        if (volume == 0) continue;
        result.push_back(
            {{i, j, k}, {cross(b, c) * (1 / volume), cross(c, a) * (1 / volume), cross(a, b) * (1 / volume)}});
      }
  return result;
}

// Every corner of the polytope is where three planes meet. The planes are small integers over floats, so that the
// point is good to 2^-48; all such points are kept that are within 2^-44 of every interval, and none of two within
// 2^-22 of each other. So nothing of the polytope is farther than 2^-20 from the hull of what is kept. Should that be
// more than a polytope can have, the corners of the coordinate box will do.
void find_corners(Kdop& dop) {
  static const std::vector<Triple> triples = list_triples();
  dop.corner_count = 0;
  const auto keep = [&](Vec3 p) {
    for (int i = 0; i < dop.corner_count; ++i)
      if (std::fabs(p.x - double(dop.corner[i][0])) < 0x1p-22 && std::fabs(p.y - double(dop.corner[i][1])) < 0x1p-22 &&
          std::fabs(p.z - double(dop.corner[i][2])) < 0x1p-22)
        return true;
    if (dop.corner_count == Kdop::most_corners) return false;
    for (int k = 0; k < 3; ++k) dop.corner[dop.corner_count][k] = float(p[k]);
    ++dop.corner_count;
    return true;
  };
  const auto inside = [&](Vec3 p) {
    const double point[3] = {p.x, p.y, p.z};
    double along[Dop::axes];
    dop_project(point, along);
    for (int i = 0; i < Dop::axes; ++i)
      if (along[i] < double(dop.lo[i]) - 0x1p-44 || along[i] > double(dop.hi[i]) + 0x1p-44) return false;
    return true;
  };
  for (const Triple& t : triples)
    for (int sides = 0; sides < 8; ++sides) {
      const auto plane = [&](int k) { return double((sides >> k & 1) != 0 ? dop.hi[t.axis[k]] : dop.lo[t.axis[k]]); };
      const Vec3 p = t.inverse * Vec3{plane(0), plane(1), plane(2)};
      if (!inside(p) || keep(p)) continue;
      dop.corner_count = 8;
      for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 3; ++k) dop.corner[i][k] = (i >> k & 1) != 0 ? dop.hi[k] : dop.lo[k];
      return;
    }
}

}  // namespace

Kdop Kdop::fit(std::span<const Triangle> triangles) noexcept {
  Kdop dop;
  static_cast<Dop&>(dop) = fit_dop(triangles);
  find_corners(dop);
  return dop;
}

Kdop merge(const Kdop& a, const Kdop& b) noexcept {
  Kdop dop;
  static_cast<Dop&>(dop) = merge_dop(a, b);
  find_corners(dop);
  return dop;
}

Kdop::Guest Kdop::placed(const Pose& pose) const noexcept {
  Guest guest;
  std::fill(guest.lo, guest.lo + axes, std::numeric_limits<float>::infinity());
  std::fill(guest.hi, guest.hi + axes, -std::numeric_limits<float>::infinity());
  for (int c = 0; c < corner_count; ++c) {
    float point[3], along[axes];
    place_point(pose.relative, corner[c], point);
    dop_project(point, along);
    for (int i = 0; i < axes; ++i) {
      guest.lo[i] = along[i] < guest.lo[i] ? along[i] : guest.lo[i];
      guest.hi[i] = along[i] > guest.hi[i] ? along[i] : guest.hi[i];
    }
  }
  return guest;
}

}  // namespace graze::study
