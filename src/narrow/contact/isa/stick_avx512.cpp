#define GRAZE_LANES 512
#include "narrow/contact/isa/stick.inl"

namespace graze {

extern const LookAtFaces look_at_faces_avx512;
const LookAtFaces look_at_faces_avx512 = isa_avx512::look_at_faces;

}  // namespace graze
