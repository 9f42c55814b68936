#include "narrow/posed.h"

namespace graze {

Status make_posed(const Body& body, Posed& result) noexcept {
  if (!body.shape || fault(body.pose) != PoseFault::none) return Status::invalid;
  result = {&body.shape.data(), body.pose, posed_box(body.pose, body.shape.data().bounds)};
  return is_finite(result.box.lo) && is_finite(result.box.hi) ? Status::ok : Status::out_of_range;
}

}  // namespace graze
