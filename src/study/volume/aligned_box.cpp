#include "study/volume/aligned_box.h"

#include "study/volume/volume.h"

namespace graze::study {

static_assert(Volume<AlignedBox>);

AlignedBox AlignedBox::fit(std::span<const Triangle> triangles) noexcept {
  Box box;
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) box = graze::merge(box, p);
  AlignedBox result;
  for (int k = 0; k < 3; ++k) {
    result.lo[k] = round_down(box.lo[k] - frame_rounding);
    result.hi[k] = round_up(box.hi[k] + frame_rounding);
  }
  return result;
}

}  // namespace graze::study
