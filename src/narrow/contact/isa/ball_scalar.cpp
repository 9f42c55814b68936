#define GRAZE_LANES 1
#include "narrow/contact/isa/ball.inl"

namespace graze {

extern const FindBallFeet ball_feet_scalar;
const FindBallFeet ball_feet_scalar = isa_scalar::ball_feet;

}  // namespace graze
