// Vectors, matrices, quaternions and poses: plain values whose rounding is documented.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "graze/api.h"
#include "graze/error.h"

namespace GRAZE_API graze {

// A point or a vector: three coordinates in one frame, in the unit of whoever gives them.
struct Vec3 {
  double x = 0, y = 0, z = 0;  // the coordinates

  // Coordinate `[]` 0, 1 or 2: x, y or z.
  GRAZE_INLINE constexpr double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  GRAZE_INLINE constexpr double& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

// By coordinates, each rounded once: the sum `+`, the difference and the opposite `-`, the product `*` with a number,
// the quotient `/` by one.
GRAZE_INLINE constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
GRAZE_INLINE constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
GRAZE_INLINE constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
GRAZE_INLINE constexpr Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
GRAZE_INLINE constexpr Vec3 operator*(double s, Vec3 a) { return a * s; }
GRAZE_INLINE constexpr Vec3 operator/(Vec3 a, double s) { return {a.x / s, a.y / s, a.z / s}; }
// The same in place: `+=`, `-=`, `*=` and `/=`.
GRAZE_INLINE constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
GRAZE_INLINE constexpr Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }
GRAZE_INLINE constexpr Vec3& operator*=(Vec3& a, double s) { return a = a * s; }
GRAZE_INLINE constexpr Vec3& operator/=(Vec3& a, double s) { return a = a / s; }
// The scalar product, rounded as it is written: (xx + yy) + zz.
GRAZE_INLINE constexpr double dot(Vec3 a, Vec3 b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
// The vector product, right-handed, each product and difference rounded.
GRAZE_INLINE constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// The root of dot(a, a): infinite or 0 where that leaves the doubles.
GRAZE_INLINE double length(Vec3 a) { return std::sqrt(dot(a, a)); }
// By coordinates: the absolute values.
GRAZE_INLINE constexpr Vec3 abs(Vec3 a) { return {GRAZE_ABS(a.x), GRAZE_ABS(a.y), GRAZE_ABS(a.z)}; }
// By coordinates: the lesser of the two, a where they are equal or one is NaN.
GRAZE_INLINE constexpr Vec3 min(Vec3 a, Vec3 b) {
  return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}
// By coordinates: the greater of the two, a where they are equal or one is NaN.
GRAZE_INLINE constexpr Vec3 max(Vec3 a, Vec3 b) {
  return {b.x > a.x ? b.x : a.x, b.y > a.y ? b.y : a.y, b.z > a.z ? b.z : a.z};
}
// Is no coordinate NaN or infinite?
GRAZE_INLINE bool is_finite(Vec3 a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

// Three corners; counter-clockwise seen from its front. It may be degenerate.
struct Triangle {
  Vec3 a, b, c;  // the corners, in order
  friend constexpr bool operator==(const Triangle&, const Triangle&) = default;
};

// Stored by columns: m * v = ((c0*v.x + c1*v.y) + c2*v.z), which is the order of rounding in the contract.
struct Mat3 {
  Vec3 c0{1, 0, 0}, c1{0, 1, 0}, c2{0, 0, 1};  // the columns; the identity unless others are given

  // Column `[]` 0, 1 or 2.
  GRAZE_INLINE constexpr const Vec3& operator[](int column) const { return column == 0 ? c0 : column == 1 ? c1 : c2; }
  GRAZE_INLINE constexpr Vec3& operator[](int column) { return column == 0 ? c0 : column == 1 ? c1 : c2; }
  // The element in a row and a column, both from 0.
  GRAZE_INLINE constexpr double at(int row, int column) const { return (*this)[column][row]; }
  friend constexpr bool operator==(const Mat3&, const Mat3&) = default;
};

// The product with a vector, in the order of rounding above.
GRAZE_INLINE constexpr Vec3 operator*(const Mat3& m, Vec3 v) { return (m.c0 * v.x + m.c1 * v.y) + m.c2 * v.z; }
// The product of two matrices, column by column: a after b.
GRAZE_INLINE constexpr Mat3 operator*(const Mat3& a, const Mat3& b) { return {a * b.c0, a * b.c1, a * b.c2}; }
// Rows become columns; nothing is rounded.
GRAZE_INLINE constexpr Mat3 transpose(const Mat3& m) {
  return {{m.c0.x, m.c1.x, m.c2.x}, {m.c0.y, m.c1.y, m.c2.y}, {m.c0.z, m.c1.z, m.c2.z}};
}
// The absolute values of the elements.
GRAZE_INLINE constexpr Mat3 abs(const Mat3& m) { return {abs(m.c0), abs(m.c1), abs(m.c2)}; }

// x, y, z, w with w the scalar part.
struct Quat {
  double x = 0, y = 0, z = 0, w = 1;  // the identity unless others are given
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

// q / |q|, rounded, of any finite quaternion but 0, however long or short: what the ordinary drift of a simulation
// leaves is a unit quaternion again. Throws Error for 0 and for what is not finite.
Quat normalized(Quat q);

// The rotation matrix of a unit quaternion, after one normalisation step q / |q|:
// [1-2(yy+zz), 2(xy-wz), 2(xz+wy); 2(xy+wz), 1-2(xx+zz), 2(yz-wx); 2(xz-wy), 2(yz+wx), 1-2(xx+yy)].
// Throws Error when |q| is more than 1e-6 off 1 or not finite; normalized(q) is not.
Mat3 to_matrix(Quat q);

// Any finite invertible affine map: point -> linear * point + translation.
struct Pose {
  Mat3 linear;       // rotation, scale, reflection, shear
  Vec3 translation;  // added after it
  friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

// The posed vertex of the contract: ((c0*x + c1*y) + c2*z) + t in double, no contraction. In the library and not here,
// so that a caller gets the vertex that the queries see, whatever it is compiled with.
Vec3 operator*(const Pose& pose, Vec3 p) noexcept;

// The rounded product: outer after inner.
Pose operator*(const Pose& outer, const Pose& inner);

// T * R * S. Throws Error for a rotation off unit length (see normalized()), a zero scale, or anything that is not
// finite.
Pose make_pose(Vec3 translation, Quat rotation = {}, Vec3 scale = {1, 1, 1});
// The same with normalized(rotation): for orientations that drift.
Pose make_pose_normalized(Vec3 translation, Quat rotation, Vec3 scale = {1, 1, 1});
// Row-major 4x4 with last row 0 0 0 1. Throws Error when that does not hold, or the map is singular or not finite.
Pose pose_from_matrix(const std::array<std::array<double, 4>, 4>& rows);

// Why a pose cannot be used: not_finite or singular; none when it can.
enum class PoseFault { none, not_finite, singular };
// Exact: singular means that the determinant of the given doubles is 0.
PoseFault fault(const Pose& pose) noexcept;
// The exact sign of the determinant: -1 for a reflection, 0 for a singular map.
int determinant_sign(const Mat3& m) noexcept;

// Inverse of any invertible affine map, by cofactors: no square root, 1 division.
Pose inverse(const Pose& pose) noexcept;
// Inverse of T*R*S by squared column lengths: no square root, 3 divisions. Wrong for shear.
Pose inverse_trs(const Pose& pose) noexcept;

// A pose as T * R * S: what make_pose() takes.
struct Decomposition {
  Vec3 translation;  // of the pose, as it is
  Quat rotation;     // unit, rounded
  Vec3 scale;        // a reflection makes scale.x negative
};
// T*R*S with positive scale but for a reflection, which turns scale.x negative. Throws Error for shear: when two
// columns are off perpendicular by more than 1e-9 of their lengths.
Decomposition decompose(const Pose& pose);

// A closed axis-aligned box; empty when lo > hi on an axis.
struct Box {
  // The least corner; infinite in a new box, which is empty.
  Vec3 lo{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::infinity()};
  // The greatest corner; minus infinite in a new box.
  Vec3 hi{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity()};

  // Does it have no point?
  GRAZE_INLINE constexpr bool empty() const { return lo.x > hi.x || lo.y > hi.y || lo.z > hi.z; }
  friend constexpr bool operator==(const Box&, const Box&) = default;
};
// The least box that holds both, or the box and the point; an empty box adds nothing.
GRAZE_INLINE constexpr Box merge(const Box& a, const Box& b) { return {min(a.lo, b.lo), max(a.hi, b.hi)}; }
GRAZE_INLINE constexpr Box merge(const Box& a, Vec3 p) { return {min(a.lo, p), max(a.hi, p)}; }
// Do two boxes have a common point? Touching counts; an empty box overlaps nothing.
GRAZE_INLINE constexpr bool overlap(const Box& a, const Box& b) {
  return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y && a.lo.z <= b.hi.z &&
         b.lo.z <= a.hi.z;
}
// The world box of a local box under any affine pose, rounded outward: holds the posed vertex of every local point,
// and its exact image, whatever the signs in the matrix. Infinite where that leaves the doubles.
Box posed_box(const Pose& pose, const Box& local) noexcept;

// The sign (-1, 0, 1) of an exact determinant, right for every finite double.
// orient2d: > 0 when a, b, c turn counter-clockwise.
int orient2d(double ax, double ay, double bx, double by, double cx, double cy) noexcept;
// orient3d: the sign of (b-a) . ((c-a) x (d-a)): > 0 when d is on the side to which the normal of a, b, c
// (counter-clockwise) points.
int orient3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d) noexcept;

}  // namespace graze
