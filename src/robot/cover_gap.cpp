#include "robot/cover_gap.h"
#include "math/constants.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace graze {

namespace {

using roundoff::up;

// A cube that may have points of the body in it, none of them farther from the shape than `bound`.
struct Cube {
  double bound = 0;
  Vec3 center;
  double half = 0;
  friend bool operator<(const Cube& a, const Cube& b) { return a.bound < b.bound; }
};

}  // namespace

double standing_out(const Shape& convex, const CoverField& field, double fine, int most_looks) {
  static const Shape point = make_point();
  const Box box = convex.bounds();
  const Vec3 size = box.hi - box.lo;
  double seen = 0;
  std::priority_queue<Cube> queue;
  const auto add = [&](Vec3 center, double half) {
    const double diagonal = half * root_three_up * up;
    const DistanceResult to_body = find_distance({point, {{}, center}}, {convex, {}});
    if (to_body.lower > diagonal) return;
    const CoverField::Away away = field.away(center);
    if (to_body.upper == 0) seen = std::max(seen, away.lower);
    // Points of the body in the cube are no farther than the centre and half a diagonal.
    queue.push({(away.upper + diagonal) * up, center, half});
  };
  add(box.lo * 0.5 + box.hi * 0.5, 0.5 * std::max({size.x, size.y, size.z, 0x1p-60}) * up);
  for (int looks = 0; !queue.empty() && looks < most_looks; ++looks) {
    const Cube cube = queue.top();
    if (cube.bound <= std::max(seen * 1.1, fine)) break;
    queue.pop();
    const double half = 0.5 * cube.half;
    for (int i = 0; i < 8; ++i) {
      add({cube.center.x + (i & 1 ? half : -half), cube.center.y + (i & 2 ? half : -half),
           cube.center.z + (i & 4 ? half : -half)},
          half * up);
    }
  }
  return queue.empty() ? 0 : queue.top().bound;
}

}  // namespace graze
