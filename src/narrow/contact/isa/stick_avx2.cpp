#define GRAZE_LANES 2
#include "narrow/contact/isa/stick.inl"

namespace graze {

extern const LookAtFaces look_at_faces_avx2;
const LookAtFaces look_at_faces_avx2 = isa_avx2::look_at_faces;

}  // namespace graze
