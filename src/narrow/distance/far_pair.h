// Bodies so far apart for their size that floats cannot tell one gap from another. Then the line between them does:
// with n its direction, r the sum of both radii and L the distance of the middles, two points p and q are between
// n . (q - p) and that plus r^2 / 2(L - r) apart. So the nearest points are near the ends of both bodies along n.
#pragma once

#include <optional>
#include <vector>

#include "narrow/body/posed.h"

namespace graze {

// A triangle, and how far it reaches along the line towards the other body, from the middle between the two.
struct FarTriangle {
  std::uint32_t index;
  double along;
};

struct FarPair {
  std::vector<FarTriangle> a, b;  // every triangle that may hold a nearest point
  double error = 0;               // of a sum of two reaches

  // A lower bound of the distance of two triangles of the lists.
  double lower(const FarTriangle& p, const FarTriangle& q) const noexcept {
    const double gap = -(p.along + q.along);
    return gap - (gap * 0x1p-48 + error);
  }
};

// Nothing when the bodies are not that far apart.
std::optional<FarPair> far_pair(const PlacedBody& a, const PlacedBody& b, Counters& counters);

}  // namespace graze
