#include "narrow/triangle/closest_kernel.h"

namespace graze {

extern const FindFeatureSquares feature_squares_scalar;
#if GRAZE_X86
extern const FindFeatureSquares feature_squares_avx2, feature_squares_avx512;
#elif GRAZE_NEON
extern const FindFeatureSquares feature_squares_neon;
#endif

FindFeatureSquares find_feature_squares(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return feature_squares_avx512;
  if (isa == Isa::avx2) return feature_squares_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return feature_squares_neon;
#endif
  (void)isa;
  return feature_squares_scalar;
}

FindFeatureSquares find_feature_squares() noexcept { return find_feature_squares(instruction_set_in_use()); }

}  // namespace graze
