#define GRAZE_LANES 128
#include "narrow/contact/isa/ball.inl"

namespace graze {

extern const FindBallFeet ball_feet_simd128;
const FindBallFeet ball_feet_simd128 = isa_simd128::ball_feet;

}  // namespace graze
