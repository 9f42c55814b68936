#define GRAZE_LANES 2
#include "narrow/triangle/isa/closest.inl"

namespace graze {

extern const FindFeatureSquares feature_squares_avx2;
const FindFeatureSquares feature_squares_avx2 = isa_avx2::feature_squares;

}  // namespace graze
