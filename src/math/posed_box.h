// The box of a posed box (graze/math.h), an implementation an instruction set; all give the same bits.
//
// The middle goes by M, the half extents by |M|: the box of Maia, Vidal and Cavalcante-Neto, section 3.2, without their
// signs. Errors, in units of u = 2^-53 times |M| (|middle| + half) + |t|, which bounds all terms of both the box and a
// posed vertex: 1 each for middle and half, 4 for their images, 4 for the posed vertex, 2 for the ends: 12. So half
// extents are grown by 16u of that before they are carried over, and t's share is added. `least` covers underflow,
// eight times the least denormal, and what halving a denormal loses; it is so much larger than these that its products
// with the numbers of an ordinary pose are no denormals either, for which a machine takes longer than for all else
// here: they are all there is of the width of a segment or of a flat mesh. While the extents so grown stay below 2^900,
// the magnitude is below 2^950, and nothing can have overflowed.
#pragma once

#include "graze/math.h"
#include "math/isa.h"

namespace graze {

namespace box_bound {
inline constexpr double share = 16 * 0x1p-53, least = 0x1p-960, ordinary = 0x1p900;
}  // namespace box_bound

using PosedBox = Box (*)(const Pose& pose, const Box& local) noexcept;
// The processor must have it.
PosedBox posed_box_for(Isa isa) noexcept;

// posed_box() for callers that hold the standard floating-point state (base/float_state.h).
namespace inner {
Box posed_box(const Pose& pose, const Box& local) noexcept;
}

// The box of every point within the margin of the box, in the largest norm; rounded outward.
GRAZE_API Box grown(const Box& box, double margin) noexcept;

// For any numbers.
Box posed_box_at_extremes(const Pose& pose, const Box& local) noexcept;

}  // namespace graze
