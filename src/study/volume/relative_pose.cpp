#include "study/volume/relative_pose.h"

#include <algorithm>
#include <cmath>

#include "math/round.h"

namespace graze::study {
namespace {

// The factor of a similarity, and how far from one the map is, relative.
double similarity(const Mat3& m, double& defect) {
  const double xx = dot(m.c0, m.c0), yy = dot(m.c1, m.c1), zz = dot(m.c2, m.c2);
  const double mean = (xx + yy + zz) / 3;
  defect = std::max({std::fabs(xx - mean), std::fabs(yy - mean), std::fabs(zz - mean), std::fabs(dot(m.c0, m.c1)),
                     std::fabs(dot(m.c1, m.c2)), std::fabs(dot(m.c2, m.c0))}) /
           mean;
  return std::sqrt(mean);
}

double frobenius(const Mat3& m) { return std::sqrt((dot(m.c0, m.c0) + dot(m.c1, m.c1)) + dot(m.c2, m.c2)); }

}  // namespace

RelativePose relative_pose(const Mat3& to_host, Vec3 shift, double pad) noexcept {
  RelativePose pose;
  double defect = 0;
  const double factor = similarity(to_host, defect);
  pose.rigid = defect < 1e-7;
  pose.scale = pose.rigid ? float(factor) : 1;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) pose.linear[r][c] = float(to_host.at(r, c) / double(pose.scale));
    pose.offset[r] = float(shift[r]);
  }
  pose.stretch = float((pose.rigid ? factor : frobenius(to_host)) * 1.000001);
  pose.pad = float(pad * 1.000001);
  return pose;
}

// |m v| >= |v| / |m^-1|, with the Frobenius norm for that of the inverse. Of a similarity, m^T m = factor^2 (1 + E)
// with |E| <= 3 * defect.
double least_stretch(const Mat3& m) noexcept {
  double defect = 0;
  const double factor = similarity(m, defect);
  if (defect < 1e-7) return factor * (1 - 1e-6);
  const double bound = (1 - 1e-9) / frobenius(inverse({m, {}}).linear);
  return std::isfinite(bound) ? bound : 0;
}

}  // namespace graze::study
