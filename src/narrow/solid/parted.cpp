#include "narrow/solid/parted.h"

namespace graze {

bool interiors_apart(const Body& a, const Body& b) noexcept {
  const CollideResult result = collide(a, b);
  return result.status == Status::ok && !result.colliding;
}

}  // namespace graze
