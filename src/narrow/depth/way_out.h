// Translations that part two bodies, kept only when a predicate says that they do.
#pragma once

#include "base/function_ref.h"
#include "graze/query.h"

namespace graze {

double length_up(Vec3 v) noexcept;  // the least double that is not below the length

// How far a posed point may be from where a translation of at most `most`, not rounded, would have it, when neither
// posed points nor translations have a component above these: the new translation of the pose, and the posed point
// before and after, are rounded to half of their last place.
double rounding_of_motion(double points, double translations, double most) noexcept;

// The shortest translation of `moved` so far that parts the bodies. It does so in both ways, which round differently:
// as a motion of one body and as the opposite motion of the other.
class WayOut {
 public:
  // False where that is not known.
  using Parted = FunctionRef<bool(const Body& moved, const Body& fixed)>;

  WayOut(const Body& moved, const Body& fixed, Parted parted) noexcept;

  bool found() const noexcept;
  Vec3 vector() const noexcept { return vector_; }
  double length() const noexcept { return length_; }

  // Takes v, or v moved along `out` by the fewest last places, up to 2^doublings of them, when that parts the bodies
  // and is shorter than what is there.
  void offer(Vec3 v, Vec3 out, int doublings);
  // Does it, both ways?
  bool parts(Vec3 v) const;

 private:
  const Body& moved_;
  const Body& fixed_;
  Parted parted_;
  double last_place_;
  Vec3 vector_;
  double length_;
};

}  // namespace graze
