#include "narrow/triangle/closest_kernel.h"

namespace graze {

extern const FindFeatureSquares GRAZE_BY_ISA(feature_squares_);

FindFeatureSquares find_feature_squares(Isa isa) noexcept { return pick(isa, GRAZE_BY_ISA(feature_squares_)); }

FindFeatureSquares find_feature_squares() noexcept { return find_feature_squares(instruction_set_in_use()); }

}  // namespace graze
