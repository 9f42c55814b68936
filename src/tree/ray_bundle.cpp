#include "tree/ray_bundle.h"

#include <bit>
#include <cstring>

namespace graze {

#ifdef __wasm__
// Sixteen rays in four registers of each number gain little there, and cost the module its size.
RayBundleCast ray_bundle_cast(Isa) noexcept { return nullptr; }
#else
extern const RayBundleCast GRAZE_BY_ISA(ray_bundle_cast_);

RayBundleCast ray_bundle_cast(Isa isa) noexcept { return pick(isa, GRAZE_BY_ISA(ray_bundle_cast_)); }
#endif

// Without lanes sixteen rays at once take longer than one by one.
RayBundleCast ray_bundle_cast() noexcept {
  const Isa isa = instruction_set_in_use();
  return isa == Isa::scalar ? nullptr : ray_bundle_cast(isa);
}

bool gather(const RayFrames& low, const RayFrames& high, unsigned active, RayBundle& bundle) noexcept {
  constexpr int half = RayFrames::width;
  static_assert(RayBundle::width == 2 * half);
  const auto frames = [&](int i) -> const RayFrames& { return i < half ? low : high; };
  const int one = std::countr_zero(active);
  bundle.active = active;
  bundle.axis = frames(one).axis[one % half];
  bundle.octant = frames(one).octant[one % half];
  bundle.sign = frames(one).sign[one % half];
  for (unsigned left = active; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (frames(i).axis[i % half] != bundle.axis || frames(i).sign[i % half] != bundle.sign) return false;
  }
  const auto fill = [&](float(&to)[RayBundle::width], const float(&from_low)[half], const float(&from_high)[half]) {
    std::memcpy(to, from_low, sizeof from_low);
    std::memcpy(to + half, from_high, sizeof from_high);
  };
  for (int k = 0; k < 3; ++k) fill(bundle.start[k], low.start[k], high.start[k]);
  fill(bundle.shear_x, low.shear_x, high.shear_x);
  fill(bundle.shear_y, low.shear_y, high.shear_y);
  fill(bundle.side_error, low.side_error, high.side_error);
  fill(bundle.depth_error, low.depth_error, high.depth_error);
  fill(bundle.corner_error, low.corner_error, high.corner_error);
  for (unsigned left = ~active & ((1u << RayBundle::width) - 1); left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    for (auto* row : {bundle.start[0], bundle.start[1], bundle.start[2], bundle.shear_x, bundle.shear_y,
                      bundle.side_error, bundle.depth_error, bundle.corner_error, bundle.limit, bundle.surely_before})
      row[i] = row[one];
  }
  return true;
}

}  // namespace graze
