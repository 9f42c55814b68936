#include "narrow/body/metric.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/constants.h"
#include "math/round.h"

namespace graze {
namespace {

using roundoff::float_u;

double frobenius(const Mat3& m) { return std::sqrt(dot(m.c0, m.c0) + dot(m.c1, m.c1) + dot(m.c2, m.c2)); }

}  // namespace

bool metric_frame(const Placement& a, const Placement& b, MetricFrame& frame) noexcept {
  const Placement* const side[2] = {&a, &b};
  Mat3 to_world[2] = {a.to_world, b.to_world};
  // All of a tree without extent is at y = 0, where any map is right: one that is no measure for the unit.
  for (int s = 0; s < 2; ++s)
    if (side[s]->half == Vec3{} && side[1 - s]->half != Vec3{}) {
      const Mat3& other = to_world[1 - s];
      const double small = length(other.c0) * 0x1p-10;
      to_world[s] = {{small, 0, 0}, {0, small, 0}, {0, 0, small}};
    }
  // Entries first: squares of them may leave the doubles.
  double largest = 0;
  for (const Mat3& m : to_world)
    for (int c = 0; c < 3; ++c) largest = std::max({largest, std::fabs(m[c].x), std::fabs(m[c].y), std::fabs(m[c].z)});
  if (!(largest > 0x1p-900) || !(largest < 0x1p900)) return false;
  frame.unit = std::scalbn(1.0, std::ilogb(largest) + 1);
  const double per_unit = 1 / frame.unit;

  Mat3 linear[2];
  double norm[2], defect = 0;
  for (int s = 0; s < 2; ++s) {
    const Mat3& m = to_world[s];
    linear[s] = {m.c0 * per_unit, m.c1 * per_unit, m.c2 * per_unit};
    norm[s] = frobenius(linear[s]);
    if (!(norm[s] > 1e-100)) return false;
    double scale = 1;
    defect = std::max(defect, similarity_defect(linear[s], scale));
    frame.norm[s] = float(norm[s] * 1.001) + 1e-30f;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        frame.linear[s][r][c] = linear[s].at(r, c);
        frame.linear_float[s][r][c] = float(linear[s].at(r, c));
      }
  }
  const Vec3 offset = (b.centre - a.centre) * per_unit;
  const Vec3 off = abs(offset), rounding = (a.world_slack + b.world_slack) * per_unit;
  const double size = 2 * norm[0] + 2 * norm[1] + off.x + off.y + off.z;
  const double rounded = std::max({rounding.x, rounding.y, rounding.z});
  // Squares of what floats compute here must stay far from their ends.
  if (!(size < 1e15) || !(rounded < 1e15)) return false;
  // 2^-43 of the size is more than the error of any distance computed for two triangles in double
  // (narrow/triangle/triangle_distance.h): what is culled by a bound is also above it as computed.
  const double pad = 2 * (rounded + size * 0x1p-49) + size * 0x1p-43;
  frame.pad = round_up(pad);
  for (int k = 0; k < 3; ++k) {
    frame.offset[k] = offset[k];
    frame.offset_float[k] = float(offset[k]);
  }
  frame.oblique = !(defect < 1e-3);
  // isa/near_boxes.inl counts the operations; twice, as all bounds of this kind.
  frame.slack = round_up(2 * (2 * pad + size * (48 * float_u)));
  return true;
}

float in_units_up(const MetricFrame& frame, double value) noexcept {
  const double units = value / frame.unit;
  return units < 1e38 ? round_up(units) : std::numeric_limits<float>::max();
}

}  // namespace graze
