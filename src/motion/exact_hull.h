// The first time at which the hull of a few moving points holds the origin, exactly.
//
// Hull tells of a hull of three or four corners in one plane, edge i from corner i to the next:
//   edges()      how many
//   volume()     a polynomial that is 0 where the corners and the origin are in one plane
//   area(i, k)   the k-th coordinate of what edge i spans with the origin, and
//   product(i)   the product of its two corners: polynomials of degree 2 at most, all three scaled by one factor above
//   0
#pragma once

#include <algorithm>

#include "motion/algebraic_time.h"
#include "motion/exact_ccd.h"

namespace graze {

// Given that the corners and the origin are in one plane: the areas that the edges span with the origin, seen along an
// axis along which one of them can be seen, must not turn both ways round. Where there is none, all are on one line.
template <class Number, class Hull>
bool holds_origin(const Hull& hull, AlgebraicTime<Number>& time) {
  for (int k = 0; k < 3; ++k) {
    bool positive = false, negative = false;
    for (int i = 0; i < hull.edges() && !(positive && negative); ++i) {
      const int sign = time.sign(hull.area(i, k));
      positive = positive || sign > 0;
      negative = negative || sign < 0;
    }
    if (positive && negative) return false;
    if (positive || negative) return true;
  }
  for (int i = 0; i < hull.edges(); ++i)
    if (time.sign(hull.product(i)) <= 0) return true;
  return false;
}

template <class Number, class Hull>
ContactTime first_contact(const Hull& hull) {
  using Polynomial = TimePolynomial<Number>;
  using Time = AlgebraicTime<Number>;
  ContactTime contact;
  // The earliest of several.
  const auto touch = [&](Time& time) {
    if (!holds_origin<Number>(hull, time)) return false;
    double lo = 0, hi = 0;
    time.bracket(lo, hi);
    contact.lo = contact.hit ? std::min(contact.lo, lo) : lo;
    contact.hi = contact.hit ? std::min(contact.hi, hi) : hi;
    contact.hit = true;
    return true;
  };
  const Polynomial plane = hull.volume();
  if (plane.degree >= 0) {
    visit_roots<Number>(plane, touch);
    return contact;
  }
  // In one plane at all times: contact begins at the start, or where the origin gets onto an edge.
  Time start = Time::fraction(0.0, 1.0);
  if (touch(start)) return contact;
  for (int i = 0; i < hull.edges(); ++i) {
    Polynomial changes = hull.area(i, 0);
    for (int k = 1; k < 3 && changes.degree < 0; ++k) changes = hull.area(i, k);
    // On the line of the edge at all times: it gets onto the edge at an end.
    if (changes.degree < 0) changes = hull.product(i);
    visit_roots<Number>(changes, touch);
  }
  return contact;
}

}  // namespace graze
