#include "motion/slide_planes.h"

namespace graze {

void SlidePlanes::add(Vec3 normal) noexcept {
  for (int i = 0; i < count_; ++i)
    if (dot(normals_[i], normal) > 1 - 1e-9) return;
  if (!full()) normals_[count_++] = normal;
}

// Rounding of a projection is forgiven: `move` has the last word.
bool SlidePlanes::allows(Vec3 way) const noexcept {
  const double slack = 1e-12 * length(way);
  for (int i = 0; i < count_; ++i)
    if (dot(normals_[i], way) < -slack) return false;
  return true;
}

Vec3 SlidePlanes::along(Vec3 way) const noexcept {
  if (allows(way)) return way;
  Vec3 best;
  const auto consider = [&](Vec3 candidate) {
    if (length(candidate) > length(best) && allows(candidate)) best = candidate;
  };
  for (int i = 0; i < count_; ++i) consider(way - normals_[i] * dot(normals_[i], way));
  if (best != Vec3{}) return best;
  for (int i = 0; i < count_; ++i)
    for (int j = i + 1; j < count_; ++j) {
      const Vec3 crease = cross(normals_[i], normals_[j]);
      const double size = dot(crease, crease);
      if (size > 1e-12) consider(crease * (dot(crease, way) / size));
    }
  return best;
}

}  // namespace graze
