// Two half-spaces have common points unless their normals are exactly opposite and the gap between the planes is more
// than their margins.
#pragma once

#include "graze/query.h"
#include "narrow/body/posed_plane.h"

namespace graze {

// The gap between the planes of two half-spaces, as far as there is one.
class HalfspacesGap {
 public:
  HalfspacesGap(const Body& first, int first_orientation, const Body& second, int second_orientation);

  bool apart() const { return beyond(margins()) > 0; }
  bool overlap() const { return beyond(margins()) < 0; }
  bool within(double tolerance) const { return beyond(margins() + Dyadic(tolerance)) <= 0; }
  // The second being the complement of a half-space: is the first in that one with the margin?
  bool nested(double margin) const { return beyond(Dyadic(own_margin_) - Dyadic(margin)) >= 0; }
  // Of the planes, margins left aside, when they are opposite: three roundings and those of the unit normal.
  double length() const;
  double own_margin() const { return own_margin_; }
  double margin() const { return own_margin_ + other_margin_; }
  Vec3 normal() const { return plane_.unit_normal(); }
  // The foot of the first body's origin on its own plane.
  Vec3 point() const;
  // A point of both, when they are not apart, with a bound on how far it may be off; infinite where the planes cut each
  // other too far away.
  Vec3 common(double& bound) const;

 private:
  Dyadic margins() const { return Dyadic(own_margin_) + Dyadic(other_margin_); }
  // Is the gap of the planes more than that (1), or less (-1)? Planes that cut each other have none at all.
  int beyond(const Dyadic& most) const;

  PosedPlane plane_, other_plane_;
  Vec3 from_;
  double own_margin_, other_margin_;
  bool opposite_ = false;
  int axis_ = 0;
  Dyadic own_, other_, gap_;
};

// Two half-spaces that can be asked, in an order that does not depend on which is called a.
struct HalfspacePair {
  int orientation_a = 0, orientation_b = 0;
  bool swapped = false;
  Status status;

  HalfspacePair(const Body& a, const Body& b);
  HalfspacesGap gap(const Body& a, const Body& b) const;  // where the status is ok
};

// Numbers whose magnitude is neither 0 nor between 2^-300 and 2^300 are out of range.
bool in_range_of_halfspaces(double x) noexcept;

// Exactly: have they common interior?
Status halfspaces_overlap(const Body& a, const Body& b, bool& overlap);
// Exactly: is a in the half-space that `complement` is the rest of, when that has the margin?
Status halfspace_in(const Body& a, const Body& complement, double margin, bool& in);

}  // namespace graze
