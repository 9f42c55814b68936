#define GRAZE_LANES 2
#include "narrow/contact/isa/ball.inl"

namespace graze {

extern const FindBallFeet ball_feet_avx2;
const FindBallFeet ball_feet_avx2 = isa_avx2::ball_feet;

}  // namespace graze
