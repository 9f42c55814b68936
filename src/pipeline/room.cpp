// Pairs that are not near enough to be told: how long they may be left alone.
#include <algorithm>
#include <cmath>

#include "pipeline/pipeline_state.h"
#include "shape/data.h"

namespace graze {

// A point of the body is L (c + y) + t with y within half the local box, or rounded from that; what rounding does to
// it, to radii and to parts of compounds is less than 2^-44 of the coordinates that go into it, in either pose.
double farthest_step(const Shape& shape, const Pose& from, const Pose& to) noexcept {
  const ShapeData& data = data_of(shape);
  const Vec3 round{data.radius, data.radius, data.radius};
  const Vec3 low = data.bounds.lo - round, high = data.bounds.hi + round;
  const Vec3 c = low * 0.5 + high * 0.5, half = high * 0.5 - low * 0.5, far = max(abs(low), abs(high));
  const Mat3 &m = from.linear, &n = to.linear;
  const Mat3 turn{n.c0 - m.c0, n.c1 - m.c1, n.c2 - m.c2};
  const Vec3 shift = turn * c + (to.translation - from.translation);
  const double step = length(shift) + (length(turn.c0) * half.x + length(turn.c1) * half.y + length(turn.c2) * half.z);
  const Vec3 extent = ((abs(m.c0) + abs(n.c0)) * far.x + (abs(m.c1) + abs(n.c1)) * far.y) +
                      ((abs(m.c2) + abs(n.c2)) * far.z + (abs(from.translation) + abs(to.translation)));
  return step + ((extent.x + extent.y + extent.z) + data.world_margin) * 0x1p-40;
}

bool Pipeline::State::stay_apart(std::size_t which) {
  const IdPair pair = records[which].slots;
  const std::uint32_t lesser = pair.lesser(), greater = pair.greater();
  const Object &x = objects().objects[lesser], &y = objects().objects[greater];
  const bool turned = y.settings.key < x.settings.key;  // as the cache has them
  const double gap = sure_gap(slots[lesser].volumes, slots[greater].volumes, asked_gap);
  const double nearer = moved[lesser] + moved[greater];
  // Worth some dozens of steps like this one.
  const double wide = gap + std::max(asked_gap, std::isfinite(nearer) ? 64 * nearer : 0);
  PairCache& cache = pair_caches[which];
  if (!std::isfinite(gap)) {
    cache = {};
    return false;
  }
  const DistanceResult found = find_distance(turned ? y.body : x.body, turned ? x.body : y.body,
                                             {.max = wide, .budget = settings.budget}, &cache);
  if (found.ok() && found.lower > gap) {
    rooms[which].left = (found.lower - gap) * (1 - 0x1p-50);
    return true;
  }
  cache = {};
  return false;
}

}  // namespace graze
