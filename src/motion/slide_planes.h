// The planes that a slide has met, and the way that none of them stops.
#pragma once

#include "graze/math.h"

namespace graze {

class SlidePlanes {
 public:
  static constexpr int most = 5;

  int count() const noexcept { return count_; }
  bool full() const noexcept { return count_ == most; }
  // A unit normal, towards the side where the body is. One that is there already is not added.
  void add(Vec3 normal) noexcept;

  // What is left of a way that goes into no plane: the way itself, its part along one plane, or along the crease of
  // two; 0 when three of them hold it. Of several, the longest.
  Vec3 along(Vec3 way) const noexcept;

 private:
  bool allows(Vec3 way) const noexcept;

  Vec3 normals_[most];
  int count_ = 0;
};

}  // namespace graze
