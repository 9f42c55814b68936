// The convex kernels of the small module. The linker takes these in place of convex/isa/kernels_*.cpp: queries of this
// module have no caches, so that nothing is ever rechecked.
#ifdef __wasm_simd128__
#define GRAZE_LANES 128
#else
#define GRAZE_LANES 1
#endif
#include "convex/isa/kernels.inl"

namespace graze {
namespace {

constexpr ConvexKernels of_isa = GRAZE_ISA_NAMESPACE::kernels;
constexpr ConvexKernels of_small{
    of_isa.measure, of_isa.distance, of_isa.decide, of_isa.depth, [](const Recheck&, RecheckAnswer&) { return false; },
    of_isa.highest};

}  // namespace

#ifdef __wasm_simd128__
extern const ConvexKernels convex_kernels_simd128;
const ConvexKernels convex_kernels_simd128 = of_small;
#else
extern const ConvexKernels convex_kernels_scalar;
const ConvexKernels convex_kernels_scalar = of_small;
#endif

}  // namespace graze
