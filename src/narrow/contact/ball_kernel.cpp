#include "narrow/contact/ball_kernel.h"

namespace graze {

extern const FindBallFeet GRAZE_BY_ISA(ball_feet_);

FindBallFeet find_ball_feet(Isa isa) noexcept { return pick(isa, GRAZE_BY_ISA(ball_feet_)); }

FindBallFeet find_ball_feet() noexcept { return find_ball_feet(instruction_set_in_use()); }

}  // namespace graze
