#define GRAZE_LANES 1
#include "narrow/contact/isa/stick.inl"

namespace graze {

extern const LookAtFaces look_at_faces_scalar;
const LookAtFaces look_at_faces_scalar = isa_scalar::look_at_faces;

}  // namespace graze
