#define GRAZE_LANES 128
#include "narrow/triangle/isa/closest.inl"

namespace graze {

extern const FindFeatureSquares feature_squares_simd128;
const FindFeatureSquares feature_squares_simd128 = isa_simd128::feature_squares;

}  // namespace graze
