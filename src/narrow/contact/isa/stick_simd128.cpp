#define GRAZE_LANES 128
#include "narrow/contact/isa/stick.inl"

namespace graze {

extern const LookAtFaces look_at_faces_simd128;
const LookAtFaces look_at_faces_simd128 = isa_simd128::look_at_faces;

}  // namespace graze
