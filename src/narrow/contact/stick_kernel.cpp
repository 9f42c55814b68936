#include "narrow/contact/stick_kernel.h"

namespace graze {

extern const LookAtFaces GRAZE_BY_ISA(look_at_faces_);

LookAtFaces look_at_faces(Isa isa) noexcept { return pick(isa, GRAZE_BY_ISA(look_at_faces_)); }

LookAtFaces look_at_faces() noexcept { return look_at_faces(instruction_set_in_use()); }

}  // namespace graze
