#define GRAZE_LANES 512
#include "narrow/contact/isa/ball.inl"

namespace graze {

extern const FindBallFeet ball_feet_avx512;
const FindBallFeet ball_feet_avx512 = isa_avx512::ball_feet;

}  // namespace graze
