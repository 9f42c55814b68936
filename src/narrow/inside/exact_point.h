// Points where triangles cut each other, kept as the planes that make them and never rounded; and directions from there
// that are infinitely short.
//
// What is asked of them is on which side of a plane they are. The answer is exact: error-bounded doubles first, then
// integers. A plane that is asked may be spanned by any two vectors; the numbers stay within degree 9.
#pragma once

#include <array>
#include <memory>

#include "graze/math.h"
#include "math/bounded.h"
#include "math/exact.h"

namespace graze {

// The points x with (x - origin) . (u x v) = 0; the positive side is where that is positive.
struct ExactPlane {
  Vec3 origin;
  Difference u, v;
};

inline ExactPlane plane_of(const Triangle& t) noexcept { return {t.a, {t.b, t.a}, {t.c, t.a}}; }

inline constexpr Vec3 unit_axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
// The plane through p and q along a coordinate axis.
inline ExactPlane plane_along(Vec3 p, Vec3 q, int axis) noexcept { return {p, {q, p}, {unit_axis[axis], {}}}; }

class ExactPoint {
 public:
  ExactPoint(Vec3 p) noexcept : kind_(Kind::given), about_(p), p_(p) {}  // NOLINT: meant to convert
  // Where the line through p and q, which is not parallel to the plane, meets it.
  ExactPoint(Vec3 p, Vec3 q, const ExactPlane& plane) noexcept;
  // Where three planes meet, which have one common point.
  ExactPoint(const ExactPlane& k, const ExactPlane& m, const ExactPlane& n) noexcept;

  // The mean of the three corners.
  GRAZE_API static ExactPoint middle_of(const Triangle& t) noexcept;

  // 1, 0 or -1.
  int side(const ExactPlane& plane) const;

  // The point rounded; each coordinate is within error() of it, which may be infinite.
  Vec3 about() const noexcept { return about_; }
  double error() const noexcept { return error_; }

  template <class Number>
  struct Homogeneous;

 private:
  enum class Kind { given, line, planes, middle };
  template <class Number>
  Homogeneous<Number> homogeneous() const;
  void round() noexcept;

  Kind kind_;
  Vec3 about_;
  double error_ = 0;
  Vec3 p_, q_, r_;                                            // line: two; middle: all; p_ alone: the point itself
  ExactPlane planes_[3];                                      // line: the first
  mutable std::shared_ptr<const Homogeneous<Dyadic>> exact_;  // made when first needed
};

// A vector given as a difference of points, or as the cross product of the normals of two planes.
struct ExactDirection {
  bool crossed = false;
  Difference difference;
  ExactPlane m, n;

  static ExactDirection along(Vec3 from, Vec3 to) noexcept { return {false, {to, from}, {}, {}}; }
  static ExactDirection common(const ExactPlane& m, const ExactPlane& n) noexcept { return {true, {}, m, n}; }

  // The sign of its product with u x v.
  int sign(const Difference& u, const Difference& v) const;
  // Each coordinate, with its bound.
  std::array<Bounded, 3> rounded() const noexcept;
};

// The corners of a face and a coordinate axis that is not in its plane.
struct FacePlane {
  const Triangle& face;
  int axis;
};

// A way to leave a point p: to p + e d + e^2 s (b - a) + e^3 s (c - a) + e^4 z n for an e that is smaller than anything
// else; d is `along`, a, b, c the corners of the face, s and z are 1 or -1, and n is a coordinate axis that is not
// in the face's plane. These vectors span space, so that such a place is on no plane. When d lies in the plane of the
// face, s chooses the side of d on the face, and z the side of the face.
struct Leave {
  ExactDirection along;
  Triangle face;
  int axis;          // n
  int in_face = 1;   // s
  int off_face = 1;  // z

  // The side to which it leaves a plane spanned by u and v through p: 1 or -1; 0 when u and v are parallel.
  int sign(const Difference& u, const Difference& v) const;
};

// The signs of all four ways at once: `sure`, or where that is 0 in_face times the second, or off_face times the third.
struct LeaveSigns {
  int sure = 0, by_in_face = 0, by_off_face = 0;

  int of(int in_face, int off_face) const noexcept {
    return sure != 0 ? sure : by_in_face != 0 ? by_in_face * in_face : by_off_face * off_face;
  }
};
LeaveSigns leave_signs(const ExactDirection& along, const FacePlane& face, const Difference& u, const Difference& v);

}  // namespace graze
