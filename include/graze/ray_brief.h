// Rays by the million: one small struct a ray in place of a RayResult.
#pragma once

#include <cstdint>
#include <span>

#include "graze/query.h"

namespace GRAZE_API graze {

// What RayResult says of the closest hit, in 24 bytes. Its point is origin + t * direction.
struct RayBrief {
  double t = unknown_number;        // the very double of RayHit::t; NaN without a hit
  std::uint32_t triangle = 0;       // of the hit
  std::uint32_t tag = 0;            // of the triangle
  Status status = Status::ok;       // anything but ok: nothing else is known
  Answer answer = Answer::unknown;  // is there a hit?

  // The status is ok.
  bool ok() const noexcept { return status == Status::ok; }
  bool yes() const noexcept { return answer == Answer::yes; }  // proven
  bool no() const noexcept { return answer == Answer::no; }    // proven
};
static_assert(sizeof(RayBrief) == 24);

// Brief i is what cast(body, rays[i], settings) says, decided by the same arithmetic; there is no list, and
// RayWant::all is answered as `closest`. Throws Error when there are fewer briefs than rays.
void cast(const Body& body, std::span<const Ray> rays, std::span<RayBrief> briefs, const RaySettings& settings = {});

}  // namespace graze
