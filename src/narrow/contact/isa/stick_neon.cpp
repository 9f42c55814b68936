#define GRAZE_LANES 128
#include "narrow/contact/isa/stick.inl"

namespace graze {

extern const LookAtFaces look_at_faces_neon;
const LookAtFaces look_at_faces_neon = isa_neon::look_at_faces;

}  // namespace graze
