// Looks from points where surfaces meet: which combinations of inside and outside of two solids are beside them.
#pragma once

#include <optional>
#include <unordered_map>

#include "base/hash.h"
#include "narrow/inside/winding_near.h"

namespace graze {

class LookAround {
 public:
  LookAround(const SolidBody& a, const SolidBody& b, Counters& counters) : a_(a), b_(b), counters_(counters) {}

  // As bits of Cells (narrow/classify/cells.h), and 1 for neither: to both sides of `along` on the face, or to the one
  // side where in_face is 1, and off the face both ways.
  unsigned from(const ExactPoint& point, const ExactDirection& along, const FacePlane& face, bool both_sides);

 private:
  struct Views {
    WindingNear a, b;
  };
  struct Hash {
    std::size_t operator()(Vec3 p) const noexcept;
  };
  static unsigned see(const Views& views, const ExactDirection& along, const FacePlane& face, bool both_sides);

  const SolidBody& a_;
  const SolidBody& b_;
  Counters& counters_;
  // Of corners, from which many pieces are seen.
  std::unordered_map<Vec3, Views, Hash> kept_;
};

}  // namespace graze
