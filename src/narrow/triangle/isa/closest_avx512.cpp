#define GRAZE_LANES 512
#include "narrow/triangle/isa/closest.inl"

namespace graze {

extern const FindFeatureSquares feature_squares_avx512;
const FindFeatureSquares feature_squares_avx512 = isa_avx512::feature_squares;

}  // namespace graze
