// Where a ray meets a closed triangle, decided exactly; the parameter with a bracket, and exact on demand.
#pragma once

#include <optional>

#include "graze/query.h"
#include "math/dyadic.h"

namespace graze {

// A hit at the exact parameter t with lo <= t <= hi.
struct RayCrossing {
  bool hit = false;
  bool flat = false;  // the ray lies in the plane of the triangle, or the triangle is degenerate
  double lo = 0, hi = 0;
  int facing = 0;  // 1: the ray goes to the side of the counter-clockwise normal; -1: against it; 0: flat
};

// The nearest common point of the ray (0 <= t <= max) and the triangle.
RayCrossing ray_meets_triangle(const Ray& ray, const Triangle& t) noexcept;

// An exact parameter: numerator / denominator, denominator > 0.
struct Ratio {
  Dyadic numerator, denominator;
};
int compare(const Ratio& a, const Ratio& b) noexcept;

// The order of the exact parameters of two hits that are not flat, where pairs of doubles can tell: -1, 1, else 0.
int quick_order(const Ray& ray, const Triangle& p, const Triangle& q) noexcept;

// The same of two that share two corners, exactly: all of the one triangle is on one side of the other's plane. Nothing
// where they do not share two. 0: the parameters are equal; where they are, a winner that `ties` names may be told.
std::optional<int> neighbour_order(const Ray& ray, const Triangle& p, const RayCrossing& crossing_p, const Triangle& q,
                                   int ties) noexcept;

// The exact parameter of a hit.
Ratio exact_parameter(const Ray& ray, const Triangle& t, const RayCrossing& crossing) noexcept;
// That parameter rounded to the nearest double.
double rounded_parameter(const Ray& ray, const Triangle& t, const RayCrossing& crossing) noexcept;

// The unit normal of the counter-clockwise side, right to a few units in the last place; 0 for a degenerate triangle.
Vec3 unit_normal(const Triangle& t) noexcept;

// Weights of the corners at the hit, rounded, none negative.
Vec3 barycentric(const Ray& ray, const Triangle& t, const RayCrossing& crossing, Vec3 point) noexcept;

}  // namespace graze
