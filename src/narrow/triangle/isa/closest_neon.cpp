#define GRAZE_LANES 128
#include "narrow/triangle/isa/closest.inl"

namespace graze {

extern const FindFeatureSquares feature_squares_neon;
const FindFeatureSquares feature_squares_neon = isa_neon::feature_squares;

}  // namespace graze
