#include "math/posed_box.h"

#include <cmath>
#include <limits>

#include "base/float_state.h"
#include "math/next_up.h"
#include "math/paired.h"

namespace graze {

#if GRAZE_X86
extern const PosedBox posed_box_avx2;
#endif

namespace {

Box posed_box_scalar(const Pose& pose, const Box& local) noexcept {
  using namespace box_bound;
  const Paired sum = Paired(local.lo) + Paired(local.hi), width = Paired(local.hi) - Paired(local.lo);
  const Paired middle = sum * 0.5, grown = width * (0.5 + share) + (abs(sum) * share + least);
  const Paired c0(pose.linear.c0), c1(pose.linear.c1), c2(pose.linear.c2), t(pose.translation);
  const Paired at = ((c0 * middle.x() + c1 * middle.y()) + c2 * middle.z) + t;
  const Paired extent = ((abs(c0) * grown.x() + abs(c1) * grown.y()) + abs(c2) * grown.z) + (abs(t) * share + least);
  if (!((extent.x() + extent.y()) + extent.z < ordinary)) [[unlikely]]
    return posed_box_at_extremes(pose, local);
  const Paired lo = at - extent, hi = at + extent;
  return {lo.stored(), hi.stored()};
}

}  // namespace

PosedBox posed_box_for(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx2 || isa == Isa::avx512) return posed_box_avx2;
#endif
  (void)isa;
  return posed_box_scalar;
}

Box inner::posed_box(const Pose& pose, const Box& local) noexcept {
  static const PosedBox chosen = posed_box_for(instruction_set_in_use());
  return chosen(pose, local);
}

Box posed_box(const Pose& pose, const Box& local) noexcept {
  const FloatState standard;
  return inner::posed_box(pose, local);
}

// Any numbers. Errors: a posed vertex is within 4u(|M||x| + |t|) of its exact image, and the sums below round as often,
// so that 10u of the same magnitude, itself computed, covers both; 8 denormals cover underflow.
Box posed_box_at_extremes(const Pose& pose, const Box& local) noexcept {
  Box world;
  for (int i = 0; i < 3; ++i) {
    double lo = pose.translation[i], hi = lo, size = std::fabs(lo);
    for (int j = 0; j < 3; ++j) {
      const double m = pose.linear.at(i, j);
      const double p = m * local.lo[j], q = m * local.hi[j];
      lo += p < q ? p : q;
      hi += p < q ? q : p;
      size += std::fmax(std::fabs(p), std::fabs(q));
    }
    const double pad = 10 * 0x1p-53 * size + 8 * 0x1p-1074;
    lo -= pad;
    hi += pad;
    const double infinity = std::numeric_limits<double>::infinity();
    world.lo[i] = std::isfinite(lo) && std::isfinite(size) ? lo : -infinity;
    world.hi[i] = std::isfinite(hi) && std::isfinite(size) ? hi : infinity;
  }
  return world;
}

Box grown(const Box& box, double margin) noexcept {
  if (margin == 0) return box;
  return {{next_down(box.lo.x - margin), next_down(box.lo.y - margin), next_down(box.lo.z - margin)},
          {next_up(box.hi.x + margin), next_up(box.hi.y + margin), next_up(box.hi.z + margin)}};
}

}  // namespace graze
