#include "study/volume/aligned_dop.h"

#include <cmath>
#include <vector>

#include "math/round.h"
#include "study/volume/volume.h"

namespace graze::study {
namespace {

static_assert(Volume<AlignedDop>);

// Direction 2i is the i-th of the k-DOP, 2i + 1 its opposite.
Vec3 direction(int index) {
  const int* d = dop_direction[index / 2];
  const Vec3 v{double(d[0]), double(d[1]), double(d[2])};
  return index % 2 == 0 ? v : -v;
}

// The cone over a facet, and the inverse of the matrix that has its directions as columns.
struct Cone {
  int direction[3];
  Mat3 inverse;
};

std::vector<Cone> list_cones() {
  constexpr int count = 2 * Dop::axes;
  const auto unit = [](int i) { return direction(i) * (1 / length(direction(i))); };
  std::vector<Cone> cones;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      for (int k = 0; k < count; ++k) {
        if (i > j || i > k || j == k) continue;
        const Vec3 a = unit(i), n = cross(unit(j) - a, unit(k) - a);
        if (!(dot(n, a) > 1e-9)) continue;
        bool facet = true;
        for (int l = 0; l < count && facet; ++l) facet = dot(n, unit(l) - a) < 1e-9;
        if (!facet) continue;
        const Vec3 p = direction(i), q = direction(j), r = direction(k);
        const double volume = 1 / dot(p, cross(q, r));
        cones.push_back({{i, j, k}, transpose({cross(q, r) * volume, cross(r, p) * volume, cross(p, q) * volume})});
      }
  return cones;
}

}  // namespace

AlignedDop::Pose::Pose(const PairPose& pair) noexcept {
  static const std::vector<Cone> cones = list_cones();
  const RelativePose& r = pair.b_in_a;
  for (int i = 0; i < axes; ++i) {
    Vec3 d;
    double moved = 0;
    for (int k = 0; k < 3; ++k) {
      moved += dop_direction[i][k] * double(r.offset[k]);
      for (int l = 0; l < 3; ++l) d[k] += dop_direction[i][l] * double(r.linear[l][k]) * double(r.scale);
    }
    // Should rounding hide it from every cone, the coordinate axes serve.
    Vec3 weights = abs(d);
    for (int k = 0; k < 3; ++k) from[i][k] = 2 * k + (d[k] < 0 ? 1 : 0);
    const double tolerance = 1e-12 * double(r.stretch);
    for (const Cone& cone : cones) {
      const Vec3 w = cone.inverse * d;
      if (w.x < -tolerance || w.y < -tolerance || w.z < -tolerance) continue;
      weights = max(w, Vec3{});
      for (int k = 0; k < 3; ++k) from[i][k] = cone.direction[k];
      break;
    }
    Vec3 left = d;
    for (int k = 0; k < 3; ++k) {
      alpha[i][k] = float(weights[k]);
      left = left - direction(from[i][k]) * double(alpha[i][k]);
    }
    shift[i] = float(moved);
    const double rest = std::fabs(left.x) + std::fabs(left.y) + std::fabs(left.z);
    slack[i] = r.slack(32) * dop_sum[i] + float(rest * 1.0001);
  }
}

}  // namespace graze::study
