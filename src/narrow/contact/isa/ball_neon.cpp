#define GRAZE_LANES 128
#include "narrow/contact/isa/ball.inl"

namespace graze {

extern const FindBallFeet ball_feet_neon;
const FindBallFeet ball_feet_neon = isa_neon::ball_feet;

}  // namespace graze
