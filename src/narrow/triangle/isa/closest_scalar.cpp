#define GRAZE_LANES 1
#include "narrow/triangle/isa/closest.inl"

namespace graze {

extern const FindFeatureSquares feature_squares_scalar;
const FindFeatureSquares feature_squares_scalar = isa_scalar::feature_squares;

}  // namespace graze
